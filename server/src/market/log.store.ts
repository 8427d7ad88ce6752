import { assert, ensure } from '@truestrike/core/assert.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { Sql } from '../platform/db.ts'
import { DbError, sqlState } from '../platform/db-error.ts'

/** Where a product's log ends. */
export interface LogHead {
  productId: number
  epoch: number
  lastSeq: number
  lastTimeMs: number
  lastTickSeq: number
  lastTickTimeMs: number
  lastTickPrice: bigint | null
  lastTradeId: number
  watermarkMs: number
  /** Running hash after the last entry. */
  hash: Uint8Array
  /** Source of its prices; null before the first entry. */
  source: FeedSource | null
  /** Entries up to this seq are in blocks, later ones in the tail. */
  blockedSeq: number
  /** Product version in the leaves of the tail. */
  productVersion: number
}

interface LogHeadRow {
  product_id: number
  epoch: bigint
  last_seq: bigint
  last_time_ms: bigint
  last_tick_seq: bigint
  last_tick_time_ms: bigint
  last_tick_price: bigint | null
  last_trade_id: bigint
  watermark_ms: bigint
  hash: Uint8Array
  source: FeedSource | null
  blocked_seq: bigint
  product_version: number
}

export async function headsOf(sql: Sql, productIds: readonly number[]): Promise<Map<number, LogHead>> {
  const rows = await sql.query<LogHeadRow>('select * from log_heads where product_id = any ($1::int[])', [
    [...productIds],
  ])
  return new Map(rows.map((row) => [row.product_id, headOfRow(row)]))
}

function headOfRow(row: LogHeadRow): LogHead {
  return {
    productId: row.product_id,
    epoch: Number(row.epoch),
    lastSeq: Number(row.last_seq),
    lastTimeMs: Number(row.last_time_ms),
    lastTickSeq: Number(row.last_tick_seq),
    lastTickTimeMs: Number(row.last_tick_time_ms),
    lastTickPrice: row.last_tick_price,
    lastTradeId: Number(row.last_trade_id),
    watermarkMs: Number(row.watermark_ms),
    hash: row.hash,
    source: row.source,
    blockedSeq: Number(row.blocked_seq),
    productVersion: row.product_version,
  }
}

/** One product's part of a flush: its head afterwards and the packed entries `firstSeq` to `head.lastSeq`. */
export interface LogAppend {
  head: LogHead
  firstSeq: number
  packed: Uint8Array
  /** The roots among the entries. */
  batches: readonly EnteredBatch[]
}

/** A batch whose root is the entry `seq`. Key id and signature are base64url. */
export interface EnteredBatch {
  batchId: bigint
  seq: number
  keyId: string
  signature: string
}

const FENCED = 'TS001'

/** Another engine owns a product now, or its log does not end where this one believes. */
export function isFenced(error: unknown): boolean {
  return sqlState(error) === FENCED
}

/** As the database refuses an append. */
export function fenced(): DbError {
  return new DbError({ message: 'market: fenced', code: FENCED })
}

/**
 * Appends a flush, all or nothing, durable when it resolves; answers the batches whose root one of these logs lacks.
 * Throws an error `isFenced` knows when an epoch is old or a root is there already.
 */
export async function appendToLog(sql: Sql, appends: readonly LogAppend[]): Promise<readonly bigint[]> {
  const heads = appends.map((append) => append.head)
  const entered = appends.flatMap(({ head: { productId }, batches }) =>
    batches.map((batch) => ({ ...batch, productId })),
  )
  const [answer] = await sql.query<{ missing: bigint[] }>(
    `select market_append($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bytea[], $12::text[], $13::bytea[],
       $14::bigint[], $15::int[], $16::bigint[], $17::text[], $18::bytea[]) as missing`,
    [
      heads.map((head) => head.productId),
      heads.map((head) => BigInt(head.epoch)),
      appends.map((append) => BigInt(append.firstSeq)),
      heads.map((head) => BigInt(head.lastSeq)),
      heads.map((head) => BigInt(head.lastTimeMs)),
      heads.map((head) => BigInt(head.watermarkMs)),
      heads.map((head) => BigInt(head.lastTickSeq)),
      heads.map((head) => BigInt(head.lastTickTimeMs)),
      heads.map((head) => head.lastTickPrice),
      heads.map((head) => BigInt(head.lastTradeId)),
      heads.map((head) => head.hash),
      heads.map((head) => head.source),
      appends.map((append) => append.packed),
      entered.map((batch) => batch.batchId),
      entered.map((batch) => batch.productId),
      entered.map((batch) => BigInt(batch.seq)),
      entered.map((batch) => batch.keyId),
      entered.map((batch) => Buffer.from(batch.signature, 'base64url')),
    ],
  )
  return ensure(answer).missing
}

/** Batches whose root the log of one of these products lacks. */
export async function listMissingBatches(
  sql: Sql,
  productIds: readonly number[],
): Promise<readonly bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `select id from acceptance_batches where open_products <> '{}' and open_products && $1::int[]`,
    [[...productIds]],
  )
  return rows.map(({ id }) => id)
}

/** A packed run of entries, all of one product version. */
export interface LogChunk {
  firstSeq: number
  lastSeq: number
  productVersion: number
  packed: Uint8Array
}

/** A chunk as a row. */
export interface ChunkRow {
  first_seq: bigint
  last_seq: bigint
  product_version: number
  packed: Uint8Array
}

export function chunkOfRow(row: ChunkRow): LogChunk {
  return {
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    productVersion: row.product_version,
    packed: row.packed,
  }
}

/** The newest entries, not yet in blocks, ascending, each chunk with one or more. The tail holds some ten seconds. */
export async function listTail(
  sql: Sql,
  productId: number,
  { fromSeq, limit }: { fromSeq: number; limit: number | null },
): Promise<LogChunk[]> {
  const rows = await sql.query<ChunkRow>(
    `select t.first_seqs[at.i] as first_seq, t.last_seqs[at.i] as last_seq, t.chunks[at.i] as packed,
       (select h.product_version from log_heads h where h.product_id = $1::int) as product_version
     from log_tail t cross join lateral (select array_position(t.product_ids, $1::int) as i) at
     where at.i is not null and t.last_seqs[at.i] >= $2
     order by t.id limit $3`,
    [productId, BigInt(fromSeq), limit],
  )
  return rows.map(chunkOfRow)
}

/** How many flushes the tail holds, and the time of the oldest. */
export async function measureTail(sql: Sql): Promise<{ flushes: number; oldestMs: number | null }> {
  const [row] = await sql.query<{ flushes: bigint; oldest_ms: bigint | null }>(
    'select count(*) as flushes, min(last_time_ms) as oldest_ms from log_tail',
  )
  const { flushes, oldest_ms: oldestMs } = ensure(row)
  return { flushes: Number(flushes), oldestMs: oldestMs === null ? null : Number(oldestMs) }
}

/** Drops tail rows all of whose entries are in blocks. */
export async function deleteBlockedTail(sql: Sql): Promise<void> {
  await sql.query(
    `delete from log_tail t where not exists (
       select 1 from unnest(t.product_ids, t.last_seqs) as u(id, seq)
       join log_heads h on h.product_id = u.id where u.seq > h.blocked_seq)`,
  )
}

/** From its next entry on the log of a product has leaves of another version; refused while there is a tail of the old one. */
export async function updateLeafVersion(
  sql: Sql,
  head: Pick<LogHead, 'productId' | 'epoch'>,
  version: number,
  genesis: Uint8Array,
): Promise<void> {
  const moved = await sql.query(
    `update log_heads set product_version = $3, hash = case when last_seq = 0 then $4 else hash end
     where product_id = $1 and epoch = $2 and last_seq = blocked_seq and product_version < $3 returning 1`,
    [head.productId, BigInt(head.epoch), version, genesis],
  )
  assert(moved.length === 1, 'the log has a tail of another version, or its product another owner')
}

/** A log that goes on after a restore. */
export interface RestartedLog {
  productId: number
  /** Of the entry that says so. */
  seq: number
  timeMs: number
  /** Where the log ended, in a block. */
  afterSeq: number
  /** Running hash after the entry. */
  hash: Uint8Array
  packed: Uint8Array
  /** Numbers of blocks that are not given again. */
  blocksLeftOut: number
  /** By how much the next owner's epoch is higher: who saw one that is lost drops lower ones. */
  epochs: number
}

/** Appends the entry and leaves numbers out before it; nobody owns the product afterwards. */
export async function restartLog(sql: Sql, log: RestartedLog): Promise<void> {
  const { productId, seq, timeMs, afterSeq, hash, packed, blocksLeftOut, epochs } = log
  const moved = await sql.query(
    `update log_heads set last_seq = $2::bigint, last_time_ms = $3, hash = $4, last_source_seq = $2::bigint,
       blocked_seq = $2::bigint - 1, block_number = block_number + $6::int, epoch = epoch + $7::bigint
     where product_id = $1 and last_seq = $5::bigint and blocked_seq = $5::bigint returning 1`,
    [productId, BigInt(seq), BigInt(timeMs), hash, BigInt(afterSeq), blocksLeftOut, BigInt(epochs)],
  )
  assert(moved.length === 1, 'the log does not end in a block')
  await sql.query(
    'update product_leases set epoch = epoch + $2::bigint, expires_db_ms = 0 where product_id = $1',
    [productId, BigInt(epochs)],
  )
  await sql.query(
    `insert into log_tail (product_ids, first_seqs, last_seqs, last_time_ms, chunks)
     values (array[$1::int], array[$2::bigint], array[$2::bigint], $3, array[$4::bytea])`,
    [productId, BigInt(seq), BigInt(timeMs), packed],
  )
}
