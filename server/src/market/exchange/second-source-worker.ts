import { parentPort, workerData } from 'node:worker_threads'
import { ensure } from '@truestrike/core/assert.ts'
import type { SecondSourceAnswer, SecondSourceOrder } from './second-source.ts'
import type { SecondQuote } from './second-targets.ts'

/** After a failure: the library keeps to each exchange's limits itself. */
const READ_AGAIN_MS = 15_000

/** What is used of ccxt: with `number: String` its prices are the text the exchange sent. */
interface Exchange {
  fetchTickers(pairs?: string[]): Promise<Record<string, { bid?: unknown; ask?: unknown }>>
  loadMarkets(): Promise<Record<string, unknown>>
}
type Exchanges = Record<string, new (options: object) => Exchange>

const port = ensure(parentPort, 'second-source-worker.ts runs in a worker thread')
const { pairsOf, urlPrefix, readEveryMs } = workerData as SecondSourceOrder

/** Not installed unless it is wanted: its name is no import a bundler could follow. */
const library = 'ccxt'
const { default: ccxt } = (await import(library)) as { default: Exchanges }

for (const [name, pairs] of Object.entries(pairsOf)) void follow(name, pairs)

async function follow(name: string, pairs: readonly string[]): Promise<void> {
  const exchange = new (ensure(ccxt[name], `ccxt knows ${name}`))({
    enableRateLimit: true,
    number: String,
    options: { fetchMarkets: { types: ['spot'] }, fetchCurrencies: false },
    ...(urlPrefix === null ? {} : { proxyUrl: urlPrefix }),
  })
  for (;;) {
    const answer = await read(name, exchange, pairs)
    port.postMessage(answer)
    await new Promise((resolve) => setTimeout(resolve, 'failure' in answer ? READ_AGAIN_MS : readEveryMs))
  }
}

async function read(name: string, exchange: Exchange, pairs: readonly string[]): Promise<SecondSourceAnswer> {
  try {
    const markets = await exchange.loadMarkets()
    const known = pairs.filter((pair) => pair in markets)
    // An empty list would ask for every pair it has.
    const tickers = known.length === 0 ? {} : await exchange.fetchTickers(known)
    const quotes: SecondQuote[] = []
    for (const pair of known) {
      const { bid, ask } = tickers[pair] ?? {}
      // Anything but the exchange's own text would have gone through floating point.
      if (typeof bid === 'string' && typeof ask === 'string') quotes.push({ pair, bid, ask })
    }
    return { exchange: name, quotes }
  } catch (error) {
    return { exchange: name, failure: error instanceof Error ? error.message : 'failed' }
  }
}
