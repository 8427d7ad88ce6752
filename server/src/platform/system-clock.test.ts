import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openEmptyTestDb, type TestDb } from '../../test/test-database.ts'
import type { Sql } from './db.ts'
import { createLog, silentLog } from './log.ts'
import { migrate, readMigrations } from './migrate.ts'
import { setServiceClock, storeServiceTime } from './service-clock.ts'
import { createSystemClock } from './system-clock.ts'

/** A database whose clock, and a machine whose monotonic clock, are moved by hand. */
function scripted() {
  const state = { monotonicMs: 1_000, databaseMs: 1_700_000_000_000, roundTripMs: 2 }
  const db: Sql = {
    query: async <Row extends object>() => {
      state.monotonicMs += state.roundTripMs / 2
      state.databaseMs += state.roundTripMs / 2
      const row = { now_ms: BigInt(Math.floor(state.databaseMs)), speed: 1, paced: false }
      state.monotonicMs += state.roundTripMs / 2
      state.databaseMs += state.roundTripMs / 2
      return [row] as unknown as Row[]
    },
  }
  const pass = (ms: number): void => {
    state.monotonicMs += ms
    state.databaseMs += ms
  }
  const open = () =>
    createSystemClock({ db, log: silentLog, monotonicMs: () => state.monotonicMs, measureEveryMs: 10_000 })
  return { state, db, pass, open }
}

test('[O5] it tells the database’s time, by the machine’s monotonic clock in between', async () => {
  const { state, pass, open } = scripted()
  const clock = await open()
  expect(Math.abs(clock.nowMs() - state.databaseMs)).toBeLessThanOrEqual(1)
  pass(60_000)
  expect(Math.abs(clock.nowMs() - state.databaseMs)).toBeLessThanOrEqual(1)
  clock.close()
})

test('[O5] the database’s clock going back never takes the service’s clock back', async () => {
  const { state, pass, open } = scripted()
  const clock = await open()
  const before = clock.nowMs()
  state.databaseMs -= 3_600_000
  await clock.measure()
  let last = before
  for (let step = 0; step < 1_000; step++) {
    pass(1)
    const now = clock.nowMs()
    expect(now).toBeGreaterThanOrEqual(last)
    last = now
  }
  expect(clock.offsetMs()).toBeLessThan(-3_599_000)
  clock.close()
})

test('[O5] a difference is slewed away at 500 ppm at most', async () => {
  const { state, pass, open } = scripted()
  const clock = await open()
  state.databaseMs += 400
  await clock.measure()
  const before = clock.nowMs()
  pass(10_000)
  // 10 s at 500 ppm are 5 ms.
  expect(clock.nowMs() - before).toBeGreaterThanOrEqual(10_004)
  expect(clock.nowMs() - before).toBeLessThanOrEqual(10_006)
  for (let minute = 0; minute < 1_000; minute++) {
    await clock.measure()
    pass(10_000)
  }
  await clock.measure()
  expect(Math.abs(clock.offsetMs())).toBeLessThanOrEqual(2)
  clock.close()
})

test('[O5] while the database is away the clock runs with the machine, not on along its last bend', async () => {
  const { state, pass, open } = scripted()
  const clock = await open()
  state.databaseMs += 5
  await clock.measure()
  pass(2 * 3_600_000)
  expect(Math.abs(clock.nowMs() - state.databaseMs)).toBeLessThanOrEqual(1)
  clock.close()
})

test('[O5] [O3] a difference that makes prices stale is logged with how long it takes to mend itself, and what to do', async () => {
  const { state, db } = scripted()
  const lines: Record<string, unknown>[] = []
  const log = createLog('error', (line) => void lines.push(JSON.parse(line)))
  const clock = await createSystemClock({ db, log, monotonicMs: () => state.monotonicMs })
  state.databaseMs += 450
  await clock.measure()
  expect(lines).toEqual([])
  state.databaseMs += 5_050
  const before = clock.nowMs()
  await clock.measure()
  // Never jumped, however far it is.
  expect(clock.nowMs() - before).toBeLessThan(50)
  // 5 s beyond what is allowed, at 500 ppm.
  expect(lines).toEqual([expect.objectContaining({ msg: expect.stringContaining('restart this process') })])
  expect(Number(lines[0]?.mendedInSeconds)).toBeGreaterThan(9_900)
  expect(Number(lines[0]?.mendedInSeconds)).toBeLessThan(10_000)
  clock.close()
})

test('[O5] after the machine slept service time goes on from now, at once and without an offset', async () => {
  const { state, db, pass } = scripted()
  let sleptMs = 0
  const clock = await createSystemClock({
    ...{ db, log: silentLog },
    ...{ monotonicMs: () => state.monotonicMs, uptimeMs: () => 50_120 + state.monotonicMs + sleptMs },
  })
  for (const ms of [300, 600_000]) {
    pass(5_000)
    await clock.noticeSleep()
    const before = clock.nowMs()
    // The monotonic clock stands still meanwhile, the database's does not.
    sleptMs += ms
    state.databaseMs += ms
    await clock.noticeSleep()
    // Asking the database takes ten ms of these clocks.
    expect(clock.nowMs() - before - ms).toBeLessThanOrEqual(ms < 500 ? 0 : 11)
    expect(clock.nowMs() - before).toBeGreaterThanOrEqual(ms < 500 ? 0 : ms)
  }
  await clock.measure()
  // What is too short to be told from jitter is slewed away.
  expect(clock.offsetMs()).toBeLessThanOrEqual(300)
  expect(Math.abs(clock.nowMs() - state.databaseMs)).toBeLessThanOrEqual(301)
  clock.close()
})

test('[O5] [T4] a machine that tells its uptime in whole seconds has not slept, whenever it is looked at', async () => {
  const { state, db, pass } = scripted()
  const clock = await createSystemClock({
    ...{ db, log: silentLog },
    ...{
      monotonicMs: () => state.monotonicMs,
      uptimeMs: () => Math.floor((state.monotonicMs + 777) / 1_000) * 1_000,
    },
  })
  for (let look = 0; look < 2_000; look += 1) {
    pass(look % 5 === 0 ? 337 : 1_002)
    await clock.noticeSleep()
  }
  await clock.measure()
  expect(clock.offsetMs()).toBe(0)
  expect(Math.abs(clock.nowMs() - state.databaseMs)).toBeLessThanOrEqual(1)
  clock.close()
})

test('[O5] an uptime that is misread is no sleep, and one the database does not know of moves nothing', async () => {
  const { state, db, pass } = scripted()
  let lieMs = 0
  let isCoarse = false
  const clock = await createSystemClock({
    ...{ db, log: silentLog },
    ...{
      monotonicMs: () => state.monotonicMs,
      uptimeMs: () => {
        const ms = 50_777 + state.monotonicMs + lieMs
        return isCoarse ? Math.floor(ms / 1_000) * 1_000 : ms
      },
    },
  })
  const isRight = (): void => expect(Math.abs(clock.nowMs() - state.databaseMs)).toBeLessThanOrEqual(1)
  // Without a file descriptor Linux tells whole seconds, and goes back to fractions.
  for (let look = 0; look < 200; look += 1) {
    isCoarse = look % 3 === 1
    pass(1_137)
    await clock.noticeSleep()
    isRight()
  }
  // The uptime of the machine instead of the container's: 90 days more.
  isCoarse = false
  lieMs = 90 * 86_400_000
  pass(1_000)
  await clock.noticeSleep()
  isRight()
  // A sleep in which it lied counts as long as it was.
  pass(1_000)
  await clock.noticeSleep()
  lieMs += 86_400_000
  state.databaseMs += 60_000
  await clock.noticeSleep()
  isRight()
  expect(clock.offsetMs()).toBe(0)
  clock.close()
})

test('[O5] a sleep while the database is being asked is added by the next look', async () => {
  const { state, db, pass } = scripted()
  let sleptMs = 0
  let trips = -100
  const clock = await createSystemClock({
    log: silentLog,
    db: {
      query: (text, params) => {
        trips += 1
        if (trips === 4) {
          sleptMs += 600_000
          state.databaseMs += 600_000
          void clock.noticeSleep()
        }
        return db.query(text, params)
      },
    },
    ...{ monotonicMs: () => state.monotonicMs, uptimeMs: () => 50_120 + state.monotonicMs + sleptMs },
  })
  pass(5_000)
  trips = 0
  // The look in the middle joins this comparison; waiting for it there would be waiting for itself.
  await clock.measure()
  await clock.noticeSleep()
  expect(Math.abs(clock.nowMs() - state.databaseMs)).toBeLessThanOrEqual(1)
  clock.close()
})

test('[O5] a stall between the two readings is not taken for a sleep', async () => {
  const { state, db, pass } = scripted()
  let stalls = false
  const clock = await createSystemClock({
    ...{ db, log: silentLog },
    ...{
      monotonicMs: () => state.monotonicMs,
      uptimeMs() {
        if (stalls) pass(900)
        return 50_120 + state.monotonicMs
      },
    },
  })
  pass(5_000)
  stalls = true
  await clock.noticeSleep()
  stalls = false
  pass(1_000)
  await clock.noticeSleep()
  expect(Math.abs(clock.nowMs() - state.databaseMs)).toBeLessThanOrEqual(1)
  clock.close()
})

test('[O5] a slow round trip is not taken for an offset', async () => {
  const { state, open } = scripted()
  const clock = await open()
  state.roundTripMs = 900
  await clock.measure()
  expect(clock.offsetMs()).toBe(0)
  clock.close()
})

test('[M5] a replay runs at its speed as far as prices are delivered, stands still there, and catches nothing up', async () => {
  const state = { monotonicMs: 1_000, storedMs: 1_700_000_000_000 }
  const query = async () => [{ now_ms: BigInt(state.storedMs), speed: 100, paced: true }]
  const db = { query } as unknown as Sql
  const startMs = state.storedMs
  const clock = await createSystemClock({ db, log: silentLog, monotonicMs: () => state.monotonicMs })
  expect([clock.speed, clock.nowMs()]).toEqual([100, startMs])
  state.monotonicMs += 4
  expect(clock.nowMs()).toBe(startMs + 400)
  // Late for a second, which would be 100 s.
  state.monotonicMs += 1_000
  expect(clock.nowMs()).toBe(startMs + 1_500)
  clock.reached?.(startMs + 1_400)
  expect(clock.nowMs()).toBe(startMs + 1_500)
  state.monotonicMs += 5
  expect(clock.nowMs()).toBe(startMs + 2_000)
  // Another process has delivered more; what is older changes nothing.
  state.storedMs = startMs + 10_000
  await clock.measure()
  clock.reached?.(startMs + 3_000)
  expect(clock.nowMs()).toBe(startMs + 10_000)
  expect(clock.offsetMs()).toBe(0)
  clock.close()
})

test('[O5] a delay of months is waited for, and can be cancelled after weeks', async () => {
  const clock = await scripted().open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const delayMs = 90 * 86_400_000
    const fired: string[] = []
    clock.after(delayMs, () => fired.push('kept'))
    const cancel = clock.after(delayMs, () => fired.push('cancelled'))
    vi.advanceTimersByTime(delayMs - 1)
    expect(fired).toEqual([])
    cancel()
    vi.advanceTimersByTime(1)
    expect(fired).toEqual(['kept'])
  } finally {
    vi.useRealTimers()
    clock.close()
  }
})

let opened: TestDb
beforeAll(async () => {
  opened = await openEmptyTestDb()
  await migrate(opened.db, readMigrations().slice(0, 1))
})
afterAll(() => opened.drop())
beforeEach(() =>
  opened.db.exec(
    "update service_clock set anchor_db_ms = 0, anchor_service_ms = 0, speed = 1, fixed_ms = null; delete from platform_meta where key = 'clock'",
  ),
)
const serviceNow = async (): Promise<number> => {
  const [row] = await opened.db.query<{ now_ms: bigint }>('select service_now_ms() as now_ms')
  return Number(row?.now_ms)
}

test('[O5] repeated timers of the real clock run without overlap until cancelled', async () => {
  await setServiceClock(opened.db, { kind: 'real' })
  const clock = await createSystemClock({ db: opened.db, log: silentLog })
  expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThan(50)
  let running = 0
  let turns = 0
  await new Promise<void>((resolve) => {
    const cancel = clock.every(2, async () => {
      expect(++running).toBe(1)
      await new Promise((next) => setImmediate(next))
      running--
      if (++turns === 5) {
        cancel()
        resolve()
      }
    })
  })
  expect(turns).toBe(5)
  clock.close()
})

test('[M5] a replay starts at the recording’s time, goes as far as it is told, and never back', async () => {
  const startMs = Date.UTC(2024, 2, 5)
  const endMs = startMs + 86_400_000
  const recording = { kind: 'replay', startMs, isStartAsked: true, endMs, speed: 50 } as const
  await setServiceClock(opened.db, recording)
  expect(await serviceNow()).toBe(startMs)
  await storeServiceTime(opened.db, startMs + 3_600_000)
  await storeServiceTime(opened.db, startMs + 1_000)
  expect(await serviceNow()).toBe(startMs + 3_600_000)
  // A restart asks for the same start again, and goes on where it stood.
  await setServiceClock(opened.db, recording)
  expect(await serviceNow()).toBe(startMs + 3_600_000)
  // So does one that asks for none, wherever the recording's own start lies.
  for (const ownStartMs of [startMs - 3_600_000, startMs + 7_200_000]) {
    await setServiceClock(opened.db, { ...recording, startMs: ownStartMs, isStartAsked: false })
    expect(await serviceNow()).toBe(startMs + 3_600_000)
  }
  await setServiceClock(opened.db, recording)
  const clock = await createSystemClock({ db: opened.db, log: silentLog })
  expect(clock.reached).not.toBeNull()
  clock.close()
  // A start that has passed is refused by name, a later one is gone to.
  for (const passedMs of [startMs - 1, startMs + 1, startMs + 3_599_999]) {
    await expect(setServiceClock(opened.db, { ...recording, startMs: passedMs })).rejects.toThrow(
      /REPLAY_START .* stands at 2024-03-05T01:00:00.000Z .*--data-dir/,
    )
  }
  expect(await serviceNow()).toBe(startMs + 3_600_000)
  await setServiceClock(opened.db, { ...recording, startMs: startMs + 7_200_000 })
  expect(await serviceNow()).toBe(startMs + 7_200_000)
  await expect(setServiceClock(opened.db, recording)).rejects.toThrow('never goes back')
})

test('[M5] a database used with real time is refused for an old recording', async () => {
  await setServiceClock(opened.db, { kind: 'real' })
  const startMs = Date.UTC(2024, 2, 5)
  for (const isStartAsked of [false, true]) {
    const endMs = startMs + 86_400_000
    await expect(
      setServiceClock(opened.db, { kind: 'replay', startMs, isStartAsked, endMs, speed: 1 }),
    ).rejects.toThrow(/never goes back.*--data-dir/)
  }
})
