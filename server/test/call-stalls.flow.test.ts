import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '../src/platform/http-door.ts'
import { BODY_BYTES_MAX } from '../src/platform/http-server.ts'
import { ADMIN_CALL_SUBJECTS } from './admin-call-subjects.ts'
import { filledPath, JSON_TYPE } from './any-caller.ts'
import { type CallWorld, createCallWorld } from './call-world.ts'
import { illegalValue } from './illegal-values.ts'
import { largestWithin, widestQuery } from './largest-values.ts'
import { watchLoop } from './loop-stalls.ts'
import { ORDER_CALL_SUBJECTS } from './order-call-subjects.ts'
import { withRunningClock } from './running-clock.ts'
import type { TestClient } from './test-client.ts'
import { testDatabaseUrl } from './test-database.ts'
import { type Subject, USER_CALL_SUBJECTS } from './user-call-subjects.ts'

/** What no call may take of the thread that serves all of them at a stretch, in ms. */
const STALL_MS_MAX = 250
/** The first counts too: whoever makes a call first holds up the others no longer than anybody else. */
const ROUNDS = 2
const QUERY_BYTES_MAX = 2_000
/** Room for one more unknown field. */
const BYTES_LEFT_MAX = 20
const ILLEGAL_CODES = ['INVALID_PARAMETERS', 'HIDDEN_CHARACTERS']
const WORST = 10
/** What answers by then did not wait for the clock. Moving it runs a market, and takes longer than most calls. */
const CLOCK_WAITS_MS = 400

const SUBJECTS = { ...USER_CALL_SUBJECTS, ...ADMIN_CALL_SUBJECTS, ...ORDER_CALL_SUBJECTS }

/** Calls that rightly refuse what they are sent here, and why nothing better is sent. All others have to succeed. */
const REFUSING: Readonly<Record<string, readonly [status: number, why: string]>> = {
  'GET /api/market/archives/:symbol/:day': [404, 'no day is archived; a file is sent as it lies on the disk'],
  'POST /api/login/confirm-address': [400, 'the ticket is in a mail; a made-up one is looked for as long'],
  'POST /api/login/forgot/verify': [400, 'the code is in a mail; a wrong one is compared as well'],
  'POST /api/login/forgot/reset': [400, 'it follows that code, in the browser that sent it'],
  'POST /api/account/email': [400, 'the code is in a mail; a wrong one is compared as well'],
  'POST /api/account/email/confirm': [400, 'the code is in a mail; a wrong one is compared as well'],
}

let world: CallWorld

/** The embedded database would work on the thread that is watched. */
const isOnPostgres = testDatabaseUrl !== undefined

beforeAll(async () => {
  if (isOnPostgres) world = await createCallWorld()
}, 300_000)
afterAll(() => world?.app.close())

interface Stall {
  call: string
  bytes: number
  status: number
  longestMs: number
}

interface Sent {
  caller: TestClient
  url: string
  payload: string | undefined
}

const withoutUndefined = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined))

function callerOf({ audience }: AnyEndpoint): TestClient {
  if (audience === 'public') return world.app.client()
  return audience === 'admin' ? world.owner : world.user.client
}

function sentTo(endpoint: AnyEndpoint, subject: Subject, query: object): Sent {
  const { method, path, body } = endpoint
  const schema = body ?? (method === 'GET' ? undefined : Type.Object({}))
  const value =
    schema && withoutUndefined({ ...(largestWithin(schema, BODY_BYTES_MAX) as object), ...subject.body })
  if (schema !== undefined)
    expect(Check(schema, value), `${method} ${path} is sent ${JSON.stringify(value).slice(0, 600)}`).toBe(
      true,
    )
  const words = Object.entries(query).map(([key, text]) => `${key}=${encodeURIComponent(String(text))}`)
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => subject.path?.[name] ?? '1')
  return {
    caller: subject.caller ?? callerOf(endpoint),
    url: `${filled}${words.length === 0 ? '' : `?${words.join('&')}`}`,
    payload: value === undefined ? undefined : JSON.stringify(value),
  }
}

/** Sends a call, and once more after proving who it is where that is asked. */
async function send(method: string, { caller, url, payload }: Sent) {
  const headers = payload === undefined ? {} : JSON_TYPE
  const answer = await caller.raw(method, url, payload, headers)
  if (!answer.body.includes('"PROOF_REQUIRED"')) return answer
  await world.prove(caller)
  return await caller.raw(method, url, payload, headers)
}

async function measured(endpoint: AnyEndpoint, sent: Sent) {
  // What earlier calls failed, or had mailed, must not lock the door for this one's caller.
  for (const table of ['login_attempts', 'mail_codes', 'mail_spacing'])
    await world.app.db.query(`delete from ${table}`)
  const watch = watchLoop()
  const answer = await withRunningClock(world.app.clock, send(endpoint.method, sent), CLOCK_WAITS_MS)
  return { answer, ...watch.stop() }
}

/** Adds to `faults` what was answered otherwise than a call has to answer. */
async function stallOf(endpoint: AnyEndpoint, faults: string[]): Promise<Stall> {
  const { method, path, query } = endpoint
  const call = `${method} ${path}`
  const stall: Stall = { call, bytes: 0, status: 0, longestMs: 0 }
  const expected = REFUSING[call]?.[0] ?? 200
  for (let round = 0; round < ROUNDS; round += 1) {
    const subject = (await SUBJECTS[call]?.(world)) ?? {}
    const asked = query === undefined ? {} : withoutUndefined({ ...widestQuery(query), ...subject.query })
    const sent = sentTo(endpoint, subject, asked)
    const { answer, longestMs } = await measured(endpoint, sent)
    stall.longestMs = Math.max(stall.longestMs, longestMs)
    stall.status = answer.statusCode
    stall.bytes = Math.max(stall.bytes, sent.payload?.length ?? 0)
    if (answer.statusCode !== expected)
      faults.push(`${call}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  }
  if (query === undefined) return stall
  // Filters of the greatest length find nothing, and have to be looked for.
  const { answer, longestMs } = await measured(
    endpoint,
    sentTo(endpoint, {}, largestWithin(query, QUERY_BYTES_MAX) as object),
  )
  if (answer.statusCode >= 500) faults.push(`${call}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  stall.longestMs = Math.max(stall.longestMs, longestMs)
  return stall
}

/** Sends a body of the largest size that is read, with a fault in every place where one can be. */
async function stallOfIllegal(
  endpoint: AnyEndpoint & { body: Type.TSchema },
  faults: string[],
): Promise<Stall> {
  const { method, path, body } = endpoint
  const stall: Stall = { call: `${method} ${path}`, bytes: 0, status: 0, longestMs: 0 }
  const value = illegalValue(body, BODY_BYTES_MAX)
  const payload = JSON.stringify(value)
  expect(Check(body, value), stall.call).toBe(false)
  stall.bytes = Buffer.byteLength(payload)
  expect(stall.bytes, stall.call).toBeGreaterThan(BODY_BYTES_MAX - BYTES_LEFT_MAX)
  const sent = { caller: callerOf(endpoint), url: filledPath(path), payload }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { answer, longestMs } = await measured(endpoint, sent)
    stall.longestMs = Math.max(stall.longestMs, longestMs)
    stall.status = answer.statusCode
    if (answer.statusCode !== 400 || !ILLEGAL_CODES.includes(answer.json().code))
      faults.push(`${stall.call}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  }
  return stall
}

/** What is read comes before what changes it, and users before administrators, who change what users may do. */
const turnOf = ({ method, audience }: AnyEndpoint): number =>
  method === 'GET' ? 0 : audience === 'admin' ? 2 : 1

function expectNoStall(stalls: Stall[]): void {
  stalls.sort((a, b) => b.longestMs - a.longestMs)
  for (const { call, bytes, status, longestMs } of stalls.slice(0, WORST))
    console.log(`${longestMs.toFixed(1)} ms: ${call}, ${bytes} bytes, answered ${status}`)
  expect(stalls.filter(({ longestMs }) => longestMs >= STALL_MS_MAX)).toEqual([])
}

test.skipIf(!isOnPostgres)(
  '[K4] no call holds up others, with the largest body that breaks its schema in every place, and each refuses it',
  { timeout: 600_000 },
  async () => {
    const stalls: Stall[] = []
    const faults: string[] = []
    for (const { endpoint, takes } of world.app.app.http.routes) {
      const { body } = endpoint
      if (takes === undefined && body !== undefined)
        stalls.push(await stallOfIllegal({ ...endpoint, body }, faults))
    }
    expect(faults).toEqual([])
    expectNoStall(stalls)
    expect(world.app.logged).toEqual([])
  },
)

test.skipIf(!isOnPostgres)(
  '[K4] no call holds up others, with its largest legal body and years of history, the first one neither',
  { timeout: 600_000 },
  async () => {
    const first = { call: 'the first password', bytes: 0, status: 200, longestMs: world.firstPasswordMs }
    const stalls: Stall[] = [first]
    const faults: string[] = []
    const calls = world.app.app.http.routes.filter(({ takes }) => takes === undefined)
    const endpoints = calls.map(({ endpoint }) => endpoint).sort((a, b) => turnOf(a) - turnOf(b))
    const names = endpoints.map(({ method, path }) => `${method} ${path}`)
    const listed = [...Object.keys(SUBJECTS), ...Object.keys(REFUSING)]
    expect(listed.filter((name) => !names.includes(name))).toEqual([])
    for (const endpoint of endpoints) stalls.push(await stallOf(endpoint, faults))
    expect(faults).toEqual([])
    expectNoStall(stalls)
    expect(world.app.logged).toEqual([])
  },
)
