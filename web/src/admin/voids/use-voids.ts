import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getVoid, listVoids, type ProductVoid, previewVoid } from '@truestrike/protocol/void-endpoints.ts'
import { ApiError } from '../../lib/api-error.ts'
import { adminCall } from '../frame/admin-session.store.ts'
import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { readAll } from '../table/ListTools.tsx'
import { readTimeParam } from '../table/local-time.ts'

export const VOIDS = 'admin-voids'
const PAGE = 30
/** What one administrator proposes another one waits for; engines then enter it and give stakes back. */
const ASK_EVERY_MS = 5_000

/** What the page's address says: which voids are listed, which one lies open, or what a new one is to be of. */
export function useVoidAddress() {
  const search = usePageAddress((address) => address.search)
  const params = new URLSearchParams(search)
  const change = (changes: Record<string, string | number | null>, isStep = false): void => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    moveTo(next, isStep)
  }
  const openId = params.get('void')
  const symbolOf = (name: string): string => /^[A-Z0-9]{2,20}$/.exec(params.get(name) ?? '')?.[0] ?? ''
  const product = symbolOf('product')
  const which = params.get('which') === 'all' ? ('all' as const) : ('open' as const)
  return {
    ...{ which, product },
    asked: product === '' ? { which } : { which, symbol: product },
    openId: openId !== null && /^[1-9][0-9]{0,18}$/.test(openId) ? openId : null,
    isNew: params.get('new') !== null,
    draft: {
      symbol: symbolOf('symbol'),
      fromMs: readTimeParam(params.get('from')),
      toMs: readTimeParam(params.get('to')),
    },
    change,
    show: (id: string | null) => change({ void: id, new: null }, id !== null && openId === null),
  }
}

type VoidQuery = ReturnType<typeof useVoidAddress>['asked']
export type VoidAddress = ReturnType<typeof useVoidAddress>

/** All of them, for a file. */
export const readVoids = (asked: VoidQuery): Promise<ProductVoid[]> =>
  readAll(async (page) => {
    const { voids, nextCursor } = await adminCall(listVoids, { query: { ...asked, ...page } })
    return { rows: voids, nextCursor }
  })

export function useVoidList(asked: VoidQuery) {
  const list = useInfiniteQuery({
    queryKey: [VOIDS, asked],
    queryFn: ({ pageParam }) =>
      adminCall(listVoids, {
        query: { ...asked, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ASK_EVERY_MS,
  })
  const pages = list.data?.pages
  return {
    ...list,
    rows: pages?.flatMap(({ voids }) => voids),
    /** False with one administrator only; undefined until it is known. */
    isAvailable: pages?.[0]?.available,
    availableFromMs: pages?.[0]?.availableFromMs ?? null,
  }
}

/** One of them as it is now, with what it would give back as long as it is ahead. */
export function useVoid(id: string | null, listed: ProductVoid | undefined) {
  return useQuery({
    queryKey: [VOIDS, 'one', id, listed?.version],
    queryFn: () => adminCall(getVoid, { params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ASK_EVERY_MS,
  })
}

/** What a void of the interval would give back now; nothing is asked while it is no interval. */
export function useVoidPreview({ symbol, fromMs, toMs }: VoidAddress['draft']) {
  return useQuery({
    queryKey: [VOIDS, 'preview', symbol, fromMs, toMs],
    queryFn: () => adminCall(previewVoid, { query: { symbol, fromMs: fromMs ?? 0, toMs: toMs ?? 0 } }),
    enabled: symbol !== '' && fromMs !== null && toMs !== null && fromMs <= toMs,
    retry: false,
    // Settlement catches up by itself.
    refetchInterval: ({ state: { error } }) =>
      error instanceof ApiError && error.is('SERVICE_UNAVAILABLE') ? ASK_EVERY_MS : false,
  })
}
