import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import type { Receipt, SettlementReceipt } from '@truestrike/core/proof/receipt.ts'
import type { Verdict } from '@truestrike/core/proof/verify-receipt.ts'
import { CHECK_WORDS, CODE_WORDS, LIMITS } from './words.ts'

/** A verdict in words, for a terminal. */
export function describeVerdict(verdict: Verdict): string {
  if (!verdict.ok) {
    const { check, code, details } = verdict
    const seen = Object.entries(details).map(([name, value]) => `  ${name}: ${value}`)
    return [
      `${code === 'unknown-key' ? 'Unknown key' : 'Does not hold'}: ${CODE_WORDS[code]}`,
      `  looking at ${CHECK_WORDS[check]} (${check}, ${code})`,
      ...seen,
    ].join('\n')
  }
  const { receipt, checks } = verdict
  const checked = checks.map((check) => CHECK_WORDS[check]).join(', ')
  return ['Everything holds.', ...describeReceipt(receipt), `  Checked: ${checked}.`, LIMITS].join('\n')
}

function describeReceipt(receipt: Receipt): string[] {
  const { contract, product } = receipt
  const { order, acceptedAtMs, expiresAtMs } = contract
  const accepted = [
    `  Contract ${contract.id}: ${product.symbol} ${order.direction}, ${formatMicros(order.stakeMicros)} USDT, ${order.durationSeconds} s, book ${order.book}`,
    `  Accepted ${time(acceptedAtMs)} after entry ${contract.openAfterSeq}, expiry ${time(expiresAtMs)}`,
  ]
  return receipt.kind === 'acceptance' ? accepted : [...accepted, ...describeClaim(receipt)]
}

function describeClaim({ claim, product }: SettlementReceipt): string[] {
  const { openingPrice, openingTimeMs, closingPrice, closingTimeMs, profitMicros } = claim
  const price = (name: string, value: bigint | null, atMs: number | null): string[] =>
    value === null || atMs === null
      ? []
      : [`  ${name} ${formatPrice(value, product.precision)} at ${time(atMs)}`]
  const ended = claim.state === 'completed' ? claim.result : `cancelled, ${claim.cancelReason}`
  return [
    ...price('Opened at', openingPrice, openingTimeMs),
    ...price('Closed at', closingPrice, closingTimeMs),
    `  Result: ${ended}; profit ${formatMicros(profitMicros)} USDT; decided by entry ${claim.decidedSeq}`,
  ]
}

const time = (timeMs: number): string => new Date(timeMs).toISOString()

/** A verdict for programs. */
export function verdictJson(verdict: Verdict): unknown {
  if (!verdict.ok) {
    const { ok, check, code, details } = verdict
    return { ok, check, code, message: CODE_WORDS[code], details }
  }
  const { ok, receipt, checks } = verdict
  return { ok, kind: receipt.kind, contractId: receipt.contract.id.toString(), checks }
}
