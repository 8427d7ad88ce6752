import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import type { Answer, TestBrowser } from './test-browser.ts'
import type { DeliveredMail } from './test-mailbox.ts'
import { secondStep } from './two-factor-app.ts'
import { ethWallet } from './wallet-signers.ts'

const INFO = '/api/layout/user-info'

let site: MailApp
beforeAll(async () => {
  site = await openMailApp()
})
afterAll(() => site.close())

const emailOf = (username: string): string => `${username}@example.com`
const count = async (sql: string, username: string): Promise<number> =>
  (await site.app.db.query(`${sql} = (select id from users where username = $1)`, [username])).length

/** What of the audit log a user did himself, oldest first. */
const audited = async (username: string): Promise<string[]> => {
  const rows = await site.app.db.query<{ action: string }>(
    `select action from audit_log
     where actor_kind = 'user' and actor_id = (select id from users where username = $1) order by id`,
    [username],
  )
  return rows.map(({ action }) => action)
}

const mailsWaiting = async () => (await site.app.db.query('select 1 from mail_queue')).length

async function byPassword(username: string, browser = site.browser()): Promise<TestBrowser> {
  const answer = await browser.post('/api/login/login', { username, password: PASSWORD })
  browser.token = answer.body.data?.token ?? null
  return browser
}

/** Signed in with whoever made the account. */
async function registered(username: string): Promise<TestBrowser> {
  await site.register(username, false)
  return await byPassword(username)
}

async function askedCode(browser: TestBrowser, username: string, path = 'send-code'): Promise<string> {
  // A mail under way for a minute would be sent again.
  await expect.poll(mailsWaiting).toBe(0)
  await site.app.clock.advance(60_000)
  const before = site.mailbox.mails.length
  await browser.post(`/api/login/${path}`, { email: emailOf(username) })
  return await site.mailbox.code(before + 1)
}

/** Of a user's own address, in his session. */
async function ownCode(browser: TestBrowser): Promise<string> {
  await expect.poll(mailsWaiting).toBe(0)
  await site.app.clock.advance(60_000)
  const before = site.mailbox.mails.length
  await browser.post('/api/account/proof/send-code', {})
  return await site.mailbox.code(before + 1)
}

async function byCode(username: string, browser = site.browser('198.51.100.77')): Promise<Answer> {
  const form = { email: emailOf(username), code: await askedCode(browser, username) }
  const answer = await browser.post('/api/login/login', form)
  browser.token = answer.body.data?.token ?? null
  return answer
}

const CHOOSE = '/api/login/confirm-address'
const NEW_PASSWORD = 'my-own-word-1'

/** A sign-in by code that waits for the choice; its ticket. */
async function undecided(username: string, browser: TestBrowser): Promise<string> {
  const answer = await byCode(username, browser)
  expect([answer.status, answer.body.code]).toEqual([403, 'ADDRESS_UNCONFIRMED'])
  expect(answer.body.details).toMatchObject({ username })
  return answer.body.details.ticket
}

async function choose(browser: TestBrowser, ticket: string, choice: object): Promise<Answer> {
  const answer = await browser.post(CHOOSE, { ticket, ...choice })
  browser.token = answer.body.data?.token ?? null
  return answer
}

/** Links a wallet by a session that can show the password. */
async function linked(browser: TestBrowser) {
  const wallet = ethWallet()
  const account = { chain: wallet.chain, address: wallet.address }
  await browser.post('/api/account/proof', { password: PASSWORD })
  const { message } = (await browser.post('/api/account/wallets/message', account)).body.data
  const answer = await browser.post('/api/account/wallets', {
    ...{ ...account, message },
    signature: await wallet.sign(message),
  })
  expect(answer.status).toBe(200)
  return wallet
}

async function protect(browser: TestBrowser): Promise<{ code(steps?: number): string }> {
  const begun = await browser.post('/api/account/two-factor/begin', { password: PASSWORD })
  const totp = new TOTP({ secret: Secret.fromBase32(begun.body.data.secret) })
  const code = (steps = 0) => totp.generate({ timestamp: site.app.clock.nowMs() + steps * 30_000 })
  expect((await browser.post('/api/account/two-factor/confirm', { code: code() })).status).toBe(200)
  return { code }
}

test('[A2 A15] [U-1] the owner of an address gets into the account that somebody else made with it, and the other one is out', async () => {
  const thief = await registered('vera')
  await linked(thief)
  await thief.post('/api/account/two-factor/begin', { password: PASSWORD })
  const half = site.browser()
  await askedCode(half, 'vera', 'forgot/send-code')

  const owner = site.browser('198.51.100.77')
  const ticket = await undecided('vera', owner)
  // Nothing has happened yet.
  expect((await thief.get(INFO)).status).toBe(200)
  expect(await count('select 1 from user_wallets where user_id', 'vera')).toBe(1)
  // The history says what the sign-in waits for.
  expect(await count(`select 1 from login_history where outcome = 'choice-asked' and user_id`, 'vera')).toBe(
    1,
  )
  expect((await choose(owner, ticket, { newPassword: NEW_PASSWORD })).status).toBe(200)
  expect((await owner.get(INFO)).status).toBe(200)
  expect((await thief.get(INFO)).status).toBe(401)
  expect((await byPassword('vera')).token).toBeNull()
  expect(await count('select 1 from user_wallets where user_id', 'vera')).toBe(0)
  expect(await count('select 1 from user_two_factor where user_id', 'vera')).toBe(0)
  expect(await audited('vera')).toEqual(['wallet.link', 'user.claim-address'])
  const security = (await owner.get('/api/account/security')).body.data
  expect(security).toMatchObject({ hasPassword: true, withdrawalsLockedBy: 'password', devices: 1 })
  const signIn = { username: 'vera', password: NEW_PASSWORD }
  expect((await site.browser().post('/api/login/login', signIn)).status).toBe(200)
  const isNews = ({ mail }: DeliveredMail) =>
    mail.subject === 'You confirmed your e-mail address at CRYPTO TRADE'
  await expect.poll(() => site.mailbox.mails.filter(isNews)).toHaveLength(1)
  const news = site.mailbox.mails.find(isNews)
  expect(news?.to).toEqual([emailOf('vera')])
  expect(news?.mail.text).toContain('the former password, linked wallets and all other devices')
  expect(news?.mail.text).toContain('a new password was set')

  // From then on the address is proved: a further browser takes nothing away.
  const further = site.browser('198.51.100.78')
  expect((await byCode('vera', further)).status).toBe(200)
  expect((await owner.get(INFO)).status).toBe(200)
})

test('[A2] [U-1] who made the account himself loses nothing by a code in a browser it knows, nor in others after that', async () => {
  const wanda = await registered('wanda')
  await linked(wanda)
  await wanda.post('/api/login/logout')
  expect((await byCode('wanda', wanda)).status).toBe(200)
  const other = site.browser('198.51.100.79')
  expect((await byCode('wanda', other)).status).toBe(200)
  expect((await wanda.get(INFO)).status).toBe(200)
  expect(await audited('wanda')).toEqual(['wallet.link', 'user.confirm-address'])
  expect((await byPassword('wanda')).token).not.toBeNull()
  expect(await count('select 1 from user_wallets where user_id', 'wanda')).toBe(1)
})

test('[A2 A15] [U-1] a code where the account knows no device removes nothing: by the password all is kept', async () => {
  const maker = await registered('gerda')
  await linked(maker)
  // A browser that the account would know, but for another account that signed in there since.
  await maker.post('/api/login/logout')
  await site.register('hilde', false)
  await byPassword('hilde', maker)
  const ticket = await undecided('gerda', maker)
  expect(await count('select 1 from user_wallets where user_id', 'gerda')).toBe(1)
  const wrong = await choose(maker, ticket, { password: 'not it' })
  expect(wrong.body.details.fields).toEqual([{ field: 'password', rule: 'correct' }])
  expect((await choose(maker, ticket, { password: PASSWORD })).status).toBe(200)
  const security = (await maker.get('/api/account/security')).body.data
  expect(security).toMatchObject({ hasPassword: true, unconfirmedEmail: null, withdrawalsLockedBy: null })
  expect(await count('select 1 from user_wallets where user_id', 'gerda')).toBe(1)
  expect(await audited('gerda')).toEqual(['wallet.link', 'user.confirm-address'])
  // The ticket is used up, and the next code elsewhere asks nothing.
  expect((await choose(maker, ticket, { password: PASSWORD })).body.code).toBe('SIGN_IN_EXPIRED')
  expect((await byCode('gerda')).status).toBe(200)
})

test('[A2 A15] [U-1] whoever made the account cannot keep the owner of the address out by changing the password', async () => {
  const thief = await registered('ilse')
  const owner = site.browser('198.51.100.83')
  const ticket = await undecided('ilse', owner)
  const form = { currentPassword: PASSWORD, newPassword: 'secret-1', confirmPassword: 'secret-1' }
  expect((await thief.post('/api/account/password', form)).status).toBe(200)
  expect((await choose(owner, ticket, { newPassword: NEW_PASSWORD })).status).toBe(200)
  expect((await thief.get(INFO)).status).toBe(401)
})

test('[A2 A15] a choice is made once, in its browser, with a password that is strong enough, and only while it is open', async () => {
  const maker = await registered('jutta')
  const owner = site.browser('198.51.100.84')
  const ticket = await undecided('jutta', owner)
  const code = async (choice: object, browser = owner) => (await choose(browser, ticket, choice)).body.code
  expect(await code({ newPassword: NEW_PASSWORD }, site.browser('198.51.100.84'))).toBe('SIGN_IN_EXPIRED')
  expect(await code({})).toBe('INVALID_PARAMETERS')
  expect(await code({ password: PASSWORD, newPassword: NEW_PASSWORD })).toBe('INVALID_PARAMETERS')
  const weak = await choose(owner, ticket, { newPassword: 'onlyletters' })
  expect(weak.body.details.fields).toEqual([{ field: 'newPassword', rule: 'lettersAndDigits' }])
  expect(await code({ newPassword: NEW_PASSWORD, confirmPassword: 'other' })).toBe('PASSWORD_MISMATCH')
  // It opens nothing as a second step.
  expect((await secondStep(owner, ticket, '000000')).body.code).toBe('SIGN_IN_EXPIRED')
  // The maker confirms the address in their own session: nothing is to be chosen any more.
  await maker.post('/api/account/email/confirm', { code: await ownCode(maker) })
  expect(await code({ newPassword: NEW_PASSWORD })).toBe('SIGN_IN_EXPIRED')
  expect((await maker.get(INFO)).status).toBe(200)

  await registered('karla')
  const late = await undecided('karla', owner)
  await site.app.clock.advance(15 * 60_000)
  expect((await choose(owner, late, { newPassword: NEW_PASSWORD })).body.code).toBe('SIGN_IN_EXPIRED')
})

test('[A2 A15] the old password is guessed at the choice no faster than at any sign-in', async () => {
  await registered('lotte')
  const owner = site.browser('198.51.100.85')
  const ticket = await undecided('lotte', owner)
  const codes: string[] = []
  for (let at = 0; at < 12; at++)
    codes.push((await choose(owner, ticket, { password: `guess-${at}` })).body.code)
  expect(codes.at(-1)).toBe('ACCOUNT_LOCKED')
  // That shuts nobody out from a new password.
  expect((await choose(owner, ticket, { newPassword: NEW_PASSWORD })).status).toBe(200)
})

test('[A13] the second factor shows who made the account, on any device; one that was turned off meanwhile does not', async () => {
  const xenia = await registered('xenia')
  const { code } = await protect(xenia)
  const away = site.browser('198.51.100.80')
  const first = await byCode('xenia', away)
  expect(first.body.code).toBe('TWO_FACTOR_REQUIRED')
  expect((await secondStep(away, first.body.details.ticket, code(1))).status).toBe(200)
  expect((await xenia.get(INFO)).status).toBe(200)
  expect((await byPassword('xenia')).token).toBeNull()

  const thief = await registered('yvonne')
  const app = await protect(thief)
  const owner = site.browser('198.51.100.81')
  const asked = await byCode('yvonne', owner)
  const off = { password: PASSWORD, code: app.code(1) }
  expect((await thief.post('/api/account/two-factor/remove', off)).status).toBe(200)
  const second = await secondStep(owner, asked.body.details.ticket, '000000')
  expect(second.body.code).toBe('ADDRESS_UNCONFIRMED')
  expect((await thief.get(INFO)).status).toBe(200)
  const { ticket } = second.body.details
  expect((await choose(owner, ticket, { newPassword: NEW_PASSWORD })).status).toBe(200)
  expect((await thief.get(INFO)).status).toBe(401)
  expect((await byPassword('yvonne')).token).toBeNull()
})

test('[A2] a forgotten password of an address nobody had proved leaves no wallet that signs in', async () => {
  const thief = await registered('zoe')
  await linked(thief)
  const owner = site.browser('198.51.100.82')
  const email = emailOf('zoe')
  const code = await askedCode(owner, 'zoe', 'forgot/send-code')
  const verified = await owner.post('/api/login/forgot/verify', { email, code })
  expect(verified.body.data).toEqual({ unconfirmed: true })
  expect((await owner.post('/api/login/forgot/reset', { password: 'another-one-1' })).status).toBe(200)
  expect((await thief.get(INFO)).status).toBe(401)
  expect(await count('select 1 from user_wallets where user_id', 'zoe')).toBe(0)
  const signIn = { username: 'zoe', password: 'another-one-1' }
  const opened = await owner.post('/api/login/login', signIn)
  owner.token = opened.body.data.token
  // It is proved now: a code elsewhere takes nothing away.
  expect((await byCode('zoe')).status).toBe(200)
  expect((await owner.get(INFO)).status).toBe(200)
})

test('[A2 U3] mails to an address nobody has proved greet by no name: it may be whatever its maker likes to have read', async () => {
  const maker = await registered('free.evil.com')
  await askedCode(maker, 'free.evil.com')
  const form = { currentPassword: PASSWORD, newPassword: 'secret-1', confirmPassword: 'secret-1' }
  const before = site.mailbox.mails.length
  expect((await maker.post('/api/account/password', form)).status).toBe(200)
  for (const { mail } of [await site.mailbox.delivered(before), await site.mailbox.delivered(before + 1)]) {
    expect(`${mail.text}${mail.html}`).not.toContain('free.evil.com')
    expect(mail.text).not.toContain('Hello')
  }
})

test('[U3] a mailbox hears of one kind of change once in ten minutes, then of the newest', async () => {
  const browser = await registered('anton')
  await expect.poll(mailsWaiting).toBe(0)
  const before = site.mailbox.mails.length
  let password = PASSWORD
  for (const [at, next] of ['secret-1', 'secret-2', 'secret-3', 'secret-4'].entries()) {
    const form = { currentPassword: password, newPassword: next, confirmPassword: next }
    expect((await browser.post('/api/account/password', form)).status).toBe(200)
    await expect.poll(mailsWaiting).toBe(at === 0 ? 0 : 1)
    expect(site.mailbox.mails).toHaveLength(before + 1)
    password = next
    await site.app.clock.advance(60_000)
  }
  const last = new Date(site.app.clock.nowMs() - 60_000).toISOString().slice(11, 16)
  await site.app.clock.advance(6 * 60_000)
  site.app.accounts.hurryMails()
  expect((await site.mailbox.delivered(before + 2)).mail.text).toContain(last)
  await expect.poll(mailsWaiting).toBe(0)
  expect(site.mailbox.mails).toHaveLength(before + 2)
})

test('[U3 A13 A6] two-factor sign-in on and off, new recovery codes, wallets linked and unlinked are told by mail, and kept', async () => {
  const browser = await registered('boris')
  const before = site.mailbox.mails.length
  const told = async (nth: number) => (await site.mailbox.delivered(before + nth)).mail
  const { code } = await protect(browser)
  expect((await told(1)).subject).toBe('Two-factor sign-in at CRYPTO TRADE was turned on')
  const refused = { password: 'not it', code: code(1) }
  expect((await browser.post('/api/account/two-factor/recovery-codes', refused)).status).toBe(400)
  const renew = { password: PASSWORD, code: code(1) }
  expect((await browser.post('/api/account/two-factor/recovery-codes', renew)).status).toBe(200)
  expect((await told(2)).subject).toBe('New recovery codes were made at CRYPTO TRADE')
  expect((await told(2)).text).not.toContain('locked')
  await site.app.clock.advance(30_000)
  const off = { password: PASSWORD, code: code(1) }
  expect((await browser.post('/api/account/two-factor/remove', off)).status).toBe(200)
  expect((await told(3)).subject).toBe('Two-factor sign-in at CRYPTO TRADE was turned off')
  expect((await told(3)).text).toContain('locked for 24 hours')
  await linked(browser)
  expect((await told(4)).subject).toBe('A wallet was linked to your account at CRYPTO TRADE')
  const [{ id, address }] = (await browser.get('/api/account/wallets')).body.data.wallets
  const short = `\u2066${address.slice(0, 6)}…${address.slice(-4)}\u2069`
  for (const words of [(await told(4)).text, (await told(4)).html])
    expect(words).toContain(`the wallet ${short}`)
  await browser.post('/api/account/proof', { password: PASSWORD })
  expect((await browser.remove(`/api/account/wallets/${id}`)).status).toBe(200)
  expect((await told(5)).subject).toBe('A wallet was unlinked from your account at CRYPTO TRADE')
  expect((await told(5)).text).toContain(`the wallet ${short} was unlinked`)
  const form = { currentPassword: PASSWORD, newPassword: 'secret-1', confirmPassword: 'secret-1' }
  expect((await browser.post('/api/account/password', form)).status).toBe(200)
  expect(await audited('boris')).toEqual([
    ...['user.two-factor-on', 'user.recovery-codes', 'user.two-factor-off'],
    ...['wallet.link', 'wallet.unlink', 'user.change-password'],
  ])
})

test('[A2 A15] [U-1] who confirms his address in his own session keeps password and wallets when he signs in by code elsewhere', async () => {
  const maker = await registered('wilma')
  const overview = async () => (await maker.get('/api/account/security')).body.data
  expect((await overview()).unconfirmedEmail).toBe(emailOf('wilma'))

  const code = await ownCode(maker)
  const wrong = await maker.post('/api/account/email/confirm', {
    code: code === '111111' ? '222222' : '111111',
  })
  expect(wrong.body.code).toBe('CODE_INVALID')
  expect((await overview()).unconfirmedEmail).toBe(emailOf('wilma'))
  // Somebody else's session cannot use the code, with the cookie of the browser that asked neither.
  const other = await registered('ottilie')
  other.jar.set('ts_proof_code', maker.jar.get('ts_proof_code') ?? '')
  expect((await other.post('/api/account/email/confirm', { code })).body.code).toBe('CODE_INVALID')

  // Sent twice at a moment, and once more when no answer was heard: it is done.
  const confirm = () => maker.post('/api/account/email/confirm', { code })
  expect((await Promise.all([confirm(), confirm()])).map(({ status }) => status)).toEqual([200, 200])
  expect((await overview()).unconfirmedEmail).toBeNull()
  expect((await confirm()).status).toBe(200)
  expect((await other.post('/api/account/email/confirm', { code })).body.code).toBe('CODE_INVALID')
  expect(await audited('wilma')).toEqual(['user.confirm-address'])

  expect((await byCode('wilma')).status).toBe(200)
  expect((await byPassword('wilma')).token).not.toBeNull()
})

test('[A3 A15] what strangers ask for keeps nobody from confirming his address', async () => {
  const maker = await registered('ursula')
  for (const path of ['send-code', 'forgot/send-code', 'send-code', 'forgot/send-code', 'send-code']) {
    await askedCode(site.browser('198.51.100.61'), 'ursula', path)
  }
  const stranger = await site.browser('198.51.100.62').post('/api/login/send-code', {
    email: emailOf('ursula'),
  })
  expect(stranger.body.code).toBe('CODE_TOO_SOON')
  const code = await ownCode(maker)
  expect((await maker.post('/api/account/email/confirm', { code })).status).toBe(200)
})

test('[A3 A15] after five wrong tries the right code confirms no address', async () => {
  const maker = await registered('paula')
  const code = await ownCode(maker)
  const confirm = (tried: string) => maker.post('/api/account/email/confirm', { code: tried })
  const wrong = code === '111111' ? '222222' : '111111'
  for (let at = 0; at < 5; at++) expect((await confirm(wrong)).body.code).toBe('CODE_INVALID')
  expect((await confirm(code)).body.code).toBe('CODE_INVALID')
  expect((await maker.get('/api/account/security')).body.data.unconfirmedEmail).toBe(emailOf('paula'))
  expect((await confirm(await ownCode(maker))).status).toBe(200)
})
