import { type FundsState, isOpen } from '@truestrike/core/funds/funds-states.ts'
import { parseMicros } from '@truestrike/core/money.ts'
import { parseWalletAddress } from '@truestrike/core/wallet/wallet-address.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import { AppError } from '../platform/app-error.ts'
import { parseCursor, parseRowId } from '../platform/row-id.ts'
import type { OrderFilter, OrderPage } from './order-filter.ts'

const PAGE_DEFAULT = 20

export interface OrderFilterQuery<M extends string = string> {
  which?: 'open' | 'all'
  state?: FundsState
  order?: 'oldest' | 'newest'
  search?: string
  method?: M
  minAmount?: string
  maxAmount?: string
}

export interface OrderQuery<M extends string = string> extends OrderFilterQuery<M> {
  cursor?: string
  limit?: number
}

/** The letter before the number of an order: R of a recharge order, W of a withdraw order. */
export type OrderLetter = 'R' | 'W'

export interface ReadFilter<M extends string> {
  filter: OrderFilter<M>
  /** Of the search: more users' names begin so than were looked at. */
  moreNames: boolean
}

/** A query as it came over the wire, with the users it searches for. */
export async function readOrderFilter<M extends string>(
  query: OrderFilterQuery<M>,
  letter: OrderLetter,
  users: Pick<UserInfoService, 'findUsers'>,
): Promise<ReadFilter<M>> {
  const { which, search, method = null, minAmount, maxAmount } = query
  const state = query.state ?? (which === 'open' ? which : null)
  const waits = state === 'open' || (state !== null && isOpen(state))
  const { found, moreNames } =
    search === undefined ? { found: null, moreNames: false } : await find(search.trim(), letter, users)
  return {
    filter: {
      ...{ state, method, found },
      isOldestFirst: query.order === undefined ? waits : query.order === 'oldest',
      minMicros: minAmount === undefined ? null : readBound(minAmount),
      maxMicros: maxAmount === undefined ? null : readBound(maxAmount),
    },
    moreNames,
  }
}

async function find(text: string, letter: OrderLetter, users: Pick<UserInfoService, 'findUsers'>) {
  const { userIds, hasMore } = await users.findUsers(text)
  const address = letter === 'W' ? addressOf(text) : null
  return { found: { id: orderNumber(text, letter), userIds, address }, moreNames: hasMore }
}

/** The row an order's number means, with its letter or without; null: it is none. */
function orderNumber(text: string, letter: OrderLetter): bigint | null {
  const digits = text[0]?.toUpperCase() === letter ? text.slice(1) : text
  return /^[1-9][0-9]{0,18}$/.test(digits) ? parseRowId(digits) : null
}

/** In the one spelling it is kept in; null: it is none. */
function addressOf(text: string): string | null {
  for (const network of ['eth', 'tron'] as const) {
    const parsed = parseWalletAddress(network, text)
    if (parsed.ok) return parsed.value
  }
  return null
}

function readBound(text: string): bigint {
  const parsed = parseMicros(text)
  if (!parsed.ok) throw new AppError('AMOUNT_INVALID')
  return parsed.value
}

/** One more than is shown: whether there is a next page. */
export function readOrderPage({ cursor, limit = PAGE_DEFAULT }: OrderQuery): OrderPage & { shown: number } {
  return { cursorId: parseCursor(cursor), limit: limit + 1, shown: limit }
}
