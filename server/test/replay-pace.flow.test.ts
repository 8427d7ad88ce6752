import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareFirstRun } from '../src/admin/first-run.ts'
import { type App, createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { replayClockMode } from '../src/market/replay-clock.ts'
import type { Bus } from '../src/platform/bus.ts'
import { silentLog } from '../src/platform/log.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { setServiceClock } from '../src/platform/service-clock.ts'
import { createSystemClock, type SystemClock } from '../src/platform/system-clock.ts'
import { createTestClient } from './test-client.ts'
import { openTestDb, type TestDb } from './test-database.ts'
import { createTrader } from './trading-app.ts'

const START_MS = Date.UTC(2021, 0, 5, 12, 0, 0)
const MINUTE_MS = 60_000
/** Recorded minutes; from the fourth on three are missing. */
const HOLE_FROM = 4
const HOLE_UNTIL = 7
const MINUTES = 12
const SPEED = 100

let folder: string
let opened: TestDb
let clock: SystemClock
let bus: Bus
let app: App
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'truestrike-replay-'))
  const minutes = Array.from({ length: MINUTES }, (_, minute) => minute)
  const bars = minutes
    .filter((minute) => minute < HOLE_FROM || minute >= HOLE_UNTIL)
    .map((minute) => `${START_MS + minute * MINUTE_MS},50000.00,50010.00,49990.00,50005.00,12.5`)
  const csv = ['open_time_ms,open,high,low,close,volume', ...bars, ''].join('\n')
  await writeFile(join(folder, 'BTCUSDT.csv.gz'), gzipSync(csv))

  opened = await openTestDb()
  const { db } = opened
  await setServiceClock(db, await replayClockMode({ dataDir: folder, startMs: START_MS, speed: SPEED }))
  clock = await createSystemClock({ db, log: silentLog })
  bus = createMemoryBus((error) => {
    throw error
  })
  const config = readConfig({ MARKET_FEED: 'replay', MARKET_DATA_DIR: folder, DATA_DIR: folder })
  const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } })
  const ground = { db, bus, clock, log: silentLog, random: systemRandom, hasher }
  app = await createApp({ ...ground, config, metrics: createMetrics(false), webRoot: null })
})
afterEach(async () => {
  await app.stop()
  clock.close()
  await bus.close()
  await opened.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The next flush after which `is` holds. */
function flushWhere(is: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const cancel = bus.subscribe('market.entries.BTCUSDT', () => {
      if (!is()) return
      cancel()
      resolve()
    })
  })
}

/** Nothing else in this process runs meanwhile. */
function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const statusOf = (): string => app.market.service.statusOf(app.market.service.productOf('BTCUSDT'))

test('[M5] [T6] at a hundred times the speed a process that is late makes no price stale, a hole in the recording does', async () => {
  await app.start()
  const { inviteCode } = await prepareFirstRun({
    ...{ db: opened.db, clock, hasher: createPasswordHasher(), random: systemRandom },
    ...{ dataDir: folder, publicUrl: 'http://localhost:3000' },
  })
  const ann = await createTrader(
    { db: opened.db, client: () => createTestClient(app.http.app, inviteCode) },
    'ann',
  )
  await flushWhere(() => statusOf() === 'open')
  for (let round = 0; round < 10; round += 1) {
    // Ten seconds of the recording, three times what a price may be old.
    blockFor(100)
    expect(statusOf()).toBe('open')
    await ann.place({ durationSeconds: 60 })
    await flushWhere(() => true)
    expect(statusOf()).toBe('open')
  }
  const holeMs = START_MS + HOLE_FROM * MINUTE_MS
  expect(clock.nowMs()).toBeLessThan(holeMs - MINUTE_MS)
  await flushWhere(() => clock.nowMs() > holeMs - MINUTE_MS)
  const overHole = await ann.place({ durationSeconds: 120 })

  await flushWhere(() => clock.nowMs() > holeMs + 4_500)
  expect(statusOf()).toBe('stale')
  expect(await ann.refused({ durationSeconds: 60 })).toBe('PRICE_STALE')
  await flushWhere(() => clock.nowMs() > START_MS + HOLE_UNTIL * MINUTE_MS + 2_000)
  expect(statusOf()).toBe('open')
  await flushWhere(() => clock.nowMs() > overHole.expiresAtMs + 10_000)
  const contracts = await ann.list()
  expect(contracts.filter(({ settledAtMs }) => settledAtMs === null)).toEqual([])
  expect(ensure(contracts.find(({ id }) => id === overHole.id))).toMatchObject({ cancelReason: 'price-gap' })
}, 60_000)
