import { assert, ensure } from '@truestrike/core/assert.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { Sql } from '../platform/db.ts'
import { sqlState } from '../platform/db-error.ts'

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
  }
}

/** One product's part of a flush: its head afterwards and the packed entries `firstSeq` to `head.lastSeq`. */
export interface LogAppend {
  head: LogHead
  firstSeq: number
  packed: Uint8Array
}

const FENCED = 'TS001'

/** Another engine owns a product now, or its log does not end where this one believes. */
export function isFenced(error: unknown): boolean {
  return sqlState(error) === FENCED
}

/** Appends a flush, all or nothing, durable when it resolves. Throws an error `isFenced` knows when an epoch is old. */
export async function appendToLog(sql: Sql, appends: readonly LogAppend[]): Promise<void> {
  const heads = appends.map((append) => append.head)
  await sql.query(
    `select market_append($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bytea[], $12::text[], $13::bytea[])`,
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
    ],
  )
}

/** A packed run of entries; `hashBefore` is known for blocks only. */
export interface LogChunk {
  firstSeq: number
  lastSeq: number
  packed: Uint8Array
  hashBefore: Uint8Array | null
}

interface ChunkRow {
  first_seq: bigint
  last_seq: bigint
  packed: Uint8Array
  hash_before: Uint8Array | null
}

export interface ChunkRange {
  /** First seq wanted. */
  fromSeq: number
  /** First time wanted; 0 for any. */
  fromMs: number
  /** Last time wanted. */
  toMs: number
  /** Blocks read at most. */
  limit: number
}

/**
 * Blocks that may hold entries of the range, ascending. With a first time they are found by time and end with the first
 * one that ends at or after `toMs`; without, they are found by seq, and the reader stops at `toMs`.
 */
export async function listBlocks(sql: Sql, productId: number, range: ChunkRange): Promise<LogChunk[]> {
  const columns = 'first_seq, last_seq, packed, hash_before'
  const { fromSeq, fromMs, toMs, limit } = range
  const rows =
    fromMs > 0
      ? await sql.query<ChunkRow>(
          `select ${columns} from log_blocks
           where product_id = $1 and last_seq >= $2 and last_time_ms >= $3
             and last_time_ms <= coalesce((select n.last_time_ms from log_blocks n
               where n.product_id = $1 and n.last_time_ms >= $4 order by n.last_time_ms limit 1), $4)
           order by last_time_ms, last_seq limit $5`,
          [productId, BigInt(fromSeq), BigInt(fromMs), BigInt(toMs), limit],
        )
      : await sql.query<ChunkRow>(
          `select ${columns} from log_blocks where product_id = $1 and last_seq >= $2 order by last_seq limit $3`,
          [productId, BigInt(fromSeq), limit],
        )
  return rows.map(chunkOfRow)
}

export async function lastBlockOf(sql: Sql, productId: number): Promise<LogChunk | null> {
  const rows = await sql.query<ChunkRow>(
    `select first_seq, last_seq, packed, hash_before from log_blocks
     where product_id = $1 order by last_seq desc limit 1`,
    [productId],
  )
  return rows[0] === undefined ? null : chunkOfRow(rows[0])
}

/** The newest entries, not yet in blocks, ascending, each chunk with one or more. The tail holds some ten seconds. */
export async function listTail(
  sql: Sql,
  productId: number,
  { fromSeq, limit }: { fromSeq: number; limit: number | null },
): Promise<LogChunk[]> {
  const rows = await sql.query<ChunkRow>(
    `select t.first_seqs[at.i] as first_seq, t.last_seqs[at.i] as last_seq, t.chunks[at.i] as packed, null::bytea as hash_before
     from log_tail t cross join lateral (select array_position(t.product_ids, $1::int) as i) at
     where at.i is not null and t.last_seqs[at.i] >= $2
     order by t.id limit $3`,
    [productId, BigInt(fromSeq), limit],
  )
  return rows.map(chunkOfRow)
}

function chunkOfRow(row: ChunkRow): LogChunk {
  return {
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    packed: row.packed,
    hashBefore: row.hash_before,
  }
}

export interface LogBlock {
  productId: number
  epoch: number
  firstSeq: number
  lastSeq: number
  firstTimeMs: number
  lastTimeMs: number
  hashBefore: Uint8Array
  packed: Uint8Array
}

/**
 * Stores blocks that follow what is blocked already; run inside one transaction. Refused (an error that ends the
 * transaction) when an epoch is no longer current or a block does not follow the last one.
 */
export async function insertBlocks(sql: Sql, blocks: readonly LogBlock[]): Promise<void> {
  const ids = blocks.map((block) => block.productId)
  const firsts = blocks.map((block) => BigInt(block.firstSeq))
  const lasts = blocks.map((block) => BigInt(block.lastSeq))
  const moved = await sql.query(
    `update log_heads h set blocked_seq = u.last_seq
     from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) as u(id, epoch, first_seq, last_seq)
     where h.product_id = u.id and h.epoch = u.epoch and h.blocked_seq = u.first_seq - 1 returning h.product_id`,
    [ids, blocks.map((block) => BigInt(block.epoch)), firsts, lasts],
  )
  assert(moved.length === blocks.length, 'a block does not follow the log, or its product has another owner')
  await sql.query(
    `insert into log_blocks (product_id, first_seq, last_seq, first_time_ms, last_time_ms, hash_before, packed)
     select * from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bytea[])`,
    [
      ids,
      firsts,
      lasts,
      blocks.map((block) => BigInt(block.firstTimeMs)),
      blocks.map((block) => BigInt(block.lastTimeMs)),
      blocks.map((block) => block.hashBefore),
      blocks.map((block) => block.packed),
    ],
  )
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

/** Drops blocks of a product that ended before a time, at most `limit`; returns how many. */
export async function deleteBlocksBefore(
  sql: Sql,
  { productId, beforeMs, limit }: { productId: number; beforeMs: number; limit: number },
): Promise<number> {
  const rows = await sql.query<{ n: bigint }>(
    `with gone as (
       delete from log_blocks where product_id = $1 and last_seq in (
         select last_seq from log_blocks where product_id = $1 and last_time_ms < $2 order by last_time_ms limit $3)
       returning 1)
     select count(*) as n from gone`,
    [productId, BigInt(beforeMs), limit],
  )
  return Number(rows[0]?.n ?? 0n)
}
