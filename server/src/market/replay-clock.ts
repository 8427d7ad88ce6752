import type { Db } from '../platform/db.ts'
import type { ServiceClockMode } from '../platform/service-clock.ts'
import { lastLogTime } from './log.store.ts'
import { listRecordings } from './recording-index.ts'
import { planReplay } from './replay-plan.ts'

export interface ReplayClockOptions {
  dataDir: string
  /** `REPLAY_START`; null: a moment where most products have data. */
  startMs: number | null
  speed: number
}

/** How the service clock runs for a replay: from its start, or on from the last entry of the log. */
export async function replayClockMode(
  db: Db,
  { dataDir, startMs, speed }: ReplayClockOptions,
): Promise<ServiceClockMode> {
  const plan = planReplay(await listRecordings(dataDir), startMs)
  const resumeAtMs = await lastLogTime(db)
  return {
    kind: 'replay',
    startMs: plan.startMs,
    endMs: plan.endMs,
    speed,
    ...(resumeAtMs === null ? {} : { resumeAtMs }),
  }
}
