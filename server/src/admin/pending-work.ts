import { ensure } from '@truestrike/core/assert.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { Dashboard, IdentityTask, MoneyTask } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import { IDENTITY_PERMISSION } from '../accounts/identity-review.ts'
import type { Funds } from '../funds/funds.module.ts'
import { RECHARGE_ORDERS, WITHDRAW_ORDERS } from '../funds/review-permissions.ts'
import { type Reviewable, takenBy } from '../funds/review-step.ts'
import type { Clock } from '../platform/clock.ts'
import { keepASecond } from '../platform/keep-a-second.ts'
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
type WaitingMoney = Waiting & Reviewable & { amountMicros: bigint }
interface Queue<T> {
  count: number
  oldest: readonly (T & { names: { uid: string; username: string } })[]
}

/** What waits for an administrator. Read once a second for all of them; each is told what he may know. */
export function createPendingWork({ clock, accounts, funds }: PendingParts) {
  const kept = <T extends Waiting>(list: (limit: number) => Promise<{ count: number; oldest: T[] }>) =>
    keepASecond<'all', Queue<T>>(clock, async () => {
      const { count, oldest } = await list(OLDEST_MAX)
      if (oldest.length === 0) return { count, oldest: [] }
      const names = await accounts.users.namesOf(oldest.map(({ userId }) => userId))
      return { count, oldest: oldest.map((row) => ({ ...row, names: ensure(names.get(row.userId)) })) }
    })
  const deposits = kept<WaitingMoney>(funds.waiting.listDeposits)
  const withdrawals = kept<WaitingMoney>(funds.waiting.listWithdrawals)
  const checks = kept(async (limit) => {
    const { count, oldest } = await accounts.identities.listWaiting(limit)
    return { count, oldest: oldest.map(({ submittedMs, ...row }) => ({ ...row, createdMs: submittedMs })) }
  })

  const taskOf = ({ id, createdMs, names }: Queue<Waiting>['oldest'][number]): IdentityTask => ({
    id: id.toString(),
    ...names,
    createdMs: Number(createdMs),
    waitingMs: Math.max(0, clock.nowMs() - Number(createdMs)),
  })
  const moneyOf = async (queue: Promise<Queue<WaitingMoney>>, admin: AdminPrincipal) => {
    const { count, oldest } = await queue
    return {
      count,
      oldest: oldest.map(
        (row): MoneyTask => ({
          ...taskOf(row),
          amount: formatMicros(row.amountMicros),
          takenBy: takenBy(row, admin),
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
      hasPermission(admin, RECHARGE_ORDERS) ? moneyOf(deposits('all'), admin) : null,
      hasPermission(admin, WITHDRAW_ORDERS) ? moneyOf(withdrawals('all'), admin) : null,
      hasPermission(admin, IDENTITY_PERMISSION) ? identitiesOf() : null,
    ])
    return { rechargeOrders, withdrawOrders, identityChecks }
  }
}
