import { useSettings } from '../lib/settings-store.ts'

function mark(name: string, value: string | null): void {
  if (value === null) delete document.documentElement.dataset[name]
  else document.documentElement.dataset[name] = value
}

function markSettings(): void {
  const { palette, motion, contrast } = useSettings.getState()
  mark('palette', palette === 'cb' ? 'cb' : null)
  mark('motion', motion === 'reduced' ? 'reduced' : null)
  mark('contrast', contrast === 'more' ? 'more' : null)
}

/** Keeps `<html data-palette data-motion data-contrast>` as the user has set them. */
export function followSettings(): () => void {
  markSettings()
  return useSettings.subscribe(markSettings)
}
