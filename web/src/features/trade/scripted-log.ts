import { buildCandles } from '@truestrike/core/candles.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import { CandleFeed, type CandlePage } from './candle-feed.ts'
import { barOfCandle, type ChartBar, type FeedState } from './chart-bar.ts'

/** What tests of the chart's feeds stand on: a log to read, and a list instead of a chart. */

/** What a new subscriber, or one away for too long, is sent. */
export const JOIN = 300

export const tick = (seq: number, timeMs: number, price: string, prev = seq - 1): TickItem => [
  'BTCUSDT',
  1,
  seq,
  prev,
  timeMs,
  price,
  '1',
  'h',
]

/** Holds what a chart would show. */
export function sink() {
  let bars: ChartBar[] = []
  const states: FeedState[] = []
  return {
    states,
    bars: () => bars,
    replace: (next: readonly ChartBar[]) => {
      bars = [...next]
    },
    update: (bar: ChartBar) => {
      bars = [...bars.filter((each) => each.timeSeconds < bar.timeSeconds), bar]
    },
    tell: (state: FeedState) => {
      states.push(state)
    },
  }
}

export interface Query {
  before?: number
  limit: number
}

export function feedOf(pages: (query: Query) => Omit<CandlePage, 'throughSeq'> & { throughSeq?: number }) {
  const shown = sink()
  const queries: Query[] = []
  const feed = new CandleFeed({
    period: '1m',
    precision: 2,
    load: async (query) => {
      queries.push(query)
      return { throughSeq: 0, ...pages(query) }
    },
    sink: shown,
  })
  return { feed, shown, queries }
}

/** A log of one product as the server keeps it, and the candles it counts at any moment. */
export function scriptedLog() {
  const ticks: TickItem[] = []
  const counted = (through: number) =>
    buildCandles(
      ticks
        .filter((item) => item[2] <= through)
        .map(([, , , , timeMs, price, volume]) => ({
          timeMs,
          price: BigInt(price.replace('.', '')),
          volumeMicros: BigInt(volume) * 1_000_000n,
        })),
      '1m',
    )
  return {
    ticks,
    head: () => ticks.at(-1)?.[2] ?? 0,
    /** Adds a tick after a while; numbers have holes, as other entries lie between. */
    add: (gapMs: number, cents: number, seqs = 1): TickItem => {
      const last = ticks.at(-1)
      const [seq, timeMs] = [(last?.[2] ?? 0) + seqs, (last?.[4] ?? 0) + gapMs]
      const item = tick(seq, timeMs, (cents / 100).toFixed(2), last?.[2] ?? 0)
      ticks.push(item)
      return item
    },
    page: ({ before = Number.POSITIVE_INFINITY, limit }: Query, through: number): CandlePage => {
      const older = counted(through).filter(({ openTimeMs }) => openTimeMs < before)
      const text = (price: bigint): string => (Number(price) / 100).toFixed(2)
      return {
        candles: older
          .slice(-limit)
          .map(({ openTimeMs, open, high, low, close, volumeMicros }) => [
            openTimeMs,
            ...([text(open), text(high), text(low), text(close)] as const),
            String(volumeMicros / 1_000_000n),
            't',
          ]),
        hasMore: older.length > limit,
        throughSeq: through,
      }
    },
    bars: () => counted(Number.POSITIVE_INFINITY).map((candle) => barOfCandle(candle, 2)),
  }
}
