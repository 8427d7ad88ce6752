import type { Sql } from '../platform/db.ts'

/** Where the log of a product ends. Hashes are base64url. */
export interface LogEnd {
  symbol: string
  seq: number
  timeMs: number
  hash: string
  block: number
  blockHash: string
  /** Every entry is in a block. */
  sealed: boolean
}

interface EndRow {
  symbol: string
  seq: bigint
  time_ms: bigint
  hash: Uint8Array
  block: number
  block_hash: Uint8Array
  sealed: boolean
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** Of all products, by symbol. */
export async function listLogEnds(sql: Sql): Promise<LogEnd[]> {
  const rows = await sql.query<EndRow>(
    `select p.symbol, h.last_seq as seq, h.last_time_ms as time_ms, h.hash, h.block_number as block, h.block_hash,
       h.blocked_seq = h.last_seq as sealed
     from log_heads h join products p on p.id = h.product_id order by p.symbol`,
  )
  return rows.map((row) => ({
    symbol: row.symbol,
    seq: Number(row.seq),
    timeMs: Number(row.time_ms),
    hash: toText(row.hash),
    block: row.block,
    blockHash: toText(row.block_hash),
    sealed: row.sealed,
  }))
}
