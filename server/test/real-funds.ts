import type { Db } from '../src/platform/db.ts'

/** Real funds from outside, through the ledger, as a confirmed deposit brings them. */
export async function payIn(db: Db, { userId }: { userId: bigint }, micros: bigint): Promise<void> {
  await db.query(
    `select ledger_post(service_now_ms(), array['real'], array['deposits'], array[null]::bigint[], array['available'],
      array[$1::bigint], array[$2::bigint], array['test'], array['test'])`,
    [userId, micros],
  )
}
