import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { fillDay } from './keep-candles.ts'
import type { LiveProduct } from './live-product.ts'

/** Figures of products that were taken over are read again when prices go on. Real time. */
const FIGURES_DELAY_MS = 5_000

export interface LateFigures {
  /** Reads the figures of the last 24 hours in a while, one product after the other; minutes known from ticks stay as they are. */
  read(products: readonly LiveProduct[]): void
  /** No product is begun any more; resolves when the one that is being read has been. */
  stop(): Promise<void>
}

export function createLateFigures({
  db,
  clock,
  onError,
}: {
  db: Db
  clock: Clock
  onError: (error: unknown, doing: string) => void
}): LateFigures {
  const waiting = new Set<Cancel>()
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const fill = async (products: readonly LiveProduct[]): Promise<void> => {
    for (const product of products) if (!isStopped) await fillDay(db, product, clock.nowMs())
  }
  return {
    read(products) {
      if (isStopped || products.length === 0) return
      const cancel = clock.after(FIGURES_DELAY_MS, () => {
        waiting.delete(cancel)
        running = running
          .then(() => fill(products))
          .catch((error: unknown) => onError(error, 'reading the last 24 hours'))
      })
      waiting.add(cancel)
    },
    stop() {
      isStopped = true
      for (const cancel of waiting) cancel()
      return running
    },
  }
}
