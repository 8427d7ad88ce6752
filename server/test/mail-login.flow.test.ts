import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import { createTestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'
import { protectedUser, secondStep } from './two-factor-app.ts'

const MINUTE_MS = 60_000
let site: MailApp
beforeAll(async () => {
  site = await openMailApp()
  for (const name of ['Anna', 'Berta', 'Carl', 'Dora', 'Emil', 'Frida', 'Gustav']) await site.register(name)
})
afterAll(() => site.close())
/** Three codes an hour for a network address. */
let small: MailApp
beforeAll(async () => {
  small = await openMailApp({ codesPerHour: 3 })
})
afterAll(() => small.close())

const login = (browser: TestBrowser, email: string, code: string, more: object = {}) =>
  browser.post('/api/login/login', { email, code, ...more })
const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')
const later = (ms: number) => site.app.clock.advance(ms)

/** Asks for a code and takes it out of the mailbox. */
async function askedCode(browser: TestBrowser, email: string, headers = {}): Promise<string> {
  await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
  const before = site.mailbox.mails.length
  const answer = await site.sendCode(browser, email, headers)
  expect(answer).toMatchObject({ status: 200, body: { success: true, data: { resendSeconds: 60 } } })
  return await site.mailbox.code(before + 1)
}

describe('signing in by code', () => {
  test('[A2] [A3] [E3] the six digits of the mail sign in, once, in the browser that asked', async () => {
    const browser = site.browser()
    const code = await askedCode(browser, ' ANNA@Example.com ')
    expect(site.mailbox.mails.at(-1)?.to).toEqual(['Anna@example.com'])
    expect((await login(site.browser(), 'anna@example.com', code)).body.code).toBe('CODE_INVALID')
    const answer = await login(browser, 'anna@example.com', code, { remember: true })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { token: expect.stringMatching(/^[\w-]{43}$/), isNewUser: false, user: { username: 'Anna' } },
      },
    })
    expect(answer.body.data.expiresAtMs - site.app.clock.nowMs()).toBe(30 * 24 * 60 * MINUTE_MS)
    browser.token = answer.body.data.token
    expect((await browser.get('/api/layout/user-info')).status).toBe(200)
    browser.token = null
    expect((await login(browser, 'anna@example.com', code)).body.code).toBe('CODE_INVALID')
  })

  test('[A3] [K6] the cookie of the code is HttpOnly and strict, and goes when the code is used', async () => {
    const browser = site.browser()
    const sent = await site.sendCode(browser, 'berta@example.com')
    const cookie = sent.setCookies.find((each) => each.startsWith('ts_login_code='))
    expect(cookie).toMatch(/Max-Age=1200; Path=\/; HttpOnly; SameSite=Strict/)
    const answer = await login(
      browser,
      'berta@example.com',
      await site.mailbox.code(site.mailbox.mails.length + 1),
    )
    expect(answer.status).toBe(200)
    expect(browser.jar.has('ts_login_code')).toBe(false)
  })

  test('[A3] a code counts for ten minutes', async () => {
    const [early, late] = [site.browser(), site.browser()]
    const code = await askedCode(early, 'carl@example.com')
    await later(10 * MINUTE_MS - 1)
    expect((await login(early, 'carl@example.com', code)).status).toBe(200)
    const next = await askedCode(late, 'carl@example.com')
    await later(10 * MINUTE_MS)
    expect((await login(late, 'carl@example.com', next)).body.code).toBe('CODE_INVALID')
  })

  test('[A3] after five wrong ones the right one does not count either', async () => {
    const browser = site.browser('203.0.113.20')
    const code = await askedCode(browser, 'dora@example.com')
    for (let n = 0; n < 5; n++) {
      expect((await login(browser, 'dora@example.com', wrongFor(code))).body.code).toBe('CODE_INVALID')
    }
    expect((await login(browser, 'dora@example.com', code)).body.code).toBe('CODE_INVALID')
  })

  test('[A3] a code counts for the address it was sent to, and the newest one of a browser only', async () => {
    const browser = site.browser('203.0.113.21')
    const first = await askedCode(browser, 'emil@example.com')
    expect((await login(browser, 'frida@example.com', first)).body.code).toBe('CODE_INVALID')
    await later(MINUTE_MS)
    const second = await askedCode(browser, 'emil@example.com')
    if (first !== second)
      expect((await login(browser, 'emil@example.com', first)).body.code).toBe('CODE_INVALID')
    expect((await login(browser, 'emil@example.com', second)).status).toBe(200)
  })

  test('[A3] of two sign-ins at once with one code, one gets in', async () => {
    await later(MINUTE_MS)
    const browser = site.browser('203.0.113.22')
    const code = await askedCode(browser, 'frida@example.com')
    const both = await Promise.all([1, 2].map(() => login(browser, 'frida@example.com', code)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('[A2] code and address are both needed, and have their form', async () => {
    const browser = site.browser('203.0.113.23')
    expect((await browser.post('/api/login/login', { email: 'anna@example.com' })).body).toMatchObject({
      code: 'INVALID_PARAMETERS',
      details: { fields: [{ field: 'code', rule: 'required' }] },
    })
    for (const code of ['12345', '1234567', '12345a', '１２３４５６']) {
      expect((await login(browser, 'anna@example.com', code)).body.code).toBe('INVALID_PARAMETERS')
    }
    for (const email of ['anna@', 'anna', 'anna@example.com\r\nBcc: eve@example.com']) {
      expect((await site.sendCode(browser, email)).body.code).toBe('INVALID_PARAMETERS')
    }
  })
})

describe('beside the code', () => {
  test('[A13] [A3] whoever has two-factor sign-in on is asked for the second step after the mailed code, too', async () => {
    const hanna = await protectedUser(site.app, 'Hanna')
    const browser = site.browser('203.0.113.24')
    const code = await askedCode(browser, 'hanna@example.com')
    const first = await login(browser, 'hanna@example.com', code)
    expect(first).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_REQUIRED' } })
    // The code is used up all the same: what goes on is the ticket.
    expect((await login(browser, 'hanna@example.com', code)).body.code).toBe('CODE_INVALID')
    await later(30_000)
    const { ticket } = first.body.details
    expect((await secondStep(browser, ticket, hanna.code())).body).toMatchObject({
      success: true,
      data: { token: expect.any(String), user: { username: 'Hanna' } },
    })
  })

  test('[A14] [A15] the owner is told of a wrong code and of a sign-in, and nobody’s are kept apart', async () => {
    await later(MINUTE_MS)
    const browser = site.browser('203.0.113.25')
    const code = await askedCode(browser, 'gustav@example.com')
    await login(browser, 'gustav@example.com', wrongFor(code))
    await login(browser, 'gustav@example.com', code)
    const rows = await site.app.db.query(
      `select method, outcome from login_history where ip = '203.0.113.25' and user_id is not null order by id`,
    )
    expect(rows).toEqual([
      { method: 'email', outcome: 'wrong-code' },
      { method: 'email', outcome: 'signed-in' },
    ])
    await later(MINUTE_MS)
  })
})

describe('asking', () => {
  test('[A3] a second code within a minute is refused with the seconds left, from any browser', async () => {
    await askedCode(site.browser(), 'gustav@example.com')
    await later(18_000)
    const soon = await site.sendCode(site.browser('203.0.113.30'), 'Gustav@example.com')
    expect(soon).toMatchObject({
      status: 429,
      body: { code: 'CODE_TOO_SOON', details: { retryAfterSeconds: 42 } },
      headers: { 'retry-after': '42' },
    })
    await later(42_000)
    expect((await site.sendCode(site.browser(), 'gustav@example.com')).status).toBe(200)
  })

  test('[A3] five codes an hour for a mailbox; the owner’s own device has its own five', async () => {
    const owner = site.browser('203.0.113.31')
    await owner.post('/api/login/login', { username: 'Anna', password: PASSWORD })
    await later(60 * MINUTE_MS)
    for (let n = 0; n < 5; n++) {
      expect((await site.sendCode(site.browser(`203.0.113.${40 + n}`), 'anna@example.com')).status).toBe(200)
      await later(MINUTE_MS)
    }
    const refused = await site.sendCode(site.browser('203.0.113.50'), 'anna@example.com')
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(refused.headers['retry-after'])).toBe(55 * 60)
    expect((await site.sendCode(owner, 'anna@example.com')).status).toBe(200)
    await later(55 * MINUTE_MS)
    expect((await site.sendCode(site.browser('203.0.113.50'), 'anna@example.com')).status).toBe(200)
  })

  test('[A3 A2] a device of an account whose address nobody has proved has none of its own', async () => {
    await site.register('Vorrat', false)
    const maker = site.browser('203.0.113.51')
    await maker.post('/api/login/login', { username: 'Vorrat', password: PASSWORD })
    for (let n = 0; n < 5; n++) {
      const from = n < 3 ? maker : site.browser('203.0.113.52')
      expect((await site.sendCode(from, 'vorrat@example.com')).status).toBe(200)
      await later(MINUTE_MS)
    }
    expect((await site.sendCode(maker, 'vorrat@example.com')).body.code).toBe('TOO_MANY_REQUESTS')
  })

  test('[A3] at the same moment only one of many gets a code', async () => {
    await later(60 * MINUTE_MS)
    const asked = Array.from({ length: 8 }, (_, n) =>
      site.sendCode(site.browser(`203.0.113.${60 + n}`), 'berta@example.com'),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('[A3] [K7] a network address has its own limit, IPv6 by the /64', async () => {
    for (let n = 1; n <= 3; n++) {
      const from = small.browser(`2001:db8:0:1::${n}`)
      expect((await small.sendCode(from, `user${n}@example.com`)).status).toBe(200)
    }
    const refused = await small.sendCode(small.browser('2001:db8:0:1:ffff::1'), 'user9@example.com')
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect((await small.sendCode(small.browser('2001:db8:0:2::1'), 'user9@example.com')).status).toBe(200)
  })

  test('[A15] [A3] behind an address that has asked too often the owner’s device gets its codes, and takes none of others', async () => {
    const other = '2001:db8:0:3::1'
    const owner = small.browser(other)
    await small.register('Nora')
    await owner.post('/api/login/login', { username: 'Nora', password: PASSWORD })
    expect((await small.sendCode(owner, 'nora@example.com')).status).toBe(200)
    for (let n = 1; n <= 3; n++) {
      expect((await small.sendCode(small.browser(other), `guest${n}@example.com`)).status).toBe(200)
    }
    await small.app.clock.advance(MINUTE_MS)
    expect((await small.sendCode(small.browser(other), 'nora@example.com')).status).toBe(429)
    expect((await small.sendCode(owner, 'user9@example.com')).status).toBe(429)
    expect((await small.sendCode(owner, 'nora@example.com')).status).toBe(200)
    // Who is signed in is not counted with those who are not.
    await small.register('Olga', false)
    const signedIn = await owner.post('/api/login/login', { username: 'Olga', password: PASSWORD })
    owner.token = signedIn.body.data.token
    expect((await owner.post('/api/account/proof', { password: PASSWORD })).status).toBe(200)
    const asked = await owner.post('/api/account/email/send-code', { email: 'olga-new@example.com' })
    expect(asked.status).toBe(200)
    expect((await owner.post('/api/account/proof/send-code', {})).status).toBe(200)
  })

  test('[A15] guessing codes slows down and locks like guessing passwords, whoever the address belongs to', async () => {
    await later(60 * MINUTE_MS)
    for (const email of ['carl@example.com', 'nobody@example.com']) {
      const guesser = site.browser('203.0.113.80')
      for (let n = 0; n < 10; n++) expect((await login(guesser, email, '000000')).status).toBe(400)
      expect(await login(guesser, email, '000000')).toMatchObject({
        status: 429,
        body: { code: 'ACCOUNT_LOCKED' },
      })
      await later(15 * MINUTE_MS)
    }
  })
})

describe('the switch', () => {
  test('[A1] [A3] off: the site information says so, and the calls refuse', async () => {
    const browser = site.browser()
    const info = async () => (await browser.get('/api/admin/system/basic-info')).body.data
    expect(await info()).toMatchObject({ emailLogin: true, passwordReset: true })
    await site.app.accounts.settings.update({ emailLogin: false })
    expect(await info()).toMatchObject({ emailLogin: false, passwordReset: true })
    expect(await site.sendCode(browser, 'carl@example.com')).toMatchObject({
      status: 403,
      body: { code: 'LOGIN_TYPE_DISABLED' },
    })
    expect((await login(browser, 'carl@example.com', '123456')).body.code).toBe('LOGIN_TYPE_DISABLED')
    await site.app.accounts.settings.update({ emailLogin: true })
  })

  test('[A3] without a transport nothing is offered, and every call answers MAIL_NOT_CONFIGURED', async () => {
    const app = await createTestApp()
    const client = app.client()
    const info = JSON.parse((await client.raw('GET', '/api/admin/system/basic-info')).body)
    expect(info.data).toMatchObject({ emailLogin: false, passwordReset: false })
    const email = 'anna@example.com'
    const calls: [string, object][] = [
      ['send-code', { email }],
      ['login', { email, code: '123456' }],
      ['forgot/send-code', { email }],
      ['forgot/verify', { email, code: '123456' }],
      ['forgot/reset', { password: 'letters4digits' }],
    ]
    for (const [path, body] of calls) {
      const json = { 'content-type': 'application/json' }
      const answer = await client.raw('POST', `/api/login/${path}`, JSON.stringify(body), json)
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 503, 'MAIL_NOT_CONFIGURED'])
    }
    await app.close()
  })
})

describe('the mail', () => {
  test.each([
    ['de-DE', 'ltr', 'Ihr Anmeldecode für CRYPTO TRADE', 'Testmodus, kein echtes Geld'],
    ['ar-AR', 'rtl', 'رمز تسجيل الدخول إلى CRYPTO TRADE', 'وضع الاختبار، بلا أموال حقيقية'],
    ['hi', 'ltr', 'CRYPTO TRADE के लिए आपका लॉग इन कोड', 'टेस्ट मोड, असली पैसा नहीं'],
  ])('[L3] follows Accept-Language: %s', async (language, dir, subject, testMode) => {
    await later(60 * MINUTE_MS)
    const before = site.mailbox.mails.length
    const headers = { 'accept-language': language }
    expect((await site.sendCode(site.browser(), 'dora@example.com', headers)).status).toBe(200)
    const { mail } = await site.mailbox.delivered(before + 1)
    expect(mail.subject).toBe(subject)
    for (const words of [mail.text, mail.html]) expect(words).toContain(testMode)
    expect(mail.html).toContain(`dir="${dir}"`)
  })

  test('[K7] names the site by its own address, whatever Host was sent', async () => {
    const own = await openMailApp({ origin: 'https://trade.example.com' })
    await own.register('Anna')
    await own.sendCode(own.browser(), 'anna@example.com', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    const { source, mail } = await own.mailbox.delivered()
    expect(mail.text).toContain('https://trade.example.com')
    expect(source).not.toContain('evil')
    await own.close()
  })
})
