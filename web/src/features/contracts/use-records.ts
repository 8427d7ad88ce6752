import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Contract, getStatistics, listContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { useEffect, useMemo } from 'react'
import { call } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import {
  applyListed,
  byNewest,
  isPending,
  laterOf,
  onContractSettled,
  useContracts,
} from '../../lib/contracts-store.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session-store.ts'
import {
  queryOf,
  type RecordFilters,
  type RecordQuery,
  type RecordTab,
  statisticsQueryOf,
} from './record-filters.ts'

const PAGE = 30

export interface Records {
  /** What the server is asked for. */
  query: RecordQuery
  contracts: Contract[]
  status: 'loading' | 'ready' | 'failed'
  more: boolean
  /** Nothing of the view is missing. */
  whole: boolean
  loadingMore: boolean
  loadMore: () => void
  retry: () => void
}

function matches(contract: Contract, query: RecordQuery): boolean {
  return (
    contract.book === query.book &&
    (query.symbol === undefined || contract.symbol === query.symbol) &&
    (query.direction === undefined || contract.direction === query.direction) &&
    (query.result === undefined || contract.result === query.result) &&
    (query.fromMs === undefined || contract.acceptedAtMs >= query.fromMs) &&
    (query.toMs === undefined || contract.acceptedAtMs <= query.toMs) &&
    isOfState(contract, query.state)
  )
}

function isOfState(contract: Contract, state: RecordQuery['state']): boolean {
  if (state === 'pending') return isPending(contract)
  return state === 'settled' ? !isPending(contract) : contract.state === state
}

/**
 * Pages of the server with the live contracts laid over them; what no longer belongs to the view leaves it. What is older
 * than the pages comes with its own page, unless they are the `whole` view: then it ended while the view was open.
 */
export function mergedRecords(
  listed: readonly Contract[],
  live: ReadonlyMap<string, Contract>,
  query: RecordQuery,
  whole: boolean,
): Contract[] {
  const byId = new Map(listed.map((contract) => [contract.id, contract]))
  const oldestMs = whole ? 0 : (listed.at(-1)?.acceptedAtMs ?? 0)
  for (const contract of live.values()) {
    const known = byId.get(contract.id)
    if (known !== undefined) byId.set(contract.id, laterOf(known, contract))
    else if (contract.acceptedAtMs >= oldestMs) byId.set(contract.id, contract)
  }
  return [...byId.values()].filter((contract) => matches(contract, query)).sort(byNewest)
}

/** `pages`: how many of them are wanted; `onPages` is told when one more is asked for. */
export function useRecords(
  tab: RecordTab,
  filters: RecordFilters,
  pages: number,
  onPages: (pages: number) => void,
): Records {
  const book = useBook((choice) => choice.book)
  const uid = useSession((session) => session.user?.uid)
  const live = useContracts((contracts) => contracts.byId)
  const queries = useQueryClient()
  // The span is fixed when the filters change, else every render would ask for another one.
  const query = useMemo(() => queryOf(book, tab, filters, serverClock.nowMs()), [book, tab, filters])
  const { data, status, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['contracts', 'records', uid, query],
    queryFn: ({ pageParam, signal }) =>
      call(
        listContracts,
        { query: { ...query, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { toast: false, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: uid !== undefined,
  })
  const loaded = data?.pages.length ?? 0
  const wanting = loaded > 0 && loaded < pages && hasNextPage && !isFetchingNextPage && status !== 'error'
  useEffect(() => {
    if (wanting) void fetchNextPage()
  }, [wanting, fetchNextPage])
  useEffect(
    () => onContractSettled(() => void queries.invalidateQueries({ queryKey: ['statistics'] })),
    [queries],
  )
  const listed = useMemo(() => data?.pages.flatMap((page) => page.contracts) ?? [], [data])
  useEffect(() => applyListed(listed), [listed])
  const told = data !== undefined
  const complete = told && !hasNextPage
  const contracts = useMemo(
    // What is live is all that is pending, but a history without its pages would pass for a short one.
    () => (told || query.state === 'pending' ? mergedRecords(listed, live, query, complete) : []),
    [told, listed, live, query, complete],
  )
  return {
    query,
    contracts,
    status: status === 'pending' ? 'loading' : status === 'error' ? 'failed' : 'ready',
    more: hasNextPage,
    whole: complete && status === 'success',
    loadingMore: isFetchingNextPage,
    loadMore: () => {
      onPages(loaded + 1)
      void fetchNextPage()
    },
    retry: () => void refetch(),
  }
}

export function useStatistics(records: RecordQuery) {
  const query = statisticsQueryOf(records)
  const uid = useSession((session) => session.user?.uid)
  return useQuery({
    queryKey: ['statistics', uid, query],
    queryFn: ({ signal }) => call(getStatistics, { query }, { toast: false, signal }),
    enabled: uid !== undefined,
  })
}
