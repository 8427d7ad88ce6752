import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { create } from 'zustand'
import { onContractSettled } from '../../lib/contracts-store.ts'
import { useSession } from '../../lib/session-store.ts'

interface Settled {
  /** Results not yet dismissed, newest first. */
  contracts: readonly Contract[]
  dismiss(id: string): void
}

/** Older results are found in the records. */
const SHOWN_MAX = 3

export const useSettled = create<Settled>()((set, get) => ({
  contracts: [],
  dismiss: (id) => set({ contracts: get().contracts.filter((contract) => contract.id !== id) }),
}))

onContractSettled((contract) => {
  const others = useSettled.getState().contracts.filter((each) => each.id !== contract.id)
  useSettled.setState({ contracts: [contract, ...others].slice(0, SHOWN_MAX) })
})

useSession.subscribe((session, before) => {
  if (session.token !== before.token) useSettled.setState({ contracts: [] })
})
