import { commitmentOf } from '@truestrike/core/simulated-day.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { listUntoldSimDays, updateSimDaySeeds } from './sim-days.store.ts'
import { daySeed, readMasterSeed } from './simulated-seed.ts'

export interface SeedTeller {
  db: Db
  clock: Clock
  config: { dataDir: string; market: { seed: string | null } }
}

/**
 * Stores the seeds of days that are over, whatever the feed is now: by the clock, and by the product's log, which holds a
 * promise that nothing of that day follows. A clock that jumped ahead tells no seed that prices may still come from.
 */
export async function tellSeeds({ db, clock, config }: SeedTeller): Promise<void> {
  const days = await listUntoldSimDays(db, clock.nowMs())
  if (days.length === 0) return
  const { dataDir } = config
  const masters = [config.market.seed, null]
    .map((feedSeed) => readMasterSeed({ feedSeed, dataDir }))
    .filter((master) => master !== null)
  const told = days.flatMap((day) => {
    const seeds = masters.map((master) => daySeed(master, day.symbol, day.day))
    const seed = seeds.find((own) => Buffer.from(commitmentOf(day, own)).equals(day.commitment))
    return seed === undefined ? [] : [{ productId: day.productId, day: day.day, seed }]
  })
  await updateSimDaySeeds(db, told)
}
