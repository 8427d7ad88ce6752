import { BrokenInvariant } from '@truestrike/core/assert.ts'
import type { Db } from '../platform/db.ts'
import { sqlState } from '../platform/db-error.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { ContractRow } from './contract-row.ts'
import { type Decisions, decideDue, decideOpenings } from './decide-contracts.ts'
import {
  CONTRACTS_PER_BATCH_MAX,
  type DecidedContract,
  listDueContracts,
  listOpeningContracts,
  listProductsDue,
  type OpeningToWrite,
  openContracts,
  type SettledContract,
  settleContracts,
} from './settling.store.ts'
import type { PriceLog } from './traded-product.ts'
import type { TradingHalt } from './trading-halt.ts'

/** Batches one run may take; the next run goes on. */
const BATCHES_PER_RUN_MAX = 2_000

export interface SettledRow {
  row: ContractRow
  noticeId: bigint
}

interface Parts {
  db: Db
  log: Log
  metrics: Pick<Metrics, 'contractsSettled'>
  priceLog: PriceLog
  halt: TradingHalt
  /** Told after the change is durable. */
  onOpened(rows: readonly ContractRow[]): void
  onSettled(settled: readonly SettledRow[]): void
}

export type SettleContracts = ReturnType<typeof createSettleContracts>

/**
 * Opens and settles the contracts of a product by what its durable log says up to a watermark. Each call starts from the
 * state of the rows, so that it may be repeated, run twice at once, or die half-way: nothing is settled twice.
 */
export function createSettleContracts(parts: Parts) {
  const { db } = parts

  return {
    /** Writes openings found before; answers the contracts they opened. */
    async open(openings: readonly OpeningToWrite[]): Promise<void> {
      for (let at = 0; at < openings.length; at += CONTRACTS_PER_BATCH_MAX) {
        const rows = await openContracts(db, openings.slice(at, at + CONTRACTS_PER_BATCH_MAX))
        if (rows.length > 0) parts.onOpened(rows)
      }
    },

    /** Contracts that wait for an opening price: opens or cancels those the log decides. */
    async decideWaiting(productId: number, watermarkMs: number): Promise<void> {
      let afterId = 0n
      for (let batch = 0; batch < BATCHES_PER_RUN_MAX; batch += 1) {
        const rows = await listOpeningContracts(db, productId, { watermarkMs, afterId })
        if (rows.length === 0) return
        const decisions = await guarded(parts, () => decideOpenings(parts.priceLog, rows))
        await this.open(decisions.openings)
        await settle(parts, decisions.decided)
        afterId = rows.at(-1)?.id ?? afterId
        if (rows.length < CONTRACTS_PER_BATCH_MAX) return
      }
    },

    /** Earliest expiry of an open contract of the product; infinite when there is none. */
    async nextExpiry(productId: number): Promise<number> {
      const [due] = await listProductsDue(db, [productId])
      return due === undefined || due.nextExpiryMs === null
        ? Number.POSITIVE_INFINITY
        : Number(due.nextExpiryMs)
    },

    /** Contracts whose expiry is at or before the watermark. Answers how many it settled. */
    async settleDue(productId: number, watermarkMs: number): Promise<number> {
      let settled = 0
      let afterExpiryMs = -1n
      let afterId = 0n
      for (let batch = 0; batch < BATCHES_PER_RUN_MAX; batch += 1) {
        const rows = await listDueContracts(db, productId, { watermarkMs, afterExpiryMs, afterId })
        const last = rows.at(-1)
        if (last === undefined) return settled
        const decisions = await guarded(parts, () => decideDue(parts.priceLog, rows))
        settled += await settle(parts, decisions.decided)
        warnOf(parts, decisions, watermarkMs)
        afterExpiryMs = last.expiresAtMs
        afterId = last.id
        if (rows.length < CONTRACTS_PER_BATCH_MAX) return settled
      }
      return settled
    },
  }
}

async function settle(parts: Parts, decided: readonly DecidedContract[]): Promise<number> {
  let count = 0
  for (let at = 0; at < decided.length; at += CONTRACTS_PER_BATCH_MAX) {
    const batch = decided.slice(at, at + CONTRACTS_PER_BATCH_MAX)
    const rows = new Map(batch.map((row) => [row.id, row]))
    const done = (await settleBatch(parts, batch)).flatMap(({ contractId, settledAtMs, noticeId }) => {
      const row = rows.get(contractId)
      return row === undefined ? [] : [{ row: { ...row, settledAtMs }, noticeId }]
    })
    count += done.length
    for (const { row } of done) {
      const delayMs = Number(row.settledAtMs) - Number(row.expiresAtMs)
      parts.metrics.contractsSettled(1, row.state === 'completed' ? delayMs : 0)
    }
    if (done.length > 0) parts.onSettled(done)
  }
  return count
}

/** A batch the database refuses is halved until the contract it is about stands alone: the others are settled. */
async function settleBatch(parts: Parts, batch: readonly DecidedContract[]): Promise<SettledContract[]> {
  try {
    return await settleContracts(parts.db, batch)
  } catch (error) {
    if (sqlState(error) !== CHECK_VIOLATION) throw error
    if (batch.length > 1) {
      const middle = batch.length >> 1
      const first = await settleBatch(parts, batch.slice(0, middle))
      return [...first, ...(await settleBatch(parts, batch.slice(middle)))]
    }
    parts.halt.halt(`contract ${batch[0]?.id} cannot be settled`, error)
    return []
  }
}

/** SQLSTATE of a check that failed: money or terms that must never be so. */
const CHECK_VIOLATION = '23514'

/** Something that must hold does not: no more orders, while the contracts concerned stay as they are for the operator. */
async function guarded<T>(parts: Parts, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BrokenInvariant) {
      parts.halt.halt('settlement found a broken invariant', error)
    }
    throw error
  }
}

function warnOf({ log }: Parts, { undecided }: Decisions, watermarkMs: number): void {
  const [first] = undecided
  if (first === undefined) return
  log.warn(
    { symbol: first.symbol, contracts: undecided.length, firstId: first.id.toString(), watermarkMs },
    'expired contracts cannot be decided by the log yet',
  )
}
