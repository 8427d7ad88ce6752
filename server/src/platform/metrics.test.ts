import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { startOpsServer } from './ops-server.ts'

test('[O3] /metrics tells orders, settlement delay, tick age, sockets, queues and HTTP latency', async () => {
  const metrics = createMetrics(false)
  const ops = await startOpsServer({ port: 0, host: '127.0.0.1', metrics })
  metrics.orderAnswered('accepted', 4)
  metrics.orderAnswered('INSUFFICIENT_BALANCE', 2)
  metrics.orderBatchFlushed(2)
  metrics.contractsSettled(3, 120)
  metrics.httpAnswered('GET', '/api/x', 200, 7)
  let length = 5
  metrics.barCompared('repaired')
  metrics.trackQueue('orders', () => length)
  metrics.trackSockets('/ws', () => 9)
  metrics.trackTickAge(() => [['BTCUSDT', 250]])
  metrics.trackClockOffset(() => -3)
  metrics.trackQuarantine(() => Object.entries({ ETHUSDT: true, BTCUSDT: false }))
  metrics.trackParts(async () => Object.entries({ database: true, bus: false }))
  length = 6

  const answer = await fetch(`http://127.0.0.1:${ops.port}/metrics`)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  for (const line of [
    'orders_total{outcome="accepted"} 1',
    'orders_total{outcome="INSUFFICIENT_BALANCE"} 1',
    'order_batch_size_sum 2',
    'contracts_settled_total 3',
    'settlement_delay_seconds_bucket{le="0.1"} 0',
    'settlement_delay_seconds_bucket{le="0.25"} 1',
    'http_request_seconds_count{method="GET",route="/api/x",status="200"} 1',
    'queue_length{queue="orders"} 6',
    'sockets_open{path="/ws"} 9',
    'tick_age_ms{symbol="BTCUSDT"} 250',
    'feed_quarantined{symbol="ETHUSDT"} 1',
    'feed_quarantined{symbol="BTCUSDT"} 0',
    'feed_bars_total{result="repaired"} 1',
    'feed_bars_total{result="different"} 0',
    'clock_offset_ms{clock="service"} -3',
    'part_works{part="database"} 1',
    'part_works{part="bus"} 0',
  ]) {
    expect(text).toContain(line)
  }
  expect((await fetch(`http://127.0.0.1:${ops.port}/`)).status).toBe(404)
  await ops.close()
})

test('[O3] the first fault of a process is a rise of a series that was there before', async () => {
  const metrics = createMetrics(false)
  const line = async (): Promise<string | undefined> =>
    /^server_faults_total .*$/m.exec((await metrics.render()).text)?.[0]
  expect(await line()).toBe('server_faults_total 0')
  metrics.httpAnswered('GET', '/api/x', 404, 1)
  metrics.httpAnswered('GET', '/api/x', 503, 1)
  expect(await line()).toBe('server_faults_total 0')
  metrics.httpAnswered('GET', '/api/x', 500, 1)
  metrics.httpAnswered('POST', '/api/y', 500, 1)
  expect(await line()).toBe('server_faults_total 2')
})

test('[O3] what two threads of a process have measured is one process at /metrics', async () => {
  const [serving, engine] = [createMetrics(false), createMetrics(false)]
  serving.orderAnswered('accepted', 4)
  serving.trackClockOffset(() => 2)
  serving.trackTickAge(() => [['BTCUSDT', 250]])
  serving.trackParts(async () => [['database', true]])
  engine.contractsSettled(3, 120)
  engine.trackClockOffset(() => -7, 'engine')
  engine.trackTickAge(() => [['BTCUSDT', 100]])
  engine.trackQueue('log_tail', () => 12)
  // As it goes from one thread to the other.
  const values = structuredClone(await engine.values())
  const { text } = await serving.render([values])
  for (const line of [
    'orders_total{outcome="accepted"} 1',
    'contracts_settled_total 3',
    'settlement_delay_seconds_bucket{le="0.25"} 1',
    'clock_offset_ms{clock="service"} 2',
    'clock_offset_ms{clock="engine"} -7',
    'tick_age_ms{symbol="BTCUSDT"} 250',
    'part_works{part="database"} 1',
    'queue_length{queue="log_tail"} 12',
  ])
    expect(text).toContain(line)
  expect(text.match(/^# TYPE contracts_settled_total/gm)).toHaveLength(1)
})
