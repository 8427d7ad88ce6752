import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { withRunningClock } from './running-clock.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'
import { firstStep, PASSWORD, protectedUser, registerUser, secondStep, signedIn } from './two-factor-app.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
const INFO = '/api/layout/user-info'

let app: AccountsApp
beforeAll(async () => {
  app = await openAccountsApp({ jobs: false })
})
afterAll(() => app.close())

async function signIn(
  username: string,
  userAgent: string,
  ip?: string,
  more: object = {},
): Promise<TestBrowser> {
  const browser = createTestBrowser(app.http.app, ip)
  const form = { username, password: PASSWORD, ...more }
  browser.token = (await browser.post('/api/login/login', form, { 'user-agent': userAgent })).body.data.token
  return browser
}
const devicesOf = async (browser: TestBrowser) =>
  (await browser.get('/api/account/devices')).body.data.devices
const loginsOf = async (browser: TestBrowser, query = '') =>
  (await browser.get(`/api/account/logins${query}`)).body.data

test('[A14] devices: time, address, browser, place as far as the address tells; this one is marked', async () => {
  await registerUser(app, 'Anna')
  const phone = await signIn('Anna', SAFARI, '192.168.1.20')
  await app.clock.advance(60_000)
  const here = await signIn('Anna', FIREFOX, '203.0.113.9')
  const script = await signIn('Anna', 'curl/8.5.0', '127.0.0.1', { bind: 'address' })
  expect((await script.get(INFO)).status).toBe(200)
  const atMs = app.clock.nowMs()
  const found = await devicesOf(here)
  const browser = { kind: 'browser', signedIn: true, known: true }
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{
          ...browser,
          current: true,
          browser: 'Firefox',
          system: 'Linux',
          ip: '203.0.113.9',
          place: 'unknown',
        },
        ...{ firstSeenMs: atMs, lastSeenMs: atMs },
      }),
      expect.objectContaining({
        ...{ ...browser, current: false, browser: 'Safari', system: 'iPhone', place: 'local-network' },
        firstSeenMs: atMs - 60_000,
      }),
      expect.objectContaining({
        ...{ kind: 'client', browser: 'curl', place: 'this-machine', signedIn: true, known: false },
      }),
    ]),
  )
  expect((await here.get('/api/account/security')).body.data.devices).toBe(3)

  // The same browser again is the same device.
  await firstStep(phone, 'Anna')
  expect(await devicesOf(here)).toHaveLength(3)
})

test('[A14 K3] one device is signed out, the others stay; it is a stranger until it signs in again', async () => {
  await registerUser(app, 'Berta')
  const [here, there] = [await signIn('Berta', FIREFOX), await signIn('Berta', SAFARI, '192.0.2.50')]
  const script = await signIn('Berta', 'curl/8', '192.0.2.3', { bind: 'address' })
  const idOf = async (kind: string, current = false): Promise<string> =>
    (await devicesOf(here)).find(
      (device: { kind: string; current: boolean }) => device.kind === kind && device.current === current,
    ).id
  const signOut = (id: string, kind: string) => here.post('/api/account/devices/sign-out', { id, kind })
  expect((await signOut(await idOf('browser'), 'browser')).status).toBe(200)
  expect((await there.get(INFO)).body.code).toBe('SESSION_EXPIRED')
  expect([(await here.get(INFO)).status, (await script.get(INFO)).status]).toEqual([200, 200])
  const [kept] = (await devicesOf(here)).filter((device: { browser: string }) => device.browser === 'Safari')
  expect(kept).toMatchObject({ signedIn: false, known: false, kind: 'browser' })

  for (let at = 0; at < 10; at++) await firstStep(there, 'Berta', { password: 'wrong password' })
  expect((await firstStep(there, 'Berta')).body.code).toBe('ACCOUNT_LOCKED')

  const client = await idOf('client')
  expect((await signOut(client, 'browser')).status).toBe(404)
  expect((await signOut(client, 'client')).status).toBe(200)
  expect((await script.get(INFO)).status).toBe(401)
  expect((await signOut(client, 'client')).status).toBe(404)
  expect((await signOut('9223372036854775807', 'client')).status).toBe(404)
  expect((await signOut('9999999999999999999', 'browser')).status).toBe(404)
})

test('[A14 K3] a device is known beyond its session, and forgotten by its owner without one', async () => {
  await registerUser(app, 'Gerda')
  const [phone, tablet] = [
    await signIn('Gerda', SAFARI, '192.0.2.60'),
    await signIn('Gerda', 'x', '192.0.2.61'),
  ]
  await tablet.post('/api/login/logout')
  await app.clock.advance(12 * 3_600_000)
  expect((await phone.get(INFO)).status).toBe(401)
  const here = await signIn('Gerda', FIREFOX)
  const others = async () => (await devicesOf(here)).filter(({ current }: { current: boolean }) => !current)
  const ended = { kind: 'browser', signedIn: false }
  expect(await others()).toMatchObject([
    { ...ended, known: true },
    { ...ended, known: true },
  ])
  const { id } = (await others()).find(({ browser }: { browser: string }) => browser === 'Safari')
  expect((await here.post('/api/account/devices/sign-out', { id, kind: 'browser' })).status).toBe(200)
  expect((await others()).map(({ known }: { known: boolean }) => known).sort()).toEqual([false, true])

  // What is known is locked by no guesses; what is forgotten is.
  for (const browser of [phone, tablet])
    for (let at = 0; at < 10; at++) await firstStep(browser, 'Gerda', { password: 'wrong password' })
  expect((await firstStep(phone, 'Gerda')).body.code).toBe('ACCOUNT_LOCKED')
  expect((await withRunningClock(app.clock, firstStep(tablet, 'Gerda'))).status).toBe(200)
})

test('[A14] signing out everywhere else leaves this session alone', async () => {
  await registerUser(app, 'Carl')
  const [here, ...others] = await Promise.all([1, 2, 3].map(() => signedIn(app, 'Carl')))
  const answer = await here?.post('/api/account/devices/sign-out-others')
  expect(answer?.body.data).toEqual({ ended: 2 })
  expect((await here?.get(INFO))?.status).toBe(200)
  for (const other of others) expect((await other.get(INFO)).status).toBe(401)
})

test('[A14] the login history tells who came in and who tried, newest first, page by page', async () => {
  await registerUser(app, 'Dora')
  const stranger = createTestBrowser(app.http.app, '198.51.100.77')
  for (let at = 0; at < 3; at++) await firstStep(stranger, 'Dora', { password: 'wrong password' })
  const dora = await signIn('Dora', FIREFOX, '203.0.113.9')
  const { logins, nextCursor } = await loginsOf(dora, '?limit=3')
  expect(logins).toEqual([
    {
      ...{ timeMs: app.clock.nowMs(), method: 'password', outcome: 'signed-in' },
      ...{ browser: 'Firefox', system: 'Linux', ip: '203.0.113.9', place: 'unknown' },
    },
    expect.objectContaining({ outcome: 'wrong-password', ip: '198.51.100.77' }),
    expect.objectContaining({ outcome: 'wrong-password' }),
  ])
  const last = await loginsOf(dora, `?limit=3&cursor=${nextCursor}`)
  expect(last).toMatchObject({ logins: [{ outcome: 'wrong-password' }], nextCursor: null })
})

test('[A14 A13] both steps of a sign-in are in the history, and a wrong code', async () => {
  const emil = await protectedUser(app, 'Emil')
  await app.clock.advance(30_000)
  const ticket = (await firstStep(emil.browser, 'Emil')).body.details.ticket
  await secondStep(emil.browser, ticket, '000000')
  emil.browser.token = (await secondStep(emil.browser, ticket, emil.code())).body.data.token
  const { logins } = await loginsOf(emil.browser)
  expect(logins.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'signed-in',
    'wrong-code',
    'code-asked',
    'signed-in',
  ])
})

test('[A14] the history is bounded: failures push out no sign-in and no right first step, 90 days, and nothing stays of names nobody has', async () => {
  await registerUser(app, 'Frida')
  const frida = await signIn('Frida', FIREFOX)
  const id = `(select id from users where username = 'Frida')`
  await app.db.query(
    `insert into login_history (user_id, at_ms, method, outcome, ip, user_agent)
     select ${id}, $1, 'password', case at when 1 then 'code-asked' else 'wrong-password' end, '192.0.2.1', ''
     from generate_series(1, 150) at`,
    [app.clock.nowMs()],
  )
  await firstStep(createTestBrowser(app.http.app, '192.0.2.200'), 'Frida', { password: 'wrong password' })
  const rows = async (where: string) =>
    Number(
      (await app.db.query<{ n: bigint }>(`select count(*) as n from login_history where ${where}`))[0]?.n,
    )
  expect(await rows(`user_id = ${id} and outcome = 'wrong-password'`)).toBe(100)
  for (const outcome of ['signed-in', 'code-asked'])
    expect([outcome, await rows(`user_id = ${id} and outcome = '${outcome}'`)]).toEqual([outcome, 1])

  await firstStep(createTestBrowser(app.http.app), 'Nobody at all', { password: 'wrong password' })
  expect(await rows('user_id is null')).toBeGreaterThan(0)
  await app.accounts.devices.prune()
  expect(await rows('user_id is null')).toBe(0)
  await app.clock.advance(90 * 86_400_000 + 1)
  await app.accounts.devices.prune()
  expect(await rows('true')).toBe(0)
  expect((await frida.get(INFO)).status).toBe(401)
})
