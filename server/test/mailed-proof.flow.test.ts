import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdStatement } from './held-statement.ts'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import { withRunningClock } from './running-clock.ts'
import type { Answer, TestBrowser } from './test-browser.ts'
import { ethWallet, type WalletSigner } from './wallet-signers.ts'

const MINUTE_MS = 60_000
const FIRST = { newPassword: 'first new', confirmPassword: 'first new' }
let site: MailApp
beforeAll(async () => {
  site = await openMailApp()
  await site.app.accounts.settings.update({ inviteCodeRequired: false })
})
afterAll(() => site.close())

let browsers = 0
const newBrowser = (): TestBrowser => site.browser(`203.0.113.${++browsers}`)
const faultOf = ({ body }: Answer) => body.details?.fields?.[0] ?? body.code ?? 'OK'
const accountOf = ({ chain, address }: WalletSigner) => ({ chain, address })

async function signed(browser: TestBrowser, path: string, wallet: WalletSigner) {
  const { message } = (await browser.post(path, accountOf(wallet))).body.data
  return { ...accountOf(wallet), message, signature: await wallet.sign(message) }
}

async function byWallet(wallet: WalletSigner): Promise<TestBrowser> {
  const browser = newBrowser()
  const form = await signed(browser, '/api/login/wallet-message', wallet)
  const answer = await withRunningClock(site.app.clock, browser.post('/api/login/wallet-login', form))
  browser.token = answer.body.data.token
  return browser
}

const allSent = () => expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])

/** The code that a call mails, and nothing else. */
async function mailedCode(ask: () => Promise<Answer>): Promise<string> {
  await allSent()
  const before = site.mailbox.mails.length
  expect((await ask()).body).toMatchObject({ success: true })
  await allSent()
  expect(site.mailbox.mails.length - before).toBe(1)
  return await site.mailbox.code(before + 1)
}

const prove = (browser: TestBrowser, form: object) => browser.post('/api/account/proof', form)
const askProof = (browser: TestBrowser) => browser.post('/api/account/proof/send-code', undefined)
const setPassword = (browser: TestBrowser) =>
  withRunningClock(site.app.clock, browser.post('/api/account/password', FIRST))
const walletsOf = async (browser: TestBrowser) => (await browser.get('/api/account/wallets')).body.data

/** A wallet user with a first address, and a browser he signed in with by a code mailed there. */
async function withAddress(email: string, wallet: WalletSigner) {
  const home = await byWallet(wallet)
  expect(faultOf(await askProof(home))).toBe('EMAIL_MISSING')
  expect(faultOf(await home.post('/api/account/email/confirm', { code: '123456' }))).toBe('EMAIL_MISSING')
  const noAddress = { field: 'mailedCode', rule: 'correct' }
  expect(faultOf(await prove(home, { mailedCode: '123456' }))).toEqual(noAddress)
  expect((await walletsOf(home)).canUnlink).toBe(false)
  const proof = await signed(home, '/api/account/proof/wallet-message', wallet)
  expect((await prove(home, { wallet: proof })).status).toBe(200)
  const code = await mailedCode(() => home.post('/api/account/email/send-code', { email }))
  expect((await home.post('/api/account/email', { email, code })).status).toBe(200)
  await site.app.clock.advance(MINUTE_MS)
  const phone = newBrowser()
  const login = { email, code: await mailedCode(() => site.sendCode(phone, email)) }
  phone.token = (await phone.post('/api/login/login', login)).body.data.token
  await site.app.clock.advance(MINUTE_MS)
  return { home, phone }
}

test('[A4 U3 K2] on a phone without the wallet a code to the address proves; it sets a first password, once', async () => {
  const { phone } = await withAddress('anna@example.com', ethWallet())
  expect((await phone.get('/api/layout/user-info')).body.data.signedInBy).toBe('email')
  expect((await phone.get('/api/account/security')).body.data.proofEmail).toBe('anna@example.com')
  const code = await mailedCode(() => askProof(phone))
  const { mail, to } = await site.mailbox.delivered(site.mailbox.mails.length)
  expect(to).toEqual(['anna@example.com'])
  expect(mail.subject).toBe('Your confirmation code for CRYPTO TRADE')
  // It is good for a proof, in this browser, and for nothing else.
  expect(faultOf(await phone.post('/api/login/login', { email: 'anna@example.com', code }))).toBe(
    'CODE_INVALID',
  )
  const wrong = code === '000000' ? '000001' : '000000'
  expect(faultOf(await prove(phone, { mailedCode: wrong }))).toBe('CODE_INVALID')
  expect(faultOf(await setPassword(phone))).toBe('PROOF_REQUIRED')
  expect(faultOf(await prove(phone, { mailedCode: code }))).toBe('OK')
  expect(faultOf(await prove(phone, { mailedCode: code }))).toBe('CODE_INVALID')
  expect(faultOf(await setPassword(phone))).toBe('OK')
  // From now on the password is asked for.
  expect((await phone.get('/api/account/security')).body.data.proofEmail).toBeNull()
  expect(faultOf(await prove(phone, { mailedCode: code }))).toEqual({ field: 'password', rule: 'required' })
})

test('[A4 U2 K2] a mailed code proves for a wallet, and not for another mail address', async () => {
  const own = ethWallet()
  const { phone, home } = await withAddress('berta@example.com', own)
  const code = await mailedCode(() => askProof(phone))
  // Of another session of the same user it proves nothing.
  expect(faultOf(await prove(home, { mailedCode: code }))).toBe('CODE_INVALID')
  expect(faultOf(await prove(phone, { mailedCode: code }))).toBe('OK')
  const other = { email: 'thief@example.com' }
  expect(faultOf(await phone.post('/api/account/email/send-code', other))).toBe('PROOF_REQUIRED')
  const wallet = ethWallet()
  const form = await signed(phone, '/api/account/wallets/message', wallet)
  expect((await phone.post('/api/account/wallets', form)).body.data.wallets).toHaveLength(2)
  const proof = await signed(home, '/api/account/proof/wallet-message', own)
  expect(faultOf(await prove(home, { wallet: proof }))).toBe('OK')
  expect(faultOf(await home.post('/api/account/email/send-code', other))).toBe('OK')
})

test('[A4 K2] a mailed code proves for no other user, even with the cookie of the browser that asked, nor after five wrong tries', async () => {
  const { phone } = await withAddress('doris@example.com', ethWallet())
  const { phone: thief } = await withAddress('emma@example.com', ethWallet())
  const code = await mailedCode(() => askProof(phone))
  const cookie = phone.jar.get('ts_proof_code') ?? ''
  expect(cookie).not.toBe('')
  thief.jar.set('ts_proof_code', cookie)
  expect(faultOf(await prove(thief, { mailedCode: code }))).toBe('CODE_INVALID')
  const wrong = code === '000000' ? '000001' : '000000'
  for (let at = 0; at < 5; at++)
    expect(faultOf(await prove(phone, { mailedCode: wrong }))).toBe('CODE_INVALID')
  expect(faultOf(await prove(phone, { mailedCode: code }))).toBe('CODE_INVALID')
  expect(faultOf(await setPassword(phone))).toBe('PROOF_REQUIRED')
})

test('[A6 A4] an address that codes are mailed to is a way in: the only wallet may go, and its sessions with it', async () => {
  const { phone, home } = await withAddress('carl@example.com', ethWallet())
  const { wallets, canUnlink } = await walletsOf(phone)
  expect(canUnlink).toBe(true)
  expect(faultOf(await prove(phone, { mailedCode: await mailedCode(() => askProof(phone)) }))).toBe('OK')
  expect(faultOf(await phone.remove(`/api/account/wallets/${wallets[0].id}`))).toBe('OK')
  expect((await walletsOf(phone)).wallets).toEqual([])
  expect((await home.get('/api/account/wallets')).status).toBe(401)
})

test('[A4 K2] a user with a password is not let in by a mailed code', async () => {
  await site.register('Dora')
  const dora = newBrowser()
  const login = await dora.post('/api/login/login', { username: 'Dora', password: PASSWORD })
  dora.token = login.body.data.token
  const code = await mailedCode(() => askProof(dora))
  expect(faultOf(await prove(dora, { mailedCode: code }))).toEqual({ field: 'password', rule: 'required' })
})

test('[A4 K2 A11] a wallet whose linking is under way is not linked once the session has ended', async () => {
  await site.register('Emil')
  const emil = newBrowser()
  const login = { username: 'Emil', password: PASSWORD }
  emil.token = (await emil.post('/api/login/login', login)).body.data.token
  expect(faultOf(await prove(emil, { password: PASSWORD }))).toBe('OK')
  const form = await signed(emil, '/api/account/wallets/message', ethWallet())
  const held = holdStatement(site.app.db, /update wallet_messages set used_at_ms/)
  const linking = emil.post('/api/account/wallets', form)
  await held.reached
  await emil.post('/api/login/logout', undefined)
  held.release()
  expect(faultOf(await linking)).toBe('PROOF_REQUIRED')
  expect(await site.app.db.query('select 1 from user_wallets where address = $1', [form.address])).toEqual([])
})
