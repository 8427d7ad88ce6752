import { createContext, type RefObject, useContext, useEffect } from 'react'

type Hold = RefObject<(() => void) | null>

/** Given by a sheet to what it holds. */
export const SheetHold = createContext<Hold | null>(null)

/** While this part of a sheet is there, Esc, the scrim and the button at its head ask instead of closing it. */
export function useHeldSheet(ask: () => void): void {
  const hold = useContext(SheetHold)
  useEffect(() => {
    if (hold === null) return
    hold.current = ask
    return () => {
      hold.current = null
    }
  })
}
