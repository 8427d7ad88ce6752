import { assert, ensure } from '@truestrike/core/assert.ts'
import type { LogProduct } from '@truestrike/core/canonical-bytes.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { packEntries } from '@truestrike/core/packed-log.ts'
import {
  type BlockHeader,
  headerBytes,
  headerHash,
  headerMessage,
  nextHeader,
} from '@truestrike/core/proof/block-header.ts'
import { genesisHash } from '@truestrike/core/running-hash.ts'
import type { Db } from '../platform/db.ts'
import type { Signer } from '../proof/signer.ts'
import { type LogHead, updateLeafVersion } from './log.store.ts'
import { insertBlocks, type LogBlock, listHeaders } from './log-blocks.store.ts'
import { readHashedEntries } from './read-log.ts'

/** Entries of a block at most, and those read into memory at once when a tail is taken over. */
export const OPEN_ENTRIES_MAX = 10_000

/** Entries that are durable but not yet in a block. */
export interface OpenBlock {
  /** Header of the newest block; null: there is none yet. */
  before: BlockHeader | null
  entries: LogEntry[]
  /** Of each entry. */
  leaves: Uint8Array[]
}

export interface SealParts {
  signer: Signer
  /** Time of sealing, by the service clock. */
  nowMs: number
}

/** The next block over what waits, signed; null when nothing does. Of a very long tail it takes the beginning. */
export function draftBlock(
  { head, open, product }: { head: LogHead; open: OpenBlock; product: LogProduct },
  { signer, nowMs }: SealParts,
): LogBlock | null {
  const entries = open.entries.slice(0, OPEN_ENTRIES_MAX)
  if (entries.length === 0) return null
  const header = nextHeader(open.before, entries, product, nowMs, open.leaves.slice(0, OPEN_ENTRIES_MAX))
  const bytes = headerBytes(header, product)
  return {
    productId: head.productId,
    epoch: head.epoch,
    header,
    hash: headerHash(bytes),
    ...signer.signAt(header.timeMs, headerMessage(bytes)),
    lastTimeMs: ensure(entries.at(-1)).timeMs,
    packed: packEntries(entries),
  }
}

/** What a product's new owner begins with. */
export interface TakenLog {
  head: LogHead
  open: OpenBlock
}

/**
 * What waits for its block up to a product's head, for its owner. A tail that grew long (sealing failed for hours) is
 * sealed on the way, so that what is left fits into memory and one block; so is one of an older product version.
 */
export async function takeOverLog(
  db: Db,
  product: LogProduct,
  head: LogHead,
  parts: SealParts,
): Promise<TakenLog> {
  const tailProduct = { ...product, version: head.productVersion }
  const isNewVersion = product.version !== head.productVersion
  assert(
    product.version >= head.productVersion,
    'another process knows a newer product version: restart this one',
  )
  let before = (await listHeaders(db, head.productId, 'newest', 1))[0]?.header ?? null
  for (;;) {
    const fromSeq = (before?.lastSeq ?? 0) + 1
    const read = await readHashedEntries(db, head.productId, product, { fromSeq, limit: OPEN_ENTRIES_MAX })
    const open = { before, entries: read.map(({ entry }) => entry), leaves: read.map(({ leaf }) => leaf) }
    const isWhole = read.length < OPEN_ENTRIES_MAX
    if (isWhole)
      assert(endsIn(head, read.at(-1)?.hash), 'the entries of the log do not lead to the hash of its head')
    const block = isWhole && !isNewVersion ? null : draftBlock({ head, open, product: tailProduct }, parts)
    if (block !== null) {
      await db.tx((sql) => insertBlocks(sql, [block]))
      before = block.header
    }
    if (!isWhole) continue
    if (!isNewVersion) return { head, open }
    const genesis = genesisHash(product)
    await updateLeafVersion(db, head, product.version, genesis)
    const hash = head.lastSeq === 0 ? genesis : head.hash
    const productVersion = product.version
    return { head: { ...head, hash, productVersion }, open: { before, entries: [], leaves: [] } }
  }
}

function endsIn(head: LogHead, hash: Uint8Array | undefined): boolean {
  return hash === undefined || Buffer.from(hash).equals(head.hash)
}
