import type { Accounts } from '../accounts/accounts.module.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Paper } from '../platform/papers.ts'
import { hasPermission } from '../platform/permissions.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { receiptContext } from './deposit-receipts.service.ts'
import { getReceiptToReview } from './deposit-receipts.store.ts'
import { getDeposit } from './deposits.store.ts'

const KIND = 'receipt'

interface Parts {
  db: Db
  clock: Clock
  secrets: SecretBox
  files: Accounts['files']
}

/** Receipts of deposits for who reviews them: by an address for his session alone, and each look is in the audit log. */
export function createReviewReceiptsService({ db, clock, secrets, files }: Parts) {
  async function open(admin: AdminPrincipal, name: string, { ip }: RequestInfo): Promise<Paper | null> {
    const depositId = parseRowId(name)
    // Asked again: it may have been taken from him since he got the address.
    const mayLook = !admin.mustChangePassword && hasPermission(admin, 'recharge-orders:read')
    if (depositId === null || !mayLook) return null
    const row = await getReceiptToReview(db, depositId)
    if (row === null) return null
    await writeAudit(db, {
      ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: admin.adminId, ip },
      ...{ action: 'deposit.receipt-seen', subject: `deposit:${depositId}` },
    })
    return {
      contentType: row.contentType,
      bytes: secrets.openBytes(row.sealed, receiptContext(depositId)),
    }
  }
  files.addForReview(KIND, open)

  return {
    /** Errors: REVIEW_NOT_FOUND; NOT_FOUND when none was handed in. */
    async addressOf(admin: AdminPrincipal, id: bigint | null) {
      const row = id === null ? null : await getDeposit(db, id)
      if (row === null) throw new AppError('REVIEW_NOT_FOUND')
      if (row.receiptType === null) throw new AppError('NOT_FOUND')
      return files.addressOf(KIND, row.id.toString(), admin)
    },
  }
}
