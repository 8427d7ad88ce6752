import { type Micros, parseMicros } from '@truestrike/core/money.ts'
import { orderHash } from '@truestrike/core/proof/order-leaf.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { AppError } from '../platform/app-error.ts'

/** The stake in micro-USDT; `INVALID_PARAMETERS` names the field. */
export function stakeOf(order: PlaceOrder): Micros {
  const parsed = parseMicros(order.stake)
  if (!parsed.ok) throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'stake', rule: 'pattern' }] })
  return parsed.value
}

/** SHA-256 of what an order asks for: `10` and `10.00` ask for the same. */
export function orderBodySha256(order: PlaceOrder, stakeMicros: bigint): Uint8Array {
  return orderHash({ ...order, stakeMicros })
}
