import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Db } from '../platform/db.ts'
import { inParallel } from '../platform/in-parallel.ts'
import type { LiveProduct } from './live-product.ts'
import { headsOf } from './log.store.ts'
import { tickItemOf } from './price-lane.ts'
import { readTickItems } from './public-log.ts'
import { readHashedEntries } from './read-log.ts'

/** Entries read back by a process that serves sockets: about the last two minutes. */
export const ENTRIES_BACK = 1_000

/**
 * Puts the newest ticks of the log on show, so that a restart does not make prices vanish: the last one, and what else is
 * among the newest `entriesBack` entries.
 */
export async function restoreTicks(
  db: Db,
  products: readonly LiveProduct[],
  entriesBack: number,
): Promise<void> {
  const heads = await headsOf(
    db,
    products.map(({ record }) => record.id),
  )
  for (const product of products) {
    const head = heads.get(product.record.id)
    if (head === undefined || head.lastTickSeq === 0) continue
    const entries = await readHashedEntries(db, product.record.id, product.record, {
      fromSeq: Math.max(1, Math.min(head.lastSeq - entriesBack, head.lastTickSeq)),
      limit: entriesBack + 1,
    })
    const items: TickItem[] = []
    let prevTickSeq = 0
    for (const { entry, hash } of entries) {
      if (entry.kind !== 'tick') continue
      // Of the first one the tick before it is not known: it only opens the chain, unless it is the only one. Then it says
      // that nothing before its own number is here, and whoever asks for that is answered from the log.
      if (prevTickSeq > 0 || entry.seq === head.lastTickSeq) {
        const before = prevTickSeq > 0 ? prevTickSeq : entry.seq - 1
        items.push(tickItemOf(entry, product.record, { epoch: head.epoch, prevTickSeq: before, hash }))
      }
      prevTickSeq = entry.seq
    }
    product.restore(items)
  }
}

/** Puts what the log has after the newest ticks known here behind them; those of none known are left to `restoreTicks`. */
export function resumeTicks(db: Db, products: readonly LiveProduct[]): Promise<void> {
  return inParallel(products, async (product) => {
    if (product.lastTick === null) return
    for (const item of (await readTickItems(db, product, product.lastTick[2])) ?? []) product.show(item)
  })
}
