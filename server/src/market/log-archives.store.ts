import type { Sql } from '../platform/db.ts'

/** A day of a product's log in a file. */
export interface LogArchive {
  productId: number
  /** Days since 1970-01-01 UTC. */
  day: number
  precision: number
  firstNumber: number
  lastNumber: number
  firstSeq: number
  lastSeq: number
  /** Time of the last entry. */
  lastTimeMs: number
  /** Below the archive folder. */
  file: string
  bytes: number
  sha256: Uint8Array
  /** The gzip members with blocks, in order. */
  parts: ArchivePart[]
}

export interface ArchivePart {
  offset: number
  /** Of its last entry. */
  lastSeq: number
  lastTimeMs: number
}

interface ArchiveRow {
  product_id: number
  day: number
  precision: number
  first_number: number
  last_number: number
  first_seq: bigint
  last_seq: bigint
  last_time_ms: bigint
  file: string
  bytes: bigint
  sha256: Uint8Array
  part_offsets: bigint[]
  part_last_seqs: bigint[]
  part_last_times: bigint[]
}

function archiveOfRow(row: ArchiveRow): LogArchive {
  return {
    productId: row.product_id,
    day: row.day,
    precision: row.precision,
    firstNumber: row.first_number,
    lastNumber: row.last_number,
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    lastTimeMs: Number(row.last_time_ms),
    file: row.file,
    bytes: Number(row.bytes),
    sha256: row.sha256,
    parts: row.part_offsets.map((offset, at) => ({
      offset: Number(offset),
      lastSeq: Number(row.part_last_seqs[at]),
      lastTimeMs: Number(row.part_last_times[at]),
    })),
  }
}

/** False when the day has its archive already: another process was quicker. */
export async function insertArchive(sql: Sql, archive: LogArchive): Promise<boolean> {
  const rows = await sql.query(
    `insert into log_archives (product_id, day, "precision", first_number, last_number, first_seq, last_seq, last_time_ms,
       file, bytes, sha256, part_offsets, part_last_seqs, part_last_times)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict do nothing returning 1`,
    [
      ...[archive.productId, archive.day, archive.precision, archive.firstNumber, archive.lastNumber],
      ...[BigInt(archive.firstSeq), BigInt(archive.lastSeq), BigInt(archive.lastTimeMs)],
      ...[archive.file, BigInt(archive.bytes), archive.sha256],
      archive.parts.map(({ offset }) => BigInt(offset)),
      archive.parts.map(({ lastSeq }) => BigInt(lastSeq)),
      archive.parts.map(({ lastTimeMs }) => BigInt(lastTimeMs)),
    ],
  )
  return rows.length > 0
}

export async function getArchive(sql: Sql, productId: number, day: number): Promise<LogArchive | null> {
  const [row] = await sql.query<ArchiveRow>('select * from log_archives where product_id = $1 and day = $2', [
    productId,
    day,
  ])
  return row === undefined ? null : archiveOfRow(row)
}

/** The archive that holds a block's number, or an entry's; null when none does. */
export async function findArchive(
  sql: Sql,
  productId: number,
  of: { number: number } | { seq: number },
): Promise<LogArchive | null> {
  const [name, value] = 'number' in of ? ['number', of.number] : ['seq', of.seq]
  const [row] = await sql.query<ArchiveRow>(
    `select * from log_archives where product_id = $1 and first_${name} <= $2::bigint and last_${name} >= $2::bigint`,
    [productId, BigInt(value)],
  )
  return row === undefined ? null : archiveOfRow(row)
}

/** Number of the last block that is in an archive; 0: none. */
export async function lastArchivedNumber(sql: Sql, productId: number): Promise<number> {
  const [row] = await sql.query<{ last: number | null }>(
    'select max(last_number) as last from log_archives where product_id = $1',
    [productId],
  )
  return row?.last ?? 0
}

/** Days ascending, from one on; or the newest ones. */
export async function listArchives(
  sql: Sql,
  { productId, fromDay, limit }: { productId: number; fromDay: number | null; limit: number },
): Promise<LogArchive[]> {
  const rows = await sql.query<ArchiveRow>(
    `select * from log_archives where product_id = $1 and ($2::int is null or day >= $2)
     order by case when $2::int is null then -day else day end limit $3`,
    [productId, fromDay, limit],
  )
  return rows.map(archiveOfRow).sort((a, b) => a.day - b.day)
}

/** All files, below the archive folder; the hash is SHA-256 in hex. */
export async function listArchiveFiles(sql: Sql): Promise<{ path: string; bytes: number; sha256: string }[]> {
  const rows = await sql.query<Pick<ArchiveRow, 'file' | 'bytes' | 'sha256'>>(
    'select file, bytes, sha256 from log_archives order by file',
  )
  return rows.map(({ file, bytes, sha256 }) => ({
    path: file,
    bytes: Number(bytes),
    sha256: Buffer.from(sha256).toString('hex'),
  }))
}

/** Archives from the one that holds a seq, or the last entry before a time, up to the one that holds the other end. */
export async function listArchivesOf(
  sql: Sql,
  productId: number,
  span: ({ fromSeq: number } | { fromMs: number }) & ({ toSeq: number } | { toMs: number }),
): Promise<LogArchive[]> {
  const [from, fromValue] =
    'fromSeq' in span
      ? ['a.last_seq >= $2', span.fromSeq]
      : [
          `a.day >= coalesce(
             (select max(b.day) from log_archives b where b.product_id = $1 and b.last_time_ms < $2), 0)`,
          span.fromMs,
        ]
  const [ends, toValue] =
    'toSeq' in span ? ['e.last_seq >= $3', span.toSeq] : ['e.last_time_ms > $3', span.toMs]
  const rows = await sql.query<ArchiveRow>(
    `select a.* from log_archives a where a.product_id = $1 and ${from} and a.day <= coalesce(
       (select min(e.day) from log_archives e where e.product_id = $1 and ${ends}), $4)
     order by a.day`,
    [productId, BigInt(fromValue), BigInt(toValue), 2 ** 31 - 1],
  )
  return rows.map(archiveOfRow)
}

/** Time of the oldest archived entry that is the last of its day; null: none is archived. */
export async function firstArchivedMs(sql: Sql): Promise<number | null> {
  const rows = await sql.query<{ first: bigint | null }>(
    `select min(f.ms) as first from products p cross join lateral (
      select a.last_time_ms as ms from log_archives a where a.product_id = p.id order by a.day limit 1) f`,
  )
  const first = rows[0]?.first ?? null
  return first === null ? null : Number(first)
}
