import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type LogEntry, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { isPending } from '../../lib/contracts-store.ts'
import { type LifePoint, thinned } from './life-line.ts'

const PAGE = 5_000
/** A day of ticks would be tens of thousands: what lies beyond these pages is not drawn. */
const PAGES_MAX = 6
const POINTS_MAX = 480
const REFRESH_MS = 3_000
/** Shown before and after, as a share of the duration. */
const MARGIN = 0.12
const MARGIN_MS_MIN = 3_000

interface TickPage {
  entries: LogEntry[]
  nextSeq: number | null
}

async function loadPoints(contract: Contract, signal: AbortSignal): Promise<LifePoint[]> {
  const marginMs = Math.max(MARGIN_MS_MIN, contract.durationSeconds * 1000 * MARGIN)
  const fromMs = Math.floor(contract.acceptedAtMs - marginMs)
  const toMs = Math.ceil(contract.expiresAtMs + marginMs)
  const points: LifePoint[] = []
  let fromSeq: number | null = null
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { symbol: contract.symbol, ticksOnly: true, limit: PAGE }
    const span: { fromSeq: number } | { fromMs: number } = fromSeq === null ? { fromMs } : { fromSeq }
    const { entries, nextSeq }: TickPage = await call(
      listTicks,
      { query: { ...query, ...span, toMs } },
      { toast: false, signal },
    )
    for (const { timeMs, price } of entries) {
      if (price !== undefined && timeMs <= toMs) points.push({ timeMs, price: Number(price) })
    }
    if (nextSeq === null || entries.length === 0 || (entries.at(-1)?.timeMs ?? 0) >= toMs) break
    fromSeq = nextSeq
  }
  return thinned(points, POINTS_MAX)
}

/** The prices around a contract's life from the public log; again and again while it runs. */
export function useLifePoints(contract: Contract): UseQueryResult<LifePoint[]> {
  return useQuery({
    queryKey: ['life', contract.id, contract.state],
    queryFn: ({ signal }) => loadPoints(contract, signal),
    refetchInterval: isPending(contract) ? REFRESH_MS : false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
