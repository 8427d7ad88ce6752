import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/toast-bus.ts'
import { moveTo, tellShell, usePageAddress } from '../frame/page-address.ts'

export const ORDER_STATES = ['pending', 'processing', 'completed', 'rejected', 'failed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

const TYPED = ['search', 'minAmount', 'maxAmount'] as const
export type TypedFilter = (typeof TYPED)[number]
const PAGE = 30
const AMOUNT = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/

/** What the orders are asked for, beside a page. */
export interface OrderFilters<M extends string> extends Partial<Record<TypedFilter, string>> {
  state: OrderState
  method?: M
}

/** What the address of a page of orders says: which are listed, and which one lies open. */
export function useOrderAddress<M extends string>(methods: readonly M[]) {
  const search = usePageAddress((address) => address.search)
  const params = new URLSearchParams(search)
  const method = methods.find((each) => each === params.get('method'))
  const typed = Object.fromEntries(TYPED.map((name) => [name, params.get(name) ?? ''])) as Record<
    TypedFilter,
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
  const asked: OrderFilters<M> = {
    state: ORDER_STATES.find((each) => each === params.get('state')) ?? 'pending',
    ...(method === undefined ? {} : { method }),
    ...Object.fromEntries(Object.entries(typed).filter(([name, value]) => isAsked(name, value))),
  }
  return {
    ...{ asked, typed, change, openId: params.get('order') },
    show: (id: string | null) => change({ order: id }, id !== null && params.get('order') === null),
  }
}

/** A bound that is no amount (yet) bounds nothing. */
const isAsked = (name: string, value: string): boolean =>
  value !== '' && (name === 'search' || AMOUNT.test(value))

interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
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
  return { ...list, rows: list.data?.pages.flatMap((page) => page.rows) }
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

export type OrderSteps = NonNullable<ReturnType<typeof openOrder>>['steps']

/** Has a file made, and says so when that fails. */
export function useExport() {
  const { t } = useTranslation('admin')
  return (made: Promise<void>): void => {
    made.catch(() => showToast('error', t('orders.exportFailed')))
  }
}

/** Acts one at a time: what is under way, and what went wrong with the last one. */
export function useActs(onActed: () => Promise<unknown>) {
  const [pending, setPending] = useState<string | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const act = async (name: string, work: () => Promise<unknown>): Promise<boolean> => {
    if (pending !== null) return false
    setPending(name)
    setFault(null)
    try {
      await work()
      return true
    } catch (error) {
      setFault(error)
      return false
    } finally {
      // Also after a refusal: what is shown is no longer what is there.
      await onActed()
      tellShell({ kind: 'decided' })
      setPending(null)
    }
  }
  return { act, pending, fault }
}
