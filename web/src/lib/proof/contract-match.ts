import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import type { AcceptanceReceipt, Receipt, SettlementClaim } from '@truestrike/core/proof/receipt.ts'
import { contractIdIn } from '@truestrike/protocol/order-number.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'

/** A figure that is one thing in the receipt and another on the screen. */
export interface Difference {
  readonly field: keyof Contract
  readonly inReceipt: string
  readonly onScreen: string
}

/** A server of the release before does not tell them; `ruleHash` stands for them as well. */
const MAY_BE_MISSING: readonly (keyof Contract)[] = ['openTimeoutMs', 'maxGapMs']

type Figures = Partial<Record<keyof Contract, string | number | null>>

function acceptedFigures({ product, contract }: AcceptanceReceipt): Figures {
  const { id, order, rule, ruleHash, source, openAfterSeq, acceptedAtMs, expiresAtMs } = contract
  const { clientOrderId, book, symbol, direction, durationSeconds, stakeMicros, ruleVersion } = order
  const { payoutBps, windowMs, openingDelayMs, openTimeoutMs, maxGapMs } = rule
  return {
    id: id.toString(),
    orderNo: id.toString(),
    clientOrderId,
    book,
    symbol: product.symbol === symbol ? symbol : null,
    direction,
    durationSeconds,
    stake: formatMicros(stakeMicros),
    ruleVersion,
    payoutBps,
    windowMs,
    openingDelayMs,
    openTimeoutMs,
    maxGapMs,
    ruleHash,
    source,
    openAfterSeq,
    acceptedAtMs,
    expiresAtMs,
  }
}

function claimedFigures(claim: SettlementClaim, precision: number): Figures {
  const price = (value: bigint | null): string | null =>
    value === null ? null : formatPrice(value, precision)
  const { state, result, cancelReason, openingTimeMs, openingSeq, closingTimeMs } = claim
  return {
    state,
    result,
    cancelReason,
    openingPrice: price(claim.openingPrice),
    openingTimeMs,
    openingSeq,
    closingPrice: price(claim.closingPrice),
    closingTimeMs,
    profit: formatMicros(claim.profitMicros),
  }
}

/** The first figure on which receipt and contract do not agree; null when the receipt is about this very contract. */
export function differenceOf(receipt: Receipt, contract: Contract): Difference | null {
  const figures: Figures = {
    ...acceptedFigures(receipt),
    ...(receipt.kind === 'settlement' ? claimedFigures(receipt.claim, receipt.product.precision) : {}),
  }
  const shown: Figures = { ...contract, orderNo: contractIdIn(contract.orderNo) ?? contract.orderNo }
  for (const [field, inReceipt] of Object.entries(figures) as [keyof Contract, string | number | null][]) {
    if (shown[field] === undefined && MAY_BE_MISSING.includes(field)) continue
    const onScreen = shown[field] ?? null
    if (inReceipt !== onScreen) return { field, inReceipt: String(inReceipt), onScreen: String(onScreen) }
  }
  return null
}

/** Whether two receipts are of the same acceptance: what was accepted, and the batch that was signed. */
export function isSameAcceptance(one: AcceptanceReceipt, other: AcceptanceReceipt): boolean {
  const text = ({ product, contract, acceptance }: AcceptanceReceipt): string =>
    JSON.stringify([product, contract, acceptance.root], (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
  return text(one) === text(other)
}
