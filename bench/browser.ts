// The built pages in a browser: from a tick's arrival to its paint, panning over 10 000 candles, and what the pages weigh.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { startBenchServer } from './bench-process.ts'
import { quantile } from './http-load.ts'
import { watchPaints } from './page-probe.ts'
import { printTable } from './print-table.ts'

const WEB_ROOT = resolve(process.env.BENCH_WEB_ROOT ?? 'web/dist')
const CANDLES = 10_000
const PAINT_SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const PAN_SECONDS = 8
/** Pixels of one drag, and drags until all candles have come at most. */
const DRAG_PX = 600
const DRAGS_MAX = 400
const FRAME_MAX_MS = 32
/** Before a measurement: what the page does once is over. */
const SETTLE_MS = 3_000
/** How many times slower than this machine a phone is taken to be. */
const SLOW = 4

type Probe = { paints: number[]; frames: number[]; candlePages: number }

const probeOf = (page: Page): Promise<Probe> => page.evaluate('globalThis.benchProbe') as Promise<Probe>
const resetProbe = (page: Page): Promise<unknown> =>
  page.evaluate('benchProbe.paints.length = 0, benchProbe.frames.length = 0')

async function drag(page: Page, byPx: number, steps: number): Promise<void> {
  const box = await page.locator('.td-chart canvas').first().boundingBox()
  if (box === null) throw new Error('there is no chart')
  const y = box.y + box.height / 2
  const x = byPx > 0 ? box.x + 20 : box.x + box.width - 100
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byPx, y, { steps })
  await page.mouse.up()
}

/** Scrolls back until all candles the page keeps are loaded. */
async function loadCandles(page: Page): Promise<void> {
  const wanted = Math.ceil((CANDLES - 300) / 500)
  const box = await page.locator('.td-chart canvas').first().boundingBox()
  if (box === null) throw new Error('there is no chart')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  // As far out as it goes: more slots a pixel.
  for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 400)
  for (let turn = 0; turn < DRAGS_MAX && (await probeOf(page)).candlePages <= wanted; turn++)
    await drag(page, DRAG_PX, 4)
}

/** From arrival to paint, sorted; `slowedBy`: how many times longer the page's work takes, as on a slow phone. */
async function paintTimes(page: Page, slowedBy: number): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await page.waitForTimeout(SETTLE_MS)
  await resetProbe(page)
  await page.waitForTimeout(PAINT_SECONDS * 1_000)
  const { paints } = await probeOf(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return [...paints].sort((a, b) => a - b)
}

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

async function pan(page: Page): Promise<{ frames: number[]; workMs: number }> {
  await resetProbe(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const before = await mainThreadMs(session)
  const end = Date.now() + PAN_SECONDS * 1_000
  for (let turn = 0; Date.now() < end; turn++) await drag(page, turn % 2 === 0 ? -DRAG_PX : DRAG_PX, 40)
  const worked = (await mainThreadMs(session)) - before
  const { frames } = await probeOf(page)
  return { frames: [...frames].sort((a, b) => a - b), workMs: worked / frames.length }
}

if (!existsSync(`${WEB_ROOT}/index.html`)) {
  process.stderr.write('the pages are not built: run npm run build first\n')
  process.exit(1)
}
const server = await startBenchServer('embedded', {
  BENCH_FEED: 'five-a-second',
  BENCH_USERS: '1',
  BENCH_WEB_ROOT: WEB_ROOT,
})
await server.query(`
  insert into candles (product_id, period, open_time_ms, origin, open, high, low, close, volume_micros)
  select p.id, 0, service_now_ms() / 60000 * 60000 - n * 60000, 'g', 1000000 + p.id * 1000 + n % 50, 1000100 + p.id * 1000,
    1000000 + p.id * 1000 - 50, 1000000 + p.id * 1000 + (n * 7) % 50, 1000000
  from generate_series(1, ${CANDLES + 500}) n, products p where p.symbol = 'BTCUSDT' on conflict do nothing`)
const browser = await chromium.launch(launchOptions)
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.addInitScript(watchPaints)
await page.goto(`http://127.0.0.1:${server.port}/trade/BTCUSDT`)
await page.locator('.td-chart[aria-busy="false"]').waitFor()
const paints = await paintTimes(page, 1)
const slowPaints = await paintTimes(page, SLOW)
await loadCandles(page)
const { candlePages } = await probeOf(page)
const { frames, workMs } = await pan(page)
await browser.close()
await server.stop()

const paintRow = (what: string, times: readonly number[]) => ({
  what,
  samples: String(times.length),
  'p50 ms': quantile(times, 0.5).toFixed(1),
  'p95 ms': quantile(times, 0.95).toFixed(1),
  'longest ms': (times.at(-1) ?? Number.NaN).toFixed(1),
  note: '',
})
printTable('Browser', [
  paintRow('tick received to painted', paints),
  paintRow(`the same with the page's work slowed ${SLOW} times`, slowPaints),
  {
    what: `frames while panning over ${300 + (candlePages - 1) * 500} candles`,
    samples: String(frames.length),
    'p50 ms': quantile(frames, 0.5).toFixed(1),
    'p95 ms': quantile(frames, 0.95).toFixed(1),
    'longest ms': (frames.at(-1) ?? Number.NaN).toFixed(1),
    note: `${frames.filter((ms) => ms > FRAME_MAX_MS).length} over ${FRAME_MAX_MS} ms; ${workMs.toFixed(1)} ms of work a frame`,
  },
])
process.stdout.write('\n')
spawnSync(process.execPath, ['scripts/check-bundle.mjs', WEB_ROOT], { stdio: 'inherit' })
process.exit(0)
