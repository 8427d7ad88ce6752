import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccountsApp } from './accounts-app.ts'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import { watchStatements } from './security/watched-statements.ts'
import type { Answer, TestBrowser } from './test-browser.ts'
import { createTestBrowser } from './test-browser.ts'
import type { DeliveredMail } from './test-mailbox.ts'
import { appCode } from './two-factor-app.ts'
import { ethWallet } from './wallet-signers.ts'

const MINUTE_MS = 60_000
const INFO = '/api/layout/user-info'
let site: MailApp
beforeAll(async () => {
  site = await openMailApp()
})
afterAll(() => site.close())

/** Each browser has an address of its own: what one gets wrong slows no other down. */
let browsers = 0
const newBrowser = (): TestBrowser => site.browser(`203.0.113.${++browsers}`)

let addresses = 0
const newAddress = (): string => `new-${++addresses}@example.com`

async function signedIn(username: string, language = 'en-US'): Promise<TestBrowser> {
  const browser = newBrowser()
  const form = { username, password: PASSWORD }
  browser.token = (
    await browser.post('/api/login/login', form, { 'accept-language': language })
  ).body.data.token
  return browser
}

async function user(username: string, language?: string): Promise<TestBrowser> {
  await site.register(username)
  return await signedIn(username, language)
}

const prove = (browser: TestBrowser, form: object = { password: PASSWORD }) =>
  browser.post('/api/account/proof', form)
const ask = (browser: TestBrowser, email: string) => browser.post('/api/account/email/send-code', { email })
const change = (browser: TestBrowser, email: string, code: string) =>
  browser.post('/api/account/email', { email, code })
const faultOf = ({ body }: Answer) => body.details?.fields?.[0] ?? body.code ?? 'OK'
const emailOf = async (browser: TestBrowser) => (await browser.get('/api/account/profile')).body.data.email
const allSent = () => expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
/** A mail on its way would be tried again only long after the clock has jumped. */
const pass = async (ms: number) => {
  await allSent()
  await site.app.clock.advance(ms)
}

/** What a call has mailed, all of it. */
async function mailsOf(work: () => Promise<unknown>): Promise<DeliveredMail[]> {
  await allSent()
  const before = site.mailbox.mails.length
  await work()
  await allSent()
  return site.mailbox.mails.slice(before)
}

/** The code that a user asks for a new address, proved anew. */
async function codeFor(browser: TestBrowser, email: string): Promise<string> {
  expect((await prove(browser)).status).toBe(200)
  const mails = await mailsOf(async () => expect((await ask(browser, email)).status).toBe(200))
  expect(mails.map(({ to }) => to)).toEqual([[email]])
  return await site.mailbox.code(site.mailbox.mails.length)
}

test('[U2 F4 L3 A14] a code from the new mailbox changes the address; the other sessions end, withdrawals wait, the one before is told', async () => {
  const [here, there] = [await user('Anna', 'ar-AR'), await signedIn('Anna', 'ar-AR')]
  const email = newAddress()
  await prove(here)
  const sent = await ask(here, email)
  expect(sent).toMatchObject({ status: 200, body: { data: { resendSeconds: 60 } } })
  await allSent()
  const { mail, to } = site.mailbox.mails.at(-1) as DeliveredMail
  expect(to).toEqual([email])
  // Whoever reads there is nobody's yet: no name.
  expect(mail.text).not.toContain('Anna')
  const code = await site.mailbox.code(site.mailbox.mails.length)
  expect(await emailOf(here)).toBe('Anna@example.com')

  const mails = await mailsOf(async () => expect((await change(here, email, code)).status).toBe(200))
  expect(await emailOf(here)).toBe(email)
  expect(faultOf(await ask(here, newAddress()))).toBe('PROOF_REQUIRED')
  expect([(await here.get(INFO)).status, (await there.get(INFO)).status]).toEqual([200, 401])
  expect((await here.get('/api/account/security')).body.data).toMatchObject({
    withdrawalsLockedUntilMs: site.app.clock.nowMs() + 24 * 60 * MINUTE_MS,
    withdrawalsLockedBy: 'email',
  })
  expect(mails.map((each) => each.to)).toEqual([['Anna@example.com']])
  // The call was English: her own language is what she signed in with.
  expect(mails[0]?.mail.subject).toBe('تم تغيير عنوان البريد الإلكتروني لحسابك في CRYPTO TRADE')
  expect(mails[0]?.mail.text).toContain('مرحبًا Anna')
  expect(mails[0]?.mail.text).not.toContain(email)
  const audit = await site.app.db.query(
    `select actor_kind, before, after from audit_log where action = 'user.change-email'
     and subject = (select 'user:' || id from users where username = 'Anna')`,
  )
  expect(audit).toEqual([{ actor_kind: 'user', before: null, after: null }])

  // It signs in by the new one, and not by the one before.
  await site.app.clock.advance(MINUTE_MS)
  expect(await mailsOf(() => site.sendCode(site.browser(), 'anna@example.com'))).toEqual([])
  expect((await mailsOf(() => site.sendCode(site.browser(), email))).map((each) => each.to)).toEqual([
    [email],
  ])
})

test('[K2 A15] a session shows anew whose it is; one proof is good for one change, and a code outlives it', async () => {
  const berta = await user('Berta')
  const [email, other] = [newAddress(), newAddress()]
  expect(faultOf(await ask(berta, email))).toBe('PROOF_REQUIRED')
  expect(faultOf(await prove(berta, {}))).toEqual({ field: 'password', rule: 'required' })
  const code = await codeFor(berta, email)
  const [mail] = await mailsOf(() => ask(berta, other))
  const otherCode = /^\d{6}$/m.exec(mail?.mail.text ?? '')?.[0] ?? ''
  const cookie = berta.jar.get('ts_email_code')
  expect(cookie).toBeDefined()
  await site.app.clock.advance(9 * MINUTE_MS)
  expect(faultOf(await ask(berta, other))).toBe('PROOF_REQUIRED')
  // The newest code counts in this browser, and what was asked for before it ends with it.
  expect(faultOf(await change(berta, email, code))).toBe('CODE_INVALID')
  expect(faultOf(await change(berta, other, otherCode))).toBe('OK')
  berta.jar.set('ts_email_code', cookie ?? '')
  expect(faultOf(await change(berta, other, otherCode))).toBe('CODE_INVALID')
  expect(await emailOf(berta)).toBe(other)
  expect(faultOf(await ask(berta, email))).toBe('PROOF_REQUIRED')
})

test('[K2 A4] what another change has used the proof up for takes the code with it', async () => {
  const dana = await user('Dana')
  const email = newAddress()
  const code = await codeFor(dana, email)
  const wallet = ethWallet()
  const account = { chain: wallet.chain, address: wallet.address }
  const { message } = (await dana.post('/api/account/wallets/message', account)).body.data
  const linked = { ...account, message, signature: await wallet.sign(message) }
  expect((await dana.post('/api/account/wallets', linked)).status).toBe(200)
  expect(faultOf(await change(dana, email, code))).toBe('CODE_INVALID')
  expect(await emailOf(dana)).toBe('Dana@example.com')
})

test('[A13 K2] with two-factor sign-in on, its code is part of the proof', async () => {
  const carl = await user('Carl')
  const begun = await carl.post('/api/account/two-factor/begin', { password: PASSWORD })
  const { secret } = begun.body.data
  const confirm = { code: appCode(secret, site.app.clock.nowMs()) }
  expect((await carl.post('/api/account/two-factor/confirm', confirm)).status).toBe(200)
  await site.app.clock.advance(30_000)
  expect(faultOf(await prove(carl))).toBe('TWO_FACTOR_REQUIRED')
  expect(faultOf(await ask(carl, newAddress()))).toBe('PROOF_REQUIRED')
  await prove(carl, { password: PASSWORD, code: appCode(secret, site.app.clock.nowMs()) })
  expect((await ask(carl, newAddress())).status).toBe(200)
})

test('[A3 A15] a code is good for its user, address and browser, once, for ten minutes and five attempts', async () => {
  const [dora, thief] = [await user('Dora'), await user('Edgar')]
  const email = newAddress()
  const code = await codeFor(dora, email)
  const wrong = code === '000000' ? '000001' : '000000'
  const elsewhere = await signedIn('Dora')
  thief.jar.set('ts_email_code', dora.jar.get('ts_email_code') ?? '')
  expect(faultOf(await change(elsewhere, email, code))).toBe('CODE_INVALID')
  expect(faultOf(await change(thief, email, code))).toBe('CODE_INVALID')
  expect(faultOf(await change(dora, newAddress(), code))).toBe('CODE_INVALID')
  // Nor does it sign in, or open a new password.
  for (const [path, cookie] of [
    ['/api/login/login', 'ts_login_code'],
    ['/api/login/forgot/verify', 'ts_reset_code'],
  ] as const) {
    const stranger = newBrowser()
    stranger.jar.set(cookie, dora.jar.get('ts_email_code') ?? '')
    expect(faultOf(await stranger.post(path, { email, code }))).toBe('CODE_INVALID')
  }
  for (let at = 0; at < 5; at++) expect(faultOf(await change(dora, email, wrong))).toBe('CODE_INVALID')
  expect(faultOf(await change(dora, email, code))).toBe('CODE_INVALID')

  await site.app.clock.advance(20 * MINUTE_MS)
  const second = await codeFor(dora, email)
  await site.app.clock.advance(10 * MINUTE_MS)
  expect(faultOf(await change(dora, email, second))).toBe('CODE_INVALID')
  const third = await codeFor(dora, email)
  // What another user tries takes no attempt of hers.
  thief.jar.set('ts_email_code', dora.jar.get('ts_email_code') ?? '')
  for (let at = 0; at < 5; at++) expect(faultOf(await change(thief, email, third))).toBe('CODE_INVALID')
  const both = await Promise.all([change(dora, email, third), change(dora, email, third)])
  expect(both.map(faultOf).sort()).toEqual(['CODE_INVALID', 'OK'])
  expect(await emailOf(dora)).toBe(email)
})

test('[A15 L3] an address that somebody has is answered as one that nobody has; its owner is told, in his language', async () => {
  const frida = await user('Frida')
  await user('Gustav', 'de-DE')
  await prove(frida)
  const workOf = async (work: () => Promise<Answer>) => {
    const { statements, stop } = watchStatements(site.app.db)
    const { status, body, headers, setCookies } = await work()
    stop()
    const cookies = setCookies.map((cookie) => cookie.replace(/=[^;]*/, '='))
    const answer = { status, body: { ...body, requestId: '' }, retry: headers['retry-after'], cookies }
    // The sender of mails works beside the call, and reads the settings once a second at most.
    return {
      answer,
      asked: statements.filter(
        (text) => !/mail_queue set|from mail_queue|(locale|as proved) from users|from settings/.test(text),
      ),
    }
  }
  const addressesTried = ['gustav@example.com', 'Nobody@example.com']
  const tried: Awaited<ReturnType<typeof workOf>>[] = []
  for (const email of addressesTried) {
    await allSent()
    const held = await mailsOf(async () => {
      tried.push(await workOf(() => ask(frida, email)))
      tried.push(await workOf(() => ask(frida, email)))
      tried.push(await workOf(() => change(frida, email, '000000')))
    })
    expect(held).toHaveLength(1)
    const [delivered] = held
    expect(delivered?.to[0]?.toLowerCase()).toBe(email.toLowerCase())
    if (email === 'gustav@example.com') {
      expect(delivered?.mail.subject).toBe('Jemand wollte Ihre E-Mail-Adresse bei CRYPTO TRADE verwenden')
      expect(delivered?.mail.text).not.toMatch(/Frida|\b\d{6}\b/)
    } else expect(delivered?.mail.text).toMatch(/^\d{6}$/m)
  }
  expect(tried.slice(3)).toEqual(tried.slice(0, 3))
  expect(tried.map(({ answer }) => answer.status)).toEqual([200, 429, 400, 200, 429, 400])
  expect(tried[0]?.asked.join()).not.toMatch(/where email_key = /)
})

test('[A15] who reads the mails of an address that was taken meanwhile is told so, and nothing changes', async () => {
  const [hanna, there] = [await user('Hanna'), await signedIn('Hanna')]
  const code = await codeFor(hanna, 'ida@example.com')
  await site.register('Ida')
  expect(faultOf(await change(hanna, 'ida@example.com', code))).toBe('EMAIL_EXISTS')
  expect([await emailOf(hanna), (await there.get(INFO)).status]).toEqual(['Hanna@example.com', 200])
})

test('[A3 A15] one code a minute to a mailbox, five an hour for a user, to whatever mailboxes', async () => {
  const jan = await user('Jan')
  await prove(jan)
  expect(faultOf(await ask(jan, 'JAN@example.com'))).toEqual({ field: 'email', rule: 'different' })
  expect(faultOf(await ask(jan, 'no address'))).toMatchObject({ field: 'email' })
  const first = newAddress()
  expect(faultOf(await ask(jan, first))).toBe('OK')
  expect(await ask(jan, first)).toMatchObject({ status: 429, body: { code: 'CODE_TOO_SOON' } })
  for (let at = 0; at < 4; at++) expect(faultOf(await ask(jan, newAddress()))).toBe('OK')
  const refused = await ask(jan, newAddress())
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect(Number(refused.headers['retry-after'])).toBe(3600)
  const kai = await user('Kai')
  await prove(kai)
  expect(faultOf(await ask(kai, newAddress()))).toBe('OK')
})

test('[A3 A15] what others ask for to an address keeps no user from making it his, nor its owner from signing in', async () => {
  await site.register('Quelle')
  const mailbox = 'quelle@example.com'
  const signInCode = (browser: TestBrowser) => browser.post('/api/login/send-code', { email: mailbox })
  for (let at = 0; at < 5; at++) {
    expect(faultOf(await signInCode(newBrowser()))).toBe('OK')
    await pass(MINUTE_MS)
  }
  expect(faultOf(await signInCode(newBrowser()))).toBe('TOO_MANY_REQUESTS')
  // Strangers have used theirs up.
  const quentin = await user('Quentin')
  await prove(quentin)
  expect(faultOf(await ask(quentin, mailbox))).toBe('OK')
  expect(faultOf(await ask(quentin, mailbox))).toBe('CODE_TOO_SOON')
  // Nor does one user keep another one, or the owner, from a code.
  const quirin = await user('Quirin')
  await prove(quirin)
  expect(faultOf(await ask(quirin, mailbox))).toBe('OK')
  await pass(60 * MINUTE_MS)
  await prove(quirin)
  expect(faultOf(await ask(quirin, mailbox))).toBe('OK')
  expect(faultOf(await signInCode(newBrowser()))).toBe('OK')
  await allSent()
})

test('[A3 K2] many users together mail no more than twenty codes an hour to one mailbox they want', async () => {
  const wanted = newAddress()
  const answers: unknown[] = []
  for (const name of ['Rosa', 'Rudi', 'Ruth', 'Rolf', 'Rita']) {
    const each = await user(name)
    for (let at = 0; at < 5; at++) {
      await prove(each)
      answers.push(faultOf(await ask(each, wanted)))
      await pass(MINUTE_MS)
    }
  }
  expect(answers).toEqual([...Array(20).fill('OK'), ...Array(5).fill('TOO_MANY_REQUESTS')])
})

test('[U2 A6] a user without an address sets his first one: nobody is told, and withdrawals wait all the same', async () => {
  const lea = await user('Lea')
  await site.app.db.query(`update users set email = null, email_key = null where username = 'Lea'`)
  const email = newAddress()
  const code = await codeFor(lea, email)
  expect(await mailsOf(async () => expect(faultOf(await change(lea, email, code))).toBe('OK'))).toEqual([])
  expect(await emailOf(lea)).toBe(email)
  expect((await lea.get('/api/account/security')).body.data.withdrawalsLockedBy).toBe('email')
})

test('[A10 A15] a new password that was opened by the old address comes too late', async () => {
  const mia = await user('Mia')
  const code = await codeFor(mia, newAddress())
  const email = `new-${addresses}@example.com`
  const thief = site.browser()
  await mailsOf(() => thief.post('/api/login/forgot/send-code', { email: 'mia@example.com' }))
  const opened = await site.mailbox.code(site.mailbox.mails.length)
  const shown = { email: 'mia@example.com', code: opened }
  expect((await thief.post('/api/login/forgot/verify', shown)).status).toBe(200)
  expect(faultOf(await change(mia, email, code))).toBe('OK')
  expect(faultOf(await thief.post('/api/login/forgot/reset', { password: 'abcdefg1' }))).toBe('RESET_EXPIRED')
})

test('[U2] what breaks off in the middle changes nothing; a site without mails says so', async () => {
  const [nora, there] = [await user('Nora'), await signedIn('Nora')]
  const email = newAddress()
  const code = await codeFor(nora, email)
  await site.app.db.exec('alter table mail_queue rename to mail_queue_away')
  expect((await change(nora, email, code)).status).toBe(500)
  await site.app.db.exec('alter table mail_queue_away rename to mail_queue')
  expect([await emailOf(nora), (await there.get(INFO)).status]).toEqual(['Nora@example.com', 200])
  expect(faultOf(await change(nora, email, code))).toBe('OK')

  const silent = await openAccountsApp({ jobs: false })
  const browser = createTestBrowser(silent.http.app)
  const form = { username: 'Olga', email: 'olga@example.com', password: PASSWORD }
  await browser.post('/api/login/register', { ...form, inviteCode: silent.firstRun.inviteCode })
  browser.token = (await browser.post('/api/login/login', form)).body.data?.token
  await prove(browser)
  expect(await ask(browser, newAddress())).toMatchObject({
    status: 503,
    body: { code: 'MAIL_NOT_CONFIGURED' },
  })
  await silent.close()
})

const localeOf = async (username: string) => {
  const [row] = await site.app.db.query<{ locale: string }>('select locale from users where username = $1', [
    username,
  ])
  return row?.locale
}

test('[L3] the language of a user is kept from registration and sign-in, and from the choice he makes', async () => {
  const register = (username: string, headers: Record<string, string>) =>
    site.browser().post(
      '/api/login/register',
      {
        username,
        email: `${username}@example.com`,
        password: PASSWORD,
        inviteCode: site.app.firstRun.inviteCode,
      },
      headers,
    )
  await register('Paula', { 'accept-language': 'fr,en;q=0.5' })
  expect(await localeOf('Paula')).toBe('fr-FR')
  const paula = await signedIn('Paula', 'hi-IN')
  expect(await localeOf('Paula')).toBe('hi-IN')
  const choose = (locale: unknown) => paula.post('/api/account/locale', { locale })
  expect((await choose('pt-PT')).status).toBe(200)
  for (const locale of ['xx-XX', 'pt', '', null, 7]) expect((await choose(locale)).status).toBe(400)
  expect(await localeOf('Paula')).toBe('pt-PT')
  // A program that names none leaves it as it is.
  await site.browser().post('/api/login/login', { username: 'Paula', password: PASSWORD })
  expect(await localeOf('Paula')).toBe('pt-PT')
  await register('Rosa', {})
  expect(await localeOf('Rosa')).toBe('en-US')
})
