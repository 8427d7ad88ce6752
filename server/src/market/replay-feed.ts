import type { Db } from '../platform/db.ts'
import type { Feed, RawTick } from './feed.ts'
import type { ProductRecord } from './product.store.ts'
import { matchPair } from './recorded-decimal.ts'
import type { Recording } from './recording-index.ts'
import { replayHistory } from './replay-history.ts'
import { type CategoryShifts, planReplay, playsAny } from './replay-plan.ts'
import { ReplayPlayer } from './replay-player.ts'
import { readReplayShifts, saveReplayShift } from './replay-shifts.store.ts'

export interface ReplayFeedOptions {
  db: Db
  products: readonly ProductRecord[]
  listRecordings: () => Promise<Recording[]>
  /** Draws the paths through bars. */
  seed: string
  nowMs: () => number
  onError: (error: unknown) => void
}

/** Plays recordings: service time less the category's shift is recorded time. See replay-plan.ts for the shifts. */
export function createReplayFeed({
  db,
  products,
  seed,
  nowMs,
  onError,
  ...options
}: ReplayFeedOptions): Feed {
  const players = new Map<number, ReplayPlayer>()
  const playerOf = (product: ProductRecord, recordings: readonly Recording[], shifts: CategoryShifts) => {
    const own = recordings.filter(({ pair }) => matchPair(pair, product.symbol) !== null)
    const shiftMs = shifts[product.category]
    const player = new ReplayPlayer({ product, recordings: own, shiftMs, seed, onError })
    players.set(product.id, player)
    return player
  }
  return {
    source: 'replay',
    async start() {
      const startMs = nowMs()
      const recordings = await options.listRecordings()
      const shifts = await chooseShifts(db, recordings, products, startMs)
      for (const product of products) playerOf(product, recordings, shifts)
      await Promise.all([...players.values()].map((player) => player.open(startMs)))
    },
    async add(product) {
      const recordings = await options.listRecordings()
      const shifts = await chooseShifts(db, recordings, products, nowMs())
      await playerOf(product, recordings, shifts).open(nowMs())
    },
    poll(beforeMs) {
      const ticks: RawTick[] = []
      let waiting = false
      for (const player of players.values()) {
        if (player.poll(beforeMs, ticks)) waiting = true
      }
      return { ticks, waiting }
    },
    hasNoData: (productId) => players.get(productId)?.hasNoData(nowMs()) ?? true,
    recordedShiftMs: (productId) => players.get(productId)?.shiftMs ?? 0,
    async *history(productId, joinMs) {
      const player = players.get(productId)
      const bars = player?.barsBefore(joinMs) ?? null
      if (player === undefined || bars === null) return
      yield* replayHistory(player.sourceOf(bars), player.shiftMs, joinMs)
    },
    async stop() {
      for (const player of players.values()) await player.close()
    },
  }
}

/** A replay that goes on keeps its shifts while anything plays with them; else it is planned anew. */
async function chooseShifts(
  db: Db,
  recordings: readonly Recording[],
  products: readonly ProductRecord[],
  timeMs: number,
): Promise<CategoryShifts> {
  const saved = await readReplayShifts(db)
  if (saved !== null && playsAny(recordings, products, timeMs, saved)) return saved
  const { shifts } = planReplay(recordings, timeMs, products)
  await saveReplayShift(db, 'crypto', shifts.crypto)
  await saveReplayShift(db, 'forex', shifts.forex)
  return shifts
}
