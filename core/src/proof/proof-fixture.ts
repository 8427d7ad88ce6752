import { ed25519 } from '@noble/curves/ed25519.js'
import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import type { LogProduct } from '../canonical-bytes.ts'
import type { FrozenContract } from '../frozen-contract.ts'
import { type GameRuleContent, ruleHash } from '../game-rule.ts'
import type { LogEntry } from '../log-entry.ts'
import { createLogExcerpt } from '../log-excerpt.ts'
import { contractOf, type LogStep, logOf } from '../log-fixture.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { type BlockHeader, headerBytes, headerMessage, nextHeader } from './block-header.ts'
import type { ReceiptParts, SealedBlock } from './build-receipt.ts'
import { merkleTree } from './merkle.ts'
import { acceptanceMessage, type OrderTerms, orderHash, orderLeafHash } from './order-leaf.ts'
import { type AcceptanceReceipt, type AcceptedContract, orderLeafOf } from './receipt.ts'
import type { Sign } from './signature.ts'
import { keyIdOf, type SiteKey } from './site-keys.ts'

// An honest site in small, for tests: keys, batches, logs, blocks and the claims that follow from them.

export interface TestKey {
  readonly siteKey: SiteKey
  readonly sign: Sign
}

/** A key in use from the beginning; the same seed gives the same one. */
export function testKey(seed: number, span: Partial<Pick<SiteKey, 'fromMs' | 'toMs'>> = {}): TestKey {
  const secret = new Uint8Array(32).fill(seed)
  const publicKey = ed25519.getPublicKey(secret)
  const siteKey = {
    id: keyIdOf(publicKey),
    publicKey: encodeBase64url(publicKey),
    fromMs: 0,
    toMs: null,
    endorsedBy: null,
    endorsement: null,
    ...span,
  }
  return { siteKey, sign: (message) => ed25519.sign(message, secret) }
}

/** A step of a log, or the moment the order's batch is entered in it. */
export type ProofStep = LogStep | { readonly at: number; readonly accept: true }

export interface ProofSetting {
  readonly steps: readonly ProofStep[]
  /** Differences from `contractOf()`. */
  readonly contract?: Partial<FrozenContract>
  readonly key?: TestKey
  /** Orders in the batch, and the place of this one. */
  readonly batch?: readonly [count: number, index: number]
  /** Whether a block ends after an entry; default: every fourth. */
  readonly endsBlock?: (entry: LogEntry, next: LogEntry) => boolean
  /** Whether its last entry but one, a void after the expiry, gives the stake back. */
  readonly voidedLate?: boolean
  /** What a dishonest site writes into the terms or the headers before it signs them. */
  readonly forgeTerms?: (honest: AcceptedContract) => AcceptedContract
  readonly forgeHeader?: (honest: BlockHeader) => BlockHeader
}

export const testProduct: LogProduct = { symbol: 'BTCUSDT', version: 3, precision: 2 }
const FIRST_CONTRACT_ID = 100n

/** What an honest site hands to `buildReceipt`, with all its blocks. */
export function honestParts(setting: ProofSetting): ReceiptParts {
  const { key = testKey(1), endsBlock = ({ seq }) => seq % 4 === 0 } = setting
  const [count, index] = setting.batch ?? [3, 1]
  const frozen = contractOf(setting.contract)
  const contracts = Array.from({ length: count }, () => frozen)
  const accepted = ensure(acceptBatch(contracts, key, setting.forgeTerms)[index])
  const entries = enterBatch(setting.steps, accepted)
  const voidSeq = setting.voidedLate === true ? ensure(entries.at(-2)).seq : null
  const blocks = sealBlocks(entries, key, endsBlock, setting.forgeHeader)
  const outcome = outcomeOf(frozen, createLogExcerpt(entries))
  return settledParts(outcome, { accepted, entries, voidSeq, blocks })
}

interface Settled {
  readonly accepted: AcceptanceReceipt
  readonly entries: readonly LogEntry[]
  readonly voidSeq: number | null
  readonly blocks: readonly SealedBlock[]
}

/** What became of an accepted contract in a log. */
export function settledParts(
  outcome: Outcome,
  { accepted, entries, voidSeq, blocks }: Settled,
): ReceiptParts {
  const { root } = accepted.acceptance
  const entered = ensure(entries.find((entry) => entry.kind === 'acceptance' && entry.root === root))
  const claim = claimOf(outcome, voidSeq !== null)
  return { accepted, claim, acceptanceSeq: entered.seq, voidSeq, blocks }
}

/** The log of some steps, with the batch entered where they say so. */
export function enterBatch(steps: readonly ProofStep[], { acceptance }: AcceptanceReceipt): LogEntry[] {
  const { root, count } = acceptance
  const entries = logOf(steps.map((step) => ('accept' in step ? { at: step.at, mark: true } : step)))
  return entries.map(({ seq, timeMs }, at): LogEntry => {
    const entry = ensure(entries[at])
    return 'accept' in ensure(steps[at]) ? { kind: 'acceptance', seq, timeMs, root, count } : entry
  })
}

/** Signs contracts as one batch. */
export function acceptBatch(
  contracts: readonly FrozenContract[],
  key: TestKey,
  forge: ProofSetting['forgeTerms'] = (honest) => honest,
): AcceptanceReceipt[] {
  const product = testProduct
  const accepted = contracts.map((frozen, at) =>
    withHashes(forge(acceptedContract(frozen, FIRST_CONTRACT_ID + BigInt(at)))),
  )
  const leaves = accepted.map((contract) => orderLeafHash(orderLeafOf(contract), product))
  const { root, paths } = merkleTree(leaves)
  const count = leaves.length
  const signature = encodeBase64url(key.sign(acceptanceMessage(root, count)))
  return accepted.map((contract, index) => {
    const path = ensure(paths[index]).map(encodeBase64url)
    const signed = { root: encodeBase64url(root), keyId: key.siteKey.id, signature }
    return { product, contract, acceptance: { index, count, path, ...signed } }
  })
}

function acceptedContract(frozen: FrozenContract, id: bigint): AcceptedContract {
  const { direction, stakeMicros, source, openAfterSeq, acceptedAtMs, expiresAtMs } = frozen
  const { payoutBps, windowMs, openingDelayMs, openTimeoutMs, maxGapMs } = frozen
  const durationSeconds = (expiresAtMs - acceptedAtMs) / 1000
  const order: OrderTerms = {
    clientOrderId: `order-${id}`,
    book: id % 2n === 0n ? 'demo' : 'real',
    symbol: testProduct.symbol,
    direction,
    durationSeconds,
    stakeMicros,
    ruleVersion: 7,
  }
  const rule: GameRuleContent = {
    symbol: id % 2n === 0n ? '*' : testProduct.symbol,
    durationSeconds,
    payoutBps,
    stakeMinMicros: 1_000_000n,
    stakeMaxMicros: 5_000_000_000n,
    windowMs,
    openingDelayMs,
    openTimeoutMs,
    staleMs: 3_000,
    maxGapMs,
  }
  return { id, order, rule, source, openAfterSeq, acceptedAtMs, expiresAtMs, orderHash: '', ruleHash: '' }
}

function withHashes(contract: AcceptedContract): AcceptedContract {
  const { order, rule } = contract
  return { ...contract, orderHash: encodeBase64url(orderHash(order)), ruleHash: ruleHash(rule) }
}

/** Cuts a log into signed blocks. */
export function sealBlocks(
  entries: readonly LogEntry[],
  key: TestKey,
  endsBlock: (entry: LogEntry, next: LogEntry) => boolean,
  forge: ProofSetting['forgeHeader'] = (honest) => honest,
): SealedBlock[] {
  const blocks: SealedBlock[] = []
  let header: BlockHeader | null = null
  let open: LogEntry[] = []
  for (const [at, entry] of entries.entries()) {
    open.push(entry)
    const next = entries[at + 1]
    // A restart begins a block.
    if (next !== undefined && next.kind !== 'restart' && !endsBlock(entry, next)) continue
    header = forge(nextHeader(header, open, testProduct, entry.timeMs))
    blocks.push(sealed(header, open, key))
    open = []
  }
  return blocks
}

/** A block with its signature, made when it is asked for: few are. */
export function sealed(header: BlockHeader, entries: readonly LogEntry[], key: TestKey): SealedBlock {
  let signature: string | null = null
  return {
    header,
    keyId: key.siteKey.id,
    entries,
    get signature() {
      signature ??= encodeBase64url(key.sign(headerMessage(headerBytes(header, testProduct))))
      return signature
    },
  }
}

function claimOf(outcome: Outcome, isVoidedLate: boolean): ReceiptParts['claim'] {
  const completed = outcome.state === 'completed' && !isVoidedLate ? outcome : null
  const { opening } = outcome
  return {
    state: completed === null ? 'cancelled' : 'completed',
    result: completed?.result ?? null,
    cancelReason: isVoidedLate ? 'void' : outcome.state === 'cancelled' ? outcome.reason : null,
    openingPrice: opening?.price ?? null,
    openingTimeMs: opening?.timeMs ?? null,
    openingSeq: opening?.seq ?? null,
    closingPrice: completed?.closing.price ?? null,
    closingTimeMs: completed?.closing.timeMs ?? null,
    profitMicros: completed?.profitMicros ?? 0n,
  }
}
