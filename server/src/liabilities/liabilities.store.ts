import { ensure } from '@truestrike/core/assert.ts'
import type { Sql } from '../platform/db.ts'

export type Book = 'demo' | 'real'

export interface TreeRow {
  book: Book
  /** Days since 1970-01-01 UTC. */
  day: number
  takenMs: bigint
  leafCount: number
  totalMicros: bigint
  root: Uint8Array
  keyId: string
  signature: Uint8Array
  /** Null when the leaves are no longer kept. */
  secret: Uint8Array | null
  chunkRoots: Uint8Array | null
}

const TREES = `select book, day, taken_ms as "takenMs", leaf_count as "leafCount", total_micros as "totalMicros", root,
  key_id as "keyId", signature, secret, chunk_roots as "chunkRoots" from liability_trees`
/** Rows in one statement: about a megabyte. */
const CHUNKS_PER_WRITE = 16

/** That day's tree, or the newest one; null when there is none. */
export async function getTree(sql: Sql, book: Book, day: number | null): Promise<TreeRow | null> {
  const [row] =
    day === null
      ? await sql.query<TreeRow>(`${TREES} where book = $1 order by day desc limit 1`, [book])
      : await sql.query<TreeRow>(`${TREES} where book = $1 and day = $2`, [book, day])
  return row ?? null
}

/** Trees of a book, ascending: from a day on, or the newest. */
export async function listTrees(
  sql: Sql,
  { book, fromDay, limit }: { book: Book; fromDay: number | null; limit: number },
): Promise<TreeRow[]> {
  if (fromDay !== null) {
    return sql.query<TreeRow>(`${TREES} where book = $1 and day >= $2 order by day limit $3`, [
      book,
      fromDay,
      limit,
    ])
  }
  const rows = await sql.query<TreeRow>(`${TREES} where book = $1 order by day desc limit $2`, [book, limit])
  return rows.reverse()
}

/** Books that have a tree of the day. */
export async function booksOfDay(sql: Sql, day: number): Promise<Book[]> {
  const rows = await sql.query<{ book: Book }>('select book from liability_trees where day = $1', [day])
  return rows.map(({ book }) => book)
}

export interface TreeChunks {
  leaves: readonly Uint8Array[]
  shares: readonly { lastUserId: bigint; packed: Uint8Array }[]
}

/** Writes a tree, in the caller's transaction; false when the day has one already. */
export async function insertTree(sql: Sql, tree: TreeRow, { leaves, shares }: TreeChunks): Promise<boolean> {
  const { book, day } = tree
  const inserted = await sql.query(
    `insert into liability_trees (book, day, taken_ms, leaf_count, total_micros, root, key_id, signature, secret, chunk_roots)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning day`,
    [
      ...[book, day, tree.takenMs, tree.leafCount, tree.totalMicros, tree.root, tree.keyId, tree.signature],
      ...[ensure(tree.secret), ensure(tree.chunkRoots)],
    ],
  )
  if (inserted.length === 0) return false
  for (let from = 0; from < leaves.length; from += CHUNKS_PER_WRITE) {
    const some = leaves.slice(from, from + CHUNKS_PER_WRITE)
    await sql.query(
      `insert into liability_leaves (book, day, chunk, packed)
       select $1, $2, u.chunk, u.packed from unnest($3::int[], $4::bytea[]) as u (chunk, packed)`,
      [book, day, some.map((_, index) => from + index), some],
    )
  }
  for (let from = 0; from < shares.length; from += CHUNKS_PER_WRITE) {
    const some = shares.slice(from, from + CHUNKS_PER_WRITE)
    await sql.query(
      `insert into liability_shares (book, day, last_user_id, packed)
       select $1, $2, u.last_user_id, u.packed from unnest($3::bigint[], $4::bytea[]) as u (last_user_id, packed)`,
      [book, day, some.map(({ lastUserId }) => lastUserId), some.map(({ packed }) => packed)],
    )
  }
  return true
}

/** The row in which a user's share stands, if it has one; null when no user of so high an id has one. */
export async function getShares(
  sql: Sql,
  book: Book,
  day: number,
  userId: bigint,
): Promise<Uint8Array | null> {
  const [row] = await sql.query<{ packed: Uint8Array }>(
    `select packed from liability_shares where book = $1 and day = $2 and last_user_id >= $3
     order by last_user_id limit 1`,
    [book, day, userId],
  )
  return row?.packed ?? null
}

/** Rows of leaves by their number; one that is missing is no longer kept. */
export async function getLeaves(
  sql: Sql,
  book: Book,
  day: number,
  chunks: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const rows = await sql.query<{ chunk: number; packed: Uint8Array }>(
    'select chunk, packed from liability_leaves where book = $1 and day = $2 and chunk = any ($3::int[])',
    [book, day, [...chunks]],
  )
  return new Map(rows.map(({ chunk, packed }) => [chunk, packed]))
}

/** Forgets who had what before a day; roots stay. */
export async function deleteLeavesBefore(sql: Sql, day: number): Promise<void> {
  await sql.query('delete from liability_leaves where day < $1', [day])
  await sql.query('delete from liability_shares where day < $1', [day])
  await sql.query(
    'update liability_trees set secret = null, chunk_roots = null where day < $1 and secret is not null',
    [day],
  )
  await sql.query('delete from liability_claims where day < $1', [day])
}

/** Whether `owner` makes the trees of the day: nobody else has begun to within the last while. `force`: nobody else can be alive. */
export async function claimDay(
  sql: Sql,
  { day, owner, claimMs, force }: { day: number; owner: string; claimMs: number; force: boolean },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into liability_claims as c (day, owner, until_db_ms) values ($1, $2, database_now_ms() + $3)
     on conflict (day) do update set owner = excluded.owner, until_db_ms = excluded.until_db_ms
     where $4 or c.owner = excluded.owner or c.until_db_ms < database_now_ms()
     returning day`,
    [day, owner, claimMs, force],
  )
  return rows.length > 0
}
