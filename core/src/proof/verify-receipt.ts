import { type Check, fault, type ProofCode, type ProofFault } from './proof-code.ts'
import type { Receipt, SettlementReceipt } from './receipt.ts'
import { parseReceipt } from './receipt-json.ts'
import { type VerifySignature, verifyEd25519 } from './signature.ts'
import type { SiteKey } from './site-keys.ts'
import {
  checkAcceptance,
  checkAcceptanceEntry,
  checkOrder,
  checkRule,
  checkTerms,
} from './verify-acceptance.ts'
import {
  blocksOf,
  checkBlocks,
  checkInclusion,
  checkLog,
  checkMarks,
  checkSourceTime,
  entriesOf,
} from './verify-blocks.ts'
import { checkClosing, checkOpening, checkOutcome, type Recomputed, recompute } from './verify-outcome.ts'

export type Verdict =
  | {
      readonly ok: true
      readonly receipt: Receipt
      /** Everything that was looked at, in order. */
      readonly checks: readonly Check[]
    }
  | ({
      readonly ok: false
      /** The first check that failed; those before it hold. */
      readonly check: Check
      readonly code: ProofCode
    } & ProofFault)

/**
 * Verifies a receipt (foreign JSON of either kind) with keys that come from elsewhere: recomputes everything and names the
 * first thing that does not hold, in the order of `CHECKS`. Pure; never throws on any JSON.
 */
export function verifyReceipt(
  json: unknown,
  siteKeys: readonly SiteKey[],
  verifySignature: VerifySignature = verifyEd25519,
): Verdict {
  const parsed = parseReceipt(json)
  if (!parsed.ok) return { ok: false, check: 'format', ...fault('format', { path: parsed.path }) }
  const receipt = parsed.value
  const checks: Check[] = ['format']
  for (const [check, find] of checksOf(
    receipt,
    new Map(siteKeys.map((key) => [key.id, key])),
    verifySignature,
  )) {
    const found = find()
    if (found !== null) return { ok: false, check, ...found }
    checks.push(check)
  }
  return { ok: true, receipt, checks }
}

type Step = readonly [Check, () => ProofFault | null]

function checksOf(
  receipt: Receipt,
  keys: ReadonlyMap<string, SiteKey>,
  verifySignature: VerifySignature,
): readonly Step[] {
  const accepted: Step[] = [
    ['keys', () => checkKeys(receipt, keys)],
    ['rule', () => checkRule(receipt)],
    ['order', () => checkOrder(receipt)],
    ['terms', () => checkTerms(receipt)],
    ['acceptance', () => checkAcceptance(receipt, keys, verifySignature)],
  ]
  if (receipt.kind === 'acceptance') return accepted
  let known: Recomputed | null = null
  const recomputed = (): Recomputed => {
    known ??= recompute(receipt, entriesOf(blocksOf(receipt)))
    return known
  }
  return [
    ...accepted,
    ['acceptance-entry', () => checkAcceptanceEntry(receipt)],
    ['blocks', () => checkBlocks(receipt, keys, verifySignature)],
    ['inclusion', () => checkInclusion(receipt)],
    ['log', () => checkLog(receipt)],
    ['source-time', () => checkSourceTime(receipt)],
    ['marks', () => checkMarks(receipt, recomputed().decidedSeq)],
    ['opening', () => checkOpening(receipt, recomputed())],
    ['closing', () => checkClosing(receipt, recomputed())],
    ['outcome', () => checkOutcome(receipt, recomputed())],
  ]
}

function checkKeys(receipt: Receipt, keys: ReadonlyMap<string, SiteKey>): ProofFault | null {
  const named = [receipt.acceptance.keyId, ...chainKeyIds(receipt)]
  const keyId = named.find((id) => !keys.has(id))
  return keyId === undefined ? null : fault('unknown-key', { keyId })
}

function chainKeyIds(receipt: Receipt): string[] {
  return receipt.kind === 'settlement' ? (receipt as SettlementReceipt).chains.map(({ keyId }) => keyId) : []
}
