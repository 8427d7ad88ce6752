import { logout } from '@truestrike/protocol/account-endpoints.ts'
import { changePassword, getSecurity } from '@truestrike/protocol/security-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { withRunningClock } from './running-clock.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { type Answer, createTestBrowser, type TestBrowser } from './test-browser.ts'
import { TEST_PASSWORD } from './test-client.ts'
import { firstStep, PASSWORD, protectedUser, registerUser, signedIn } from './two-factor-app.ts'

const INFO = '/api/layout/user-info'
let app: AccountsApp

beforeAll(async () => {
  app = await openAccountsApp({ jobs: false })
})
afterAll(() => app.close())

const change = (browser: TestBrowser, form: object): Promise<Answer> =>
  browser.post('/api/account/password', {
    currentPassword: PASSWORD,
    newPassword: 'secret2',
    confirmPassword: 'secret2',
    ...form,
  })
const faultOf = ({ body }: Answer) => body.details?.fields?.[0] ?? body.code
const lockOf = async (browser: TestBrowser): Promise<number | null> =>
  (await browser.get('/api/account/security')).body.data.withdrawalsLockedUntilMs

test('[U3] all fields are required, the new ones match and have six signs', async () => {
  await registerUser(app, 'Anna')
  const anna = await signedIn(app, 'Anna')
  for (const [form, fault] of [
    [{ currentPassword: undefined }, { field: 'currentPassword', rule: 'required' }],
    [{ newPassword: undefined }, { field: 'newPassword', rule: 'required' }],
    [{ confirmPassword: undefined }, { field: 'confirmPassword', rule: 'required' }],
    [
      { newPassword: '12345', confirmPassword: '12345' },
      { field: 'newPassword', rule: 'minLength' },
    ],
    [{ confirmPassword: 'secret3' }, 'PASSWORD_MISMATCH'],
    [{ currentPassword: 'not it' }, { field: 'currentPassword', rule: 'correct' }],
    [
      { newPassword: PASSWORD, confirmPassword: PASSWORD },
      { field: 'newPassword', rule: 'different' },
    ],
  ] as const) {
    expect(faultOf(await change(anna, form))).toEqual(fault)
  }
  expect(await lockOf(anna)).toBeNull()
  expect((await firstStep(createTestBrowser(app.http.app), 'Anna')).status).toBe(200)
})

test('[U3 F4 A15] the other sessions end, this one stays; the new password counts; withdrawals are held back for 24 hours', async () => {
  await registerUser(app, 'Berta')
  const [here, there] = [await signedIn(app, 'Berta'), await signedIn(app, 'Berta')]
  const script = createTestBrowser(app.http.app)
  script.token = (await firstStep(script, 'Berta', { bind: 'address' })).body.data.token
  expect((await change(here, {})).status).toBe(200)
  expect(
    [await here.get(INFO), await there.get(INFO), await script.get(INFO)].map(({ status }) => status),
  ).toEqual([200, 401, 401])
  const until = app.clock.nowMs() + 86_400_000
  expect(await lockOf(here)).toBe(until)
  await app.clock.advance(60_000)
  expect(await lockOf(here)).toBe(until)
  const stranger = createTestBrowser(app.http.app)
  expect((await firstStep(stranger, 'Berta')).body.code).toBe('LOGIN_FAILED')
  expect((await firstStep(stranger, 'Berta', { password: 'secret2' })).status).toBe(200)
})

test('[U3 A15 K2] a wrong current password is throttled as a sign-in, together with it', async () => {
  await registerUser(app, 'Carl')
  const carl = await signedIn(app, 'Carl', '192.0.2.7')
  // A session in a browser its owner is not known by.
  carl.jar.delete('ts_device')
  for (let at = 0; at < 10; at++) {
    expect(faultOf(await change(carl, { currentPassword: 'not it' }))).toMatchObject({ rule: 'correct' })
  }
  const locked = await change(carl, {})
  expect(locked).toMatchObject({ status: 429, body: { code: 'ACCOUNT_LOCKED' } })
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
  expect((await firstStep(createTestBrowser(app.http.app, '192.0.2.7'), 'Carl')).status).toBe(429)
})

test('[U3] the first password of a user without one needs no other, and is a change all the same', async () => {
  await registerUser(app, 'Dora')
  const [here, there] = [await signedIn(app, 'Dora'), await signedIn(app, 'Dora')]
  expect((await here.post('/api/account/proof', { password: PASSWORD })).status).toBe(200)
  await app.db.query(
    `update users set password_hash = null, password_changed_at_ms = null, login_type = 'wallet' where username = 'Dora'`,
  )
  expect((await here.get('/api/account/security')).body.data).toMatchObject({ hasPassword: false })
  expect(faultOf(await change(there, { currentPassword: undefined }))).toBe('PROOF_REQUIRED')
  expect((await change(here, { currentPassword: undefined })).status).toBe(200)
  expect((await here.get('/api/account/security')).body.data).toMatchObject({
    hasPassword: true,
    withdrawalsLockedUntilMs: app.clock.nowMs() + 86_400_000,
  })
  expect((await there.get(INFO)).status).toBe(401)
  expect(faultOf(await change(here, { currentPassword: undefined }))).toMatchObject({ rule: 'required' })
})

test('[A13 U3] with two-factor sign-in on, a code is asked for, and used up', async () => {
  const emil = await protectedUser(app, 'Emil')
  await app.clock.advance(30_000)
  expect(await change(emil.browser, {})).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_REQUIRED' } })
  expect(faultOf(await change(emil.browser, { code: '000000' }))).toBe('TWO_FACTOR_WRONG')
  const code = emil.code()
  expect((await change(emil.browser, { code })).status).toBe(200)
  const again = { currentPassword: 'secret2', newPassword: 'secret3', confirmPassword: 'secret3', code }
  expect(faultOf(await change(emil.browser, again))).toBe('TWO_FACTOR_WRONG')
})

test('[U3] of two changes at once one wins, and only its password counts', async () => {
  await registerUser(app, 'Frida')
  const [here, there] = [await signedIn(app, 'Frida'), await signedIn(app, 'Frida')]
  const passwords = ['first new', 'second new']
  const answers = await Promise.all(
    [here, there].map((browser, at) =>
      change(browser, { newPassword: passwords[at], confirmPassword: passwords[at] }),
    ),
  )
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const stranger = () => createTestBrowser(app.http.app)
  expect((await firstStep(stranger(), 'Frida', { password: passwords[winner] })).status).toBe(200)
  expect((await firstStep(stranger(), 'Frida', { password: passwords[1 - winner] })).status).toBe(401)
})

test('[A15] a sign-in whose password is replaced while it is checked does not come in', async () => {
  await registerUser(app, 'Gustav')
  const [row] = await app.db.query<{ id: bigint; hash: string }>(
    `select id, password_hash as hash from users where username = 'Gustav'`,
  )
  const request = {
    requestId: '',
    ip: '192.0.2.1',
    userAgent: '',
    locale: 'en-US' as const,
    namedLocale: null,
    cookies: {},
    origin: undefined,
    isUnattended: false,
  }
  const open = () =>
    app.accounts.sessions.open(row?.id ?? 0n, request, {
      ...{ remember: false, bindToAddress: false, method: 'password' },
      passwordHash: row?.hash ?? null,
    })
  await open()
  expect((await change(await signedIn(app, 'Gustav'), {})).status).toBe(200)
  await expect(open()).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
})

test('[U3 S1] sockets of the other sessions are told and closed, this one’s stays', async () => {
  const whole: TestApp = await createTestApp({ listen: true, start: true })
  try {
    const here = whole.client()
    await here.join('Anna')
    const there = whole.client()
    await there.login('Anna')
    const [staying, ending] = await Promise.all([
      whole.socket('/ws', { client: here }),
      whole.socket('/ws', { client: there }),
    ])
    const body = { currentPassword: TEST_PASSWORD, newPassword: 'secret2', confirmPassword: 'secret2' }
    await withRunningClock(whole.clock, here.ok(changePassword, { body }))
    expect(await ending.next('signed-out')).toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await ending.closed).toBe(4001)
    staying.send({ op: 'ping', atMs: 1 })
    expect(await staying.next('pong')).toMatchObject({ atMs: 1 })
    expect((await here.ok(getSecurity)).devices).toBe(1)
    await here.ok(logout)
  } finally {
    await whole.close()
  }
})
