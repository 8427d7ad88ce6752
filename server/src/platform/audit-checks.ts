import type { AuditChain } from './audit-chain.ts'
import type { Sql } from './db.ts'

export interface AuditCheckRow {
  atMs: bigint
  rows: bigint
  newestId: bigint | null
  newestHash: Uint8Array | null
  fault: string | null
}

/** Keeps what a run over the whole chain has found. */
export async function writeAuditCheck(sql: Sql, { rows, newest, fault }: AuditChain): Promise<void> {
  await sql.query(
    `insert into audit_checks (at_ms, row_count, newest_id, newest_hash, fault)
     values (service_now_ms(), $1, $2, decode($3, 'hex'), $4)`,
    [rows, newest?.id ?? null, newest?.hash ?? null, fault],
  )
}

export async function getLastAuditCheck(sql: Sql): Promise<AuditCheckRow | null> {
  const [row] = await sql.query<AuditCheckRow>(
    `select at_ms as "atMs", row_count as rows, newest_id as "newestId", newest_hash as "newestHash", fault
     from audit_checks order by id desc limit 1`,
  )
  return row ?? null
}
