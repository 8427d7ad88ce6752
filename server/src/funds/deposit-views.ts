import { ensure } from '@truestrike/core/assert.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { ActsOfTwo } from '../platform/acts-of-two.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { toWireDeposit } from './deposits.service.ts'
import type { DepositRow } from './deposits.store.ts'
import { takenBy } from './review-step.ts'
import { type AccountSeal, accountFor } from './sealed-account.ts'

export interface DepositViewParts {
  accounts: AccountSeal
  users: Pick<UserInfoService, 'namesOf'>
  administrators: ActsOfTwo
}

/** Deposits as an administrator sees them: with whose they are, and from where they are paid. */
export function createDepositViews({ accounts, users, administrators }: DepositViewParts) {
  async function toWire(rows: readonly DepositRow[], admin: AdminPrincipal): Promise<ReviewedDeposit[]> {
    const names = await users.namesOf(rows.map(({ userId }) => userId))
    const admins = await administrators.namesOf(
      rows.flatMap(({ proposedBy, reviewerId }) => [proposedBy, reviewerId].flatMap((id) => id ?? [])),
    )
    return rows.map((row) => ({
      ...toWireDeposit(row),
      ...ensure(names.get(row.userId)),
      version: row.version,
      takenBy: takenBy(row, admin),
      reviewer: row.reviewerId === null ? null : (admins.get(row.reviewerId) ?? ''),
      proposed:
        row.proposedMicros === null
          ? null
          : {
              amount: formatMicros(row.proposedMicros),
              ...{ by: admins.get(ensure(row.proposedBy)) ?? '', byMe: row.proposedBy === admin.adminId },
            },
      remark: row.remark,
      transactionId: row.paymentRef ?? row.toldRef,
      toldTransactionId: row.toldRef,
      payer: accountFor(admin, 'recharge-orders', accounts.open('payer', row.userId, row.payer)),
    }))
  }

  const toWireOne = async (row: DepositRow, admin: AdminPrincipal): Promise<ReviewedDeposit> =>
    ensure((await toWire([row], admin))[0])

  return { toWire, toWireOne }
}
