import { decodeBase64url, encodeBase64url } from '@truestrike/core/base64url.ts'
import { leafHash } from '@truestrike/core/canonical-bytes.ts'
import type { LogEntry as CoreEntry } from '@truestrike/core/log-entry.ts'
import { headerBytes, headerMessage } from '@truestrike/core/proof/block-header.ts'
import { entryCodec } from '@truestrike/core/proof/entry-json.ts'
import { FormatFault } from '@truestrike/core/proof/json-codec.ts'
import { merkleRoot } from '@truestrike/core/proof/merkle.ts'
import { verifyEd25519 } from '@truestrike/core/proof/signature.ts'
import { isKeyInUse, publicKeyOf, type SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { genesisHash, nextRunningHash } from '@truestrike/core/running-hash.ts'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import type { SignedHeader } from '@truestrike/protocol/proof-endpoints.ts'

/** The first thing of a block that does not hold; null: all of it does. */
type BlockFault = 'entries' | 'root' | 'hash' | 'unknown-key' | 'signature'

export interface CheckedBlock {
  header: SignedHeader
  entries: readonly HashedEntry[]
  fault: BlockFault | null
}

export interface HashedEntry {
  entry: LogEntry
  /** Running hash after it, computed here; null where nothing tells the one before. */
  hash: string | null
}

interface LogOf {
  symbol: string
  precision: number
}

const bytesOf = (hash: string): Uint8Array => unwrap(decodeBase64url(hash))

/** Entries as the wire has them with their running hashes; `before`: the hash before the first. Null: no entries of a log. */
export function hashEntries(
  entries: readonly LogEntry[],
  { symbol, precision, version }: LogOf & { version: number },
  before: Uint8Array | null,
): { entries: HashedEntry[]; leaves: Uint8Array[]; end: Uint8Array | null } | null {
  const codec = entryCodec(precision)
  const leaves: Uint8Array[] = []
  let end = before
  try {
    const hashed = entries.map((entry): HashedEntry => {
      const known: CoreEntry = codec.read(entry, '')
      const leaf = leafHash(known, { symbol, precision, version })
      leaves.push(leaf)
      end = end === null ? null : nextRunningHash(end, leaf)
      return { entry, hash: end === null ? null : encodeBase64url(end) }
    })
    return { entries: hashed, leaves, end }
  } catch (error) {
    if (error instanceof FormatFault) return null
    throw error
  }
}

/** The running hash before a block: that of the header before it, or of an empty log; null: it was not asked for. */
export function hashBefore(
  header: SignedHeader,
  before: SignedHeader | undefined,
  { symbol }: LogOf,
): Uint8Array | null {
  if (before !== undefined) return bytesOf(before.runningHash)
  return header.number === 1 ? genesisHash({ symbol, version: header.productVersion }) : null
}

/** Recomputes a block from its entries: their number, the root over them, the running hash, and the site's signature. */
export function checkBlock(
  header: SignedHeader,
  entries: readonly LogEntry[],
  { log, before, keys }: { log: LogOf; before: Uint8Array | null; keys: readonly SiteKey[] },
): CheckedBlock {
  const { firstSeq, lastSeq, productVersion, root, runningHash } = header
  const hashed = hashEntries(entries, { ...log, version: productVersion }, before)
  const isWhole =
    entries.length === lastSeq - firstSeq + 1 && entries.every(({ seq }, at) => seq === firstSeq + at)
  const done = (fault: BlockFault | null): CheckedBlock => ({
    ...{ header, fault },
    entries: hashed?.entries ?? entries.map((entry) => ({ entry, hash: null })),
  })
  if (hashed === null || !isWhole || entries.length === 0) return done('entries')
  if (encodeBase64url(merkleRoot(hashed.leaves)) !== root) return done('root')
  if (hashed.end !== null && encodeBase64url(hashed.end) !== runningHash) return done('hash')
  return done(signatureFault(header, log, keys))
}

function signatureFault(
  { keyId, signature, ...header }: SignedHeader,
  log: LogOf,
  keys: readonly SiteKey[],
): BlockFault | null {
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return 'unknown-key'
  const message = headerMessage(headerBytes(header, log))
  const isGood = verifyEd25519(bytesOf(signature), message, publicKeyOf(key))
  return isGood && isKeyInUse(key, header.timeMs) ? null : 'signature'
}
