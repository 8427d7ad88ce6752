import { decodeBase64url } from '../base64url.ts'
import type { LogProduct } from '../canonical-bytes.ts'
import type { FrozenContract } from '../frozen-contract.ts'
import type { GameRuleContent } from '../game-rule.ts'
import type { FeedSource, LogEntry } from '../log-entry.ts'
import type { CancelReason, ContractResult } from '../outcome.ts'
import { unwrap } from '../result.ts'
import type { BlockHeader } from './block-header.ts'
import type { OrderLeaf, OrderTerms } from './order-leaf.ts'

// Receipts as the program holds them: integers for amounts and prices, base64url text for hashes, keys and signatures.
// Their JSON is in receipt-json.ts.

/** What was accepted: the order, the rule it froze, and the moment. */
export interface AcceptedContract {
  readonly id: bigint
  readonly order: OrderTerms
  readonly orderHash: string
  readonly rule: GameRuleContent
  readonly ruleHash: string
  readonly source: FeedSource
  readonly openAfterSeq: number
  readonly acceptedAtMs: number
  readonly expiresAtMs: number
}

/** The signed batch an order was accepted in, and its path to the batch's root. */
export interface AcceptanceProof {
  /** Place of the order in the batch, from 0. */
  readonly index: number
  /** Orders in the batch. */
  readonly count: number
  readonly path: readonly string[]
  readonly root: string
  readonly keyId: string
  readonly signature: string
}

/** What the order's answer carries. */
export interface AcceptanceReceipt {
  readonly product: LogProduct
  readonly contract: AcceptedContract
  readonly acceptance: AcceptanceProof
}

/** How the site says the contract ended. What does not apply is null. */
export interface SettlementClaim {
  readonly state: 'completed' | 'cancelled'
  readonly result: ContractResult | null
  readonly cancelReason: CancelReason | null
  /** Number of the log entry that decided it. */
  readonly decidedSeq: number
  readonly openingPrice: bigint | null
  readonly openingTimeMs: number | null
  readonly openingSeq: number | null
  readonly closingPrice: bigint | null
  readonly closingTimeMs: number | null
  readonly profitMicros: bigint
}

/** Consecutive entries of one block, with the proof that they stand in it side by side. */
export interface ProvenRun {
  readonly entries: readonly LogEntry[]
  /** As `rangeProof` gives it. */
  readonly proof: readonly string[]
}

export interface ProvenBlock extends BlockHeader {
  /** Ascending; empty when only the header matters. */
  readonly runs: readonly ProvenRun[]
}

/** Blocks with consecutive numbers. The last one's signature stands for all: each header holds the hash of the one before. */
export interface BlockChain {
  readonly keyId: string
  readonly signature: string
  readonly blocks: readonly ProvenBlock[]
}

export interface SettlementReceipt extends AcceptanceReceipt {
  readonly claim: SettlementClaim
  /** Ascending, with at least one block left out between two chains. */
  readonly chains: readonly BlockChain[]
}

export type Receipt =
  | ({ readonly kind: 'acceptance' } & AcceptanceReceipt)
  | ({ readonly kind: 'settlement' } & SettlementReceipt)

/** What decides the outcome, as `outcomeOf` takes it. */
export function frozenContractOf(contract: AcceptedContract): FrozenContract {
  const { order, rule, source, openAfterSeq, acceptedAtMs, expiresAtMs } = contract
  const { direction, stakeMicros } = order
  const { payoutBps, windowMs, openingDelayMs, openTimeoutMs, maxGapMs } = rule
  return {
    direction,
    stakeMicros,
    payoutBps,
    windowMs,
    openingDelayMs,
    openTimeoutMs,
    maxGapMs,
    source,
    openAfterSeq,
    acceptedAtMs,
    expiresAtMs,
  }
}

/** What of it the site signed. */
export function orderLeafOf(contract: AcceptedContract): OrderLeaf {
  const { id, source, orderHash, ruleHash, openAfterSeq, acceptedAtMs, expiresAtMs } = contract
  return {
    contractId: id,
    source,
    orderHash: unwrap(decodeBase64url(orderHash)),
    ruleHash: unwrap(decodeBase64url(ruleHash)),
    openAfterSeq,
    acceptedAtMs,
    expiresAtMs,
  }
}
