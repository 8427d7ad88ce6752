import { BrokenInvariant } from '@truestrike/core/assert.ts'
import type { Db } from '../platform/db.ts'
import { sqlState } from '../platform/db-error.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createMicroBatcher } from '../platform/micro-batcher.ts'
import type { ContractRow } from './contract-row.ts'
import { type Decisions, decideDue, decideOpenings } from './decide-contracts.ts'
import {
  CONTRACTS_PER_BATCH_MAX,
  type DecidedContract,
  listDueContracts,
  listOpeningContracts,
  listProductsDue,
  OPENINGS_PER_BATCH_MAX,
  type OpenedContract,
  type OpeningToWrite,
  openContracts,
  type SettledContract,
  settleContracts,
} from './settling.store.ts'
import type { PriceLog } from './traded-product.ts'
import type { TradingHalt } from './trading-halt.ts'

/** Batches one run may take; the next run goes on. */
const BATCHES_PER_RUN_MAX = 2_000
/** While the database settles one batch, the next is read, decided and told. */
const BATCHES_AT_ONCE = 2

export interface SettledRow {
  row: ContractRow
  /** Null: its user wants none. */
  noticeId: bigint | null
}

interface Parts {
  db: Db
  log: Log
  metrics: Pick<Metrics, 'contractsSettled'>
  priceLog: PriceLog
  halt: TradingHalt
  /** Told after the change is durable. */
  onOpened(opened: readonly OpenedContract[]): Promise<void>
  onSettled(settled: readonly SettledRow[]): void
}

export type SettleContracts = ReturnType<typeof createSettleContracts>

/**
 * Opens and settles the contracts of a product by what its durable log says up to a watermark. Each call starts from the
 * state of the rows, so that it may be repeated, run twice at once, or die half-way: nothing is settled twice.
 */
export function createSettleContracts(parts: Parts) {
  const { db } = parts
  // The ticks of all products become durable together: their openings are written together, not a call a product.
  const opener = createMicroBatcher<OpeningToWrite, null>({
    batchMax: OPENINGS_PER_BATCH_MAX,
    waitingMax: Number.POSITIVE_INFINITY,
    keyOf: (opening) => opening.id,
    run: async (openings) => {
      const opened = await openContracts(db, openings)
      if (opened.length > 0) await parts.onOpened(opened)
      return openings.map(() => ({ ok: true, value: null }))
    },
    refuse: () => new Error('openings may always wait'),
  })

  return {
    /** Writes openings found before; those of other products may share the call. */
    async open(openings: readonly OpeningToWrite[]): Promise<void> {
      await Promise.all(openings.map(opener.submit))
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
      const take = dueBatches(db, productId, watermarkMs)
      let settled = 0
      const work = async (): Promise<void> => {
        for (let rows = await take(); rows.length > 0; rows = await take())
          settled += await settleRows(parts, rows, watermarkMs)
      }
      await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work))
      return settled
    },
  }
}

/** Hands out what is due batch by batch, oldest first; empty when nothing is left. */
function dueBatches(db: Db, productId: number, watermarkMs: number): () => Promise<ContractRow[]> {
  let last = { expiresAtMs: -1n, id: 0n }
  let left = BATCHES_PER_RUN_MAX
  const read = async (): Promise<ContractRow[]> => {
    if (left === 0) return []
    const { expiresAtMs: afterExpiryMs, id: afterId } = last
    const rows = await listDueContracts(db, productId, { watermarkMs, afterExpiryMs, afterId })
    left = rows.length < CONTRACTS_PER_BATCH_MAX ? 0 : left - 1
    last = rows.at(-1) ?? last
    return rows
  }
  let reading: Promise<unknown> = Promise.resolve()
  return () => {
    const rows = reading.then(read)
    // A failed reading is told to whoever asked for it; the next one asks again.
    reading = rows.catch(() => undefined)
    return rows
  }
}

async function settleRows(parts: Parts, rows: readonly ContractRow[], watermarkMs: number): Promise<number> {
  const decisions = await guarded(parts, () => decideDue(parts.priceLog, rows))
  warnOf(parts, decisions, watermarkMs)
  return await settle(parts, decisions.decided)
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
