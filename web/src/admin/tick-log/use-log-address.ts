import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { readTimeParam } from '../table/local-time.ts'
import type { LogPlace } from './use-log-page.ts'

export const KINDS = ['all', 'ticks', 'events'] as const
const WHOLE = /^[1-9][0-9]{0,14}$/

/** What the page's address says: of which product, from where, and which kinds of entries. */
export function useLogAddress() {
  const search = usePageAddress((address) => address.search)
  const params = new URLSearchParams(search)
  const whole = (name: string): number | null => {
    const text = params.get(name)
    return text !== null && WHOLE.test(text) ? Number(text) : null
  }
  const [seq, number, atMs] = [whole('seq'), whole('block'), readTimeParam(params.get('at'))]
  const place: LogPlace =
    seq !== null ? { seq } : number !== null ? { number } : atMs !== null ? { atMs } : 'newest'
  const change = (changes: Record<string, string | number | null>, isStep = false): void => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    moveTo(next, isStep)
  }
  return {
    symbol: /^[A-Z0-9]{2,20}$/.exec(params.get('symbol') ?? '')?.[0],
    kinds: KINDS.find((each) => each === params.get('kinds')) ?? 'all',
    ...{ seq, atMs, place, change },
    /** Somewhere else in the same log. */
    go: (to: { seq?: number; block?: number; at?: number }) =>
      change({ seq: to.seq ?? null, block: to.block ?? null, at: to.at ?? null }, true),
  }
}

export type LogAddress = ReturnType<typeof useLogAddress>
