import type { ArchivedDay, SignedHeader } from '@truestrike/protocol/proof-endpoints.ts'
import type { Db } from '../platform/db.ts'
import { mapInParts } from '../platform/map-in-parts.ts'
import type { LiveProduct } from './live-product.ts'
import { findArchive } from './log-archives.store.ts'
import { listHeaders, type SignedBlock } from './log-blocks.store.ts'
import { archivedDayOf } from './public-archives.ts'

const HEADERS_PER_PAGE = 100

export interface BlocksQuery {
  symbol: string
  fromNumber?: number | undefined
  fromSeq?: number | undefined
  limit?: number | undefined
  /** Awaited between parts of a long page, so that others are served in between. */
  nextTurn?: () => Promise<unknown>
}

/** A page of headers as it goes over the wire. */
export async function readBlockPage(db: Db, { record }: LiveProduct, query: BlocksQuery) {
  const { fromNumber, fromSeq, limit = HEADERS_PER_PAGE, nextTurn } = query
  const from =
    fromNumber !== undefined ? { number: fromNumber } : fromSeq !== undefined ? { seq: fromSeq } : 'newest'
  const found = await listHeaders(db, record.id, from, limit, nextTurn)
  const blocks = await mapInParts(found, signedHeaderOf, { nextTurn })
  const [first, last] = [blocks[0], blocks.at(-1)]
  const isFull = from !== 'newest' && blocks.length === limit
  return {
    symbol: record.symbol,
    precision: record.precision,
    blocks,
    archive: from === 'newest' || isHeld(first, from) ? null : await archiveOf(db, record, from),
    nextNumber: last !== undefined && isFull ? last.number + 1 : null,
  }
}

/** Whether what is held begins with what was asked for, or before it. */
function isHeld(first: SignedHeader | undefined, from: { number: number } | { seq: number }): boolean {
  if (first === undefined) return false
  return 'number' in from ? first.number <= from.number : first.firstSeq <= from.seq
}

async function archiveOf(
  db: Db,
  { id, symbol }: LiveProduct['record'],
  from: { number: number } | { seq: number },
): Promise<ArchivedDay | null> {
  const archive = await findArchive(db, id, from)
  return archive === null ? null : archivedDayOf(symbol, archive)
}

export function signedHeaderOf({ header, keyId, signature }: SignedBlock): SignedHeader {
  return { ...header, keyId, signature }
}

/** Reads the newest header, for a restart or after lost messages between processes; null when it was known. */
export async function readNewestHeader(db: Db, product: LiveProduct): Promise<SignedHeader | null> {
  const [newest] = await listHeaders(db, product.record.id, 'newest', 1)
  if (newest === undefined) return null
  const header = signedHeaderOf(newest)
  return product.takeHeader(header) ? header : null
}
