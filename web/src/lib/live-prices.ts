import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Ticker } from '@truestrike/protocol/market-endpoints.ts'
import { useSyncExternalStore } from 'react'
import { compareDecimals } from './decimal-text.ts'

type Listener = () => void

/** Calls at the next frame; a timer stands in where there is no screen. */
function atNextFrame(run: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(run)
  else setTimeout(run, 16)
}

export class LivePrices {
  readonly #tickers = new Map<string, Ticker>()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #staleMs = new Map<string, number>()
  readonly #changed = new Set<string>()
  readonly #schedule: (run: () => void) => void
  #scheduled = false

  constructor(schedule: (run: () => void) => void = atNextFrame) {
    this.#schedule = schedule
  }

  get(symbol: string): Ticker | undefined {
    return this.#tickers.get(symbol)
  }

  /** A snapshot: its 24 h figures and status always count, its price only when not older than the known one. */
  applyTickers(items: readonly Ticker[]): void {
    for (const item of items) {
      const known = this.#tickers.get(item.symbol)
      if (known !== undefined && isOlder(item.epoch, item.seq, known)) {
        if (item.epoch < known.epoch) continue
        const { epoch, seq, timeMs, price, hash } = known
        this.#put({ ...item, epoch, seq, timeMs, price, hash })
      } else this.#put(item)
    }
  }

  applyTicks(items: readonly TickItem[]): void {
    for (const [symbol, epoch, seq, , timeMs, price, , hash] of items) {
      const known = this.#tickers.get(symbol)
      if (known === undefined || epoch < known.epoch) continue
      if (epoch === known.epoch && seq <= known.seq) continue
      const high24h =
        known.high24h !== null && compareDecimals(price, known.high24h) > 0 ? price : known.high24h
      const low24h = known.low24h !== null && compareDecimals(price, known.low24h) < 0 ? price : known.low24h
      const status = known.status === 'stale' ? 'open' : known.status
      this.#put({ ...known, status, epoch, seq, timeMs, price, high24h, low24h, hash })
    }
  }

  setStaleAfter(symbol: string, staleMs: number): void {
    this.#staleMs.set(symbol, staleMs)
  }

  /** Prices grow old by themselves: on a dead connection nothing comes that could say so. */
  ageTo(serviceMs: number): void {
    for (const ticker of this.#tickers.values()) {
      const staleMs = this.#staleMs.get(ticker.symbol)
      if (ticker.status !== 'open' || ticker.price === null || staleMs === undefined) continue
      if (serviceMs - ticker.timeMs > staleMs) this.#put({ ...ticker, status: 'stale' })
    }
  }

  subscribe(symbol: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(symbol) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(symbol, listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(symbol)
    }
  }

  #put(ticker: Ticker): void {
    this.#tickers.set(ticker.symbol, ticker)
    this.#changed.add(ticker.symbol)
    if (this.#scheduled) return
    this.#scheduled = true
    this.#schedule(() => this.#flush())
  }

  #flush(): void {
    this.#scheduled = false
    const symbols = [...this.#changed]
    this.#changed.clear()
    for (const symbol of symbols) for (const listener of this.#listeners.get(symbol) ?? []) listener()
  }
}

function isOlder(epoch: number, seq: number, known: Ticker): boolean {
  return epoch < known.epoch || (epoch === known.epoch && seq < known.seq)
}

export const livePrices = new LivePrices()

const followNothing = (): (() => void) => () => undefined

/** The live ticker of a product; re-renders only when this product moved, at most once a frame. */
export function useTicker(symbol: string | null): Ticker | undefined {
  return useSyncExternalStore(
    symbol === null ? followNothing : (listener) => livePrices.subscribe(symbol, listener),
    () => (symbol === null ? undefined : livePrices.get(symbol)),
  )
}

/** One figure of the live ticker: the component sleeps while the figure stays the same. */
export function useTickerField<K extends keyof Ticker>(symbol: string, field: K): Ticker[K] | undefined {
  return useSyncExternalStore(
    (listener) => livePrices.subscribe(symbol, listener),
    () => livePrices.get(symbol)?.[field],
  )
}
