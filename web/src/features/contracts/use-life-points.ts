import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { PERIOD_MS, type Period } from '@truestrike/core/period.ts'
import { type LogEntry, listCandles, listTicks } from '@truestrike/protocol/market-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { isPending } from '../../lib/contracts-store.ts'
import { linePeriodOf } from '../../lib/line-period.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { closePoints, type LifePoint, type Span, thinned } from './life-line.ts'

const PAGE = 5_000
/** A page holds watermarks too, which are not sent: about ten minutes of the log. */
const PAGES_MAX = 8
const POINTS_MAX = 480
const REFRESH_MS = 3_000
/** Shown before and after, as a share of the duration. */
const MARGIN = 0.12
const MARGIN_MS_MIN = 3_000

interface TickPage {
  entries: LogEntry[]
  nextSeq: number | null
}

function spanOf({ acceptedAtMs, expiresAtMs, durationSeconds }: Contract): Span {
  const marginMs = Math.max(MARGIN_MS_MIN, durationSeconds * 1000 * MARGIN)
  return { fromMs: Math.floor(acceptedAtMs - marginMs), toMs: Math.ceil(expiresAtMs + marginMs) }
}

async function loadTicks(contract: Contract, signal: AbortSignal): Promise<LifePoint[]> {
  const { fromMs, toMs } = spanOf(contract)
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
    if (nextSeq === null || (entries.at(-1)?.timeMs ?? 0) >= toMs) break
    fromSeq = nextSeq
  }
  return thinned(points, POINTS_MAX)
}

async function loadCloses(contract: Contract, period: Period, signal: AbortSignal): Promise<LifePoint[]> {
  const { symbol, openingTimeMs, openingPrice } = contract
  const span = spanOf(contract)
  const lengthMs = PERIOD_MS[period]
  const limit = Math.ceil((span.toMs - span.fromMs) / lengthMs) + 1
  const { candles } = await call(
    listCandles,
    { query: { symbol, period, before: span.toMs, limit } },
    { toast: false, signal },
  )
  const opening =
    openingTimeMs === null || openingPrice === null
      ? []
      : [{ timeMs: openingTimeMs, price: Number(openingPrice) }]
  const closes = closePoints(candles, lengthMs, span, serverClock.nowMs())
  return [...closes, ...opening].sort((a, b) => a.timeMs - b.timeMs)
}

/** The prices around a contract's life, ticks of the public log or closes of a long one; again and again while it runs. */
export function useLifePoints(contract: Contract): UseQueryResult<LifePoint[]> {
  return useQuery({
    queryKey: ['life', contract.id, contract.state],
    queryFn: ({ signal }) => {
      const period = linePeriodOf(contract.durationSeconds * 1000)
      return period === null ? loadTicks(contract, signal) : loadCloses(contract, period, signal)
    },
    refetchInterval: isPending(contract) ? REFRESH_MS : false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
