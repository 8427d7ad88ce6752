import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { readTabObject, writeTab } from './browser-storage.ts'
import { isPending, useContracts } from './contracts-store.ts'
import { askForMissed } from './missed-contracts.ts'
import { useSession } from './session-store.ts'
import { useSettled } from './settled-store.ts'

/** Results kept at most; older ones are found in the records, to which the list leads. */
const KEPT_MAX = 20
/** They stay until dismissed, so a reload must not lose them; closing the tab may. */
const KEY = 'settled'

const TEXTS = ['id', 'orderNo', 'symbol', 'stake', 'profit'] as const
const TIMES = ['expiresAtMs', 'settledAtMs'] as const
const CHOICES: Partial<Record<keyof Contract, readonly unknown[]>> = {
  state: ['completed', 'cancelled'],
  direction: ['up', 'down'],
  book: ['demo', 'real'],
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

/** Ids of what was pending when it was last told of: its end is a result, also when it came while the tab was elsewhere. */
let awaited = new Set<string>()

function keep(): void {
  const uid = useSession.getState().user?.uid
  const { contracts } = useSettled.getState()
  const some = contracts.length + awaited.size > 0
  writeTab(KEY, uid === undefined || !some ? null : JSON.stringify({ uid, contracts, awaited: [...awaited] }))
}

/** What this user's results were, and what was still to come. */
function restore(): void {
  const uid = useSession.getState().user?.uid
  const kept = readTabObject(KEY)
  const listOf = (value: unknown): unknown[] =>
    uid !== undefined && kept?.uid === uid && Array.isArray(value) ? value : []
  awaited = new Set(listOf(kept?.awaited).filter((id) => typeof id === 'string'))
  useSettled.setState({ contracts: listOf(kept?.contracts).filter(isResult).slice(0, KEPT_MAX) })
}

/** Shows what has ended of what was awaited, and awaits what is pending now. */
function collect(byId: ReadonlyMap<string, Contract>): void {
  const told = [...byId.values()]
  const ended = told.filter((contract) => awaited.has(contract.id) && !isPending(contract))
  for (const { id } of ended) awaited.delete(id)
  for (const { id } of told.filter(isPending)) awaited.add(id)
  if (ended.length === 0) {
    keep()
    return
  }
  const endOf = (contract: Contract): number => contract.settledAtMs ?? 0
  const others = useSettled.getState().contracts.filter(({ id }) => ended.every((each) => each.id !== id))
  const contracts = [...ended, ...others].sort((a, b) => endOf(b) - endOf(a))
  useSettled.setState({ contracts: contracts.slice(0, KEPT_MAX) })
}

/** A snapshot tells of the last minutes only: what ended before them has to be asked for. */
function askForUntold({ byId, known }: { byId: ReadonlyMap<string, Contract>; known: boolean }): void {
  if (known) void askForMissed([...awaited].filter((id) => !byId.has(id)))
}

/** Collects the results of this session, and those of before. Returns the way to stop. */
export function watchSettled(): () => void {
  restore()
  const leave = [
    useSettled.subscribe(keep),
    useContracts.subscribe((contracts, before) => {
      collect(contracts.byId)
      if (!before.known) askForUntold(contracts)
    }),
    useSession.subscribe((session, before) => {
      if (session.token === before.token) return
      awaited.clear()
      useSettled.setState({ contracts: [] })
    }),
  ]
  // The snapshot may have been here first.
  collect(useContracts.getState().byId)
  askForUntold(useContracts.getState())
  return () => {
    for (const stop of leave) stop()
  }
}
