import type { Cancel, Clock } from '../platform/clock.ts'
import { CONFLATION_SLOT_MS } from './slot-conflation.ts'

/** With a fast replay slots are written together, every so much of real time… */
const PUMP_EVERY_MS = 50
/** …but never more of service time than this at once, or prices would go stale within it. */
const PUMP_SLOTS_MAX = 5

/**
 * Runs as soon as a slot has ended, or at once when one has ended during the last run: a tick waits no longer than it
 * must, and a watermark is late only when the writing itself takes longer than a slot.
 */
export function runAtSlotEnds(
  clock: Pick<Clock, 'nowMs' | 'speed' | 'after'>,
  run: () => Promise<void>,
): Cancel {
  const slots = Math.floor((PUMP_EVERY_MS * clock.speed) / CONFLATION_SLOT_MS)
  const spanMs = Math.min(Math.max(slots, 1), PUMP_SLOTS_MAX) * CONFLATION_SLOT_MS
  let endedMs = slotEnd(clock.nowMs(), spanMs)
  let cancelled = false
  const turn = async (): Promise<void> => {
    endedMs = slotEnd(clock.nowMs(), spanMs)
    await run()
    if (!cancelled) arm()
  }
  const arm = (): void => {
    const leftMs = endedMs + spanMs - clock.nowMs()
    cancelNext = clock.after(Math.max(0, leftMs) / clock.speed, turn)
  }
  let cancelNext: Cancel = () => {}
  arm()
  return () => {
    cancelled = true
    cancelNext()
  }
}

function slotEnd(timeMs: number, spanMs: number): number {
  return Math.floor(timeMs / spanMs) * spanMs
}
