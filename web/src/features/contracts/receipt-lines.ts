import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice as priceText } from '@truestrike/core/price.ts'
import type { Check } from '@truestrike/core/proof/proof-code.ts'
import type { Receipt } from '@truestrike/core/proof/receipt.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { formatPrice } from '../../lib/price-format.ts'
import type { CheckedReceipt } from '../../lib/proof/receipt-check.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import type { ReceiptView } from './use-receipt.ts'

/** `receipt-C0000000123.json` */
export function receiptFileName({ orderNo }: Contract, { loaded }: ReceiptView): string {
  return `${loaded?.state === 'settled' ? 'receipt' : 'acceptance'}-${orderNo}.json`
}

/** One line of what holds: a key of `proof:receipt.holds` with its values. */
export interface HoldsLine {
  readonly key: string
  readonly values?: Readonly<Record<string, string>>
}

/** The checks that have to hold before a line may be said. */
const NEEDED: Record<string, readonly Check[]> = {
  accepted: ['format', 'keys', 'rule', 'order', 'terms', 'acceptance'],
  logged: ['acceptance-entry'],
  loggedInTime: ['acceptance-entry'],
  blocks: ['blocks', 'inclusion'],
  whole: ['log', 'source-time', 'marks'],
  prices: ['opening', 'closing'],
  reason: ['opening', 'closing', 'outcome'],
  profit: ['outcome'],
}

/** What holds, in plain lines and in order; each once all of its checks do. */
export function linesThatHold({ receipt, passed, fault }: CheckedReceipt): HoldsLine[] {
  if (receipt === null) return []
  const lines = linesOf(receipt).filter(({ key }) => NEEDED[key]?.every((check) => passed.includes(check)))
  const own = receipt.kind === 'settlement' ? 'contract' : 'terms'
  return fault === null ? [...lines, { key: own }] : lines
}

function linesOf(receipt: Receipt): HoldsLine[] {
  if (receipt.kind === 'acceptance') return [{ key: 'accepted' }]
  const { claim, product } = receipt
  const price = (value: bigint | null): string =>
    formatPrice(value === null ? null : priceText(value, product.precision))
  const isCompleted = claim.state === 'completed'
  return [
    { key: 'accepted' },
    { key: isCompleted ? 'loggedInTime' : 'logged' },
    { key: 'blocks' },
    { key: 'whole' },
    isCompleted
      ? { key: 'prices', values: { opening: price(claim.openingPrice), closing: price(claim.closingPrice) } }
      : { key: 'reason' },
    { key: 'profit', values: { profit: formatMoneySignedExact(formatMicros(claim.profitMicros)) } },
  ]
}
