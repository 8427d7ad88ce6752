import type { TickItem } from '@truestrike/protocol/frames.ts'

type Listener = (items: readonly TickItem[]) => void

interface Position {
  epoch: number
  seq: number
}

/**
 * Every tick of the products being watched, in order and once. Ticks of an older epoch and those already seen
 * are dropped; a tick whose predecessor is missing is told through `onGap`.
 */
export class TickStream {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #positions = new Map<string, Position>()
  readonly #onGap: (symbol: string) => void

  constructor(onGap: (symbol: string) => void = () => undefined) {
    this.#onGap = onGap
  }

  position(symbol: string): { afterSeq: number; epoch: number } | null {
    const position = this.#positions.get(symbol)
    return position === undefined ? null : { afterSeq: position.seq, epoch: position.epoch }
  }

  apply(items: readonly TickItem[]): void {
    const fresh = new Map<string, TickItem[]>()
    for (const item of items) {
      const [symbol, epoch, seq, prevTickSeq] = item
      if (!this.#listeners.has(symbol)) continue
      const known = this.#positions.get(symbol)
      if (known !== undefined && (epoch < known.epoch || (epoch === known.epoch && seq <= known.seq)))
        continue
      if (known !== undefined && prevTickSeq > known.seq) this.#onGap(symbol)
      this.#positions.set(symbol, { epoch, seq })
      const list = fresh.get(symbol) ?? []
      list.push(item)
      fresh.set(symbol, list)
    }
    for (const [symbol, list] of fresh)
      for (const listener of this.#listeners.get(symbol) ?? []) listener(list)
  }

  listen(symbol: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(symbol) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(symbol, listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      this.#listeners.delete(symbol)
      this.#positions.delete(symbol)
    }
  }
}
