import { useQuery } from '@tanstack/react-query'
import { decodeBase64url } from '@truestrike/core/base64url.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { type LogEntry, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { listBlocks, type SignedHeader } from '@truestrike/protocol/proof-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { loadProofKit } from '../../lib/proof/proof-watch.ts'
import { type CheckedBlock, checkBlock, type HashedEntry, hashBefore, hashEntries } from './check-block.ts'

/** Blocks of a page; where only events are wanted, which are rare, it goes further. */
export const blocksOf = (kinds: 'all' | 'ticks' | 'events'): number => (kinds === 'events' ? 60 : 10)
const ENTRIES_MAX = 5_000
const FOLLOW_EVERY_MS = 5_000
const QUIET = { toast: false } as const

/** Where a page of a log begins. */
export type LogPlace = { number: number } | { seq: number } | { atMs: number } | 'newest'

export interface LogPage {
  symbol: string
  precision: number
  /** Ascending. */
  blocks: readonly CheckedBlock[]
  /** Behind the newest block: not sealed yet. */
  open: readonly HashedEntry[]
  /** The newest block of the log. */
  newest: SignedHeader | null
  /** The day whose file holds what was asked for, where it is no longer in the database. */
  archive: { day: string; path: string } | null
}

/** A page of a product's public log by the public calls, recomputed in this browser. */
export function useLogPage(symbol: string | undefined, place: LogPlace, blocks: number) {
  return useQuery({
    queryKey: ['admin-log', symbol, place, blocks],
    queryFn: () => readLogPage(symbol ?? '', place, blocks),
    enabled: symbol !== undefined,
    refetchInterval: place === 'newest' ? FOLLOW_EVERY_MS : false,
    placeholderData: (before) => (before?.symbol === symbol ? before : undefined),
    retry: false,
  })
}

async function readLogPage(symbol: string, place: LogPlace, size: number): Promise<LogPage> {
  const newestPage = await call(listBlocks, { query: { symbol, limit: size + 1 } }, QUIET)
  const newest = newestPage.blocks.at(-1) ?? null
  const number = place === 'newest' ? null : await blockOf(symbol, place)
  const page = number === null ? newestPage : await readBlocks(symbol, number, size)
  const { precision, archive } = page
  const log = { symbol, precision }
  // The first one is there for the hash before the second, unless it is the log's first itself.
  const isFirst = page.blocks[0]?.number === 1 && page.blocks.length <= size
  const headers = isFirst ? page.blocks : page.blocks.slice(1)
  const [kit, entries] = await Promise.all([loadProofKit(), readEntries(symbol, headers)])
  const keys = await kit.ring.trusted([...new Set(headers.map(({ keyId }) => keyId))])
  const blocks = headers.map((header) => {
    const before = page.blocks[page.blocks.indexOf(header) - 1]
    const own = entries.filter(({ seq }) => seq >= header.firstSeq && seq <= header.lastSeq)
    return checkBlock(header, own, { log, keys, before: hashBefore(header, before, log) })
  })
  const isAtEnd = newest !== null && headers.at(-1)?.number === newest.number
  return {
    ...{ symbol, precision, blocks, newest, archive },
    open: isAtEnd || newest === null ? await readOpen(symbol, precision, newest) : [],
  }
}

/** Blocks from this one on, with the one before it where there is one. */
function readBlocks(symbol: string, number: number, size: number) {
  const before = number > 1 ? 1 : 0
  return call(listBlocks, { query: { symbol, fromNumber: number - before, limit: size + before } }, QUIET)
}

/** The number of the block that holds an entry, or the first one at a time; null: it is behind the newest. */
async function blockOf(symbol: string, place: Exclude<LogPlace, 'newest'>): Promise<number | null> {
  if ('number' in place) return place.number
  let seq = 'seq' in place ? place.seq : 0
  if ('atMs' in place) {
    const { entries } = await call(listTicks, { query: { symbol, fromMs: place.atMs, limit: 1 } }, QUIET)
    const [first] = entries
    if (first === undefined) return null
    seq = first.seq
  }
  const { blocks } = await call(listBlocks, { query: { symbol, fromSeq: seq, limit: 1 } }, QUIET)
  return blocks[0]?.number ?? null
}

async function readEntries(symbol: string, headers: readonly SignedHeader[]): Promise<LogEntry[]> {
  const [first, last] = [headers[0], headers.at(-1)]
  if (first === undefined || last === undefined) return []
  const entries: LogEntry[] = []
  let fromSeq: number | null = first.firstSeq
  while (fromSeq !== null && fromSeq <= last.lastSeq) {
    const limit = Math.min(ENTRIES_MAX, last.lastSeq - fromSeq + 1)
    const page: { entries: LogEntry[]; nextSeq: number | null } = await call(
      listTicks,
      { query: { symbol, fromSeq, limit } },
      QUIET,
    )
    entries.push(...page.entries)
    fromSeq = page.nextSeq
  }
  return entries
}

async function readOpen(
  symbol: string,
  precision: number,
  newest: SignedHeader | null,
): Promise<HashedEntry[]> {
  const { entries } = await call(
    listTicks,
    { query: { symbol, fromSeq: (newest?.lastSeq ?? 0) + 1, limit: ENTRIES_MAX } },
    QUIET,
  )
  const before = newest === null ? null : unwrap(decodeBase64url(newest.runningHash))
  const log = { symbol, precision, version: newest?.productVersion ?? 1 }
  return hashEntries(entries, log, before)?.entries ?? entries.map((entry) => ({ entry, hash: null }))
}
