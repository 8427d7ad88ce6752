import type { Sql } from '../platform/db.ts'

/** A key of the site as everyone may know it. */
export interface SiteKeyRow {
  id: string
  publicKey: Uint8Array
  fromMs: bigint
  /** Null: until further notice. */
  toMs: bigint | null
  endorsedBy: string | null
  endorsement: Uint8Array | null
}

/** Lets one process of several make or change keys. */
const LOCK_KEY = 7_482_913_057n

/** Until the end of the transaction nobody else makes or changes keys, in the table or in a file. */
export async function lockSiteKeys(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
}

/** Oldest first, with the service clock's time. */
export async function readSiteKeys(sql: Sql): Promise<{ keys: SiteKeyRow[]; nowMs: number }> {
  const rows = await sql.query<SiteKeyRow & { nowMs: bigint }>(
    `select id, public_key as "publicKey", from_ms as "fromMs", to_ms as "toMs", endorsed_by as "endorsedBy",
       endorsement, service_now_ms() as "nowMs"
     from site_keys order by from_ms`,
  )
  return { keys: rows.map(({ nowMs: _, ...key }) => key), nowMs: Number(rows[0]?.nowMs ?? 0n) }
}

export async function insertSiteKey(sql: Sql, key: SiteKeyRow): Promise<void> {
  await sql.query(
    `insert into site_keys (id, public_key, from_ms, to_ms, endorsed_by, endorsement)
     values ($1, $2, $3, $4, $5, $6)`,
    [key.id, key.publicKey, key.fromMs, key.toMs, key.endorsedBy, key.endorsement],
  )
}

/** All keys that sign until further notice retire at a time. */
export async function retireSiteKeys(sql: Sql, toMs: number): Promise<void> {
  await sql.query('update site_keys set to_ms = $1 where to_ms is null', [BigInt(toMs)])
}
