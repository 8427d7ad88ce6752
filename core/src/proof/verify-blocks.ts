import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { type LogProduct, leafHash } from '../canonical-bytes.ts'
import type { FeedSource, LogEntry } from '../log-entry.ts'
import { findLogFault } from '../log-excerpt.ts'
import { unwrap } from '../result.ts'
import { type BlockHeader, headerBytes, headerHash, headerMessage } from './block-header.ts'
import { followsLater, isHeaderSound } from './header-order.ts'
import { hiddenMark, isMark, lastMarkSeq, MARK_KINDS } from './hidden-marks.ts'
import { rootFromRange } from './merkle.ts'
import { fault, type ProofFault } from './proof-code.ts'
import type { ProvenBlock, SettlementReceipt } from './receipt.ts'
import type { VerifySignature } from './signature.ts'
import { isKeyInUse, publicKeyOf, type SiteKey } from './site-keys.ts'

/**
 * How far the time of a tick may be from the time its source gave it, in ms: a price must not be held back and told later.
 * Simulated ticks are stamped with their slot; an exchange's arrive late and its clock is its own.
 */
export const SOURCE_LAG_MS = {
  simulated: { min: 0, max: 1_000 },
  exchange: { min: -2_000, max: 5_000 },
} as const
/** A replay is shifted by years, by the same amount throughout: this is how much its shift may vary within a receipt. */
export const REPLAY_LAG_SPREAD_MS = 1_000

export function blocksOf({ chains }: SettlementReceipt): readonly ProvenBlock[] {
  return chains.flatMap(({ blocks }) => blocks)
}

export function entriesOf(blocks: readonly ProvenBlock[]): readonly LogEntry[] {
  return blocks.flatMap(({ runs }) => runs.flatMap(({ entries }) => entries))
}

/** Headers make sense by themselves and one after the other, are chained where consecutive, and each chain's end is signed. */
export function checkBlocks(
  receipt: SettlementReceipt,
  keys: ReadonlyMap<string, SiteKey>,
  verifySignature: VerifySignature,
): ProofFault | null {
  let before: BlockHeader | null = null
  for (const { blocks, keyId, signature } of receipt.chains) {
    let bytes: Uint8Array | null = null
    let timeMs = 0
    for (const block of blocks) {
      const { number } = block
      if (!isHeaderSound(block) || (before !== null && !followsLater(before, block)))
        return fault('block-order', { number })
      const chained = bytes !== null
      const consecutive = before?.number === number - 1
      // Between two chains a block is left out; inside one none is.
      if (chained !== consecutive) return fault('block-order', { number })
      if (bytes !== null && (headerHash(bytes) !== block.previous || before?.lastSeq !== block.firstSeq - 1))
        return fault('block-chain', { number })
      bytes = headerBytes(block, receipt.product)
      timeMs = block.timeMs
      before = block
    }
    const number = before?.number ?? 0
    const key = keys.get(keyId)
    if (key === undefined || !isKeyInUse(key, timeMs)) return fault('key-not-in-use', { number, keyId })
    const message = headerMessage(bytes ?? new Uint8Array(0))
    if (!verifySignature(unwrap(decodeBase64url(signature)), message, publicKeyOf(key)))
      return fault('block-signature', { number, keyId })
  }
  return null
}

/** Every entry stands in its block at the place of its number. */
export function checkInclusion({ product, chains }: SettlementReceipt): ProofFault | null {
  for (const block of chains.flatMap(({ blocks }) => blocks)) {
    const leafProduct: LogProduct = { ...product, version: block.productVersion }
    for (const { entries, proof } of block.runs) {
      const firstSeq = entries[0]?.seq ?? 0
      const found = rootFromRange(
        entries.map((entry) => leafHash(entry, leafProduct)),
        firstSeq - block.firstSeq,
        block.lastSeq - block.firstSeq + 1,
        proof.map((hash) => unwrap(decodeBase64url(hash))),
      )
      if (found === null || encodeBase64url(found) !== block.root)
        return fault('entry-not-in-block', { number: block.number, seq: firstSeq })
    }
  }
  return null
}

/** The entries form a log, none is later than its block, and the one at acceptance is shown and not after it. */
export function checkLog(receipt: SettlementReceipt): ProofFault | null {
  const { contract } = receipt
  const blocks = blocksOf(receipt)
  const entries = entriesOf(blocks)
  const found = findLogFault(entries)
  if (found !== null) return fault('log-order', { seq: found.seq })
  for (const block of blocks) {
    const late = entriesOf([block]).find((entry) => entry.timeMs > block.timeMs)
    if (late !== undefined) return fault('log-order', { seq: late.seq })
  }
  const head = entries.find((entry) => entry.seq === contract.openAfterSeq)
  if (head === undefined) return fault('head-missing', { seq: contract.openAfterSeq })
  return head.timeMs > contract.acceptedAtMs ? fault('head-late', { seq: head.seq }) : null
}

export function checkSourceTime(receipt: SettlementReceipt): ProofFault | null {
  const shifts = new Map<FeedSource, number>()
  for (const entry of entriesOf(blocksOf(receipt))) {
    if (entry.kind !== 'tick') continue
    const lagMs = entry.timeMs - entry.sourceTimeMs
    const firstMs = shifts.get(entry.source) ?? lagMs
    shifts.set(entry.source, firstMs)
    const fits =
      entry.source === 'replay'
        ? Math.abs(lagMs - firstMs) <= REPLAY_LAG_SPREAD_MS
        : lagMs >= SOURCE_LAG_MS[entry.source].min && lagMs <= SOURCE_LAG_MS[entry.source].max
    if (!fits) return fault('source-time', { seq: entry.seq, lagMs })
  }
  return null
}

/** No change of source and no void between acceptance and decision is left out, and no header denies one that is shown. */
export function checkMarks(receipt: SettlementReceipt, decidedSeq: number): ProofFault | null {
  const blocks = blocksOf(receipt)
  const entries = new Map(entriesOf(blocks).map((entry) => [entry.seq, entry]))
  for (const kind of MARK_KINDS) {
    for (const block of blocks) {
      const newest = lastMarkSeq(block, kind)
      const denied = entriesOf([block]).find((entry) => isMark(entry, kind) && entry.seq > newest)
      if (denied !== undefined) return fault('mark-hidden', { kind, seq: denied.seq })
      const told = entries.get(newest)
      if (told !== undefined && !isMark(told, kind)) return fault('mark-hidden', { kind, seq: newest })
    }
    const hidden = hiddenMark({
      kind,
      afterSeq: receipt.contract.openAfterSeq,
      toSeq: decidedSeq,
      shown: (seq) => entries.get(seq) ?? null,
      headerOf: (seq) => blocks.find(({ firstSeq, lastSeq }) => firstSeq <= seq && seq <= lastSeq) ?? null,
    })
    if (hidden !== null) return fault('mark-hidden', { kind, seq: hidden })
  }
  return null
}
