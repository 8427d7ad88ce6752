import { ok } from '../result.ts'
import type { SealedBlock } from './build-receipt.ts'
import { entryCodec, PRECISION_MAX, symbolText } from './entry-json.ts'
import { FormatFault, listOf, matching, objectOf, oneOf, whole } from './json-codec.ts'
import { headerMembers, type SignedBlockHeader } from './signed-header.ts'
import { keyIdText, signatureText } from './site-keys.ts'

export const ARCHIVE_FORMAT = 'truestrike-archive/1'
const ENTRIES_MAX = 100_000

/** First line of an archive: one product, one UTC day, and the blocks that follow, all at one precision. */
export interface ArchiveHead {
  readonly symbol: string
  readonly precision: number
  /** `2026-11-20`: that of the last entry of each block. */
  readonly day: string
  readonly firstNumber: number
  readonly lastNumber: number
}

/** Each other line: a block with all its entries. */
type ArchivedBlock = SignedBlockHeader & Pick<SealedBlock, 'entries'>

const number = whole(1, Number.MAX_SAFE_INTEGER)
const head = objectOf<ArchiveHead & { format: typeof ARCHIVE_FORMAT }>({
  format: oneOf(ARCHIVE_FORMAT),
  symbol: symbolText,
  precision: whole(0, PRECISION_MAX),
  day: matching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
  firstNumber: number,
  lastNumber: number,
})

/** What `read` gives: the value, or the place that has not the form. */
type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly path: string }

export function parseArchiveHead(json: unknown): Read<ArchiveHead> {
  return attempt(() => {
    const { format: _, ...value } = head.read(json, '')
    return value
  })
}

/** The JSON value; `parseArchiveHead` reads it back. */
export function archiveHeadJson(value: ArchiveHead): unknown {
  return head.write({ format: ARCHIVE_FORMAT, ...value })
}

export interface ArchiveBlocks {
  parse(json: unknown): Read<SealedBlock>
  /** The JSON value; `parse` reads it back. */
  json(block: SealedBlock): unknown
}

/** Blocks of an archive with prices of a precision. */
export function archiveBlocks(precision: number): ArchiveBlocks {
  const codec = objectOf<ArchivedBlock>({
    ...headerMembers,
    keyId: keyIdText,
    signature: signatureText,
    entries: listOf(entryCodec(precision), 1, ENTRIES_MAX),
  })
  return {
    parse: (json) =>
      attempt(() => {
        const { keyId, signature, entries, ...header } = codec.read(json, '')
        return { header, keyId, signature, entries }
      }),
    json: ({ header, keyId, signature, entries }) => codec.write({ ...header, keyId, signature, entries }),
  }
}

function attempt<T>(read: () => T): Read<T> {
  try {
    return ok(read())
  } catch (error) {
    if (error instanceof FormatFault) return { ok: false, path: error.path }
    throw error
  }
}
