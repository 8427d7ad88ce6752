import { useInfiniteQuery } from '@tanstack/react-query'
import { listAllContracts } from '@truestrike/protocol/contract-list-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { adminCall } from '../frame/admin-session.store.ts'
import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { boundsOf } from '../orders/use-amounts.ts'
import { readTimeParam } from '../table/local-time.ts'
import { sortingText, useSorting } from '../table/use-sorting.ts'

export const CONTRACT_LIST = 'admin-contracts'
const PAGE = 50
/** Open contracts settle while one looks. */
const ASK_EVERY_MS = 10_000

export const CONTRACT_STATES = ['all', 'pending', 'completed', 'cancelled'] as const
const CHOICES = {
  book: ['real', 'demo'],
  direction: ['up', 'down'],
  result: ['won', 'lost', 'equal'],
} as const
const TYPED = ['search', 'minStake', 'maxStake'] as const

type ContractQuery = NonNullable<NonNullable<(typeof listAllContracts)['types']>['query']>

/** A choice out of a few, as the address says it. */
const choiceOf = <const V extends string>(text: string | null, values: readonly V[]): V | undefined =>
  values.find((each) => each === text)

/** What the address of the order list says: which contracts are listed, in which order, and which one lies open. */
export function useContractAddress() {
  const { i18n } = useTranslation()
  const search = usePageAddress((address) => address.search)
  const params = new URLSearchParams(search)
  const sorted = useSorting(['time', 'stake'], { key: 'time', isAscending: false })
  const change = (changes: Record<string, string | number | null>, isStep = false): void => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    moveTo(next, isStep)
  }
  const state = choiceOf(params.get('state'), CONTRACT_STATES) ?? 'all'
  const typed = (name: (typeof TYPED)[number]): string => params.get(name) ?? ''
  const [fromMs, toMs] = [readTimeParam(params.get('from')), readTimeParam(params.get('to'))]
  const symbol = /^[A-Z0-9]{2,20}$/.exec(params.get('symbol') ?? '')?.[0]
  const filters: ContractQuery = {
    ...(state === 'all' ? {} : { state }),
    ...(typed('search') === '' ? {} : { search: typed('search') }),
    ...Object.fromEntries(
      Object.entries(CHOICES).flatMap(([name, values]) => {
        const value = choiceOf<string>(params.get(name), values)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    ...(symbol === undefined ? {} : { symbol }),
    ...(fromMs === null ? {} : { fromMs }),
    ...(toMs === null ? {} : { toMs }),
    ...boundsOf(
      { minStake: typed('minStake'), maxStake: typed('maxStake') },
      ['minStake', 'maxStake'],
      i18n.language,
    ),
  }
  return {
    ...{ state, filters, typed, fromMs, toMs, change, sorted, openId: params.get('contract') },
    isFiltered: Object.keys(filters).some((name) => name !== 'state'),
    asked: { ...filters, sort: sortingText(sorted) as '-time' },
    show: (id: string | null) => change({ contract: id }, id !== null && params.get('contract') === null),
  }
}

export type ContractAddress = ReturnType<typeof useContractAddress>

/** The contracts the address asks for, a page at a time. The row's id is the contract's. */
export function useContractList(asked: ContractQuery) {
  const query = { ...asked, limit: PAGE }
  const list = useInfiniteQuery({
    queryKey: [CONTRACT_LIST, query],
    queryFn: ({ pageParam }) =>
      adminCall(listAllContracts, {
        query: pageParam === null ? query : { ...query, cursor: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Who has gone far down the list reads it as it was.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? ASK_EVERY_MS : false),
  })
  const pages = list.data?.pages
  return {
    ...list,
    rows: pages?.flatMap(({ contracts }) => contracts.map((row) => ({ ...row, id: row.contract.id }))),
    moreNames: pages?.some(({ moreNames }) => moreNames) ?? false,
  }
}
