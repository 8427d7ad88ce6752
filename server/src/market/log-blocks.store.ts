import type { BlockHeader } from '@truestrike/core/proof/block-header.ts'
import type { Sql } from '../platform/db.ts'
import { mapInParts } from '../platform/map-in-parts.ts'
import { type ChunkRow, chunkOfRow, fenced, headsOf, type LogChunk } from './log.store.ts'

/** A header with its own signature. */
export interface SignedBlock {
  header: BlockHeader
  /** Base64url, both. */
  keyId: string
  signature: string
}

/** A block as it is stored. */
export interface LogBlock extends SignedBlock {
  productId: number
  epoch: number
  /** Hash of the header, base64url. */
  hash: string
  /** Time of the last entry. */
  lastTimeMs: number
  packed: Uint8Array
}

const toBytes = (text: string): Uint8Array => Buffer.from(text, 'base64url')
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/**
 * Stores blocks that follow what is blocked already; run inside one transaction. Refused (an error that ends the
 * transaction) when an epoch is no longer current, when a header is not the next of its chain, so that there is never a
 * second one with its number, or when its key is not in use at its time.
 */
export async function insertBlocks(sql: Sql, blocks: readonly LogBlock[]): Promise<void> {
  const ids = blocks.map((block) => block.productId)
  const headers = blocks.map((block) => block.header)
  const numbers = headers.map((header) => header.number)
  const firsts = headers.map((header) => BigInt(header.firstSeq))
  const lasts = headers.map((header) => BigInt(header.lastSeq))
  const sealed = headers.map((header) => BigInt(header.timeMs))
  const previous = headers.map((header) => toBytes(header.previous))
  const keyIds = blocks.map((block) => block.keyId)
  const moved = await sql.query(
    `update log_heads h set blocked_seq = u.last_seq, block_number = u.number, block_hash = u.hash
     from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[], $8::bytea[],
         $9::text[], $10::int[])
         as u(id, epoch, number, first_seq, last_seq, sealed_ms, previous, hash, key_id, version)
       join site_keys k on k.id = u.key_id and k.from_ms <= u.sealed_ms and (k.to_ms is null or u.sealed_ms < k.to_ms)
     where h.product_id = u.id and h.epoch = u.epoch and h.blocked_seq = u.first_seq - 1 and h.last_seq >= u.last_seq
       and h.block_number = u.number - 1 and h.block_hash = u.previous and h.product_version = u.version
     returning h.product_id`,
    [
      ids,
      blocks.map((block) => BigInt(block.epoch)),
      numbers,
      firsts,
      lasts,
      sealed,
      previous,
      blocks.map((block) => toBytes(block.hash)),
      keyIds,
      headers.map((header) => header.productVersion),
    ],
  )
  if (moved.length !== blocks.length) {
    const heads = await headsOf(sql, ids)
    if (blocks.some(({ productId, epoch }) => heads.get(productId)?.epoch !== epoch)) throw fenced()
    throw new Error('a block does not follow the log, or its key is not in use')
  }
  await sql.query(
    `insert into log_blocks (product_id, number, first_seq, last_seq, sealed_ms, previous, site_key, product_version,
       last_time_ms, last_source_seq, last_void_seq, root, running_hash, signature, packed)
     select u.id, u.number, u.first_seq, u.last_seq, u.sealed_ms, u.previous, k.number, u.version,
       u.last_time_ms, u.last_source_seq, u.last_void_seq, u.root, u.running_hash, u.signature, u.packed
     from unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::text[], $8::int[],
         $9::bigint[], $10::bigint[], $11::bigint[], $12::bytea[], $13::bytea[], $14::bytea[], $15::bytea[])
         as u(id, number, first_seq, last_seq, sealed_ms, previous, key_id, version,
           last_time_ms, last_source_seq, last_void_seq, root, running_hash, signature, packed)
       join site_keys k on k.id = u.key_id`,
    [
      ...[ids, numbers, firsts, lasts, sealed, previous, keyIds],
      headers.map((header) => header.productVersion),
      blocks.map((block) => BigInt(block.lastTimeMs)),
      headers.map((header) => BigInt(header.lastSourceSeq)),
      headers.map((header) => BigInt(header.lastVoidSeq)),
      headers.map((header) => toBytes(header.root)),
      headers.map((header) => toBytes(header.runningHash)),
      blocks.map((block) => toBytes(block.signature)),
      blocks.map((block) => block.packed),
    ],
  )
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
export async function listChunks(sql: Sql, productId: number, range: ChunkRange): Promise<LogChunk[]> {
  const columns = 'first_seq, last_seq, product_version, packed'
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

/** The newest blocks that end before a seq, and at or after a time, ascending. */
export async function listChunksBefore(
  sql: Sql,
  productId: number,
  { beforeSeq, fromMs, limit }: { beforeSeq: number; fromMs: number; limit: number },
): Promise<LogChunk[]> {
  const rows = await sql.query<ChunkRow>(
    `select first_seq, last_seq, product_version, packed from log_blocks
     where product_id = $1 and last_seq < $2 and last_time_ms >= $3 order by last_seq desc limit $4`,
    [productId, BigInt(beforeSeq), BigInt(fromMs), limit],
  )
  return rows.map(chunkOfRow).reverse()
}

/** Where the newest block ends that ends at or before a seq, with the running hash there; null: none does. */
export async function blockEndBefore(
  sql: Sql,
  productId: number,
  seq: number,
): Promise<{ seq: number; hash: Uint8Array } | null> {
  const [row] = await sql.query<{ seq: bigint; hash: Uint8Array }>(
    `select last_seq as seq, running_hash as hash from log_blocks
     where product_id = $1 and last_seq <= $2 order by last_seq desc limit 1`,
    [productId, BigInt(seq)],
  )
  return row === undefined ? null : { seq: Number(row.seq), hash: row.hash }
}

interface HeaderRow {
  number: number
  product_version: number
  first_seq: bigint
  last_seq: bigint
  root: Uint8Array
  previous: Uint8Array
  running_hash: Uint8Array
  last_source_seq: bigint
  last_void_seq: bigint
  sealed_ms: bigint
  key_id: string
  signature: Uint8Array
}

const HEADER_COLUMNS = `b.number, b.product_version, b.first_seq, b.last_seq, b.root, b.previous, b.running_hash,
  b.last_source_seq, b.last_void_seq, b.sealed_ms, k.id as key_id, b.signature`
const SIGNED_BLOCKS = 'log_blocks b join site_keys k on k.number = b.site_key'

function signedOfRow(row: HeaderRow): SignedBlock {
  return {
    header: {
      number: row.number,
      productVersion: row.product_version,
      firstSeq: Number(row.first_seq),
      lastSeq: Number(row.last_seq),
      root: toText(row.root),
      previous: toText(row.previous),
      runningHash: toText(row.running_hash),
      lastSourceSeq: Number(row.last_source_seq),
      lastVoidSeq: Number(row.last_void_seq),
      timeMs: Number(row.sealed_ms),
    },
    keyId: row.key_id,
    signature: toText(row.signature),
  }
}

/**
 * Headers from a number on, or from the block of a seq on, ascending; or the newest ones. `nextTurn` is awaited between the
 * parts of a long list.
 */
export async function listHeaders(
  sql: Sql,
  productId: number,
  from: { number: number } | { seq: number } | 'newest',
  limit: number,
  nextTurn?: () => Promise<unknown>,
): Promise<SignedBlock[]> {
  const [where, order] =
    from === 'newest'
      ? ['', 'b.number desc']
      : 'number' in from
        ? ['and b.number >= $3::bigint', 'b.number']
        : ['and b.last_seq >= $3', 'b.last_seq']
  const given = from === 'newest' ? [] : [BigInt('number' in from ? from.number : from.seq)]
  const rows = await sql.query<HeaderRow>(
    `select ${HEADER_COLUMNS} from ${SIGNED_BLOCKS} where b.product_id = $1 ${where} order by ${order} limit $2`,
    [productId, limit, ...given],
  )
  const blocks = await mapInParts(rows, signedOfRow, { nextTurn })
  return from === 'newest' ? blocks.reverse() : blocks
}

/** Begins with the block of a seq, or of the last entry before a time; ends with the block of a seq, or the first that ends after a time. */
export type BlockSpan = ({ fromSeq: number } | { fromMs: number }) & ({ toSeq: number } | { toMs: number })

/** Blocks of a span with their entries, ascending. */
export async function listBlocksOf(
  sql: Sql,
  productId: number,
  span: BlockSpan,
): Promise<(SignedBlock & { packed: Uint8Array })[]> {
  const [from, fromValue] =
    'fromSeq' in span
      ? ['$2::bigint', span.fromSeq]
      : [
          `coalesce((select f.last_seq from log_blocks f where f.product_id = $1 and f.last_time_ms < $2
             order by f.last_time_ms desc, f.last_seq desc limit 1), 0)`,
          span.fromMs,
        ]
  const [ends, order, toValue] =
    'toSeq' in span
      ? ['t.last_seq >= $3', 't.last_seq', span.toSeq]
      : ['t.last_time_ms > $3', 't.last_time_ms, t.last_seq', span.toMs]
  const rows = await sql.query<HeaderRow & { packed: Uint8Array }>(
    `select ${HEADER_COLUMNS}, b.packed from ${SIGNED_BLOCKS}
     where b.product_id = $1 and b.last_seq >= ${from} and b.last_seq <= coalesce(
       (select t.last_seq from log_blocks t where t.product_id = $1 and ${ends} order by ${order} limit 1), $4)
     order by b.last_seq`,
    [productId, BigInt(fromValue), BigInt(toValue), BigInt(Number.MAX_SAFE_INTEGER)],
  )
  return rows.map((row) => ({ ...signedOfRow(row), packed: row.packed }))
}

/** Blocks from a number to another with their entries, ascending. */
export async function listBlocksFrom(
  sql: Sql,
  productId: number,
  { fromNumber, toNumber, limit }: { fromNumber: number; toNumber: number; limit: number },
): Promise<(SignedBlock & { packed: Uint8Array })[]> {
  const rows = await sql.query<HeaderRow & { packed: Uint8Array }>(
    `select ${HEADER_COLUMNS}, b.packed from ${SIGNED_BLOCKS}
     where b.product_id = $1 and b.number between $2 and $3 order by b.number limit $4`,
    [productId, fromNumber, toNumber, limit],
  )
  return rows.map((row) => ({ ...signedOfRow(row), packed: row.packed }))
}

/** Time of the last entry of the first block after a number; null: there is none. */
export async function firstBlockTime(
  sql: Sql,
  productId: number,
  afterNumber: number,
): Promise<number | null> {
  const [row] = await sql.query<{ ms: bigint }>(
    'select last_time_ms as ms from log_blocks where product_id = $1 and number > $2 order by number limit 1',
    [productId, afterNumber],
  )
  return row === undefined ? null : Number(row.ms)
}

/** First and last number of the blocks after a number that end before a time; null: there are none. */
export async function blockNumbersBefore(
  sql: Sql,
  productId: number,
  { afterNumber, beforeMs }: { afterNumber: number; beforeMs: number },
): Promise<{ first: number; last: number } | null> {
  const [row] = await sql.query<{ first: number | null; last: number | null }>(
    `select min(number) as first, max(number) as last from log_blocks
     where product_id = $1 and number > $2 and last_time_ms < $3`,
    [productId, afterNumber, BigInt(beforeMs)],
  )
  return row?.first == null || row.last === null ? null : { first: row.first, last: row.last }
}

/** Drops blocks of a product up to a number, at most `limit`, but never its newest: the next one follows it. Returns how many. */
export async function deleteBlocksUpTo(
  sql: Sql,
  { productId, number, limit }: { productId: number; number: number; limit: number },
): Promise<number> {
  const rows = await sql.query<{ n: bigint }>(
    `with gone as (
       delete from log_blocks where product_id = $1 and number in (
         select number from log_blocks where product_id = $1 and number <= $2
           and number < (select max(number) from log_blocks where product_id = $1)
         order by number limit $3)
       returning 1)
     select count(*) as n from gone`,
    [productId, number, limit],
  )
  return Number(rows[0]?.n ?? 0n)
}

/** Time of the last entry in the oldest block that is held; null: nothing is sealed. */
export async function firstSealedMs(sql: Sql): Promise<number | null> {
  const rows = await sql.query<{ first: bigint | null }>(
    `select min(f.ms) as first from products p cross join lateral (
      select b.last_time_ms as ms from log_blocks b where b.product_id = p.id order by b.last_time_ms limit 1) f`,
  )
  const first = rows[0]?.first ?? null
  return first === null ? null : Number(first)
}
