import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import { type LogProduct, leafHash } from '../canonical-bytes.ts'
import type { FrozenContract } from '../frozen-contract.ts'
import { type LogEntry, seqBefore } from '../log-entry.ts'
import { createLogExcerpt, firstProofPast } from '../log-excerpt.ts'
import { outcomeOf } from '../outcome.ts'
import { firstAbove } from '../sorted-search.ts'
import type { BlockHeader } from './block-header.ts'
import { decisionOf, decisionRanges, type SeqRange } from './evidence.ts'
import { hiddenMark, MARK_KINDS } from './hidden-marks.ts'
import { rangeProof } from './merkle.ts'
import type {
  AcceptanceReceipt,
  BlockChain,
  ProvenBlock,
  ProvenRun,
  SettlementClaim,
  SettlementReceipt,
} from './receipt.ts'
import { frozenContractOf } from './receipt.ts'

/** A block as it is stored, with all its entries. */
export interface SealedBlock {
  readonly header: BlockHeader
  readonly keyId: string
  readonly signature: string
  readonly entries: readonly LogEntry[]
}

export interface ReceiptParts {
  readonly accepted: AcceptanceReceipt
  readonly claim: Omit<SettlementClaim, 'decidedSeq'>
  /** Number of the entry that holds the root of the order's batch. */
  readonly acceptanceSeq: number
  /** Number of the void, logged after the expiry, that gave the stake back; else null. */
  readonly voidSeq: number | null
  /** Ascending, each once; those that touch `evidenceSpans`, acceptanceSeq and voidSeq are nearly always all it takes. */
  readonly blocks: readonly SealedBlock[]
}

/** What a receipt shows, or the number of an entry whose block is needed too (not yet sealed, or not handed over). */
export type ReceiptNeeds =
  | {
      readonly ok: true
      /** Ascending and apart. */
      readonly ranges: readonly SeqRange[]
      readonly decidedSeq: number
      /** Numbers of the blocks to show, the headers of some of them only. */
      readonly blockNumbers: ReadonlySet<number>
    }
  | MissingBlock

export interface MissingBlock {
  readonly ok: false
  readonly missingSeq: number
}

/** The settlement receipt, or the number of an entry whose block has to be handed over as well. */
export function buildReceipt(
  parts: ReceiptParts,
): { readonly ok: true; readonly receipt: SettlementReceipt } | MissingBlock {
  const needs = receiptNeeds(parts)
  if (!needs.ok) return needs
  const { accepted, blocks } = parts
  const chains: { last: SealedBlock; blocks: ProvenBlock[] }[] = []
  for (const block of blocks) {
    if (!needs.blockNumbers.has(block.header.number)) continue
    const shown = { ...block.header, runs: runsOf(block, needs.ranges, accepted.product) }
    const chain = chains.at(-1)
    if (chain?.last.header.number === block.header.number - 1) {
      chain.blocks.push(shown)
      chain.last = block
    } else chains.push({ last: block, blocks: [shown] })
  }
  const { product, contract, acceptance } = accepted
  return {
    ok: true,
    receipt: {
      product,
      contract,
      acceptance,
      claim: { ...parts.claim, decidedSeq: needs.decidedSeq },
      chains: chains.map(
        ({ last: { keyId, signature }, blocks: list }): BlockChain => ({ keyId, signature, blocks: list }),
      ),
    },
  }
}

/** Which parts of the log a receipt shows. */
export function receiptNeeds({ accepted, acceptanceSeq, voidSeq, blocks }: ReceiptParts): ReceiptNeeds {
  const contract = frozenContractOf(accepted.contract)
  const entries = blocks.flatMap((block) => block.entries)
  const decision = decisionOf(contract, entries)
  if (decision === null) return { ok: false, missingSeq: missingForDecision(contract, blocks, entries) }

  const decidedSeq = voidSeq ?? decision.seq
  const single = (seq: number): SeqRange => ({ fromSeq: seq, toSeq: seq })
  const evidence = createShownEntries(blocks)
  decisionRanges(contract, entries, decision.seq).forEach(evidence.show)
  for (const seq of [acceptanceSeq, decidedSeq]) evidence.show(single(seq))
  const afterSeq = contract.openAfterSeq
  for (const kind of MARK_KINDS) {
    for (;;) {
      const hidden = hiddenMark({ kind, afterSeq, toSeq: decision.seq, ...evidence })
      if (hidden === null) break
      const header = evidence.headerOf(hidden)
      if (header === null) return { ok: false, missingSeq: hidden }
      evidence.show({ fromSeq: Math.max(header.firstSeq, afterSeq + 1), toSeq: hidden })
    }
  }
  const seqs = evidence.seqs()
  const missingSeq = seqs.find((seq) => evidence.headerOf(seq) === null)
  if (missingSeq !== undefined) return { ok: false, missingSeq }
  return { ok: true, ranges: rangesOf(seqs), decidedSeq, blockNumbers: evidence.used }
}

/** Collects the entries to show, and the blocks that were asked for. */
function createShownEntries(blocks: readonly SealedBlock[]) {
  const firstSeqs = blocks.map(({ header }) => header.firstSeq)
  const known = new Map(blocks.flatMap(({ entries }) => entries.map((entry) => [entry.seq, entry])))
  const shown = new Set<number>()
  const used = new Set<number>()
  return {
    used: used as ReadonlySet<number>,
    shown: (seq: number): LogEntry | null => (shown.has(seq) ? (known.get(seq) ?? null) : null),
    seqs: (): number[] => [...shown].sort((a, b) => a - b),
    show({ fromSeq, toSeq }: SeqRange): void {
      for (let seq = fromSeq; seq <= toSeq; seq += 1) shown.add(seq)
    },
    headerOf(seq: number): BlockHeader | null {
      const header = blocks[firstAbove(firstSeqs, seq) - 1]?.header
      if (header === undefined || header.lastSeq < seq) return null
      used.add(header.number)
      return header
    },
  }
}

/** The entry that comes next to what was handed over, after the acceptance or around the expiry. */
function missingForDecision(
  contract: FrozenContract,
  blocks: readonly SealedBlock[],
  entries: readonly LogEntry[],
): number {
  const stretches = stretchesOf(blocks)
  const holding = (seq: number) => stretches.find((range) => range.fromSeq <= seq && seq <= range.toSeq)
  const first = holding(contract.openAfterSeq)
  if (first === undefined) return contract.openAfterSeq
  const excerpt = createLogExcerpt(entries)
  if (outcomeOf(contract, excerpt).opening === null) return first.toSeq + 1
  const proof = firstProofPast(excerpt, contract.expiresAtMs)
  if (proof === null) return ensure(stretches.at(-1)).toSeq + 1
  const begin = ensure(holding(ensure(excerpt.seqs[proof]))).fromSeq
  return seqBefore(ensure(entries.find(({ seq }) => seq === begin)))
}

/** Numbers of blocks that follow one another. */
function stretchesOf(blocks: readonly SealedBlock[]): SeqRange[] {
  const stretches: SeqRange[] = []
  for (const { header, entries } of blocks) {
    const before = stretches.at(-1)
    const first = entries[0]
    if (first !== undefined && before?.toSeq === seqBefore(first))
      stretches.splice(-1, 1, { fromSeq: before.fromSeq, toSeq: header.lastSeq })
    else stretches.push({ fromSeq: header.firstSeq, toSeq: header.lastSeq })
  }
  return stretches
}

function rangesOf(seqs: readonly number[]): SeqRange[] {
  const ranges: { fromSeq: number; toSeq: number }[] = []
  for (const seq of seqs) {
    const last = ranges.at(-1)
    if (last?.toSeq === seq - 1) last.toSeq = seq
    else ranges.push({ fromSeq: seq, toSeq: seq })
  }
  return ranges
}

/** The runs of a block that lie in the ranges, each with its proof. */
function runsOf(
  { header, entries }: SealedBlock,
  ranges: readonly SeqRange[],
  product: LogProduct,
): ProvenRun[] {
  const { firstSeq, lastSeq, productVersion: version } = header
  const touching = ranges.filter(({ fromSeq, toSeq }) => fromSeq <= lastSeq && toSeq >= firstSeq)
  if (touching.length === 0) return []
  const leaves = entries.map((entry) => leafHash(entry, { ...product, version }))
  return touching.map(({ fromSeq, toSeq }) => {
    const from = Math.max(fromSeq, firstSeq) - firstSeq
    const to = Math.min(toSeq, lastSeq) - firstSeq + 1
    return { entries: entries.slice(from, to), proof: rangeProof(leaves, from, to).map(encodeBase64url) }
  })
}
