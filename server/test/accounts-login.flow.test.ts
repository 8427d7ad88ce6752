import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'

let app: AccountsApp
const PASSWORD = ' Pass wörd ✓ '

beforeAll(async () => {
  app = await openAccountsApp()
  for (const name of ['Anna', 'Berta', 'Carl', 'Dora', 'Emil', 'Frida', 'Gustav']) await registerUser(name)
})
afterAll(() => app.close())

const browserAt = (ip?: string): TestBrowser => createTestBrowser(app.http.app, ip)

async function registerUser(username: string): Promise<void> {
  const answer = await browserAt('198.51.100.1').post('/api/login/register', {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    inviteCode: app.firstRun.inviteCode,
  })
  expect(answer.body).toMatchObject({ success: true })
}

const signIn = (browser: TestBrowser, username: string, password = PASSWORD, more: object = {}) =>
  browser.post('/api/login/login', { username, password, ...more })

/** Moves the clock until the answer is there; the answer and how long it was held back, in ms. */
async function heldBack<T>(answer: Promise<T>): Promise<{ answer: T; ms: number }> {
  const startMs = app.clock.nowMs()
  let open = true
  const closed = answer.finally(() => {
    open = false
  })
  while (open) {
    await app.clock.advance(10)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { answer: await closed, ms: app.clock.nowMs() - startMs }
}

/** Answers as a client compares them: all that differs from call to call taken out. */
function comparable({ status, body, headers }: Awaited<ReturnType<typeof signIn>>) {
  const { 'retry-after': retryAfter, 'content-type': type } = headers
  return { status, retryAfter, type, body: { ...body, requestId: '' } }
}

describe('signing in', () => {
  test('[A2 A11 F1 K6] the password counts as it was typed; token and user come back, the cookie is HttpOnly and strict', async () => {
    const browser = browserAt()
    expect((await signIn(browser, 'Anna', PASSWORD.trim())).body.code).toBe('LOGIN_FAILED')
    const answer = await signIn(browser, 'ANNA')
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      isNewUser: false,
      user: {
        uid: expect.stringMatching(/^[1-9]\d{9}$/),
        username: 'Anna',
        loginType: 'account',
        signedInBy: 'password',
        balance: '0.00',
        balances: { demo: { total: '10000.00', available: '10000.00' }, real: { total: '0.00' } },
      },
    })
    const cookies = answer.setCookies.filter((cookie) => /^ts_(session|device)=/.test(cookie))
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/)
    browser.token = answer.body.data.token
    const info = await browser.get('/api/layout/user-info')
    expect(info.body.data).toEqual(answer.body.data.user)
  })

  test('[A2] remembered for 30 days, otherwise for 12 hours and until the browser closes', async () => {
    const short = await signIn(browserAt(), 'Anna')
    const long = await signIn(browserAt(), 'Anna', PASSWORD, { remember: true })
    const hours = (answer: typeof short) => (answer.body.data.expiresAtMs - app.clock.nowMs()) / 3_600_000
    expect([hours(short), hours(long)]).toEqual([12, 720])
    const session = (answer: typeof short) =>
      answer.setCookies.find((cookie) => cookie.startsWith('ts_session='))
    expect(session(short)).not.toContain('Max-Age')
    expect(session(long)).toContain('Max-Age=2592000')
  })

  test('[A15] an unknown name and a wrong password are answered alike', async () => {
    const wrong = await signIn(browserAt('192.0.2.1'), 'Anna', 'wrong password')
    const unknown = await signIn(browserAt('192.0.2.1'), 'Nobody', 'wrong password')
    expect(comparable(wrong)).toEqual(comparable(unknown))
    expect(wrong).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } })
  })

  test('[A2] sign-in by e-mail says that it is not available', async () => {
    const browser = browserAt()
    const email = { email: 'anna@example.com' }
    expect(await browser.post('/api/login/login', { ...email, code: '123456' })).toMatchObject({
      status: 503,
      body: { code: 'MAIL_NOT_CONFIGURED' },
    })
    expect(await browser.post('/api/login/send-code', email)).toMatchObject({
      status: 503,
      body: { code: 'MAIL_NOT_CONFIGURED' },
    })
    expect((await browser.post('/api/login/login', { username: 'Anna' })).body).toMatchObject({
      code: 'INVALID_PARAMETERS',
      details: { fields: [{ field: 'password', rule: 'required' }] },
    })
  })

  test('[L3] refusals are worded in the language of the caller', async () => {
    const answer = await browserAt('192.0.2.2').post(
      '/api/login/login',
      { username: 'Anna', password: 'wrong password' },
      { 'accept-language': 'de-DE' },
    )
    expect(answer.body.message).toBe('Benutzername oder Passwort ist nicht richtig')
  })
})

describe('guessing', () => {
  test('[A15] ten failures lock this account for this address only, with the time to wait', async () => {
    const attacker = browserAt('192.0.2.10')
    for (let i = 0; i < 10; i++) expect((await signIn(attacker, 'Berta', `wrong${i}x`)).status).toBe(401)
    const locked = await signIn(attacker, 'Berta')
    expect(locked).toMatchObject({ status: 429, body: { code: 'ACCOUNT_LOCKED' } })
    expect(Number(locked.headers['retry-after'])).toBe(15 * 60)
    const elsewhere = await heldBack(signIn(browserAt('192.0.2.11'), 'Berta'))
    expect(elsewhere.answer.status).toBe(200)
    await app.clock.advance(15 * 60_000)
    expect((await signIn(attacker, 'Berta')).status).toBe(200)
  })

  test('[A15] an unknown name is locked just the same', async () => {
    const attacker = browserAt('192.0.2.20')
    for (let i = 0; i < 10; i++) await signIn(attacker, 'Noone', `wrong${i}x`)
    expect(await signIn(attacker, 'Noone')).toMatchObject({ status: 429, body: { code: 'ACCOUNT_LOCKED' } })
  })

  test('[A15] a device its owner has signed in from is never locked', async () => {
    const owner = browserAt('192.0.2.30')
    expect((await signIn(owner, 'Carl')).status).toBe(200)
    const neighbour = browserAt('192.0.2.30')
    for (let i = 0; i < 10; i++) await signIn(neighbour, 'Carl', `wrong${i}x`)
    expect((await signIn(neighbour, 'Carl')).status).toBe(429)
    expect((await signIn(owner, 'Carl')).status).toBe(200)
  })

  test('[A15] a device cookie of someone else, or a planted one, is no known device', async () => {
    const dora = browserAt('192.0.2.40')
    expect((await signIn(dora, 'Dora')).status).toBe(200)
    const attacker = browserAt('192.0.2.41')
    attacker.jar.set('ts_device', dora.jar.get('ts_device') ?? '')
    for (let i = 0; i < 10; i++) await signIn(attacker, 'Emil', `wrong${i}x`)
    expect((await signIn(attacker, 'Emil')).status).toBe(429)

    const victim = browserAt('192.0.2.42')
    victim.jar.set('ts_device', 'A'.repeat(43))
    expect((await heldBack(signIn(victim, 'Emil'))).answer.status).toBe(200)
    expect(victim.jar.get('ts_device')).not.toBe('A'.repeat(43))
  })

  test('[A15] failures from many addresses slow the account down, a success is not refused', async () => {
    for (let i = 0; i < 10; i++) await signIn(browserAt(`192.0.2.${100 + i}`), 'Frida', 'wrong password')
    const { answer, ms } = await heldBack(signIn(browserAt('192.0.2.120'), 'Frida'))
    expect(answer.status).toBe(200)
    expect(ms).toBeGreaterThanOrEqual(250)
  })

  test('[A15] a burst of guesses at once gets no more than ten tries', async () => {
    const burst = Array.from({ length: 40 }, (_, i) =>
      signIn(browserAt('192.0.2.50'), 'Gustav', `wrong${i}x`),
    )
    const statuses = (await Promise.all(burst)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('[A15 K7] addresses of one IPv6 /64 are one address', async () => {
    for (let i = 0; i < 10; i++) await signIn(browserAt(`2001:db8:0:1::${i + 1}`), 'Anna', `wrong${i}x`)
    expect((await signIn(browserAt('2001:db8:0:1:ffff::1'), 'Anna')).status).toBe(429)
  })

  test('[A15] old attempts are forgotten', async () => {
    await app.clock.advance(30 * 60_000)
    expect(await app.db.query('select 1 from login_attempts')).toEqual([])
  })
})

test('[K5] the log holds no password, token, cookie, code or address of anyone', async () => {
  const browser = browserAt('192.0.2.60')
  const { token } = (await signIn(browser, 'Anna')).body.data
  await browser.post('/api/login/login', '{"username":"Anna","password":"hunter2hunter2"')
  const logged = app.logged()
  for (const secret of [token, browser.jar.get('ts_session'), 'hunter2', PASSWORD, app.firstRun.inviteCode]) {
    expect(logged).not.toContain(secret)
  }
})
