import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { create } from 'zustand'

interface Settled {
  /** Results not yet dismissed, newest first. */
  contracts: readonly Contract[]
  dismiss(id: string): void
  dismissAll(): void
}

export const useSettled = create<Settled>()((set, get) => ({
  contracts: [],
  dismissAll: () => set({ contracts: [] }),
  dismiss: (id) => set({ contracts: get().contracts.filter((contract) => contract.id !== id) }),
}))
