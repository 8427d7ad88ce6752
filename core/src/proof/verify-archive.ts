import { ensure } from '../assert.ts'
import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { leafHash } from '../canonical-bytes.ts'
import { type LogEntry, seqBefore } from '../log-entry.ts'
import { findLogFault } from '../log-excerpt.ts'
import { unwrap } from '../result.ts'
import { genesisHash, nextRunningHash } from '../running-hash.ts'
import { DAY_MS, formatDay, parseDay } from '../utc-day.ts'
import { type ArchiveBlocks, type ArchiveHead, archiveBlocks, parseArchiveHead } from './archive-json.ts'
import { type BlockHeader, headerBytes, headerHash, headerMessage } from './block-header.ts'
import type { SealedBlock } from './build-receipt.ts'
import { followsLater, isHeaderSound } from './header-order.ts'
import { isMark, lastMarkSeq, MARK_KINDS } from './hidden-marks.ts'
import { merkleRoot } from './merkle.ts'
import { type Check, fault, type ProofFault } from './proof-code.ts'
import { type VerifySignature, verifyEd25519 } from './signature.ts'
import { isKeyInUse, publicKeyOf, type SiteKey } from './site-keys.ts'

export interface ArchiveFault extends ProofFault {
  readonly check: Check
}

/** NaN for a day the calendar does not have: no entry is of it either. */
function dayNumber(text: string): number {
  const day = parseDay(text)
  return day.ok ? day.value : Number.NaN
}

/** It begins with a restart, which may leave numbers out and names the entry it follows. */
const isRestart = ({ entries }: SealedBlock): boolean => entries[0]?.kind === 'restart'

const at = (check: Check, found: ProofFault): ArchiveFault => ({ check, ...found })

/**
 * Looks at archives line by line: nothing is held but what the next line has to follow. Archives of one product may be
 * given one after another; blocks of consecutive numbers then have to be chained over their ends.
 */
export class ArchiveCheck {
  readonly #keys: ReadonlyMap<string, SiteKey>
  readonly #verify: VerifySignature
  #head: ArchiveHead | null = null
  #blocks: ArchiveBlocks = archiveBlocks(0)
  /** Blocks of the archive that is being looked at. */
  #taken = 0
  /** It does not begin with the number after the last one of the day before: only a restart may. */
  #leavesOut = false
  #before: BlockHeader | null = null
  /** What later entries have to come after: the last watermark and the last entry. */
  #tail: readonly LogEntry[] = []

  constructor(keys: readonly SiteKey[], verifySignature: VerifySignature = verifyEd25519) {
    this.#keys = new Map(keys.map((key) => [key.id, key]))
    this.#verify = verifySignature
  }

  /** Of the archive that is being looked at. */
  get head(): ArchiveHead | null {
    return this.#head
  }

  /** The first line of an archive. */
  begin(json: unknown): ArchiveFault | null {
    const read = parseArchiveHead(json)
    if (!read.ok) return at('format', fault('format', { path: read.path }))
    const { symbol, precision, day, firstNumber } = read.value
    const before = this.#head
    // Another log, or another precision: what a header says of the one before is not in its bytes then.
    if (this.#head?.symbol !== symbol || this.#head.precision !== precision) {
      this.#before = null
      this.#tail = []
    }
    this.#head = read.value
    this.#taken = 0
    this.#blocks = archiveBlocks(precision)
    // A head is not signed: that no block is missing at an archive's end is shown by that of the day after.
    const isNextDay = this.#before !== null && before !== null && dayNumber(day) === dayNumber(before.day) + 1
    this.#leavesOut = isNextDay && firstNumber !== before.lastNumber + 1
    return null
  }

  /** Every other line. */
  take(json: unknown): ArchiveFault | null {
    const head = ensure(this.#head, 'an archive begins with its head')
    const read = this.#blocks.parse(json)
    if (!read.ok) return at('format', fault('format', { path: read.path }))
    const block = read.value
    const found =
      this.#checkPlace(head, block) ??
      this.#checkSignature(head, block) ??
      this.#checkEntries(head, block) ??
      this.#checkLog(head, block) ??
      this.#checkMarks(block)
    this.#before = block.header
    this.#taken += 1
    const watermark = block.entries.findLast(({ kind }) => kind === 'watermark') ?? this.#tail[0]
    const last = ensure(block.entries.at(-1))
    this.#tail = watermark === undefined || watermark === last ? [last] : [watermark, last]
    return found
  }

  /** After the last line. */
  finish(): ArchiveFault | null {
    const { lastNumber } = ensure(this.#head, 'an archive begins with its head')
    return this.#taken > 0 && this.#before?.number === lastNumber
      ? null
      : at('blocks', fault('block-order', { number: (this.#before?.number ?? 0) + 1 }))
  }

  /** It makes sense, stands where the head says, and follows the block before. */
  #checkPlace(head: ArchiveHead, block: SealedBlock): ArchiveFault | null {
    const { header } = block
    const { number } = header
    const before = this.#before
    if (this.#taken === 0 && this.#leavesOut && !isRestart(block))
      return at('blocks', fault('block-order', { number: head.firstNumber }))
    const expected = this.#taken === 0 || before === null ? head.firstNumber : before.number + 1
    // A restart leaves numbers out.
    const inPlace = number === expected || (isRestart(block) && number > expected)
    const fits = inPlace && number <= head.lastNumber && isHeaderSound(header)
    if (!fits || (before !== null && !followsLater(before, header)))
      return at('blocks', fault('block-order', { number }))
    if (before === null || !this.#isNext(before, block)) return null
    const isChained =
      headerHash(headerBytes(before, head)) === header.previous &&
      before.lastSeq === seqBefore(ensure(block.entries[0]))
    return isChained ? null : at('blocks', fault('block-chain', { number }))
  }

  /** Whether the block has to follow the one before it; between the files of two days some may be left out. */
  #isNext(before: BlockHeader, block: SealedBlock): boolean {
    if (!isRestart(block)) return before.number === block.header.number - 1
    return this.#taken > 0 || this.#leavesOut || seqBefore(ensure(block.entries[0])) <= before.lastSeq
  }

  #checkSignature(head: ArchiveHead, { header, keyId, signature }: SealedBlock): ArchiveFault | null {
    const { number, timeMs } = header
    const key = this.#keys.get(keyId)
    if (key === undefined) return at('keys', fault('unknown-key', { number, keyId }))
    if (!isKeyInUse(key, timeMs)) return at('blocks', fault('key-not-in-use', { number, keyId }))
    const message = headerMessage(headerBytes(header, head))
    return this.#verify(unwrap(decodeBase64url(signature)), message, publicKeyOf(key))
      ? null
      : at('blocks', fault('block-signature', { number, keyId }))
  }

  /** All its entries are there, are those of its root, and lead to its running hash. */
  #checkEntries({ symbol, precision }: ArchiveHead, block: SealedBlock): ArchiveFault | null {
    const { header, entries } = block
    const { number, firstSeq, lastSeq } = header
    const wrong = entries.find(({ seq }, index) => seq !== firstSeq + index)
    const misplaced = wrong?.seq ?? (entries.length === lastSeq - firstSeq + 1 ? null : lastSeq)
    if (misplaced !== null) return at('inclusion', fault('entry-not-in-block', { number, seq: misplaced }))
    const product = { symbol, precision, version: header.productVersion }
    const leaves = entries.map((entry) => leafHash(entry, product))
    if (encodeBase64url(merkleRoot(leaves)) !== header.root)
      return at('inclusion', fault('entry-not-in-block', { number, seq: firstSeq }))
    const before = this.#before !== null && this.#isNext(this.#before, block) ? this.#before : null
    if (before === null && number !== 1) return null
    const start = before === null ? genesisHash(product) : unwrap(decodeBase64url(before.runningHash))
    const running = leaves.reduce<Uint8Array>(nextRunningHash, start)
    return encodeBase64url(running) === header.runningHash
      ? null
      : at('blocks', fault('block-chain', { number }))
  }

  /** The entries go on as a log, none is later than its block, and the last one is of the archive's day. */
  #checkLog({ day }: ArchiveHead, { header, entries }: SealedBlock): ArchiveFault | null {
    const found = findLogFault([...this.#tail, ...entries])
    if (found !== null) return at('log', fault('log-order', { seq: found.seq }))
    const { seq, timeMs } = ensure(entries.at(-1))
    const fits = timeMs <= header.timeMs && formatDay(Math.floor(timeMs / DAY_MS)) === day
    return fits ? null : at('log', fault('log-order', { seq }))
  }

  /** The newest change of source and the newest void are where the header says. */
  #checkMarks({ header, entries }: SealedBlock): ArchiveFault | null {
    for (const kind of MARK_KINDS) {
      const told = lastMarkSeq(header, kind)
      const shown = entries.findLast((entry) => isMark(entry, kind))?.seq
      const earlier = told < header.firstSeq
      // That of a block before it is held against that block by `followsLater`.
      if (shown === undefined ? !earlier : shown !== told)
        return at('marks', fault('mark-hidden', { kind, seq: shown ?? told }))
    }
    return null
  }
}
