import { expect, test } from 'vitest'
import { WATERMARK_EVERY_MS } from './draft-entries.ts'
import { runAtSlotEnds } from './slot-ends.ts'

/** Ends of slots (service time) up to which each run could write, with runs of a length (real time). */
async function slotsOf({
  speed,
  runMs,
  runs,
}: {
  speed: number
  runMs: number
  runs: number
}): Promise<number[]> {
  let realMs = 0
  let next: { dueMs: number; run: () => void | Promise<void> } | null = null
  const nowMs = (): number => Math.floor(30 + realMs * speed)
  const after = (delayMs: number, run: () => void | Promise<void>) => {
    next = { dueMs: realMs + delayMs, run }
    return () => {
      next = null
    }
  }
  const ends: number[] = []
  const stop = runAtSlotEnds({ nowMs, speed, after }, async () => {
    ends.push(Math.floor(nowMs() / 100) * 100)
    realMs += runMs
  })
  for (let turn = 0; turn < runs && next !== null; turn += 1) {
    const { dueMs, run }: { dueMs: number; run: () => void | Promise<void> } = next
    // Timers of Node are late by up to a millisecond.
    realMs = Math.max(realMs, dueMs) + (turn % 3) * 0.4
    await run()
  }
  stop()
  expect(next).toBeNull()
  return ends
}

const gapsOf = (ends: readonly number[]): Set<number> =>
  new Set(ends.slice(1).map((end, index) => end - (ends[index] ?? 0)))

test('[P1] [T8] each slot is written when it ends, also when writing takes most of the next one', async () => {
  for (const runMs of [1, 40, 70, 95]) {
    expect(gapsOf(await slotsOf({ speed: 1, runMs, runs: 200 }))).toEqual(new Set([100]))
  }
  // So watermarks keep their distance as long as writing takes no longer than that.
  const slow = await slotsOf({ speed: 1, runMs: WATERMARK_EVERY_MS - 20, runs: 200 })
  expect(Math.max(...gapsOf(slow))).toBeLessThanOrEqual(WATERMARK_EVERY_MS)
})

test('[M5] a fast replay writes several slots at once, at most half a second of the recording', async () => {
  expect(gapsOf(await slotsOf({ speed: 2, runMs: 2, runs: 100 }))).toEqual(new Set([100]))
  expect(gapsOf(await slotsOf({ speed: 10, runMs: 2, runs: 100 }))).toEqual(new Set([500]))
})
