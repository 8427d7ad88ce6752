import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db.ts'
import { sha256 } from '../platform/secret-token.ts'
import { type BalanceRow, listBalances, lockUserBalances } from './balances.store.ts'
import { claimMoneyRequest, countMoneyRequests } from './money-requests.store.ts'
import { postTransfers, type Transfer } from './transfers.store.ts'

const KIND = 'demo-reset'
const RESETS_MAX = 5
const WINDOW_MS = 24 * 3_600_000

/**
 * Brings a practice balance to `targetMicros` by one transfer from or to the account it was issued from. Errors:
 * RESET_CONTRACTS_OPEN, RESETS_USED_UP, IDEMPOTENCY_MISMATCH.
 */
export async function resetDemo(
  db: Db,
  {
    userId,
    requestId,
    targetMicros,
    nowMs,
  }: {
    userId: bigint
    requestId: string
    targetMicros: bigint
    nowMs: number
  },
): Promise<void> {
  await db.tx(async (sql) => {
    const request = { userId, requestId, kind: KIND, bodySha256: sha256(KIND) }
    const claim = await claimMoneyRequest(sql, request, nowMs)
    if (claim === 'repeated') return
    if (claim === 'mismatch') throw new AppError('IDEMPOTENCY_MISMATCH')
    // From here on no order of his is accepted, and of two resets at once one sees the other's.
    await lockUserBalances(sql, userId)
    const made = await countMoneyRequests(sql, userId, KIND, nowMs - WINDOW_MS)
    if (made > RESETS_MAX) throw new AppError('RESETS_USED_UP')
    const demo = (await listBalances(sql, [userId])).find(({ book }) => book === 'demo')
    if (demo === undefined) throw new Error('a user without balances')
    if (demo.inPositionMicros > 0n) throw new AppError('RESET_CONTRACTS_OPEN')
    await postTransfers(sql, transfersTo(demo, targetMicros), nowMs)
  })
}

function transfersTo({ userId, availableMicros }: BalanceRow, targetMicros: bigint): Transfer[] {
  const missing = targetMicros - availableMicros
  if (missing === 0n) return []
  const own = { account: 'available', userId } as const
  const issue = { account: 'demo_issue' } as const
  const [debit, credit] = missing > 0n ? [issue, own] : [own, issue]
  const amountMicros = missing > 0n ? missing : -missing
  return [{ book: 'demo', debit, credit, amountMicros, kind: KIND, ref: `user:${userId}` }]
}
