import { getBasicInfo, getUserInfo, login } from '@truestrike/protocol/account-endpoints.ts'
import { listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { withRunningClock } from './running-clock.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let app: TestApp
afterEach(() => app.close())

/** Another name each time, as the throttle of one name is tighter still. */
let names = 0
const wrong = () => ({ body: { username: `nobody${names++}`, password: 'wrong password' } })
const open = async (options: TestAppOptions): Promise<void> => {
  app = await createTestApp(options)
}

/** How many calls pass before the first 429, which must say when to come back. */
async function callsUntilRefused(
  call: () => ReturnType<TestClient['call']>,
  callsMax: number,
): Promise<number> {
  for (let calls = 0; calls <= callsMax; calls++) {
    const { status, headers, envelope } = await call()
    if (status !== 429) continue
    expect(envelope).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' })
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    return calls
  }
  return Number.POSITIVE_INFINITY
}

test('[K2] the defaults hold: sign-in tighter than writing, writing than reading', async () => {
  const { limits } = readConfig({})
  expect(limits.signInPerMinute).toBeLessThan(limits.writePerMinute)
  expect(limits.writePerMinute).toBeLessThan(limits.readPerMinute)
  await open({
    env: {
      LIMIT_SIGN_IN_PER_MINUTE: '',
      LIMIT_READ_PER_MINUTE: '',
      LIMIT_WRITE_PER_MINUTE: '',
      LIMIT_ORDER_PER_MINUTE: '',
    },
  })
  const client = app.client()
  // Buckets fill while the calls run: a few more than the limit may pass.
  const signIns = await callsUntilRefused(() => withRunningClock(app.clock, client.call(login, wrong())), 200)
  expect(signIns).toBeGreaterThanOrEqual(limits.signInPerMinute)
  expect(signIns).toBeLessThan(limits.signInPerMinute * 2)
  const reads = await callsUntilRefused(() => client.call(getBasicInfo), 2_000)
  expect(reads).toBeGreaterThanOrEqual(limits.readPerMinute)
  expect(reads).toBeLessThan(limits.readPerMinute * 2)
})

test('[K2] pages of the public log have a limit of their own', async () => {
  await open({ env: { LIMIT_LOG_PER_MINUTE: '4' } })
  const client = app.client()
  const page = { query: { symbol: 'BTCUSDT', fromSeq: 1 } }
  expect(await callsUntilRefused(() => client.call(listTicks, page), 20)).toBe(4)
  expect((await client.call(getBasicInfo)).status).toBe(200)
})

test('[K2] one user’s flood is his own: another at the same address goes on', async () => {
  await open({ env: { LIMIT_READ_PER_MINUTE: '5' } })
  const [first, second] = [app.client(), app.client()]
  await first.join('firstuser')
  await second.join('seconduser')
  expect(await callsUntilRefused(() => first.call(getUserInfo), 20)).toBe(5)
  expect((await second.call(getUserInfo)).status).toBe(200)
})

test('[K2] [K7] without a trusted proxy a forged address changes nothing; behind one each address has its own limit', async () => {
  await open({ env: { LIMIT_READ_PER_MINUTE: '3' } })
  const client = app.client()
  let n = 0
  const forged = () => client.call(getBasicInfo, { headers: { 'x-forwarded-for': `198.51.100.${n++}` } })
  expect(await callsUntilRefused(forged, 20)).toBe(3)
  await app.close()

  await open({ env: { LIMIT_READ_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' } })
  const other = app.client()
  expect(
    await callsUntilRefused(
      () => other.call(getBasicInfo, { headers: { 'x-forwarded-for': `198.51.100.${n++}` } }),
      20,
    ),
  ).toBe(Number.POSITIVE_INFINITY)
  const sameNet = () => other.call(getBasicInfo, { headers: { 'x-forwarded-for': `2001:db8:1:2::${n++}` } })
  expect(await callsUntilRefused(sameNet, 20)).toBe(3)
})
