import { ensure } from '@truestrike/core/assert.ts'
import { seqBefore } from '@truestrike/core/log-entry.ts'
import { unpackEntries } from '@truestrike/core/packed-log.ts'
import type { BlockHeader } from '@truestrike/core/proof/block-header.ts'
import type { SealedBlock } from '@truestrike/core/proof/build-receipt.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { Sql } from '../platform/db.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { readArchived } from './archived-blocks.ts'
import { type BlockSpan, listBlocksOf, listHeaders, type SignedBlock } from './log-blocks.store.ts'

/** A block as core takes it. */
export function sealedBlockOf({ packed, ...signed }: SignedBlock & { packed: Uint8Array }): SealedBlock {
  return { ...signed, entries: unwrap(unpackEntries(packed)) }
}

/**
 * The sealed blocks of a span, ascending, with all their entries, from the database and from archives; what is not sealed
 * yet is not there. `RANGE_NOT_AVAILABLE`: an archive is not where it was put.
 */
export async function readSealedBlocks(
  sql: Sql,
  productId: number,
  wanted: BlockSpan,
  archives: ArchiveFolder,
): Promise<SealedBlock[]> {
  const held = (await listBlocksOf(sql, productId, wanted)).map(sealedBlockOf)
  const [first] = held
  if (first !== undefined && isBeginning(first, wanted)) return held
  const archived = await readArchived(sql, archives, productId, wanted)
  const last = archived.at(-1)
  if (last === undefined) return held
  // What is held need not belong to the span: it ends with the first block that ends late enough.
  const rest = held.filter(({ header }) => header.number > last.header.number)
  const next = rest[0]?.entries[0]
  const goesOn = next !== undefined && seqBefore(next) === last.header.lastSeq
  return goesOn && !isEnd(last, wanted) ? [...archived, ...rest] : archived
}

/** Nothing before it belongs to the span. */
function isBeginning({ header, entries }: SealedBlock, wanted: BlockSpan): boolean {
  if (header.number === 1) return true
  return 'fromSeq' in wanted
    ? header.firstSeq <= wanted.fromSeq
    : ensure(entries.at(-1)).timeMs < wanted.fromMs
}

/** Nothing after it does. */
function isEnd({ header, entries }: SealedBlock, wanted: BlockSpan): boolean {
  return 'toSeq' in wanted ? header.lastSeq >= wanted.toSeq : ensure(entries.at(-1)).timeMs > wanted.toMs
}

/** Header of the newest block; null before the first. */
export async function readNewestSealed(sql: Sql, productId: number): Promise<BlockHeader | null> {
  return (await listHeaders(sql, productId, 'newest', 1))[0]?.header ?? null
}
