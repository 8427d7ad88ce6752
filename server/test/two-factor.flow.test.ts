import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'
import {
  appCode,
  firstStep,
  PASSWORD,
  type Protected,
  protectedUser,
  registerUser,
  secondStep,
  signedIn,
} from './two-factor-app.ts'

const INFO = '/api/layout/user-info'
const STEP_MS = 30_000

let app: AccountsApp
beforeAll(async () => {
  app = await openAccountsApp({ jobs: false })
})
afterAll(() => app.close())

const browserAt = (ip?: string): TestBrowser => createTestBrowser(app.http.app, ip)
const count = async (table: string): Promise<number> =>
  Number((await app.db.query<{ n: bigint }>(`select count(*) as n from ${table}`))[0]?.n)

/** Another browser's first step; its ticket. */
async function begin(username: string, more: object = {}, ip?: string) {
  const browser = browserAt(ip)
  const answer = await firstStep(browser, username, more)
  expect(answer).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_REQUIRED' } })
  return { browser, ticket: answer.body.details.ticket as string, answer }
}

describe('[A13] turning it on', () => {
  test('needs the password and a code of the app; the QR code names site and user', async () => {
    await registerUser(app, 'Anna')
    const anna = await signedIn(app, 'Anna')
    const wrong = await anna.post('/api/account/two-factor/begin', { password: 'not it' })
    expect(wrong.body).toMatchObject({
      code: 'INVALID_PARAMETERS',
      details: { fields: [{ field: 'password' }] },
    })
    expect((await anna.post('/api/account/two-factor/begin', {})).status).toBe(400)
    const begun = (await anna.post('/api/account/two-factor/begin', { password: PASSWORD })).body.data
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(begun.uri)
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/CRYPTO TRADE:Anna',
    ])
    expect(uri.searchParams.get('secret')).toBe(begun.secret)

    // Nothing is on until a code of it has come.
    expect((await firstStep(browserAt(), 'Anna')).status).toBe(200)
    const confirm = (code: string) => anna.post('/api/account/two-factor/confirm', { code })
    expect((await confirm('000000')).body.code).toBe('TWO_FACTOR_WRONG')
    const { status, body } = await confirm(appCode(begun.secret, app.clock.nowMs()))
    expect(status).toBe(200)
    expect(new Set(body.data.recoveryCodes).size).toBe(10)
    for (const code of body.data.recoveryCodes)
      expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
    expect((await anna.get('/api/account/security')).body.data.twoFactor).toEqual({
      on: true,
      recoveryCodesLeft: 10,
    })
    expect((await anna.post('/api/account/two-factor/begin', { password: PASSWORD })).body.code).toBe(
      'TWO_FACTOR_CHANGED',
    )
  })

  test('[K8 K5] neither secret nor recovery code is in the database or the log', async () => {
    const berta = await protectedUser(app, 'Berta')
    const tables = [
      'user_two_factor',
      'user_recovery_codes',
      'sign_in_tickets',
      'login_history',
      'login_attempts',
    ]
    const texts = await Promise.all(
      tables.map((table) =>
        app.db.query<{ t: string }>(`select string_agg(r::text, ' ') as t from ${table} r`),
      ),
    )
    const all = JSON.stringify(texts) + app.logged()
    for (const secret of [berta.secret, ...berta.recoveryCodes]) {
      for (const form of [secret, secret.replaceAll('-', ''), Buffer.from(secret).toString('hex')]) {
        expect(all).not.toContain(form)
      }
    }
  })
})

describe('[A13] signing in with it', () => {
  let carl: Protected
  beforeAll(async () => {
    carl = await protectedUser(app, 'Carl')
    await app.clock.advance(STEP_MS)
  })

  test('[A2] the right password gives a ticket and no session; ticket and code give one', async () => {
    const sessions = await count('user_sessions')
    const { browser, ticket, answer } = await begin('Carl', { remember: true })
    expect(await count('user_sessions')).toBe(sessions)
    expect(browser.jar.has('ts_session')).toBe(false)
    const half = answer.setCookies.find((cookie) => cookie.startsWith('ts_second_step='))
    expect(half).toMatch(/Max-Age=300; Path=\/; HttpOnly; SameSite=Strict/)
    // A ticket is no token.
    browser.token = ticket
    expect((await browser.get(INFO)).status).toBe(401)
    browser.token = null

    const wrong = await secondStep(browser, ticket, '000000')
    expect(wrong).toMatchObject({ status: 400, body: { code: 'TWO_FACTOR_WRONG' } })
    const right = await secondStep(browser, ticket, carl.code())
    expect(right.body.data).toMatchObject({ user: { username: 'Carl' }, isNewUser: false })
    expect((right.body.data.expiresAtMs - app.clock.nowMs()) / 86_400_000).toBe(30)
    expect(browser.jar.has('ts_second_step')).toBe(false)
    browser.token = right.body.data.token
    expect((await browser.get(INFO)).status).toBe(200)
    expect((await secondStep(browser, ticket, carl.code(1))).body.code).toBe('SIGN_IN_EXPIRED')
  })

  test('a code works once, and none before it; one step either side of now is taken', async () => {
    await app.clock.advance(STEP_MS * 3)
    const used = carl.code(1)
    const outcomes: string[] = []
    for (const code of [carl.code(-2), carl.code(2), used, used, carl.code(0), carl.code(-1)]) {
      const { browser, ticket } = await begin('Carl')
      outcomes.push((await secondStep(browser, ticket, code)).body.code ?? 'in')
    }
    const WRONG = 'TWO_FACTOR_WRONG'
    expect(outcomes).toEqual([WRONG, WRONG, 'in', WRONG, WRONG, WRONG])
    await app.clock.advance(STEP_MS * 2)
    const { browser, ticket } = await begin('Carl')
    expect(
      (await secondStep(browser, ticket, `${carl.code().slice(0, 3)} ${carl.code().slice(3)}`)).status,
    ).toBe(200)
  })

  test('[L1] codes count in the digits of every keyboard, and with the dashes and marks that are pasted with them', async () => {
    const typed = (text: string, zero: string): string =>
      text.replace(/[0-9]/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))
    const kira = await protectedUser(app, 'Kira')
    const recovery = kira.recoveryCodes.find((code) => /[0-9]/.test(code)) ?? ''
    for (const zero of ['\u0660', '\u06f0', '\u0966', '\uff10']) {
      await app.clock.advance(STEP_MS * 3)
      const { browser, ticket } = await begin('Kira')
      const code = `\u2067${typed(kira.code(), zero)}\u2069`
      expect([zero, (await secondStep(browser, ticket, code)).status]).toEqual([zero, 200])
    }
    const { browser, ticket } = await begin('Kira')
    const code = typed(recovery, '\u0660').replaceAll('-', '\u2013').toLowerCase()
    expect((await secondStep(browser, ticket, code)).status).toBe(200)
  })

  test('[K6] a ticket counts only in the browser that was given it, for five minutes', async () => {
    await app.clock.advance(STEP_MS * 3)
    const { browser, ticket } = await begin('Carl')
    const thief = browserAt()
    expect((await secondStep(thief, ticket, carl.code())).body.code).toBe('SIGN_IN_EXPIRED')
    const other = await begin('Carl')
    expect((await secondStep(other.browser, ticket, carl.code())).body.code).toBe('SIGN_IN_EXPIRED')
    for (const forged of ['A'.repeat(43), 'x'.repeat(43)]) {
      expect((await secondStep(browser, forged, carl.code())).body.code).toBe('SIGN_IN_EXPIRED')
    }
    await app.clock.advance(300_000)
    expect((await secondStep(browser, ticket, carl.code())).body.code).toBe('SIGN_IN_EXPIRED')
  })

  test('[K6] bound to an address the ticket needs no cookie, and counts nowhere else', async () => {
    const { browser, ticket } = await begin('Carl', { bind: 'address' }, '192.0.2.1')
    expect(browser.jar.has('ts_second_step')).toBe(false)
    expect((await secondStep(browserAt('192.0.2.2'), ticket, carl.code())).body.code).toBe('SIGN_IN_EXPIRED')
    const { body } = await secondStep(browser, ticket, carl.code())
    browser.token = body.data.token
    expect((await browser.get(INFO)).status).toBe(200)
  })

  test('a recovery code works once, in small letters and without hyphens too', async () => {
    const [first = '', second = ''] = carl.recoveryCodes
    for (const [code, outcome] of [
      [first, 'in'],
      [first, 'TWO_FACTOR_WRONG'],
      [second.toLowerCase().replaceAll('-', ' '), 'in'],
      ['AAAA-AAAA-AAAA-AAAA', 'TWO_FACTOR_WRONG'],
    ] as const) {
      const { browser, ticket } = await begin('Carl')
      expect((await secondStep(browser, ticket, code)).body.code ?? 'in').toBe(outcome)
    }
    expect((await carl.browser.get('/api/account/security')).body.data.twoFactor.recoveryCodesLeft).toBe(8)
  })

  test('of two sign-ins at once with the same code one gets in', async () => {
    await app.clock.advance(STEP_MS * 3)
    for (const code of [carl.code(), carl.recoveryCodes[2] ?? '']) {
      const begun = await Promise.all(Array.from({ length: 5 }, () => begin('Carl')))
      const answers = await Promise.all(begun.map(({ browser, ticket }) => secondStep(browser, ticket, code)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    }
  })

  test('of two second steps at once with one ticket one gets in', async () => {
    await app.clock.advance(STEP_MS * 3)
    const { browser, ticket } = await begin('Carl')
    const codes = [carl.code(), carl.code(1), carl.recoveryCodes[3] ?? '']
    const answers = await Promise.all(codes.map((code) => secondStep(browser, ticket, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('[A13 A15 K2] guessing', () => {
  test('ten wrong codes of an account lock the second step for 15 minutes, from any address, but not a known device', async () => {
    const dora = await protectedUser(app, 'Dora')
    await app.clock.advance(STEP_MS)
    const outcomes: string[] = []
    for (let at = 0; at < 11; at++) {
      const { browser, ticket } = await begin('Dora', {}, `192.0.2.${at + 1}`)
      outcomes.push((await secondStep(browser, ticket, '123456')).body.code)
    }
    expect(new Set(outcomes.slice(0, 10))).toEqual(new Set(['TWO_FACTOR_WRONG']))
    expect(outcomes[10]).toBe('ACCOUNT_LOCKED')
    const stranger = await begin('Dora', {}, '192.0.2.99')
    expect((await secondStep(stranger.browser, stranger.ticket, dora.code())).body.code).toBe(
      'ACCOUNT_LOCKED',
    )

    const answer = await firstStep(dora.browser, 'Dora')
    expect((await secondStep(dora.browser, answer.body.details.ticket, dora.code())).status).toBe(200)
    await app.clock.advance(15 * 60_000)
    const later = await begin('Dora', {}, '192.0.2.99')
    expect((await secondStep(later.browser, later.ticket, dora.code())).status).toBe(200)
  })

  test('a hundred wrong codes in a row: the app’s count no more, until a recovery code', async () => {
    const emil = await protectedUser(app, 'Emil')
    await app.clock.advance(STEP_MS)
    await app.db.query(
      'update user_two_factor set failures_in_row = 99 where user_id = (select max(id) from users)',
    )
    const told = () =>
      app.db
        .query(`select 1 from outbox where topic = 'accounts.two-factor-blocked'`)
        .then(({ length }) => length)
    const tried = await begin('Emil')
    expect((await secondStep(tried.browser, tried.ticket, '000000')).body.code).toBe('TWO_FACTOR_WRONG')
    expect(await told()).toBe(1)
    const refused = await secondStep(tried.browser, tried.ticket, emil.code())
    expect(refused).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_BLOCKED' } })
    expect(refused.body.message).toBe('Too many wrong codes in a row. Use a recovery code')
    expect(await told()).toBe(1)
    expect((await secondStep(tried.browser, tried.ticket, emil.recoveryCodes[0] ?? '')).status).toBe(200)
    const again = await begin('Emil')
    expect((await secondStep(again.browser, again.ticket, emil.code())).status).toBe(200)
  })
})

describe('[A13] leaving it', () => {
  test('needs password and code; withdrawals are held back for 24 hours; recovery codes are gone', async () => {
    const frida = await protectedUser(app, 'Frida')
    await app.clock.advance(STEP_MS)
    const remove = (password: string | undefined, code: string) =>
      frida.browser.post('/api/account/two-factor/remove', { ...(password ? { password } : {}), code })
    expect((await remove('not it', frida.code())).body.details.fields[0].field).toBe('password')
    expect((await remove(undefined, frida.code())).status).toBe(400)
    expect((await remove(PASSWORD, '000000')).body.code).toBe('TWO_FACTOR_WRONG')
    expect((await frida.browser.get('/api/account/security')).body.data.withdrawalsLockedUntilMs).toBeNull()
    expect((await remove(PASSWORD, frida.code())).status).toBe(200)
    const { twoFactor, withdrawalsLockedUntilMs } = (await frida.browser.get('/api/account/security')).body
      .data
    expect(twoFactor).toEqual({ on: false, recoveryCodesLeft: 0 })
    expect(withdrawalsLockedUntilMs).toBe(app.clock.nowMs() + 86_400_000)
    expect((await firstStep(browserAt(), 'Frida')).status).toBe(200)
    expect((await remove(PASSWORD, frida.recoveryCodes[0] ?? '')).body.code).toBe('TWO_FACTOR_CHANGED')
  })

  test('new recovery codes replace the old ones', async () => {
    const gustav = await protectedUser(app, 'Gustav')
    await app.clock.advance(STEP_MS)
    const answer = await gustav.browser.post('/api/account/two-factor/recovery-codes', {
      password: PASSWORD,
      code: gustav.code(),
    })
    const [fresh] = answer.body.data.recoveryCodes
    const { browser, ticket } = await begin('Gustav')
    expect((await secondStep(browser, ticket, gustav.recoveryCodes[0] ?? '')).body.code).toBe(
      'TWO_FACTOR_WRONG',
    )
    expect((await secondStep(browser, ticket, fresh)).status).toBe(200)
  })

  test('a first step that ends in a change of password or a reset leads nowhere', async () => {
    const hans = await protectedUser(app, 'Hans')
    await app.clock.advance(STEP_MS)
    const { browser, ticket } = await begin('Hans')
    const [row] = await app.db.query<{ id: bigint }>(`select id from users where username = 'Hans'`)
    await app.accounts.sessions.endAll(row?.id ?? 0n)
    expect((await secondStep(browser, ticket, hans.code())).body.code).toBe('SIGN_IN_EXPIRED')
  })
})
