import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createMetrics } from '../src/platform/metrics.ts'
import { startOpsServer } from '../src/platform/ops-server.ts'
import { createTradingApp, START_PRICE, type TradingApp } from './trading-app.ts'
import { withoutSettlement } from './without-settlement.ts'

let app: TradingApp
afterEach(() => app.close())

interface Promised {
  name: string
  labels: string[]
}

/** The metrics that `docs/operations.md` promises in its table. */
function promised(): Promised[] {
  const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const table = docs.slice(docs.indexOf('| metric | meaning |')).split('\n\n')[0] ?? ''
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
  return [...cells.join('').matchAll(/`([a-z_]+)(?:\{([a-z,]+)\})?`/g)].map(([, name = '', labels]) => ({
    name,
    labels: labels?.split(',') ?? [],
  }))
}

/** Series of a metric in Prometheus' text: what is in the braces → its value. */
function seriesOf(text: string, name: string): Map<string, number> {
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? ([0-9.e+-]+)$`, 'gm'))
  return new Map([...lines].map(([, labels = '', value]) => [labels, Number(value)]))
}

test('[O3] /metrics of a running server has every metric that the operations manual promises, with what happened', async () => {
  app = await createTradingApp({ listen: true })
  const ann = await app.trader('ann_trader')
  await app.socket('/ws')
  await ann.place()
  await ann.refused({ stake: '0.5' })
  await app.run(33_000, START_PRICE)
  const ops = await startOpsServer({ port: 0, host: '127.0.0.1', metrics: app.metrics })
  const ask = async (): Promise<string> => (await fetch(`http://127.0.0.1:${ops.port}/metrics`)).text()
  const text = await ask()
  await app.db.query("update trading_settings set halted = true, halt_reason = 'tried'")
  expect(seriesOf(await ask(), 'part_works').get('part="trading"')).toBe(0)
  await ops.close()

  const all = promised()
  expect(all.length).toBeGreaterThan(10)
  for (const { name, labels } of all) {
    const series = [name, `${name}_count`].map((each) => seriesOf(text, each)).find(({ size }) => size > 0)
    expect(series, name).toBeDefined()
    for (const key of series?.keys() ?? []) {
      expect(key === '' ? [] : [...key.matchAll(/(\w+)="/g)].map(([, label]) => label), name).toEqual(labels)
    }
  }
  const value = (name: string, labels = ''): number | undefined => seriesOf(text, name).get(labels)
  for (const part of ['database', 'bus', 'clock', 'keys', 'feed', 'trading'])
    expect(value('part_works', `part="${part}"`), part).toBe(1)
  expect(value('orders_total', 'outcome="accepted"')).toBe(1)
  expect(value('orders_total', 'outcome="STAKE_TOO_SMALL"')).toBe(1)
  expect(value('order_acknowledge_seconds_count')).toBe(2)
  expect(value('order_batch_size_count')).toBe(2)
  expect(value('contracts_settled_total')).toBe(1)
  expect(value('settlement_delay_seconds_bucket', 'le="1"')).toBe(1)
  expect(value('ticks_published_total')).toBeGreaterThanOrEqual(66)
  expect(value('tick_publish_delay_seconds_count')).toBe(value('ticks_published_total'))
  expect(value('tick_age_ms', 'symbol="BTCUSDT"')).toBeLessThan(1_000)
  expect(value('sockets_open', 'path="/ws"')).toBe(1)
  expect(value('socket_frames_skipped_total')).toBe(0)
  expect(value('queue_length', 'queue="orders"')).toBe(0)
  expect(value('queue_length', 'queue="log_tail"')).toBeGreaterThan(0)
  expect(value('queue_length', 'queue="log_tail"')).toBeLessThanOrEqual(100)
  expect(value('clock_offset_ms', 'clock="service"')).toBe(0)
  const orders = 'method="POST",route="/api/trade/contracts"'
  expect(value('http_request_seconds_count', `${orders},status="200"`)).toBe(1)
  expect(value('http_request_seconds_count', `${orders},status="400"`)).toBe(1)
})

test('[O3] what should have been settled and is not is told, the longer the higher, also while nobody can say more', async () => {
  app = await createTradingApp()
  const overdue = async (): Promise<number | undefined> =>
    seriesOf((await app.metrics.render()).text, 'settlement_overdue_seconds').get('')
  const settled = async (): Promise<number | undefined> =>
    seriesOf((await app.metrics.render()).text, 'contracts_settled_total').get('')
  const ann = await app.trader('ann_trader')
  await ann.place()
  expect(await overdue()).toBe(0)
  await withoutSettlement(app.db, async () => {
    await app.run(32_000, START_PRICE)
    const first = await overdue()
    expect(first).toBeGreaterThan(0)
    await app.run(10_000, START_PRICE)
    expect(await overdue()).toBeCloseTo((first ?? 0) + 10, 6)
    // Nothing was settled, and so no delay was measured.
    expect(await settled()).toBe(0)
    await app.db.exec('alter table contracts rename to contracts_away')
    await app.clock.advance(5_000)
    expect(await overdue()).toBeCloseTo((first ?? 0) + 15, 6)
    await app.db.exec('alter table contracts_away rename to contracts')
  })
  await app.run(2_000, START_PRICE)
  expect([await settled(), await overdue()]).toEqual([1, 0])
})

test('[O3] memory, CPU and event loop of the process are told too', async () => {
  app = await createTradingApp()
  const { text } = await createMetrics(true).render()
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    expect(seriesOf(text, `truestrike_${name}`).get(''), name).toBeGreaterThan(0)
  }
})
