// Instead of server/src/trading/acceptance-receipt.ts, in a server that proves nothing.
import type { AcceptanceReceipt } from '@truestrike/core/proof/receipt.ts'
import type { ReceiptJson } from '@truestrike/protocol/proof-endpoints.ts'

const EMPTY: ReceiptJson = { format: 'truestrike-acceptance/1' }

export const acceptanceJson = (): ReceiptJson => EMPTY

export function acceptanceReceipt(): AcceptanceReceipt {
  throw new Error('there are no receipts')
}

export const toReceiptJson = (): ReceiptJson => EMPTY
