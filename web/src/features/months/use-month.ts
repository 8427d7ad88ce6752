import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getMonth, listMonthEvents, type PublicEvent } from '@truestrike/protocol/month-endpoints.ts'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api-client.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
const FRESH_MS = 30_000
const QUIET = { toast: false } as const

/** The month in the address; null: the present one, whichever that is. */
export function useMonthChoice(): [month: string | null, choose: (month: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const told = params.get('month')
  const choose = (month: string | null): void => setParams(month === null ? {} : { month })
  return [told !== null && MONTH.test(told) ? told : null, choose]
}

export function useMonth(month: string | null) {
  return useQuery({
    queryKey: ['months', month],
    queryFn: ({ signal }) => call(getMonth, { query: month === null ? {} : { month } }, { ...QUIET, signal }),
    staleTime: FRESH_MS,
  })
}

export interface MonthEvents {
  events: PublicEvent[] | undefined
  failed: boolean
  more: boolean
  busy: boolean
  loadMore(): void
  retry(): void
}

export function useMonthEvents(month: string): MonthEvents {
  const { data, status, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['month-events', month],
    queryFn: ({ pageParam, signal }) =>
      call(
        listMonthEvents,
        { query: { month, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { ...QUIET, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: FRESH_MS,
  })
  return {
    events: data?.pages.flatMap((page) => page.events),
    failed: status === 'error',
    more: hasNextPage,
    busy: isFetching,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  }
}
