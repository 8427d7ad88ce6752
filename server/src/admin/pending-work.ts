import { ensure } from '@truestrike/core/assert.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { Dashboard, IdentityTask, MoneyTask } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { Funds } from '../funds/funds.module.ts'
import { type Reviewable, takenBy } from '../funds/review-step.ts'
import type { Clock } from '../platform/clock.ts'
import { keepASecond } from '../platform/keep-a-second.ts'
import type { PaperType } from '../platform/papers.ts'
import { hasPermission } from '../platform/permissions.ts'
import type { AdminPrincipal } from '../platform/route.ts'

const OLDEST_MAX = 5

export interface PendingParts {
  clock: Clock
  accounts: Pick<Accounts, 'identities' | 'users'>
  funds: Pick<Funds, 'waiting'>
}

interface Waiting {
  id: bigint
  userId: bigint
  createdMs: bigint
}
type WaitingMoney = Waiting & Reviewable & { amountMicros: bigint; receiptType?: PaperType | null }
interface Queue<T> {
  count: number
  processing: number
  oldest: readonly (T & { names: { uid: string; username: string } })[]
}

interface Listed<T> {
  count: number
  processing: number
  oldest: T[]
}

/** What waits for an administrator. Read once a second for all of them; each is told what he may know. */
export function createPendingWork({ clock, accounts, funds }: PendingParts) {
  const kept = <T extends Waiting>(list: (limit: number) => Promise<Listed<T>>) =>
    keepASecond<'all', Queue<T>>(clock, async () => {
      const { oldest, ...counts } = await list(OLDEST_MAX)
      if (oldest.length === 0) return { ...counts, oldest: [] }
      const names = await accounts.users.namesOf(oldest.map(({ userId }) => userId))
      return { ...counts, oldest: oldest.map((row) => ({ ...row, names: ensure(names.get(row.userId)) })) }
    })
  const deposits = kept<WaitingMoney>(funds.waiting.listDeposits)
  const withdrawals = kept<WaitingMoney>(funds.waiting.listWithdrawals)
  const checks = kept(async (limit) => {
    const { count, oldest } = await accounts.identities.listWaiting(limit)
    const rows = oldest.map(({ submittedMs, ...row }) => ({ ...row, createdMs: submittedMs }))
    return { count, processing: 0, oldest: rows }
  })

  const taskOf = ({ id, createdMs, names }: Queue<Waiting>['oldest'][number]): IdentityTask => ({
    id: id.toString(),
    ...names,
    createdMs: Number(createdMs),
    waitingMs: Math.max(0, clock.nowMs() - Number(createdMs)),
  })
  const moneyOf = async (queue: Promise<Queue<WaitingMoney>>, admin: AdminPrincipal) => {
    const { count, processing, oldest } = await queue
    return {
      ...{ count, processing },
      oldest: oldest.map(
        (row): MoneyTask => ({
          ...taskOf(row),
          amount: formatMicros(row.amountMicros),
          takenBy: takenBy(row, admin),
          receipt: row.receiptType === undefined ? null : row.receiptType !== null,
        }),
      ),
    }
  }
  const identitiesOf = async () => {
    const { count, oldest } = await checks('all')
    return { count, oldest: oldest.map(taskOf) }
  }

  return async (admin: AdminPrincipal): Promise<Dashboard['pending']> => {
    const [rechargeOrders, withdrawOrders, identityChecks] = await Promise.all([
      hasPermission(admin, 'recharge-orders:read') ? moneyOf(deposits('all'), admin) : null,
      hasPermission(admin, 'withdraw-orders:read') ? moneyOf(withdrawals('all'), admin) : null,
      hasPermission(admin, 'identity-checks:read') ? identitiesOf() : null,
    ])
    return { rechargeOrders, withdrawOrders, identityChecks }
  }
}
