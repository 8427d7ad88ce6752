import { useInfiniteQuery } from '@tanstack/react-query'
import { moveTo, usePageAddress } from '../frame/page-address.ts'

const PAGE = 30

/** What the address of a page with a list says; `opens`: the name under which it keeps which row lies open. */
export function useListAddress(opens: string) {
  const search = usePageAddress((address) => address.search)
  const params = new URLSearchParams(search)
  const change = (changes: Record<string, string | null>, isStep = false): void => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    moveTo(next, isStep)
  }
  /** One of the words it may be; the first of them otherwise. */
  const word = <W extends string>(name: string, words: readonly [W, ...W[]]): W =>
    words.find((each) => each === params.get(name)) ?? words[0]
  return {
    ...{ change, word, openId: params.get(opens) },
    text: (name: string): string => params.get(name) ?? '',
    show: (id: string | null) => change({ [opens]: id }, id !== null && params.get(opens) === null),
  }
}

interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
  moreNames?: boolean
}

/** What the address asks for, a page at a time. */
export function useList<Row, Q extends object>(
  name: string | readonly string[],
  asked: Q,
  load: (query: Q & { limit: number; cursor?: string }) => Promise<Page<Row>>,
) {
  const query = { ...asked, limit: PAGE }
  const list = useInfiniteQuery({
    queryKey: [...[name].flat(), query],
    queryFn: ({ pageParam }) => load(pageParam === null ? query : { ...query, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
  const pages = list.data?.pages
  return {
    ...list,
    rows: pages?.flatMap((page) => page.rows),
    moreNames: pages?.some(({ moreNames }) => moreNames) ?? false,
  }
}
