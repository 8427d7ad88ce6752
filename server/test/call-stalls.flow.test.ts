import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '../src/platform/http-door.ts'
import { BODY_BYTES_MAX } from '../src/platform/http-server.ts'
import { type AnyCaller, createAnyCaller, filledPath } from './any-caller.ts'
import { largestWithin } from './largest-values.ts'
import { watchLoop } from './loop-stalls.ts'
import { withRunningClock } from './running-clock.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { testDatabaseUrl } from './test-database.ts'

/** What no call may take of the thread that serves all of them at a stretch, in ms. */
const STALL_MS_MAX = 250
/** The first of them compiles the code of a call and does not count. */
const ROUNDS = 4
const WORST = 10

let app: TestApp
let any: AnyCaller

/** The embedded database would work on the thread that is watched. */
const isOnPostgres = testDatabaseUrl !== undefined

beforeAll(async () => {
  if (!isOnPostgres) return
  app = await createTestApp({ start: true, env: { DEV_INBOX: 'true' } })
  any = await createAnyCaller(app, 'largest')
})
afterAll(() => app?.close())

interface Stall {
  call: string
  bytes: number
  status: number
  longestMs: number
}

async function stallOf(endpoint: AnyEndpoint): Promise<Stall> {
  const { method, path, body, query } = endpoint
  const call = `${method} ${path}`
  const schema = body ?? (method === 'GET' ? undefined : Type.Object({}))
  const value = schema === undefined ? undefined : largestWithin(schema, BODY_BYTES_MAX)
  if (schema !== undefined)
    expect(Check(schema, value), `${call}: ${JSON.stringify(value).slice(0, 300)}`).toBe(true)
  const payload = value === undefined ? undefined : JSON.stringify(value)
  const asked = query === undefined ? {} : (largestWithin(query, QUERY_BYTES_MAX) as Record<string, unknown>)
  const words = Object.entries(asked).map(([key, text]) => `${key}=${encodeURIComponent(String(text))}`)
  const url = `${filledPath(path)}${words.length === 0 ? '' : `?${words.join('&')}`}`
  const stall: Stall = { call, bytes: payload?.length ?? 0, status: 0, longestMs: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const caller = await any.callerOf(endpoint)
    const watch = watchLoop()
    const answer = await withRunningClock(
      app.clock,
      any.send(caller, payload === undefined ? { method, url } : { method, url, payload }),
    )
    const { longestMs } = watch.stop()
    if (round > 0) stall.longestMs = Math.max(stall.longestMs, longestMs)
    stall.status = answer.statusCode
    expect(answer.statusCode, `${call}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
    expect(answer.body, call).not.toContain('"PAYLOAD_TOO_LARGE"')
  }
  return stall
}

const QUERY_BYTES_MAX = 2_000

test.skipIf(!isOnPostgres)(
  '[K4] the largest legal body of any call holds up no other call',
  { timeout: 300_000 },
  async () => {
    const stalls: Stall[] = []
    for (const { endpoint, takes } of app.app.http.routes)
      if (takes === undefined) stalls.push(await stallOf(endpoint))
    stalls.sort((a, b) => b.longestMs - a.longestMs)
    for (const { call, bytes, status, longestMs } of stalls.slice(0, WORST))
      console.log(`${longestMs.toFixed(1)} ms: ${call}, ${bytes} bytes, answered ${status}`)
    expect(stalls.filter(({ longestMs }) => longestMs >= STALL_MS_MAX)).toEqual([])
    expect(app.logged).toEqual([])
  },
)
