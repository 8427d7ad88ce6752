import type { EnteredVoid, VoidSource } from '../market/void-source.ts'
import { writeAudit } from '../platform/audit-log.ts'
import { type Measured, measureVoid } from './measure-void.ts'
import { nextEntryOf, type TouchedFigures } from './void-figures.store.ts'
import { totalsOf } from './void-views.ts'
import { enterVoid, listVoidsAtWork } from './voids.store.ts'

interface VoidInterval {
  productId: number
  fromMs: number
  toMs: number
}

export type VoidWorks = ReturnType<typeof createVoidWorks>

/** Voids as the log's writer asks for them, and what one would do if it were entered now. */
export function createVoidWorks(measured: Measured) {
  const { db } = measured
  const source: VoidSource = {
    async listConfirmed(productIds) {
      const rows = await listVoidsAtWork(db, productIds, 'confirmed')
      return rows.map(({ id, productId, fromMs, toMs, decidedMs, reason }) => ({
        ...{ id, productId, reason },
        ...{ fromMs: Number(fromMs), toMs: Number(toMs), confirmedMs: Number(decidedMs) },
      }))
    },

    async measure({ productId, fromMs, toMs }, at) {
      const figures = await measureVoid(measured, { productId, fromMs, toMs, ...at })
      return figures === null ? null : totalsOf(figures)
    },

    async enter(sql, entered: EnteredVoid) {
      await enterVoid(sql, entered)
      const { id, seq, timeMs, contractCount, houseEffectMicros } = entered
      const after = { state: 'entered', seq, contractCount, houseEffectMicros: houseEffectMicros.toString() }
      await writeAudit(sql, {
        ...{ atMs: timeMs, actorKind: 'system', actorId: null, ip: null },
        ...{ action: 'void.enter', subject: `void:${id}`, after },
      })
    },
  }
  return {
    source,

    /** By the log as it is. Null: settlement is too far behind to count. */
    async preview(interval: VoidInterval): Promise<TouchedFigures[] | null> {
      const { seq, timeMs } = await nextEntryOf(db, interval.productId)
      const at = { ...interval, seq, timeMs: Math.max(timeMs, interval.toMs + 1) }
      return await measureVoid(measured, at)
    },
  }
}
