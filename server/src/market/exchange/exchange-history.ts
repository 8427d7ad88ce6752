import { aggregateCandles, type Candle } from '@truestrike/core/candles.ts'
import { openTimeOf, PERIODS, type Period } from '@truestrike/core/period.ts'
import type { HistoryBatch } from '../feed.ts'
import type { ProductRecord } from '../product.store.ts'
import { readKlines } from './binance-wire.ts'
import type { ExchangeRest } from './exchange-rest.ts'

/** Candles of one answer. */
const PAGE = 1_000
const MINUTES_KEPT = 2_880

/** Candles of before the join from the exchange's own history; none where it can not be asked: the chart begins with the ticks then. */
export async function* exchangeHistory(
  rest: ExchangeRest,
  product: Pick<ProductRecord, 'symbol' | 'precision'>,
  joinMs: number,
): AsyncGenerator<HistoryBatch> {
  const read = async (period: Period, beforeMs: number): Promise<Candle[]> => {
    const path = `/api/v3/klines?symbol=${product.symbol}&interval=${period}&endTime=${beforeMs - 1}&limit=${PAGE}`
    return readKlines(await rest.get(path), product.precision).filter(
      ({ openTimeMs }) => openTimeMs < beforeMs,
    )
  }
  // The minute of the join belongs to the ticks.
  const endMs = openTimeOf(joinMs, '1m')
  let minutes: Candle[] = []
  for (let beforeMs = endMs; minutes.length < MINUTES_KEPT; ) {
    const page = await read('1m', beforeMs)
    minutes = [...page, ...minutes]
    const oldestMs = page[0]?.openTimeMs
    if (oldestMs === undefined || page.length < PAGE) break
    beforeMs = oldestMs
  }
  let finer = minutes.slice(-MINUTES_KEPT)
  for (const period of PERIODS) {
    const joinedMs = openTimeOf(endMs, period)
    // The candle the ticks go on with, up to the join.
    const begun = aggregateCandles(
      finer.filter(({ openTimeMs }) => openTimeMs >= joinedMs),
      period,
    )
    if (period !== '1m') finer = [...(await read(period, joinedMs)), ...begun]
    yield { period, candles: finer }
  }
}
