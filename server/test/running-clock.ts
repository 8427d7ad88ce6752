import { setTimeout as wait } from 'node:timers/promises'
import type { FakeClock } from '../src/platform/fake-clock.ts'

/** Real time before each step: work that does not wait for the clock ends before the first. */
const STEP_AFTER_MS = 20
const STEP_MS = 4_000

/**
 * Moves the clock on while `work` waits for it (a sign-in held back, a retry). `afterMs`: of work that takes its time, but
 * seldom waits.
 */
export async function withRunningClock<T>(
  clock: FakeClock,
  work: Promise<T>,
  afterMs = STEP_AFTER_MS,
): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const run = async (): Promise<void> => {
    while (!isDone) {
      await Promise.race([done, wait(afterMs)])
      if (!isDone) await clock.advance(STEP_MS)
    }
  }
  const [result] = await Promise.all([done, run()])
  return result
}
