import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { billState } from '@truestrike/protocol/bill-endpoints.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/toast-bus.ts'
import { moveTo, onCounted, tellShell, usePageAddress } from '../frame/page-address.ts'
import { useSorting } from '../table/use-sorting.ts'
import { boundsOf } from './use-amounts.ts'

export const ORDER_STATES = ['pending', 'processing', 'completed', 'rejected', 'failed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** What a state is called in the orders of a page, as in the bills of their users. */
export const stateWord = (page: string, state: OrderState) =>
  billState(page === 'recharge-orders' ? 'deposit' : 'withdraw', state)

const TYPED = ['search', 'minAmount', 'maxAmount'] as const
export type TypedFilterName = (typeof TYPED)[number]
const PAGE = 30

/** What the orders are asked for, beside a page. */
export interface OrderFilters<M extends string> extends Partial<Record<TypedFilterName, string>> {
  state: OrderState
  method?: M
  /** Else: what waits oldest first, the rest newest first. */
  order?: 'oldest' | 'newest'
}

/** What the address of a page of orders says: which are listed, and which one lies open. */
export function useOrderAddress<M extends string>(methods: readonly M[]) {
  const { i18n } = useTranslation()
  const search = usePageAddress((address) => address.search)
  const params = new URLSearchParams(search)
  const method = methods.find((each) => each === params.get('method'))
  const typed = Object.fromEntries(TYPED.map((name) => [name, params.get(name) ?? ''])) as Record<
    TypedFilterName,
    string
  >
  const change = (changes: Record<string, string | null>, isStep = false): void => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    moveTo(next, isStep)
  }
  const state = ORDER_STATES.find((each) => each === params.get('state')) ?? 'pending'
  const isWaiting = state === 'pending' || state === 'processing'
  const sorted = useSorting(['order'], { key: 'order', isAscending: isWaiting })
  const asked: OrderFilters<M> = {
    state,
    ...(method === undefined ? {} : { method }),
    ...(sorted.isAscending === isWaiting ? {} : { order: sorted.isAscending ? 'oldest' : 'newest' }),
    ...(typed.search === '' ? {} : { search: typed.search }),
    ...boundsOf(typed, ['minAmount', 'maxAmount'], i18n.language),
  }
  return {
    ...{ asked, typed, change, sorted, openId: params.get('order') },
    isFiltered: Object.keys(asked).some((name) => name !== 'state' && name !== 'order'),
    show: (id: string | null) => change({ order: id }, id !== null && params.get('order') === null),
  }
}

/** What a filter lists in all; null: it is not counted. */
export type OrderTotals = { count: number; amount: string } | null

interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
  moreNames: boolean
  totals: OrderTotals
}

type PageQuery<M extends string> = OrderFilters<M> & { limit: number; cursor?: string }

/** The orders the address asks for, a page at a time. */
export function useOrders<Row, M extends string>(
  name: string,
  asked: OrderFilters<M>,
  load: (query: PageQuery<M>) => Promise<Page<Row>>,
) {
  const query = { ...asked, limit: PAGE }
  const list = useInfiniteQuery({
    queryKey: [name, query],
    queryFn: ({ pageParam }) => load(pageParam === null ? query : { ...query, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  const pages = list.data?.pages
  return {
    ...list,
    rows: pages?.flatMap((page) => page.rows),
    moreNames: pages?.some(({ moreNames }) => moreNames) ?? false,
    totals: pages?.[0]?.totals ?? null,
  }
}

/** As often as the header of the back office. */
const COUNT_EVERY_MS = 60_000

/** How many orders stand under the tabs of those that wait, counted anew with the list of this name; the list follows when they change. */
export function useOrderCounts(name: string, load: () => Promise<{ count: number; processing: number }>) {
  const queries = useQueryClient()
  const known = useRef<object | undefined>(undefined)
  const { data } = useQuery({
    queryKey: [name, 'counts'],
    queryFn: load,
    refetchInterval: COUNT_EVERY_MS,
    retry: false,
  })
  useEffect(() => {
    // The answer stays the same object as long as it says the same.
    if (data === undefined || data === known.current) return
    if (known.current !== undefined) void queries.invalidateQueries({ queryKey: [name] })
    known.current = data
    // The header asks as well, so that both show one number.
    tellShell({ kind: 'decided' })
  }, [queries, name, data])
  useEffect(() => {
    const ask = (): void => void queries.invalidateQueries({ queryKey: [name, 'counts'] })
    onCounted.add(ask)
    return () => void onCounted.delete(ask)
  }, [queries, name])
  return data === undefined ? {} : { pending: data.count - data.processing, processing: data.processing }
}

/** The order that lies open, and the ways from it; null: none does. */
export function openOrder<Row extends { id: string }>(
  rows: readonly Row[],
  { openId, show }: Pick<ReturnType<typeof useOrderAddress>, 'openId' | 'show'>,
) {
  const at = rows.findIndex(({ id }) => id === openId)
  const order = rows[at]
  if (order === undefined) return null
  const stepTo = (row: Row | undefined) => (row === undefined ? undefined : () => show(row.id))
  const steps = {
    onClose: () => show(null),
    /** The order above or below in the table; nothing where there is none. */
    ...{ onPrevious: stepTo(rows[at - 1]), onNext: stepTo(rows[at + 1]) },
  }
  return { order, steps }
}

/** Has a file made, and says so when that fails. */
export function useExport() {
  const { t } = useTranslation('admin')
  return (made: Promise<void>): void => {
    made.catch(() => showToast('error', t('orders.exportFailed')))
  }
}
