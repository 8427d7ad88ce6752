import { CHECKS, type Check, type ProofCode } from '@truestrike/core/proof/proof-code.ts'
import type { Receipt } from '@truestrike/core/proof/receipt.ts'
import { parseReceipt, receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { checkAcceptance } from './acceptance-check.ts'
import { isSameAcceptance } from './contract-match.ts'
import { type DecidingPrices, decidingPrices } from './deciding-prices.ts'
import type { HeaderKeeper } from './header-keeper.ts'
import type { OrderContradiction } from './history-alarm.ts'
import type { KeptStore } from './kept-store.ts'
import type { KeyRing } from './key-ring.ts'

/** What does not hold: a code of the verifier, or what only this browser can know. */
type ReceiptCode = ProofCode | 'other-contract' | 'other-acceptance' | 'kept-history'

export interface ReceiptFault {
  readonly code: ReceiptCode
  readonly details: Readonly<Record<string, string>>
}

/** A receipt, looked at in this browser. */
export interface CheckedReceipt {
  /** Null when it has not the form of one. */
  readonly receipt: Receipt | null
  /** What holds, in order. */
  readonly passed: readonly Check[]
  /** The first thing that does not hold. */
  readonly fault: ReceiptFault | null
  /** The entries that decided it; of a settlement receipt that holds. */
  readonly deciding: DecidingPrices | null
}

interface CheckTools {
  readonly ring: Pick<KeyRing, 'trusted' | 'verified'>
  readonly keeper: Pick<HeaderKeeper, 'compare'>
  readonly store: Pick<KeptStore, 'acceptance' | 'dropAcceptance'>
  readonly alarm: (found: OrderContradiction) => void
  readonly nowMs: () => number
}

/**
 * Verifies a receipt as it came with the keys this browser trusts, then holds it against what this browser keeps: the
 * acceptance receipt that came with the order's answer, and the headers it saw. `again`: the user asked.
 */
export async function checkReceipt(
  json: unknown,
  { ring, keeper, store, alarm, nowMs }: CheckTools,
  again: boolean,
): Promise<CheckedReceipt> {
  const parsed = parseReceipt(json)
  const keyIds = parsed.ok ? keyIdsOf(parsed.value) : []
  const keys = parsed.ok ? await ring.trusted(keyIds, again) : []
  const verdict = verifyReceipt(json, keys)
  if (!verdict.ok) {
    const { check, code, details } = verdict
    const passed = CHECKS.slice(0, CHECKS.indexOf(check))
    return { receipt: parsed.ok ? parsed.value : null, passed, fault: { code, details }, deciding: null }
  }
  const { receipt, checks: passed } = verdict
  const failed = (code: ReceiptCode) => ({ receipt, passed, fault: { code, details: {} }, deciding: null })
  const id = receipt.contract.id.toString()
  const shown = acceptanceJson(receipt)
  ring.verified(receipt.acceptance.keyId, receipt.contract.acceptedAtMs, shown)
  const kept = await store.acceptance(id)
  // One that nobody signed has been told of when it came; it says nothing here.
  const signed = kept === null ? null : (await checkAcceptance(kept, ring)).receipt
  if (signed !== null && !isSameAcceptance(signed, receipt)) {
    const statements = { kept: kept?.receipt, told: shown }
    alarm({ kind: 'two-acceptances', contractId: id, foundMs: nowMs(), ...statements })
    return failed('other-acceptance')
  }
  if (receipt.kind === 'acceptance') return { receipt, passed, fault: null, deciding: null }
  if (!(await keeper.compare(receipt))) return failed('kept-history')
  // From here on the settlement receipt proves the order too.
  await store.dropAcceptance(id)
  return { receipt, passed, fault: null, deciding: decidingPrices(receipt) }
}

/** The acceptance receipt that is in a receipt of either kind. */
function acceptanceJson({ product, contract, acceptance }: Receipt): unknown {
  return receiptJson({ kind: 'acceptance', product, contract, acceptance })
}

function keyIdsOf(receipt: Receipt): string[] {
  const chains = receipt.kind === 'settlement' ? receipt.chains : []
  return [...new Set([receipt.acceptance.keyId, ...chains.map(({ keyId }) => keyId)])]
}
