import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { create } from 'zustand'
import { readTabObject, writeTab } from './browser-storage.ts'
import { onContractSettled } from './contracts-store.ts'
import { useSession } from './session-store.ts'

interface Settled {
  /** Results not yet dismissed, newest first. */
  contracts: readonly Contract[]
  dismiss(id: string): void
}

/** Older results are found in the records. */
const SHOWN_MAX = 3
/** They stay until dismissed, so a reload must not lose them; closing the tab may. */
const KEY = 'settled'

const TEXTS = ['id', 'orderNo', 'symbol', 'stake', 'profit'] as const
const TIMES = ['expiresAtMs', 'settledAtMs'] as const
const CHOICES: Partial<Record<keyof Contract, readonly unknown[]>> = {
  state: ['completed', 'cancelled'],
  direction: ['up', 'down'],
  cancelReason: [null, 'no-opening-price', 'price-gap', 'source-changed', 'void'],
}
const PRICES = ['openingPrice', 'closingPrice'] as const

/** Anything may stand in a browser's storage: what the screens read of a result must be there and of its kind. */
function isResult(value: unknown): value is Contract {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return (
    TEXTS.every((key) => typeof fields[key] === 'string') &&
    TIMES.every((key) => Number.isSafeInteger(fields[key])) &&
    PRICES.every((key) => fields[key] === null || typeof fields[key] === 'string') &&
    Object.entries(CHOICES).every(([key, choices]) => choices.includes(fields[key]))
  )
}

function stored(): Contract[] {
  const uid = useSession.getState().user?.uid
  const kept = readTabObject(KEY)
  if (uid === undefined || kept?.uid !== uid || !Array.isArray(kept.contracts)) return []
  return kept.contracts.filter(isResult).slice(0, SHOWN_MAX)
}

function show(contracts: readonly Contract[]): void {
  const uid = useSession.getState().user?.uid
  const kept = uid === undefined || contracts.length === 0 ? null : JSON.stringify({ uid, contracts })
  writeTab(KEY, kept)
  useSettled.setState({ contracts })
}

export const useSettled = create<Settled>()((_set, get) => ({
  contracts: [],
  dismiss: (id) => show(get().contracts.filter((contract) => contract.id !== id)),
}))

/** Collects the results of this session. Returns the way to stop. */
export function followSettled(): () => void {
  show(stored())
  const leave = [
    onContractSettled((contract) => {
      const others = useSettled.getState().contracts.filter((each) => each.id !== contract.id)
      show([contract, ...others].slice(0, SHOWN_MAX))
    }),
    useSession.subscribe((session, before) => {
      if (session.token !== before.token) show([])
    }),
  ]
  return () => {
    for (const stop of leave) stop()
  }
}
