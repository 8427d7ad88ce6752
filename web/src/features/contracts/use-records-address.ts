import { useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { presentQuery } from '../../lib/present-query.ts'
import { filtersIn, type RecordFilters, type RecordTab, withFilters } from './record-filters.ts'

const TAB_KEY = 'tab'
const PAGE_KEY = 'page'
const CONTRACT_KEY = 'contract'
const CHOOSING_KEY = 'filters'
/** A reload or a shared link loads at most this many pages at once. */
const PAGES_MAX = 20

interface RecordsAddress {
  tab: RecordTab
  setTab: (tab: RecordTab) => void
  /** The same object as long as the address names the same filters. */
  filters: RecordFilters
  setFilters: (changes: Partial<RecordFilters>) => void
  /** Whether filters are being chosen in the sheet that phones have for them. */
  isChoosing: boolean
  openFilters: () => void
  closeFilters: () => void
  /** How many pages of the list are shown. */
  pages: number
  setPages: (pages: number) => void
  /** Contract in the drawer. */
  id: string | null
  openDrawer: (id: string) => void
  closeDrawer: () => void
}

/** Tab, filters, pages, open sheet and open drawer are kept in the address: a reload, the back button and a shared link show the same. */
export function useRecordsAddress(): RecordsAddress {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const fromList = (location.state as { fromList?: boolean } | null)?.fromList === true
  const named = new URLSearchParams(withFilters(new URLSearchParams(), filtersIn(params))).toString()
  const filters = useMemo(() => filtersIn(new URLSearchParams(named)), [named])
  const replace = (change: (next: URLSearchParams) => void): void => {
    const next = presentQuery()
    change(next)
    setParams(next, { replace: true, preventScrollReset: true, state: location.state })
  }
  const isChoosing = params.has(CHOOSING_KEY)
  /** What was chosen in the sheet, also before a reload; the step of the history that it was opened from does not have it. */
  const chosen = useRef<RecordFilters | null>(isChoosing ? filters : null)
  const setFilters = (changes: Partial<RecordFilters>): void =>
    replace((next) => {
      const all = { ...filtersIn(next), ...changes }
      if (isChoosing) chosen.current = all
      next.delete(PAGE_KEY)
      withFilters(next, all)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the sheet has closed by whatever way.
  useLayoutEffect(() => {
    const { current } = chosen
    if (isChoosing || current === null) return
    chosen.current = null
    const isOther = withFilters(new URLSearchParams(), current).toString() !== named
    if (isOther) setFilters(current)
  }, [isChoosing])
  /** Opens something over the list by a step of the history, which is taken back when it is closed. */
  const open = (key: string, value: string): void => {
    const next = presentQuery()
    next.set(key, value)
    setParams(next, { state: { fromList: true }, preventScrollReset: true })
  }
  /** By a step back that is not taken yet. */
  const isClosing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is taken when the address has changed.
  useLayoutEffect(() => {
    isClosing.current = false
  }, [location])
  const close = (key: string): void => {
    // A second press, which comes before the page is drawn without it.
    if (isClosing.current || !presentQuery().has(key)) return
    isClosing.current = fromList
    if (fromList) void navigate(-1)
    else replace((next) => next.delete(key))
  }
  return {
    tab: params.get(TAB_KEY) === 'history' ? 'history' : 'open',
    setTab: (tab) =>
      replace((next) => {
        next.delete(PAGE_KEY)
        if (tab === 'history') next.set(TAB_KEY, tab)
        else next.delete(TAB_KEY)
      }),
    filters,
    setFilters,
    isChoosing,
    openFilters: () => open(CHOOSING_KEY, 'choose'),
    closeFilters: () => close(CHOOSING_KEY),
    pages: Math.min(PAGES_MAX, Math.max(1, Math.trunc(Number(params.get(PAGE_KEY))) || 1)),
    setPages: (pages) => replace((next) => next.set(PAGE_KEY, String(pages))),
    id: params.get(CONTRACT_KEY),
    openDrawer: (id) => open(CONTRACT_KEY, id),
    closeDrawer: () => close(CONTRACT_KEY),
  }
}
