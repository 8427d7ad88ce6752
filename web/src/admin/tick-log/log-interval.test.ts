// @vitest-environment node
import { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from 'axios'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { readInterval } from './log-interval.ts'

const INTERVAL = { symbol: 'BTCUSDT', fromMs: 0, toMs: 9 }
const WAIT_MS = 600_000
const entry = { seq: 1, kind: 'tick', timeMs: 5, price: '10', hash: 'aa' }

let asked = 0
let isBusy = true
const { adapter } = apiClient.defaults

function answer(config: InternalAxiosRequestConfig) {
  asked += 1
  const made = (status: number, data: object, headers = new AxiosHeaders()) => ({
    ...{ status, statusText: '', data, headers, config },
  })
  if (!isBusy) return Promise.resolve(made(200, { success: true, data: { entries: [entry], nextSeq: null } }))
  const refusal = { success: false, code: 'TOO_MANY_REQUESTS', message: 'later', requestId: 'r' }
  const response = made(429, refusal, new AxiosHeaders({ 'retry-after': `${WAIT_MS / 1_000}` }))
  return Promise.reject(new AxiosError('refused', undefined, config, null, response))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  apiClient.defaults.adapter = answer
  asked = 0
  isBusy = true
})
afterEach(() => {
  vi.useRealTimers()
  apiClient.defaults.adapter = adapter
})

test('[P1] who reads an interval too fast waits as long as he is told, and goes on', async () => {
  const file = readInterval(INTERVAL, () => undefined, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  expect(asked).toBe(1)
  isBusy = false
  await vi.advanceTimersByTimeAsync(1)
  expect(await (await file)?.text()).toContain('"tick"')
  expect(asked).toBe(2)
})

test('[P1] who closes the form waits no longer: nothing is asked again, no clock runs on', async () => {
  const leaving = new AbortController()
  const file = readInterval(INTERVAL, () => undefined, leaving.signal)
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(1)
  leaving.abort()
  expect(await file).toBe(null)
  expect([asked, vi.getTimerCount()]).toEqual([1, 0])
})
