import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdStatement } from './held-statement.ts'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import type { TestBrowser } from './test-browser.ts'

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'neues Passwort 7'
let site: MailApp
beforeAll(async () => {
  site = await openMailApp()
  for (const name of ['Anna', 'Berta', 'Carl', 'Dora', 'Emil', 'Fritz', 'Gerda']) await site.register(name)
})
afterAll(() => site.close())

const ask = (browser: TestBrowser, email: string) => browser.post('/api/login/forgot/send-code', { email })
const verify = (browser: TestBrowser, email: string, code: string) =>
  browser.post('/api/login/forgot/verify', { email, code })
const reset = (browser: TestBrowser, password: string, more: object = {}, headers = {}) =>
  browser.post('/api/login/forgot/reset', { password, ...more }, headers)
const signIn = (browser: TestBrowser, username: string, password: string) =>
  browser.post('/api/login/login', { username, password })

/** A browser that has shown the code from the mail. */
async function verified(email: string): Promise<TestBrowser> {
  const browser = site.browser()
  await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
  const before = site.mailbox.mails.length
  expect(await ask(browser, email)).toMatchObject({ status: 200, body: { data: { resendSeconds: 60 } } })
  const code = await site.mailbox.code(before + 1)
  expect((await verify(browser, email, code)).status).toBe(200)
  return browser
}

test('[A10] verify the e-mail, choose a password: it counts from then on, and every session of the user ends', async () => {
  const devices = [site.browser(), site.browser('203.0.113.20')]
  for (const device of devices) device.token = (await signIn(device, 'Anna', PASSWORD)).body.data.token
  const berta = site.browser()
  berta.token = (await signIn(berta, 'Berta', PASSWORD)).body.data.token

  await site.app.db.query(`update users set locale = 'de-DE' where username = 'Anna'`)
  const browser = await verified('anna@example.com')
  const before = site.mailbox.mails.length
  const answer = await reset(
    browser,
    NEW_PASSWORD,
    { confirmPassword: NEW_PASSWORD },
    { 'accept-language': 'hi-IN' },
  )
  expect(answer).toMatchObject({ status: 200, body: { success: true } })

  for (const device of devices) expect((await device.get('/api/layout/user-info')).status).toBe(401)
  expect((await berta.get('/api/layout/user-info')).status).toBe(200)
  expect((await signIn(site.browser(), 'Anna', PASSWORD)).body.code).toBe('LOGIN_FAILED')
  expect((await signIn(site.browser(), 'Anna', NEW_PASSWORD)).status).toBe(200)

  const { to, mail } = await site.mailbox.delivered(before + 1)
  expect(to).toEqual(['Anna@example.com'])
  expect(mail.subject).toBe('Ihr Passwort bei CRYPTO TRADE wurde geändert')
  expect(mail.text).toContain('Auszahlungen und Überweisungen 24 Stunden gesperrt')
  // Left to right after letters of any language.
  expect(mail.text).toMatch(/\u2066\d{4}-\d\d-\d\d \d\d:\d\d\u2069 \(UTC\)/)
})

test('[A10] withdrawals are locked from the change on, and the audit log knows of it', async () => {
  await reset(await verified('carl@example.com'), NEW_PASSWORD)
  const [user] = await site.app.db.query<{ id: bigint; at: bigint }>(
    `select id, password_changed_at_ms as at from users where username = 'Carl'`,
  )
  expect(Number(user?.at)).toBe(site.app.clock.nowMs())
  const log = await site.app.db.query(
    `select actor_kind, subject from audit_log where action = 'user.reset-password' and actor_id = $1`,
    [user?.id ?? 0n],
  )
  expect(log).toEqual([{ actor_kind: 'user', subject: `user:${user?.id}` }])
})

test('[A10] a password needs eight characters, letters and digits; a wrong one costs no second code', async () => {
  const browser = await verified('berta@example.com')
  for (const [password, rule] of [
    ['abcde12', 'minLength'],
    ['12345678', 'lettersAndDigits'],
    ['abcdefgh', 'lettersAndDigits'],
  ] as const) {
    expect((await reset(browser, password)).body).toMatchObject({
      code: 'INVALID_PARAMETERS',
      details: { fields: [{ field: 'password', rule }] },
    })
  }
  const differs = await reset(browser, 'abcdefg1', { confirmPassword: 'abcdefg2' })
  expect(differs.body).toMatchObject({ code: 'PASSWORD_MISMATCH', details: { field: 'confirmPassword' } })
  expect((await reset(browser, 'пароль№2026')).status).toBe(200)
  expect((await signIn(site.browser(), 'Berta', 'пароль№2026')).status).toBe(200)
})

test('[A10] only the browser that showed the code may choose, once, for ten minutes', async () => {
  const browser = await verified('dora@example.com')
  expect((await reset(site.browser(), NEW_PASSWORD)).body.code).toBe('RESET_EXPIRED')
  const both = await Promise.all([reset(browser, NEW_PASSWORD), reset(browser, 'another 8')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await reset(browser, NEW_PASSWORD)).body.code).toBe('RESET_EXPIRED')

  await site.app.clock.advance(MINUTE_MS)
  const slow = await verified('dora@example.com')
  await site.app.clock.advance(10 * MINUTE_MS)
  expect((await reset(slow, NEW_PASSWORD)).body.code).toBe('RESET_EXPIRED')
})

test('[A10] a code that was not shown opens nothing, and one for signing in is none for this', async () => {
  const browser = site.browser()
  const before = site.mailbox.mails.length
  await ask(browser, 'emil@example.com')
  const code = await site.mailbox.code(before + 1)
  expect((await reset(browser, NEW_PASSWORD)).body.code).toBe('RESET_EXPIRED')
  expect((await browser.post('/api/login/login', { email: 'emil@example.com', code })).body.code).toBe(
    'CODE_INVALID',
  )
  expect((await verify(browser, 'carl@example.com', code)).body.code).toBe('CODE_INVALID')
  expect((await verify(browser, 'emil@example.com', code)).status).toBe(200)
  expect((await verify(browser, 'emil@example.com', code)).body.code).toBe('CODE_INVALID')
})

test('[A10] what breaks off in the middle changes nothing', async () => {
  await site.app.clock.advance(MINUTE_MS)
  const browser = await verified('emil@example.com')
  const device = site.browser()
  device.token = (await signIn(device, 'Emil', PASSWORD)).body.data.token
  await site.app.db.exec('alter table mail_queue rename to mail_queue_away')
  expect((await reset(browser, NEW_PASSWORD)).status).toBe(500)
  await site.app.db.exec('alter table mail_queue_away rename to mail_queue')
  expect((await device.get('/api/layout/user-info')).status).toBe(200)
  expect((await signIn(site.browser(), 'Emil', PASSWORD)).status).toBe(200)
  expect((await reset(browser, NEW_PASSWORD)).status).toBe(200)
  expect((await device.get('/api/layout/user-info')).status).toBe(401)
})

/** Another address, as by its owner while a call is under way. */
const setAddress = (username: string, email: string) =>
  site.app.db.query('update users set email = $2, email_key = $2 where username = $1', [username, email])

test('[A10 A2] a code counts only while the address it was mailed to is the account’s', async () => {
  const email = 'gerda@example.com'
  const browser = site.browser()
  const codeOf = async (path: string) => {
    await site.app.clock.advance(MINUTE_MS)
    await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
    const before = site.mailbox.mails.length
    await browser.post(path, { email })
    return await site.mailbox.code(before + 1)
  }
  for (const [ask, use, fits] of [
    ['/api/login/forgot/send-code', '/api/login/forgot/verify', /from users where email_key/],
    ['/api/login/send-code', '/api/login/login', /update mail_codes set spent_at_ms/],
  ] as const) {
    const code = await codeOf(ask)
    const held = holdStatement(site.app.db, fits)
    const answer = browser.post(use, { email, code })
    await held.reached
    await setAddress('Gerda', 'other@example.com')
    held.release()
    expect((await answer).body).toMatchObject({ code: 'CODE_INVALID', details: { field: 'code' } })
    await setAddress('Gerda', email)
  }
})

test('[A14] [A10] signing out everywhere else ends what another browser was about to choose, too', async () => {
  await site.register('Hugo')
  const thief = await verified('hugo@example.com')
  const owner = site.browser()
  owner.token = (await signIn(owner, 'Hugo', PASSWORD)).body.data.token
  expect((await owner.post('/api/account/devices/sign-out-others')).status).toBe(200)
  expect((await reset(thief, NEW_PASSWORD)).body.code).toBe('RESET_EXPIRED')
  expect((await signIn(site.browser(), 'Hugo', PASSWORD)).status).toBe(200)
})

test('[A10] a new password ends what another browser was about to choose', async () => {
  const first = await verified('fritz@example.com')
  await site.app.clock.advance(MINUTE_MS)
  const second = await verified('fritz@example.com')
  expect((await reset(first, NEW_PASSWORD)).status).toBe(200)
  expect((await reset(second, 'another 8')).body.code).toBe('RESET_EXPIRED')

  await site.app.clock.advance(MINUTE_MS)
  const third = await verified('fritz@example.com')
  const owner = site.browser()
  owner.token = (await signIn(owner, 'Fritz', NEW_PASSWORD)).body.data.token
  const form = { currentPassword: NEW_PASSWORD, newPassword: 'own new 9', confirmPassword: 'own new 9' }
  expect((await owner.post('/api/account/password', form)).status).toBe(200)
  expect((await reset(third, 'another 8')).body.code).toBe('RESET_EXPIRED')
  expect((await signIn(site.browser(), 'Fritz', 'own new 9')).status).toBe(200)
})
