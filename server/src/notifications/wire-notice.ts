import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import type { NoticeRow } from './notices.store.ts'

/** Kinds that tell of a contract. */
const OF_CONTRACTS: ReadonlySet<string> = new Set(['contract-settled', 'stake-returned'])

/** Which announcement a notice is of, if it is of one. */
export const announcementOf = ({ kind, data }: Pick<NoticeRow, 'kind' | 'data'>): bigint[] =>
  kind === 'announcement' ? [BigInt(String(data.announcement))] : []

/** As it goes over the wire, not worded. */
export function toWireNotice({ id, kind, type, priority, createdMs, read, data }: NoticeRow): Notice {
  return {
    ...{ id: id.toString(), kind, type, priority, timeMs: Number(createdMs), read },
    data: OF_CONTRACTS.has(kind) ? settledData(data as unknown as SettledData) : data,
  }
}

/** What the settlement writes, or a void, in one statement with the contract. */
interface SettledData extends Omit<Notice['data'], 'reason' | 'price' | 'openingPrice'> {
  reason: string | null
  stakeMicros: string
  profitMicros: string | null
  /** Not in those of former versions. */
  openingPrice?: string | null
  closingPrice: string | null
  precision: number
}

function settledData(data: SettledData): Notice['data'] {
  const { reason, stakeMicros, profitMicros, openingPrice, closingPrice, precision, ...same } = data
  const priceOf = (units: string) => formatPrice(BigInt(units), precision)
  return {
    ...same,
    amount: formatMicros(BigInt(stakeMicros)),
    profit: formatMicros(BigInt(profitMicros ?? 0)),
    ...(reason === null ? {} : { reason }),
    ...(openingPrice ? { openingPrice: priceOf(openingPrice) } : {}),
    ...(closingPrice === null ? {} : { price: priceOf(closingPrice) }),
  }
}
