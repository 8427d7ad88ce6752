import type { ServiceClockMode } from '../platform/service-clock.ts'
import { listRecordings } from './recording-index.ts'
import { planReplay } from './replay-plan.ts'

export interface ReplayClockOptions {
  dataDir: string
  /** `REPLAY_START`; null: a moment where most products have data. */
  startMs: number | null
  speed: number
}

/** How the service clock runs for a replay. */
export async function replayClockMode({
  dataDir,
  startMs,
  speed,
}: ReplayClockOptions): Promise<ServiceClockMode> {
  const plan = planReplay(await listRecordings(dataDir), startMs)
  const isStartAsked = startMs !== null
  return { kind: 'replay', startMs: plan.startMs, isStartAsked, endMs: plan.endMs, speed }
}
