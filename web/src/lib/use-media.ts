import { useSyncExternalStore } from 'react'

/** Widths as in the visual language: mobile up to 768 px, tablet up to 1024, desktop above. */
export const MOBILE = '(max-width: 768px)'
export const DESKTOP = '(min-width: 1025px)'

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
