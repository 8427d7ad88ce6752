import { assert } from '@truestrike/core/assert.ts'
import { voidTouches } from '@truestrike/core/outcome.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { type ContractRow, toFrozenContract } from './contract-row.ts'
import { openingOf } from './decide-contracts.ts'
import type { SettledRow } from './settle-contracts.ts'
import { listToReturn } from './void-figures.store.ts'
import { finishVoid, listVoidsAtWork, returnStakes, type VoidRow } from './voids.store.ts'

interface Parts {
  db: Db
  clock: Clock
  /** Told after the change is durable. */
  onReturned(returned: readonly SettledRow[]): void
}

export type ReturnStakes = ReturnType<typeof createReturnStakes>

/**
 * Gives the stakes back that were lost before the entry of a void which touches them. Each run starts from the state of the
 * rows, so that it may be repeated, run twice at once, or die half-way: nothing is returned twice, and a win never.
 */
export function createReturnStakes({ db, clock, onReturned }: Parts) {
  return async (productIds: readonly number[]): Promise<void> => {
    for (const voided of await listVoidsAtWork(db, productIds, 'entered')) {
      for (;;) {
        const returned = await returnBatch(db, voided)
        if (returned.length === 0) break
        onReturned(returned)
      }
      const nowMs = clock.nowMs()
      await db.tx(async (sql) => {
        if (!(await finishVoid(sql, voided.id, nowMs))) return
        await writeAudit(sql, {
          ...{ atMs: nowMs, actorKind: 'system', actorId: null, ip: null },
          ...{ action: 'void.done', subject: `void:${voided.id}`, after: { state: 'done' } },
        })
      })
    }
  }
}

async function returnBatch(db: Db, voided: VoidRow): Promise<SettledRow[]> {
  const at = {
    productId: voided.productId,
    fromMs: Number(voided.fromMs),
    toMs: Number(voided.toMs),
    timeMs: Number(voided.entryMs),
  }
  const rows = await listToReturn(db, at)
  if (rows.length === 0) return []
  for (const row of rows) {
    const opening = openingOf(row)
    const isTouched = opening !== null && voidTouches(at, toFrozenContract(row), opening)
    assert(isTouched, 'core and the database agree on what a void touches')
  }
  const returned = await returnStakes(
    db,
    voided.id,
    rows.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return returned.flatMap(({ contractId, noticeId }) => {
    const row = byId.get(contractId)
    return row === undefined ? [] : [{ row: asReturned(row), noticeId }]
  })
}

function asReturned(row: ContractRow): ContractRow {
  const voided = { state: 'cancelled', result: null, cancelReason: 'void', profitMicros: 0n } as const
  return { ...row, ...voided, closingPrice: null, closingTimeMs: null }
}
