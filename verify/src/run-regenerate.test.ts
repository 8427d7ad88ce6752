import { gzipSync } from 'node:zlib'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { commitmentOf, type SimulatedDay } from '@truestrike/core/simulated-day.ts'
import { startState } from '@truestrike/core/simulated-path.ts'
import { DAY_MS, formatDay } from '@truestrike/core/utc-day.ts'
import { expect, test } from 'vitest'
import { endOfDay, regenerateDay } from './day-check.ts'
import { runRegenerate } from './run-regenerate.ts'

const SEED: Uint8Array = new Uint8Array(32).fill(7)
const TODAY: SimulatedDay = {
  ...{ symbol: 'BTCUSDT', day: 20_777, precision: 2, start: startState(6_748_236) },
  profile: {
    annualVolatilityBps: 5_000,
    dailyVolumeUsdt: 1_900_000_000,
    rhythm: Array(24).fill(256),
    volumeSpread: 18,
  },
}
const NEXT: SimulatedDay = { ...TODAY, day: TODAY.day + 1, start: endOfDay(TODAY, SEED) }

const told = (day: SimulatedDay, committedMs = (day.day - 1) * DAY_MS) => ({
  ...{ ...day, day: formatDay(day.day), committedMs, masterSeed: 'random', seed: encodeBase64url(SEED) },
  ...{ keyId: null, signature: null },
  commitment: encodeBase64url(commitmentOf(day, SEED)),
})

/** The first prices of the day as entries of a log, the rest was never logged. */
function entriesOf(day: SimulatedDay, count: number) {
  const entries: Record<string, unknown>[] = []
  regenerateDay(day, SEED, ({ seq: _, ...tick }) => {
    if (entries.length < count)
      entries.push({ kind: 'tick', seq: entries.length + 11, source: 'simulated', ...tick })
  })
  return entries
}

interface Site {
  days: unknown
  outlierBps?: unknown
  archives?: { entry: object; lines: object[] }[]
  entries?: unknown[]
}

/** Runs the command against what a site answers. */
async function run(site: Site, args: string[] = []) {
  const asked: string[] = []
  let output = ''
  const print = (text: string): void => {
    output += text
  }
  const data = (value: unknown) => Response.json({ success: true, data: value })
  const code = await runRegenerate(['--symbol', 'BTCUSDT', '--day', formatDay(NEXT.day), ...args], {
    ...{ print, printError: print, homeDir: '/home' },
    readFile: () => {
      throw new Error('no keys here')
    },
    get: async (address) => {
      const { pathname, searchParams } = new URL(address)
      asked.push(pathname)
      if (asked.length === 2) return new Response('', { status: 429, headers: { 'retry-after': '0' } })
      if (pathname === '/api/market/days') return data({ outlierBps: 30, ...site })
      const file = site.archives?.find(({ entry }) => (entry as { path: string }).path === pathname)
      if (file !== undefined)
        return new Response(gzipSync(file.lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
      if (pathname === '/api/market/archives')
        return data({ archives: (site.archives ?? []).map(({ entry }) => entry) })
      const from = Number(searchParams.get('fromSeq') ?? 0)
      const left = (site.entries ?? []).filter((entry) => (entry as { seq: number }).seq >= from)
      const page = left.slice(0, 400)
      return data({
        entries: page,
        nextSeq: left.length > 400 ? (page.at(-1) as { seq: number }).seq + 1 : null,
      })
    },
  })
  return { code, output, asked }
}

const logged = entriesOf(NEXT, 1_000)
const days = [told(TODAY), told(NEXT)]

test('[P2] pages of the log are followed, a busy site is asked again, and all of it holds', async () => {
  const { code, output, asked } = await run({ days, entries: logged })
  expect(output).toContain('1000 of them are in the log as it gives them')
  expect(output).toContain('24:00:00 before the day began')
  expect(output).toContain('The day begins where the seed of the day before ends.')
  expect(output).not.toContain('FEED_SEED')
  expect(asked.filter((path) => path === '/api/market/ticks')).toHaveLength(3)
  expect(code).toBe(0)
})

test('[P2] days of the log that became files are read from them, up to midnight', async () => {
  const path = '/api/market/archives/BTCUSDT/2026-11-21'
  const after = { ...logged[0], seq: 5_000, timeMs: (NEXT.day + 1) * DAY_MS + 5_000, price: '1.00' }
  const archives = [
    {
      entry: { day: formatDay(NEXT.day), lastSeq: 610, path },
      lines: [
        { format: 'truestrike-archive/1' },
        { entries: logged.slice(0, 300) },
        { entries: logged.slice(300, 600) },
      ],
    },
  ]
  const whole = await run({ days, archives, entries: logged })
  expect([whole.code, /(\d+) of them are in the log/.exec(whole.output)?.[1]]).toEqual([0, '1000'])
  const files = [
    ...archives,
    {
      entry: { day: formatDay(NEXT.day + 1), lastSeq: 9_000, path: `${path}-next` },
      lines: [{ format: 'truestrike-archive/1' }, { entries: logged.slice(600) }, { entries: [after] }],
    },
  ]
  const both = await run({ days, archives: files })
  expect([both.code, both.asked.includes('/api/market/ticks')]).toEqual([0, false])
  expect(both.output).toContain('1000 of them are in the log as it gives them')
})

test('[P2] a start that is not the end of the day before is found; an empty log proves nothing', async () => {
  const other = { ...NEXT, start: { ...NEXT.start, volatility: 4_000 } }
  const jumped = await run({ days: [told(TODAY), told(other)], entries: entriesOf(other, 10) })
  expect(jumped).toMatchObject({ code: 1, output: expect.stringContaining('does NOT begin where') })
  const alone = await run({ days: [told(NEXT, NEXT.day * DAY_MS + 60_000)], entries: logged.slice(0, 10) })
  expect(alone.code).toBe(0)
  expect(alone.output).toContain('The day before is not known here')
  expect(alone.output).toContain('00:01:00 after the day had begun')
  expect(await run({ days })).toMatchObject({
    code: 3,
    output: 'The log holds no simulated price of this day.\n',
  })
  const json = await run({ days, entries: logged.slice(0, 10) }, ['--json'])
  expect(JSON.parse(json.output)).toMatchObject({ ok: true, commitmentHolds: true, report: { equal: 10 } })
})

test('[P2] a price that was refused though it was near the one before is told, and the day does not hold', async () => {
  const refused = (index: number, rule: string) =>
    logged.map((entry, at) => (at === index ? { ...entry, kind: 'rejected', rule } : entry))
  const near = await run({ days, entries: refused(500, 'outlier') })
  expect(near.output).toContain('1 of these were refused WITHOUT reason: no further than 30 basis points')
  expect(near.code).toBe(1)
  expect((await run({ days, entries: refused(500, 'order') })).code).toBe(1)
  // Nothing is near enough for this site.
  const strict = await run({ days, outlierBps: 0, entries: refused(500, 'outlier') })
  expect([strict.code, strict.output.includes('WITHOUT')]).toEqual([0, false])
})

test('[P2] [K4] whatever a site answers, the command ends in words', async () => {
  const day = told(NEXT)
  const changes: object[] = [
    { profile: null },
    { profile: { ...day.profile, rhythm: [1] } },
    { seed: 'AAAA' },
    { seed: 7 },
    { start: {} },
    { committedMs: 1e300 },
    { committedMs: '1' },
    { precision: 99 },
    { day: '2026-02-30' },
    { masterSeed: 'other' },
    { commitment: null },
  ]
  const answers: Site[] = [
    ...changes.map((change) => ({ days: [{ ...day, ...change }], entries: logged })),
    ...[null, [null], 'x'].map((odd) => ({ days: odd, entries: logged })),
    { days, outlierBps: 'x', entries: logged },
    ...[null, {}, { ...logged[0], price: 5 }, { ...logged[0], price: 'x' }, { ...logged[0], seq: 'x' }].map(
      (entry) => ({ days, entries: [entry] }),
    ),
  ]
  for (const site of answers) {
    const { code, output } = await run(site)
    expect({ code, isSaid: output.length > 10 }, JSON.stringify(site).slice(0, 300)).toEqual({
      code: 3,
      isSaid: true,
    })
  }
})
