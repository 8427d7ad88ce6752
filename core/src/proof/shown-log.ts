import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import { leafHash } from '../canonical-bytes.ts'
import type { FrozenContract } from '../frozen-contract.ts'
import { type LogEntry, seqBefore } from '../log-entry.ts'
import { contractOf } from '../log-fixture.ts'
import type { CancelReason } from '../outcome.ts'
import {
  type BlockHeader,
  headerBytes,
  headerHash,
  NO_HEADER,
  RESTART_SEQS_PER_BLOCK,
} from './block-header.ts'
import { isMark, type MarkKind } from './hidden-marks.ts'
import { caseKeys } from './judged-case.ts'
import { merkleRoot } from './merkle.ts'
import {
  acceptBatch,
  enterBatch,
  type ProofStep,
  sealed,
  type TestKey,
  testProduct,
} from './proof-fixture.ts'
import type { BlockChain, SettlementClaim, SettlementReceipt } from './receipt.ts'

// Receipts of logs as any site could sign them. What is left out and how the contract ended is said outright, so that
// nothing of the program that is judged decides what is expected of it.

/** What a receipt claims of a contract accepted at 1 000 after entry 2, opened by entry 4 unless it says otherwise. */
type Opening = Pick<SettlementClaim, 'openingPrice' | 'openingTimeMs' | 'openingSeq'>
export const notOpened: Opening = { openingPrice: null, openingTimeMs: null, openingSeq: null }
export const openedBy = (openingSeq: number, openingTimeMs = 1_100): Opening => ({
  openingPrice: 50_000n,
  openingTimeMs,
  openingSeq,
})
export const wonAt = (decidedSeq: number, opening = openedBy(4)): SettlementClaim => ({
  ...opening,
  state: 'completed',
  result: 'won',
  cancelReason: null,
  decidedSeq,
  closingPrice: 50_100n,
  closingTimeMs: 2_000,
  profitMicros: 8_000_000n,
})
export const cancelledAt = (
  decidedSeq: number,
  cancelReason: CancelReason,
  opening = openedBy(4),
): SettlementClaim => ({
  ...opening,
  state: 'cancelled',
  result: null,
  cancelReason,
  decidedSeq,
  closingPrice: null,
  closingTimeMs: null,
  profitMicros: 0n,
})

/** A log in numbers: source 1, price 2, the order's batch 3, opening price 4, closing price 5, proof past the expiry 6. */
export const started: readonly ProofStep[] = [
  { at: 900, from: 'simulated' },
  { at: 950, price: 49_990 },
  { at: 1_050, accept: true },
]
export const opened: readonly ProofStep[] = [...started, { at: 1_100, price: 50_000 }]
export const closed: readonly ProofStep[] = [...opened, { at: 1_950, price: 50_100 }]
export const proof: ProofStep = { at: 2_005, mark: true }
export const won: readonly ProofStep[] = [...closed, proof]

/** A block to be signed. Numbers may be left out before it, not inside. */
export interface Cut {
  readonly number: number
  readonly entries: readonly LogEntry[]
}

export interface ShownLog {
  readonly steps: readonly ProofStep[]
  /** Differences from `contractOf()`, beside `openAfterSeq` 2. */
  readonly contract?: Partial<FrozenContract>
  /** What of an entry is another than in the steps. */
  readonly change?: (entry: LogEntry) => LogEntry
  /** Chains of blocks; default: every entry is a block, and chains end where a restart leaves out numbers. */
  readonly cut?: (entries: readonly LogEntry[]) => readonly (readonly Cut[])[]
  /** First numbers of the blocks whose entries are not shown; every header is. */
  readonly hidden?: readonly number[]
  readonly key?: TestKey
  readonly claim: SettlementClaim
}

/** The settlement receipt of a log, signed and shown as it says. */
export function shownLog(log: ShownLog): SettlementReceipt {
  const { key = caseKeys.lasting, change = (entry) => entry, cut = eachAlone, hidden = [] } = log
  const accepted = ensure(acceptBatch([contractOf({ openAfterSeq: 2, ...log.contract })], key)[0])
  const chains = cut(enterBatch(log.steps, accepted).map(change))
  return { ...accepted, claim: log.claim, chains: signedChains(chains, key, hidden) }
}

/** Every entry a block of its own. */
export function eachAlone(entries: readonly LogEntry[]): Cut[][] {
  const chains: Cut[][] = []
  let number = 0
  for (const entry of entries) {
    const leftOut = entry.seq - seqBefore(entry) - 1
    number += 1 + Math.ceil(leftOut / RESTART_SEQS_PER_BLOCK)
    if (leftOut > 0 || chains.length === 0) chains.push([])
    ensure(chains.at(-1)).push({ number, entries: [entry] })
  }
  return chains
}

function signedChains(
  chains: readonly (readonly Cut[])[],
  key: TestKey,
  hidden: readonly number[],
): BlockChain[] {
  let before: BlockHeader | null = null
  return chains.map((cuts) => {
    const blocks = cuts.map((cut) => {
      const header = headerOver(before, cut)
      before = header
      return {
        ...header,
        runs: hidden.includes(header.firstSeq) ? [] : [{ entries: cut.entries, proof: [] }],
      }
    })
    const { signature } = sealed(ensure(blocks.at(-1)), [], key)
    return { keyId: key.siteKey.id, signature, blocks }
  })
}

/** A header that says what its block holds, and does not ask how it goes on from the one before. */
function headerOver(before: BlockHeader | null, { number, entries }: Cut): BlockHeader {
  const [first, last] = [ensure(entries[0]), ensure(entries.at(-1))]
  const newest = (kind: MarkKind) => entries.findLast((entry) => isMark(entry, kind))?.seq
  const root = encodeBase64url(merkleRoot(entries.map((entry) => leafHash(entry, testProduct))))
  return {
    ...{ number, productVersion: testProduct.version, firstSeq: first.seq, lastSeq: last.seq, root },
    previous: before === null ? NO_HEADER : headerHash(headerBytes(before, testProduct)),
    runningHash: root,
    lastSourceSeq: newest('source') ?? before?.lastSourceSeq ?? 0,
    lastVoidSeq: newest('void') ?? before?.lastVoidSeq ?? 0,
    timeMs: last.timeMs,
  }
}
