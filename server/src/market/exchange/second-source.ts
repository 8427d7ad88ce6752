import { Worker } from 'node:worker_threads'
import type { Cancel, Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { SecondQuote, SecondTarget } from './second-targets.ts'

const START_AGAIN_MS = 10_000
/** Between two readings of one exchange. */
const READ_EVERY_MS = 3_000

/** What the worker is made with: the pairs to ask each exchange for. */
export interface SecondSourceOrder {
  pairsOf: Record<string, string[]>
  /** Put before every address it asks; none: null. */
  urlPrefix: string | null
  readEveryMs: number
}

/** What the worker tells: the quotes of one exchange, or why it has none. */
export type SecondSourceAnswer =
  | { exchange: string; quotes: SecondQuote[] }
  | { exchange: string; failure: string }

/** How the second source is asked. */
export interface SecondSourceWay {
  urlPrefix: string | null
  /** Bundle of `second-source-worker.ts`, when it is not beside this file. */
  workerFile?: URL
  readEveryMs?: number
}

export interface SecondSourceOptions extends SecondSourceWay {
  clock: Clock
  log: Log
  onPrice: (productId: number, price: bigint) => void
}

/** Reads the second source in a worker: the library for many exchanges is large, and its work is not worth our event loop. */
export class SecondSource {
  private readonly options: SecondSourceOptions
  private targets: readonly SecondTarget[] = []
  private worker: Worker | null = null
  private cancelStart: Cancel = () => {}
  private isStopped = false
  /** Pairs that its last answer had no quote of: each is told once. */
  private readonly missing = new Set<string>()

  constructor(options: SecondSourceOptions) {
    this.options = options
  }

  start(): void {
    const { urlPrefix, readEveryMs = READ_EVERY_MS, log } = this.options
    const pairsOf: Record<string, string[]> = {}
    for (const { exchange, pairs } of this.targets) {
      pairsOf[exchange] = [...new Set([...(pairsOf[exchange] ?? []), ...pairs])]
    }
    const order: SecondSourceOrder = { pairsOf, urlPrefix, readEveryMs }
    const file = this.options.workerFile ?? new URL('./second-source-worker.mjs', import.meta.url)
    const worker = new Worker(file, { workerData: order })
    this.worker = worker
    worker.on('message', (answer: SecondSourceAnswer) => {
      // One that was replaced did not ask for all of them.
      if (this.worker === worker) this.heard(answer)
    })
    worker.on('error', (error) => log.error({ err: error }, 'the second source has failed'))
    worker.on('exit', () => {
      if (this.isStopped || this.worker !== worker) return
      this.cancelStart = this.options.clock.after(START_AGAIN_MS, () => this.start())
    })
  }

  /** Of products; when they are added under way another worker asks for them too, with the exchanges' lists of today. */
  follow(targets: readonly SecondTarget[]): void {
    if (targets.length === 0) return
    this.targets = [...this.targets, ...targets]
    // Before the start, and after the end, nobody asks.
    if (this.worker === null || this.isStopped) return
    this.cancelStart()
    const before = this.worker
    this.start()
    void before?.terminate()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.cancelStart()
    await this.worker?.terminate()
  }

  private heard(answer: SecondSourceAnswer): void {
    const { exchange } = answer
    if ('failure' in answer) {
      this.options.log.warn({ exchange, failure: answer.failure }, 'the second source does not answer')
      return
    }
    const quotes = new Map(answer.quotes.map((quote) => [quote.pair, quote]))
    this.tellMissing(exchange, quotes)
    for (const target of this.targets) {
      const price = target.exchange === exchange ? target.price(quotes) : null
      if (price !== null) this.options.onPrice(target.productId, price)
    }
  }

  private tellMissing(exchange: string, quotes: ReadonlyMap<string, SecondQuote>): void {
    const targets = this.targets.filter((target) => target.exchange === exchange)
    for (const pair of new Set(targets.flatMap(({ pairs }) => pairs))) {
      const key = `${exchange} ${pair}`
      if (quotes.has(pair)) this.missing.delete(key)
      else if (!this.missing.has(key)) {
        this.missing.add(key)
        this.options.log.warn({ exchange, pair }, 'the second exchange has no quote of the pair')
      }
    }
  }
}
