import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { registerHealth } from './http-health.ts'

test('[O3] readyz names the parts that fail or do not answer, and says when the process is stopping', async () => {
  const app = fastify()
  let isStopping = false
  const checks = {
    database: async () => {},
    bus: () => {
      throw new Error('gone')
    },
    feed: () => new Promise<void>(() => {}),
  }
  registerHealth(app, checks, () => isStopping)
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { status: 'unavailable', checks: { database: 'ok', bus: 'failed', feed: 'failed' } },
  ])
  isStopping = true
  expect((await app.inject('/readyz')).json().status).toBe('stopping')
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await app.close()
})

test('[O3] [K2] a flood of questions looks at the parts a few times a second, and a change is seen soon', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const app = fastify()
  let looks = 0
  let isAway = false
  const database = async (): Promise<void> => {
    looks += 1
    if (isAway) throw new Error('away')
  }
  registerHealth(app, { database }, () => false)
  const ask = async (): Promise<number> => (await app.inject('/readyz')).statusCode
  expect(new Set(await Promise.all(Array.from({ length: 200 }, ask)))).toEqual(new Set([200]))
  isAway = true
  expect([await ask(), looks]).toEqual([200, 1])
  await vi.advanceTimersByTimeAsync(250)
  expect([await ask(), await ask(), looks]).toEqual([503, 503, 2])
  vi.useRealTimers()
  await app.close()
})
