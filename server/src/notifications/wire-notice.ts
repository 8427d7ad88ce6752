import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import type { NoticeRow } from './notices.store.ts'

/** As it goes over the wire, not worded. */
export function toWireNotice({ id, kind, type, priority, createdMs, read, data }: NoticeRow): Notice {
  return {
    ...{ id: id.toString(), kind, type, priority, timeMs: Number(createdMs), read },
    data: kind === 'contract-settled' ? settledData(data as unknown as SettledData) : data,
  }
}

/** What the settlement writes, in one statement with the contract. */
interface SettledData extends Omit<Notice['data'], 'reason' | 'price'> {
  reason: string | null
  stakeMicros: string
  profitMicros: string | null
  closingPrice: string | null
  precision: number
}

function settledData(data: SettledData): Notice['data'] {
  const { reason, stakeMicros, profitMicros, closingPrice, precision, ...same } = data
  return {
    ...same,
    amount: formatMicros(BigInt(stakeMicros)),
    profit: formatMicros(BigInt(profitMicros ?? 0)),
    ...(reason === null ? {} : { reason }),
    ...(closingPrice === null ? {} : { price: formatPrice(BigInt(closingPrice), precision) }),
  }
}
