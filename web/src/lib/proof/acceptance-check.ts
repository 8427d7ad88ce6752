import type { AcceptanceReceipt } from '@truestrike/core/proof/receipt.ts'
import { parseReceipt } from '@truestrike/core/proof/receipt-json.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { isSameAcceptance } from './contract-match.ts'
import type { OrderContradiction } from './history-alarm.ts'
import type { KeptAcceptance, KeptStore } from './kept-store.ts'
import type { KeyRing } from './key-ring.ts'

/** `signed`: by a key this browser trusts · `unknown-key`: by another · `invalid`: by nobody, or about another contract. */
export type AcceptanceVerdict = 'signed' | 'unknown-key' | 'invalid'

interface CheckedAcceptance {
  readonly verdict: AcceptanceVerdict
  /** Of a signed one. */
  readonly receipt: AcceptanceReceipt | null
}

export interface AcceptanceTools {
  readonly ring: Pick<KeyRing, 'trusted' | 'verified'>
  readonly store: Pick<KeptStore, 'keepAcceptance' | 'dropAcceptance'>
  readonly alarm: (found: OrderContradiction) => void
  readonly nowMs: () => number
}

/** Verifies an acceptance receipt as it came with the answer to an order. Rejects when there are no keys to be had. */
export async function checkAcceptance(
  { id, receipt: json }: Pick<KeptAcceptance, 'id' | 'receipt'>,
  ring: AcceptanceTools['ring'],
): Promise<CheckedAcceptance> {
  const parsed = parseReceipt(json)
  const invalid = { verdict: 'invalid', receipt: null } as const
  if (!parsed.ok || parsed.value.kind !== 'acceptance' || parsed.value.contract.id.toString() !== id)
    return invalid
  const { contract, acceptance } = parsed.value
  const verdict = verifyReceipt(json, await ring.trusted([acceptance.keyId]))
  if (!verdict.ok) return verdict.code === 'unknown-key' ? { ...invalid, verdict: 'unknown-key' } : invalid
  ring.verified(acceptance.keyId, contract.acceptedAtMs, json)
  return { verdict: 'signed', receipt: parsed.value }
}

/**
 * Looks at an acceptance that came, and at the one that was kept of the same contract before it (null: none). The first
 * one stays, unless only the second is signed.
 */
export async function holdAcceptance(
  came: KeptAcceptance,
  standing: KeptAcceptance | null,
  { ring, store, alarm, nowMs }: AcceptanceTools,
  max: number,
): Promise<void> {
  const { id: contractId } = came
  const second = await checkAcceptance(came, ring)
  const raise = (kind: OrderContradiction['kind'], kept: unknown, told: unknown): void =>
    alarm({ kind, contractId, foundMs: nowMs(), kept, told })
  if (second.verdict === 'invalid') raise('unsigned-acceptance', came.receipt, null)
  if (standing === null || second.receipt === null) return
  const first = await checkAcceptance(standing, ring)
  if (first.receipt === null) {
    await store.dropAcceptance(contractId)
    await store.keepAcceptance(came, max)
  } else if (!isSameAcceptance(first.receipt, second.receipt))
    raise('two-acceptances', standing.receipt, came.receipt)
}
