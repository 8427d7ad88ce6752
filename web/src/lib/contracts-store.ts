import type { Contract, ContractState } from '@truestrike/protocol/trade-endpoints.ts'
import { create } from 'zustand'

interface Contracts {
  /** The user's pending contracts of both books and those settled a short while ago, by id. */
  byId: ReadonlyMap<string, Contract>
  /** A snapshot has been received since signing in. */
  known: boolean
}

/** Settled contracts kept beside the pending ones, as many as a snapshot may hold; older ones are in the records. */
const SETTLED_KEPT_MAX = 500

const ORDER: Record<ContractState, number> = {
  opening: 0,
  running: 1,
  settling: 2,
  completed: 3,
  cancelled: 3,
}

const NOTHING: Contracts = { byId: new Map(), known: false }

export const useContracts = create<Contracts>()(() => NOTHING)

export function isPending(contract: Contract): boolean {
  return ORDER[contract.state] < 3
}

/** Newest first. */
export function byNewest(a: Contract, b: Contract): number {
  return b.acceptedAtMs - a.acceptedAtMs || (BigInt(b.id) > BigInt(a.id) ? 1 : -1)
}

function trimmed(byId: Map<string, Contract>): Map<string, Contract> {
  const endOf = ({ settledAtMs, expiresAtMs }: Contract): number => settledAtMs ?? expiresAtMs
  const settled = [...byId.values()]
    .filter((contract) => !isPending(contract))
    .sort((a, b) => endOf(b) - endOf(a))
  for (const contract of settled.slice(SETTLED_KEPT_MAX)) byId.delete(contract.id)
  return byId
}

type SettledListener = (contract: Contract) => void
const settledListeners = new Set<SettledListener>()

/** Tells when a contract that was pending here has been settled. */
export function onContractSettled(listener: SettledListener): () => void {
  settledListeners.add(listener)
  return () => settledListeners.delete(listener)
}

/** The one of a contract's two accounts that is further on; of equals the second. */
export function laterOf(known: Contract, told: Contract): Contract {
  return ORDER[told.state] >= ORDER[known.state] ? told : known
}

const snapshotListeners = new Set<() => void>()

/** Tells when a snapshot has come that is not the first since signing in: messages may have been missed before it. */
export function onLaterSnapshot(listener: () => void): () => void {
  snapshotListeners.add(listener)
  return () => snapshotListeners.delete(listener)
}

/**
 * A snapshot replaces what was known, an increment adds to it; a contract never goes back to an earlier state.
 * Answers the ids of what is pending here and not in the snapshot: it has ended longer ago than a snapshot tells, and
 * stays as it is until somebody has asked for it.
 */
export function applyContracts(items: readonly Contract[], snapshot: boolean): string[] {
  const { byId: before, known: wasKnown } = useContracts.getState()
  const told = new Set(items.map(({ id }) => id))
  const missed = snapshot ? [...before.values()].filter((each) => isPending(each) && !told.has(each.id)) : []
  const byId = new Map(snapshot ? missed.map((each) => [each.id, each]) : before)
  const settled: Contract[] = []
  for (const item of items) {
    const known = before.get(item.id)
    const newer = known === undefined ? item : laterOf(known, item)
    byId.set(item.id, newer)
    if (known !== undefined && isPending(known) && !isPending(newer)) settled.push(newer)
  }
  useContracts.setState({ byId: trimmed(byId), known: snapshot || wasKnown })
  for (const contract of settled) for (const listener of settledListeners) listener(contract)
  if (snapshot && wasKnown) for (const listener of snapshotListeners) listener()
  return missed.map(({ id }) => id)
}

/** A list may tell of a contract's end before its message comes: what is pending here then ends here too. */
export function applyListed(listed: readonly Contract[]): void {
  const { byId } = useContracts.getState()
  const ended = listed.filter((item) => {
    const known = byId.get(item.id)
    return known !== undefined && isPending(known) && !isPending(item)
  })
  if (ended.length > 0) applyContracts(ended, false)
}

export function forgetContracts(): void {
  useContracts.setState(NOTHING)
}
