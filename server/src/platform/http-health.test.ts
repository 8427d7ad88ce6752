import fastify from 'fastify'
import { expect, test } from 'vitest'
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
