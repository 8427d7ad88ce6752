import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { create } from 'zustand'

interface Settled {
  /** Results not yet dismissed, newest first. */
  contracts: readonly Contract[]
  /** `pressedMs`: when, on the clock of `performance.now()`. */
  dismiss(id: string, pressedMs: number): void
  dismissAll(): void
}

/** The next result comes to stand where the dismissed one stood: the second half of a double press must not dismiss it too. */
const DOUBLE_PRESS_MS = 300

let dismissedAtMs = Number.NEGATIVE_INFINITY

export const useSettled = create<Settled>()((set, get) => ({
  contracts: [],
  dismissAll: () => set({ contracts: [] }),
  dismiss: (id, pressedMs) => {
    if (pressedMs - dismissedAtMs < DOUBLE_PRESS_MS) return
    dismissedAtMs = pressedMs
    set({ contracts: get().contracts.filter((contract) => contract.id !== id) })
  },
}))
