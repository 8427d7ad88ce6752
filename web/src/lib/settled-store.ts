import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { create } from 'zustand'
import { watchDoublePress } from './double-press.ts'

interface Settled {
  /** Results not yet dismissed, newest first. */
  contracts: readonly Contract[]
  /** `pressedMs`: when, on the clock of `performance.now()`. */
  dismiss(id: string, pressedMs: number): void
  dismissAll(): void
}

/** The next result comes to stand where the dismissed one stood: the second half of a double press must not dismiss it too. */
const isRepeatedPress = watchDoublePress()

export const useSettled = create<Settled>()((set, get) => ({
  contracts: [],
  dismissAll: () => set({ contracts: [] }),
  dismiss: (id, pressedMs) => {
    if (isRepeatedPress(pressedMs)) return
    set({ contracts: get().contracts.filter((contract) => contract.id !== id) })
  },
}))
