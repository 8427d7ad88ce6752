import { ensure } from '@truestrike/core/assert.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Feed, HistoryBatch } from '../feed.ts'
import type { ProductRecord } from '../product.store.ts'
import { BinanceSource } from './binance-source.ts'
import { CrossCheck, type Judgement } from './cross-check.ts'
import { exchangeHistory } from './exchange-history.ts'
import { ExchangeRest, RefusedQuestion } from './exchange-rest.ts'
import type { FrameSockets } from './frame-socket.ts'
import { KrakenSource } from './kraken-source.ts'
import type { BarResult } from './minute-bars.ts'
import { SecondSource, type SecondSourceWay } from './second-source.ts'
import { type SecondTarget, secondTarget } from './second-targets.ts'

/** Where the sources are; no address ends with a slash. */
export interface ExchangeAddresses {
  /** Binance's streams. */
  streamUrl: string
  /** Binance's REST interface. */
  restUrl: string
  /** Kraken's streams. */
  forexUrl: string
}

export interface ExchangeFeedOptions {
  products: readonly ProductRecord[]
  addresses: ExchangeAddresses
  /** Null: prices are held against nothing. */
  crossCheck: SecondSourceWay | null
  /** Connections to the exchanges. */
  sockets: FrameSockets
  clock: Clock
  log: Log
  /** From 0 to below 1. */
  random: () => number
  /** A minute of a product was held against the exchange's own bar. */
  onBar: (result: BarResult) => void
}

/** Live public market data: crypto from Binance's trades, forex from Kraken's quotes, both held against a second source. */
export function createExchangeFeed(options: ExchangeFeedOptions): Feed {
  const { products, addresses, clock, log, sockets } = options
  const known = new Map(products.map((product) => [product.id, product]))
  const check = createCheck(known, log)
  const guard = (productId: number, price: bigint): Judgement => check.judge(productId, price, clock.nowMs())
  const parts = { clock, log, random: options.random, sockets, guard }
  const rest = new ExchangeRest(addresses.restUrl, clock)
  const of = (category: ProductRecord['category']) =>
    products.filter((product) => product.category === category)
  const binance = new BinanceSource(
    { ...parts, rest, streamUrl: addresses.streamUrl, onBar: options.onBar },
    of('crypto'),
  )
  const kraken = new KrakenSource({ ...parts, streamUrl: addresses.forexUrl }, of('forex'))
  const crypto = new Map(of('crypto').map((product) => [product.id, product]))
  const second = createSecond(options, check)
  const checked = new Set<number>()
  const follow = (added: readonly ProductRecord[]): void => {
    const targets = second === null ? [] : targetsOf(added, log)
    for (const { productId } of targets) {
      checked.add(productId)
      check.follow(productId)
    }
    second?.follow(targets)
  }
  follow(products)
  return {
    source: 'exchange',
    async start() {
      binance.start()
      kraken.start()
      second?.start()
    },
    async add(product) {
      known.set(product.id, product)
      follow([product])
      if (product.category === 'forex') return kraken.add(product)
      crypto.set(product.id, product)
      binance.add(product)
    },
    resume: (productId, last) => binance.resume(productId, last),
    resumeQuarantine(productId, secondPrice) {
      // Where nothing reads a second source nothing could end it.
      if (!checked.has(productId)) return
      check.resume(productId, secondPrice)
      binance.refuse(productId, secondPrice)
      kraken.refuse(productId, secondPrice)
    },
    poll(beforeMs) {
      sockets.drain()
      return {
        ticks: [...binance.take(beforeMs), ...kraken.take(beforeMs)],
        waiting: false,
        missed: binance.takeMissed(),
      }
    },
    hasNoData: (productId) =>
      crypto.has(productId) ? binance.isUnlisted(productId) : kraken.isUnlisted(productId),
    quarantined: () => [...check.quarantined()].flatMap((productId) => known.get(productId)?.symbol ?? []),
    recordedShiftMs: () => null,
    history: (productId, joinMs) => historyOf(rest, crypto.get(productId), joinMs),
    async stop() {
      binance.stop()
      kraken.stop()
      await sockets.stop()
      await second?.stop()
    },
  }
}

function createSecond(options: ExchangeFeedOptions, check: CrossCheck): SecondSource | null {
  const { crossCheck, clock, log } = options
  if (crossCheck === null) return null
  const onPrice = (productId: number, price: bigint): void => check.read(productId, price)
  return new SecondSource({ ...crossCheck, clock, log, onPrice })
}

function createCheck(known: ReadonlyMap<number, ProductRecord>, log: Log): CrossCheck {
  return new CrossCheck({
    deviationBpsOf: (productId) => ensure(known.get(productId)).deviationBps,
    onChange(productId, isQuarantined, second) {
      const told = { symbol: known.get(productId)?.symbol, second: String(second) }
      if (isQuarantined) log.error(told, 'prices are refused: the source deviates from the second one')
      else log.warn(told, 'prices are taken again: the source agrees with the second one')
    },
    onUnchecked(productId) {
      const told = { symbol: known.get(productId)?.symbol }
      log.error(
        told,
        'prices are taken unchecked: no reading of the second source has agreed since the start',
      )
    },
  })
}

function targetsOf(products: readonly ProductRecord[], log: Log): SecondTarget[] {
  return products.flatMap((product) => {
    const target = secondTarget(product)
    if (target === null) log.warn({ symbol: product.symbol }, 'no second source is known for the product')
    return target === null ? [] : [target]
  })
}

/** Only trades have a history here: quotes of two pairs do not make candles. */
async function* historyOf(
  rest: ExchangeRest,
  product: ProductRecord | undefined,
  joinMs: number,
): AsyncGenerator<HistoryBatch> {
  if (product === undefined) return
  try {
    yield* exchangeHistory(rest, product, joinMs)
  } catch (error) {
    if (!(error instanceof RefusedQuestion)) throw error
  }
}
