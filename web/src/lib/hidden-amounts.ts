import { create } from 'zustand'
import { readStored, writeStored } from './browser-storage.ts'

interface HiddenAmounts {
  hidden: boolean
  setHidden(hidden: boolean): void
}

const KEY = 'hideAmounts'

/** Whether balances are kept from whoever looks over the user's shoulder. */
export const useHiddenAmounts = create<HiddenAmounts>()((set) => ({
  hidden: readStored(KEY) === 'true',
  setHidden(hidden) {
    writeStored(KEY, hidden ? 'true' : null)
    set({ hidden })
  },
}))
