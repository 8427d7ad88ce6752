/** What a verifier looks at, in this order. */
export const CHECKS = [
  'format',
  'keys',
  'rule',
  'order',
  'terms',
  'acceptance',
  'acceptance-entry',
  'blocks',
  'inclusion',
  'log',
  'source-time',
  'marks',
  'opening',
  'closing',
  'outcome',
] as const
export type Check = (typeof CHECKS)[number]

/** What does not hold. Never renamed: pages and other verifiers word them. */
export const PROOF_CODES = [
  'format',
  'unknown-key',
  'rule-hash',
  'rule-invalid',
  'order-hash',
  'other-terms',
  'expiry',
  'stake-outside-rule',
  'acceptance-path',
  'acceptance-signature',
  'key-not-in-use',
  'acceptance-not-logged',
  'acceptance-late',
  'block-order',
  'block-chain',
  'block-signature',
  'entry-not-in-block',
  'log-order',
  'head-missing',
  'head-late',
  'source-time',
  'mark-hidden',
  'evidence-missing',
  'opening-differs',
  'closing-differs',
  'outcome-differs',
  'profit-differs',
  'void-of-win',
] as const
export type ProofCode = (typeof PROOF_CODES)[number]

/** What a check found: a code, and what helps to see it (texts and numbers as they stand in the receipt). */
export interface ProofFault {
  readonly code: ProofCode
  readonly details: Readonly<Record<string, string>>
}

export function fault(
  code: ProofCode,
  details: Record<string, string | number | bigint | null> = {},
): ProofFault {
  return {
    code,
    details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)])),
  }
}
