import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import { buildReceipt } from './build-receipt.ts'
import { proofCases } from './proof-cases.ts'
import type { Check, ProofCode } from './proof-code.ts'
import { honestParts, type ProofSetting, type TestKey, testKey } from './proof-fixture.ts'
import type { Receipt, SettlementReceipt } from './receipt.ts'
import { keyIdOf } from './site-keys.ts'

/** What a verifier has to say of a receipt: that it holds, or the check that fails first with its code. */
export type Judgement = 'good' | `${Check} ${ProofCode}`

export interface JudgedCase {
  readonly name: string
  readonly receipt: Receipt
  readonly judgement: Judgement
}

/** Who signs in the cases. Contracts are accepted at 1 000, blocks are sealed from 900 on. */
export const caseKeys = {
  lasting: testKey(1),
  other: testKey(2),
  overAtAcceptance: testKey(3, { toMs: 1_000 }),
  overAfterAcceptance: testKey(4, { toMs: 1_001 }),
  overAtSealing: testKey(5, { toMs: 1_500 }),
  newAtAcceptance: testKey(6, { fromMs: 1_000 }),
  newAfterAcceptance: testKey(7, { fromMs: 1_001 }),
  /** No point of the curve, and a point of order 1: the signature is good where the one is left out, or the other taken. */
  noPoint: forgedKey(2),
  smallOrder: forgedKey(1),
} as const

/** A key whose y is this, which signs everything with the point of order 1 and the number 0. */
export function forgedKey(y: number): TestKey {
  const publicKey = Uint8Array.of(y, ...new Uint8Array(31))
  const siteKey = { ...testKey(1).siteKey, id: keyIdOf(publicKey), publicKey: encodeBase64url(publicKey) }
  return { siteKey, sign: () => Uint8Array.of(1, ...new Uint8Array(63)) }
}

/** A key that no verifier of the cases is given. */
export const strangerKey = testKey(9)

/** The keys that a verifier of the cases is given, oldest first. */
export const caseSiteKeys = Object.values(caseKeys).map(({ siteKey }) => siteKey)

export const story = (name: string): ProofSetting => ensure(proofCases[name])

/** The settlement receipt of a setting: with the evidence of the honest terms, whatever terms were signed. */
export function settlementOf(setting: ProofSetting): SettlementReceipt {
  const { forgeTerms: _, ...honest } = setting
  const parts = honestParts(setting)
  const { contract } = honestParts(honest).accepted
  const built = buildReceipt({ ...parts, accepted: { ...parts.accepted, contract } })
  if (!built.ok) throw new Error(`the block of ${built.missingSeq} is missing`)
  return { ...built.receipt, contract: parts.accepted.contract }
}
