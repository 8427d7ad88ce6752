import { openingDeadlineMs, openingFromMs } from '@truestrike/core/frozen-contract.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Bus } from '../platform/bus.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { carryOutStep } from '../platform/start-step.ts'
import { type ContractRow, toFrozenContract } from './contract-row.ts'
import { OpeningIndex } from './opening-index.ts'
import type { ReturnStakes } from './return-stakes.ts'
import type { SettleContracts } from './settle-contracts.ts'
import { listProductsDue, listWaitingContracts, pruneExposure } from './settling.store.ts'
import type { ProductLookup } from './traded-product.ts'

/** Real time between two looks at the database for what events did not bring. */
const SWEEP_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 60_000
/** Waiting contracts read at start; the rest is found by the sweeps. */
const WAITING_AT_START_MAX = 10_000
/** Service time: an opening that events have not brought by then is looked up in the log. */
const OPENING_OVERDUE_MS = 1_000

/** What `market` publishes on `market.entries.{symbol}` when a flush is durable. */
interface EntriesMessage {
  productId: number
  ticks: TickItem[]
  watermarkMs: number
}

/** What placing publishes on `trading.placed` for the engines of all processes. */
export interface PlacedMessage {
  items: {
    productId: number
    id: string
    openAfterSeq: number
    fromMs: number
    deadlineMs: number
    expiresAtMs: number
  }[]
}

export const PLACED_SUBJECT = 'trading.placed'

export function placedMessage(rows: readonly ContractRow[]): PlacedMessage {
  return {
    items: rows.map((row) => {
      const frozen = toFrozenContract(row)
      return {
        productId: row.productId,
        id: row.id.toString(),
        openAfterSeq: frozen.openAfterSeq,
        fromMs: openingFromMs(frozen),
        deadlineMs: openingDeadlineMs(frozen),
        expiresAtMs: frozen.expiresAtMs,
      }
    }),
  }
}

interface Lane {
  productId: number
  openings: OpeningIndex
  watermarkMs: number
  /** No open contract expires earlier; infinite when none is known. */
  nextExpiryMs: number
  running: boolean
  again: boolean
}

interface Parts {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  products: ProductLookup
  settle: SettleContracts
  returnStakes: ReturnStakes
}

/** Opens and settles as ticks and watermarks come in, and by sweeps what events missed: after a start, everything. */
export function createSettlementJobs(parts: Parts) {
  const { db, bus, clock, log, products } = parts
  const lanes = new Map<number, Lane>()
  const cancels: Cancel[] = []
  const runs = new Set<Promise<void>>()

  const kick = (lane: Lane): void => {
    if (lane.running) {
      lane.again = true
      return
    }
    const run = runLane(parts, lane).finally(() => runs.delete(run))
    runs.add(run)
  }
  const onEntries = (payload: unknown): void => {
    const { productId, ticks, watermarkMs } = payload as EntriesMessage
    const lane = lanes.get(productId)
    if (lane === undefined) return
    lane.openings.see(ticks)
    lane.watermarkMs = Math.max(lane.watermarkMs, watermarkMs)
    if (lane.openings.size > 0 || lane.nextExpiryMs <= lane.watermarkMs) kick(lane)
  }
  const onPlaced = (payload: unknown): void => {
    for (const item of (payload as PlacedMessage).items) {
      const lane = lanes.get(item.productId)
      if (lane === undefined) continue
      lane.openings.add({ ...item, id: BigInt(item.id) })
      lane.nextExpiryMs = Math.min(lane.nextExpiryMs, item.expiresAtMs)
    }
  }
  const sweep = async (): Promise<void> => {
    addLanes(lanes, products)
    for (const due of await listProductsDue(db, [...lanes.keys()])) {
      const lane = lanes.get(due.productId)
      if (lane === undefined) continue
      lane.watermarkMs = Math.max(lane.watermarkMs, Number(due.watermarkMs))
      lane.nextExpiryMs = due.nextExpiryMs === null ? Number.POSITIVE_INFINITY : Number(due.nextExpiryMs)
      const overdue =
        due.oldestOpeningMs !== null && Number(due.oldestOpeningMs) < lane.watermarkMs - OPENING_OVERDUE_MS
      if (overdue) await parts.settle.decideWaiting(lane.productId, lane.watermarkMs).catch(logged(log))
      if (lane.nextExpiryMs <= lane.watermarkMs) kick(lane)
    }
    await Promise.all(runs)
    // Last: what expired before a void's entry is settled first, and given back then.
    await parts.returnStakes([...lanes.keys()]).catch(logged(log))
  }

  return {
    /** Takes up what is open, settles what is due, and goes on from there. */
    async start(): Promise<void> {
      addLanes(lanes, products)
      cancels.push(bus.subscribe('market.entries.*', onEntries), bus.subscribe(PLACED_SUBJECT, onPlaced))
      const waiting = await carryOutStep(() =>
        listWaitingContracts(db, [...lanes.keys()], WAITING_AT_START_MAX),
      )
      onPlaced(placedMessage(waiting))
      await carryOutStep(sweep)
      cancels.push(clock.every(SWEEP_EVERY_MS, () => sweep().catch(logged(log))))
      cancels.push(clock.every(PRUNE_EVERY_MS, () => pruneExposure(db).catch(logged(log))))
    },

    /** Resolves when nothing known to be due is left undone: for tests and a graceful end. */
    async idle(): Promise<void> {
      while (runs.size > 0) await Promise.all(runs)
    },

    async stop(): Promise<void> {
      for (const cancel of cancels.splice(0)) cancel()
      while (runs.size > 0) await Promise.all(runs)
    },
  }
}

function addLanes(lanes: Map<number, Lane>, products: ProductLookup): void {
  for (const product of products.list()) {
    if (lanes.has(product.id)) continue
    lanes.set(product.id, {
      productId: product.id,
      openings: new OpeningIndex(product.precision),
      watermarkMs: 0,
      nextExpiryMs: Number.POSITIVE_INFINITY,
      running: false,
      again: false,
    })
  }
}

/** One run at a time for a product; a kick during a run makes another one follow. Faults are left to the next sweep. */
async function runLane({ settle, log }: Parts, lane: Lane): Promise<void> {
  lane.running = true
  try {
    do {
      lane.again = false
      const watermarkMs = lane.watermarkMs
      const openings = lane.openings.take()
      if (openings.length > 0) await settle.open(openings)
      if (lane.openings.hasTimedOut(watermarkMs)) {
        await settle.decideWaiting(lane.productId, watermarkMs)
        lane.openings.dropTimedOut(watermarkMs)
      }
      if (lane.nextExpiryMs <= watermarkMs) {
        // Whatever is placed meanwhile lowers it again; what is left over is found by the sweep.
        lane.nextExpiryMs = Number.POSITIVE_INFINITY
        await settle.settleDue(lane.productId, watermarkMs)
        const nextMs = await settle.nextExpiry(lane.productId)
        // What the log could not decide is asked again by the sweep, not by every watermark.
        if (nextMs > watermarkMs) lane.nextExpiryMs = Math.min(lane.nextExpiryMs, nextMs)
      }
    } while (lane.again)
  } catch (error) {
    logged(log)(error)
  } finally {
    lane.running = false
  }
}

function logged(log: Log): (error: unknown) => void {
  return (error) => log.error({ err: error }, 'settlement failed and will be tried again')
}
