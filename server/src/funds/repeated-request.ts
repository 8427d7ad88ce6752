import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Sql } from '../platform/db.ts'

type Claim = Parameters<LedgerService['findRequest']>[1]

/** Whether this very request was carried out before: it is then answered, not asked to be confirmed. Errors: IDEMPOTENCY_MISMATCH. */
export async function findRepeated(
  sql: Sql,
  ledger: Pick<LedgerService, 'findRequest'>,
  claim: Claim,
): Promise<boolean> {
  const found = await ledger.findRequest(sql, claim)
  if (found === 'mismatch') throw new AppError('IDEMPOTENCY_MISMATCH')
  return found === 'repeated'
}
