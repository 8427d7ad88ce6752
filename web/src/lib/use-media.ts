import { useSyncExternalStore } from 'react'

/**
 * Widths as in the visual language: mobile up to 768 px, tablet up to 1024, desktop above. In rem, here and in the
 * style sheets: whoever has set larger letters gets the layout that has room for them, as zooming would give him.
 */
export const MOBILE = '(max-width: 48rem)'
export const DESKTOP = '(min-width: 64.0625rem)'
/** As for `td-keys`: elsewhere the keys work too, and `?` opens their list with the switch. */
export const KEYBOARD_LIKELY = '(min-width: 48.0625rem) and (hover: hover) and (pointer: fine)'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = globalThis.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => globalThis.matchMedia(query).matches,
  )
}
