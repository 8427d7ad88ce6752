import type { Balances } from '@truestrike/protocol/frames.ts'
import type { Bus } from '../platform/bus.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { subjectOf } from '../platform/socket-user-events.ts'
import { type ContractRow, toWireContract } from './contract-row.ts'
import type { SettledRow } from './settle-contracts.ts'
import type { OpenedContract } from './settling.store.ts'

/** Users whose balances one query reads. */
const USERS_PER_READ_MAX = 500
/** Real time in which changes of balances are gathered, so that a busy user gets one frame, not a hundred. */
const GATHER_MS = 20
/** Real time after which balances that could not be read are read again. */
const AGAIN_AFTER_MS = 1_000

interface Parts {
  bus: Bus
  clock: Clock
  log: Log
  listBalances(userIds: readonly bigint[]): Promise<Map<bigint, Balances>>
  listContracts(ids: readonly bigint[]): Promise<ContractRow[]>
  tellNotices(ids: readonly bigint[]): Promise<void>
}

/** Tells users of changes of their contracts, balances and notices over the bus, after the commit. */
export function createUserFrames({ bus, clock, log, listBalances, listContracts, tellNotices }: Parts) {
  const changed = new Set<bigint>()
  let cancelTimer: Cancel | null = null

  const publishBalances = async (): Promise<void> => {
    cancelTimer = null
    const userIds = [...changed]
    for (let at = 0; at < userIds.length; at += USERS_PER_READ_MAX) {
      const some = userIds.slice(at, at + USERS_PER_READ_MAX)
      // Before the reading: a change that comes meanwhile is another one.
      for (const userId of some) changed.delete(userId)
      try {
        for (const [userId, balances] of await listBalances(some))
          bus.publish(subjectOf(userId), { type: 'balances', balances })
      } catch (error) {
        for (const userId of some) changed.add(userId)
        throw error
      }
    }
  }
  const publishAfter = (realMs: number): void => {
    if (changed.size === 0 || cancelTimer !== null) return
    cancelTimer = clock.after(realMs, () => {
      publishBalances().catch((error: unknown) => {
        log.error({ err: error }, 'balances could not be sent and will be tried again')
        publishAfter(AGAIN_AFTER_MS)
      })
    })
  }
  const listening = (rows: readonly ContractRow[]): Map<bigint, ContractRow[]> => {
    const byUser = new Map<bigint, ContractRow[]>()
    for (const row of rows) {
      const known = byUser.get(row.userId)
      if (known !== undefined) known.push(row)
      else if (bus.mayReach(subjectOf(row.userId))) byUser.set(row.userId, [row])
    }
    return byUser
  }
  const balancesChanged = (userIds: Iterable<bigint>): void => {
    for (const userId of userIds) changed.add(userId)
    publishAfter(GATHER_MS)
  }
  const contractsChanged = (rows: readonly ContractRow[]): Map<bigint, ContractRow[]> => {
    const byUser = listening(rows)
    const nowMs = clock.nowMs()
    for (const [userId, own] of byUser) {
      const items = own.map((row) => toWireContract(row, nowMs))
      bus.publish(subjectOf(userId), { type: 'contracts', snapshot: false, items })
    }
    return byUser
  }
  return {
    placed: (rows: readonly ContractRow[]): void => balancesChanged(contractsChanged(rows).keys()),
    /** Only contracts whose owners may be listening are read. */
    async opened(opened: readonly OpenedContract[]): Promise<void> {
      const heard = opened.filter(({ userId }) => bus.mayReach(subjectOf(userId)))
      if (heard.length === 0) return
      try {
        contractsChanged(await listContracts(heard.map(({ contractId }) => contractId)))
      } catch (error) {
        log.error({ err: error }, 'opened contracts could not be sent')
      }
    },
    settled(settled: readonly SettledRow[]): void {
      const byUser = contractsChanged(settled.map(({ row }) => row))
      balancesChanged(byUser.keys())
      const notices = settled.flatMap(({ row, noticeId }) =>
        noticeId !== null && byUser.has(row.userId) ? [noticeId] : [],
      )
      if (notices.length === 0) return
      tellNotices(notices).catch((error: unknown) => {
        log.error({ err: error }, 'notices could not be sent; their users find them when they look')
      })
    },
    stop(): void {
      cancelTimer?.()
      cancelTimer = null
    },
  }
}
