import { commitmentMessage } from '@truestrike/core/proof/day-commitment.ts'
import { commitmentOf } from '@truestrike/core/simulated-day.ts'
import {
  CHUNK_SLOTS,
  carryOver,
  DayPath,
  type PathState,
  type PathTick,
  SLOTS_PER_DAY,
  startState,
} from '@truestrike/core/simulated-path.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import type { Db } from '../platform/db.ts'
import { readRestored } from '../platform/restored.ts'
import { carryOutStep } from '../platform/start-step.ts'
import type { Signer } from '../proof/signer.ts'
import { insertSimDays, listLatestSimDays, listSimDaysOf, type SimDay } from './sim-days.store.ts'
import { profileOf } from './simulated-profile.ts'
import { daySeed, FeedSeedError, keystreamOf } from './simulated-seed.ts'

/** Slots walked before the event loop gets its turn: about 2 ms. */
const SLOTS_PER_TURN = 6 * CHUNK_SLOTS

export interface SimulatedProduct {
  id: number
  symbol: string
  category: 'crypto' | 'forex'
  precision: number
  /** Where the path starts on the very first day, in units of the precision. */
  referenceUnits: number
  /** Whether the market is open at a time. */
  isOpen(timeMs: number): boolean
}

export interface SimulatedDaysOptions {
  db: Db
  master: Uint8Array
  masterSeed: SimDay['masterSeed']
  /** What the operator is told to mend when it is not the master this database began with. */
  masterFrom: string
  /** Further ones may be put to them. */
  products: SimulatedProduct[]
  signer: Pick<Signer, 'signAt'>
  nowMs: () => number
}

/** The days of the simulated feed: committed to before they begin, each going on where the one before ends. */
export function createSimulatedDays(options: SimulatedDaysOptions) {
  const { db, master, products } = options
  /** The next day of each product, as it is stored. */
  const ahead = new Map<number, SimDay>()

  const dayOf = (product: SimulatedProduct, day: number, start: PathState): SimDay => {
    const { symbol, precision } = product
    const content = { symbol, day, precision, start, profile: profileOf(symbol, product.category) }
    const commitment = commitmentOf(content, daySeed(master, symbol, day))
    const { masterSeed } = options
    const fresh = { committedMs: 0, masterSeed, seed: null, signed: null }
    return { ...content, ...fresh, productId: product.id, commitment }
  }
  const pathOf = (day: SimDay): DayPath =>
    new DayPath(day.profile, day.start, keystreamOf(daySeed(master, day.symbol, day.day)))
  const endOf = async (day: SimDay): Promise<PathState> => {
    const path = pathOf(day)
    await walkTo(path, SLOTS_PER_DAY)
    return carryOver(path.state())
  }
  /** What is published of a day binds its prices to one master. */
  const checked = (days: readonly SimDay[]): Map<number, SimDay> => {
    for (const day of days) {
      const own = commitmentOf(day, daySeed(master, day.symbol, day.day))
      if (!Buffer.from(own).equals(day.commitment)) throw new FeedSeedError(options.masterFrom)
    }
    return new Map(days.map((day) => [day.productId, day]))
  }
  /** Stores days that are not yet stored; all as they are stored then. Another process may have been first. */
  const store = async (days: readonly SimDay[], day: number): Promise<Map<number, SimDay>> => {
    const committedMs = options.nowMs()
    await insertSimDays(
      db,
      days.map((entry) => signedBy(options.signer, { ...entry, committedMs })),
    )
    return checked(await listSimDaysOf(db, day))
  }

  return {
    pathOf,

    /**
     * Today of each product, stored. Days without a service are left out, but not those that a restore has lost: they were
     * committed to, and what follows them too.
     */
    async begin(today: number): Promise<Map<number, SimDay>> {
      const latest = checked(await listLatestSimDays(db, today))
      const lostTo = Math.min(today - 1, await lastLostDay(db))
      const missing: SimDay[] = []
      for (const product of products) {
        let last = latest.get(product.id)
        if (last?.day === today) continue
        for (; last !== undefined && last.day < lostTo; missing.push(last))
          last = dayOf(product, last.day + 1, await endOf(last))
        const start = last === undefined ? startState(product.referenceUnits) : await endOf(last)
        missing.push(dayOf(product, today, start))
      }
      return await carryOutStep(() => store(missing, today))
    },

    /** The day after one that has ended with this state: as it was committed to. */
    following(product: SimulatedProduct, day: number, end: PathState): SimDay {
      const stored = ahead.get(product.id)
      return stored?.day === day + 1 ? stored : dayOf(product, day + 1, carryOver(end))
    },

    /** Stores the days that run, if the database was away when they began, and commits to the ones after them. */
    async commit(running: ReadonlyMap<number, SimDay>): Promise<void> {
      const open = products.filter(({ id }) => ahead.get(id)?.day !== (running.get(id)?.day ?? 0) + 1)
      const unsaved = open.flatMap(({ id }) => running.get(id) ?? [])
      const day = unsaved[0]?.day
      if (day === undefined) return
      await store(unsaved, day)
      // After a restart they are known: to find the end of a day takes a walk through all of it.
      const known = checked(await listSimDaysOf(db, day + 1))
      const next: SimDay[] = []
      for (const product of open) {
        const today = running.get(product.id)
        if (today !== undefined && !known.has(product.id))
          next.push(dayOf(product, day + 1, await endOf(today)))
      }
      for (const [id, stored] of await store(next, day + 1)) ahead.set(id, stored)
    },
  }
}

function signedBy(signer: Pick<Signer, 'signAt'>, day: SimDay): SimDay {
  const { keyId, signature } = signer.signAt(day.committedMs, commitmentMessage(day))
  return { ...day, signed: { keyId, signature: Buffer.from(signature, 'base64url') } }
}

/** The last day that may have been committed to in what a restore has lost; 0: nothing was. */
async function lastLostDay(db: Db): Promise<number> {
  const restored = await readRestored(db)
  return restored === null ? 0 : Math.floor(restored.atMs / DAY_MS) + 1
}

/** Walks without holding up everything else. */
export async function walkTo(
  path: DayPath,
  endSlot: number,
  visit?: (tick: PathTick) => void,
): Promise<void> {
  while (path.nextSlot < endSlot) {
    path.walk(Math.min(endSlot, path.nextSlot + SLOTS_PER_TURN), visit)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
