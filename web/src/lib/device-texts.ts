import { loadTextsBy } from './i18n.ts'

const TEXTS = import.meta.glob<object>('../locales/*/devices.json', { import: 'default' })

/** Keys, announcements, and installing the app. As `loadTexts`. */
export function loadDeviceTexts(): Promise<void> {
  return loadTextsBy('devices', TEXTS)
}
