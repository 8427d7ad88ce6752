import { useQuery } from '@tanstack/react-query'
import { moveTo, usePageAddress } from '../frame/page-address.ts'

/** A list that comes whole, as a box of rows takes it. */
export function useRows<Data, Row extends { id: string }>(
  queryKey: readonly unknown[],
  load: () => Promise<Data>,
  rowsOf: (data: Data) => Row[],
) {
  const { data, isError, isFetching, refetch } = useQuery({ queryKey, queryFn: load })
  const list = {
    ...{ isError, isFetching, refetch, isFetchingNextPage: false, hasNextPage: false },
    rows: data === undefined ? undefined : rowsOf(data),
    fetchNextPage: () => undefined,
  }
  return { data, list }
}

/** What the address of a page says: filters by name, and which row lies open. */
export function useRowAddress<N extends string>(names: readonly N[], open: string) {
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
  return {
    typed: Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<N, string>,
    openId: params.get(open),
    change,
    show: (id: string | null) => change({ [open]: id }, id !== null && params.get(open) === null),
  }
}
