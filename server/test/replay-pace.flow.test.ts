import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEntries } from '../src/market/read-log.ts'
import { replayClockMode } from '../src/market/replay-clock.ts'
import { createRealTimeApp, type RealTimeApp } from './real-time-app.ts'
import { shownReceipt } from './receipt-checks.ts'
import { createTrader } from './trading-app.ts'

const START_MS = Date.UTC(2021, 0, 5, 12, 0, 0)
const MINUTE_MS = 60_000
/** Recorded minutes, of which six are missing. Each passes in 0.6 s, also while a slow machine is at work. */
const HOLE_FROM = 14
const HOLE_UNTIL = 20
const MINUTES = 26
const SPEED = 100

let folder: string
let app: RealTimeApp
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'truestrike-replay-'))
  const minutes = Array.from({ length: MINUTES }, (_, minute) => minute)
  const bars = minutes
    .filter((minute) => minute < HOLE_FROM || minute >= HOLE_UNTIL)
    .map((minute) => `${START_MS + minute * MINUTE_MS},50000.00,50010.00,49990.00,50005.00,12.5`)
  const csv = ['open_time_ms,open,high,low,close,volume', ...bars, ''].join('\n')
  await writeFile(join(folder, 'BTCUSDT.csv.gz'), gzipSync(csv))
  app = await createRealTimeApp({
    clockMode: await replayClockMode({ dataDir: folder, startMs: START_MS, speed: SPEED }),
    env: { MARKET_FEED: 'replay', MARKET_DATA_DIR: folder },
  })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Nothing else in this process runs meanwhile. */
function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('[P1] [M5] [T6] [T11] at a hundred times the speed a process that is late makes no price stale, a hole in the recording does', {
  timeout: 60_000,
}, async () => {
  const { clock, flushWhere } = app
  const { service } = app.app.market
  const statusOf = (): string => service.statusOf(service.productOf('BTCUSDT'))
  await flushWhere(() => statusOf() === 'open')
  const ann = await createTrader(app, 'ann')
  for (let round = 0; round < 10; round += 1) {
    // Ten seconds of the recording, three times what a price may be old.
    blockFor(100)
    expect(statusOf()).toBe('open')
    await ann.place({ durationSeconds: 60 })
    await flushWhere(() => true)
    expect(statusOf()).toBe('open')
  }
  const holeMs = START_MS + HOLE_FROM * MINUTE_MS
  expect(clock.nowMs()).toBeLessThan(holeMs - 4 * MINUTE_MS)
  await flushWhere(() => clock.nowMs() > holeMs - 4 * MINUTE_MS)
  // Opens before the hole and expires within it, also when the call takes two seconds.
  const overHole = await ann.place({ durationSeconds: 300 })
  expect(clock.nowMs()).toBeLessThan(holeMs)

  await flushWhere(() => clock.nowMs() > holeMs + 4_500)
  expect(statusOf()).toBe('stale')
  expect(await ann.refused({ durationSeconds: 60 })).toBe('PRICE_STALE')
  await flushWhere(() => clock.nowMs() > START_MS + HOLE_UNTIL * MINUTE_MS + 2_000)
  expect(statusOf()).toBe('open')
  await flushWhere(() => clock.nowMs() > overHole.expiresAtMs + 10_000)
  const contracts = await ann.list()
  expect(contracts.filter(({ settledAtMs }) => settledAtMs === null)).toEqual([])
  expect(ensure(contracts.find(({ id }) => id === overHole.id))).toMatchObject({ cancelReason: 'price-gap' })
  // Their orders came into the log in time, however fast it grows.
  for (const contract of contracts)
    await expect
      .poll(async () => (await shownReceipt(ann, contract.id)).state, { timeout: 10_000 })
      .toBe('settled')

  // However much service time a flush spans, and over the hole.
  const { id } = service.productOf('BTCUSDT').record
  const marks = (await readEntries(app.db, id, { limit: 1_000_000 })).filter(
    ({ kind }) => kind === 'watermark',
  )
  expect(marks.length).toBeGreaterThan(1_000)
  const gapsMs = marks.slice(1).map(({ timeMs }, index) => timeMs - ensure(marks[index]).timeMs)
  expect(Math.max(...gapsMs)).toBeLessThanOrEqual(250)
})
