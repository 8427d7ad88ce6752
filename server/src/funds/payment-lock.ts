import type { Sql } from '../platform/db.ts'

/** Until the transaction of the database ends nobody else books a payment in this way by this reference. */
export async function lockPayment(sql: Sql, way: 'deposit' | 'payout', reference: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${way}:${reference}`])
}
