import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import type { Answer, TestBrowser } from './test-browser.ts'
import { protectedUser, secondStep } from './two-factor-app.ts'
import { ethWallet, type WalletSigner } from './wallet-signers.ts'

const LIMIT = 8
/** Whose neighbours call too often. */
const HERE = '192.0.2.77'

let site: MailApp
let addresses = 0
beforeAll(async () => {
  site = await openMailApp({ signInPerMinute: LIMIT })
  for (const name of ['Anna', 'Eve']) await site.register(name)
})
afterAll(() => site.close())

const elsewhere = (): TestBrowser => site.browser(`198.51.100.${100 + ++addresses}`)
const signIn = (browser: TestBrowser, username: string, password = PASSWORD) =>
  browser.post('/api/login/login', { username, password })

/** The browser as it is, behind the address of `HERE`. */
function broughtHere(from: TestBrowser): TestBrowser {
  const browser = site.browser(HERE)
  for (const [name, value] of from.jar) browser.jar.set(name, value)
  browser.token = from.token
  return browser
}

/** Neighbours call until the address may no more: at once, or what time gives back would be theirs who are tried. */
async function crowd(call: (browser: TestBrowser) => Promise<Answer>): Promise<void> {
  const neighbour = site.browser(HERE)
  for (let n = 0; (await call(neighbour)).body.code !== 'TOO_MANY_REQUESTS'; n++) {
    if (n > 20 * LIMIT) throw new Error('nobody is ever refused')
  }
}

const crowdLogin = () =>
  crowd((browser) => browser.post('/api/login/second-factor', { ticket: 'A'.repeat(43), code: '123456' }))

/** What a call of a crowded address answers: its status, or what refuses it. */
async function amidCrowd(call: () => Promise<Answer>): Promise<number | string> {
  await crowdLogin()
  const { status, body } = await call()
  return status === 429 ? body.code : status
}

async function signInByWallet(browser: TestBrowser, { chain, address, sign }: WalletSigner) {
  const issued = await browser.post('/api/login/wallet-message', { chain, address })
  if (issued.status !== 200) return issued
  const { message } = issued.body.data
  return await browser.post('/api/login/wallet-login', {
    chain,
    address,
    message,
    signature: await sign(message),
    inviteCode: site.app.firstRun.inviteCode,
  })
}

test('[A15] neighbours who call too often shut no known device out: by password, mailed code or for a new password', async () => {
  const [owner, other] = [elsewhere(), elsewhere()]
  for (const browser of [owner, other]) await signIn(browser, 'Anna')
  const anna = broughtHere(owner)
  expect(await amidCrowd(() => signIn(anna, 'Anna'))).toBe(200)
  const email = 'anna@example.com'
  const mails = site.mailbox.mails.length
  expect(await amidCrowd(() => site.sendCode(anna, email))).toBe(200)
  const code = await site.mailbox.code(mails + 1)
  expect(await amidCrowd(() => anna.post('/api/login/login', { email, code }))).toBe(200)
  await site.app.clock.advance(60_000)
  expect(await amidCrowd(() => anna.post('/api/login/forgot/send-code', { email }))).toBe(200)
  const reset = { email, code: await site.mailbox.code(mails + 2) }
  expect(await amidCrowd(() => anna.post('/api/login/forgot/verify', reset))).toBe(200)
  const password = 'letters4digits'
  expect(await amidCrowd(() => anna.post('/api/login/forgot/reset', { password }))).toBe(200)
  // It is the owner's still, and no other is.
  expect(await amidCrowd(() => signIn(broughtHere(other), 'Anna', password))).toBe('TOO_MANY_REQUESTS')
  expect(await amidCrowd(() => signIn(anna, 'Anna', password))).toBe(200)
})

test('[A15] [A13] [A4] nor at the second step, nor with a wallet', async () => {
  const hanna = await protectedUser(site.app, 'Hanna')
  await site.app.clock.advance(30_000)
  const here = broughtHere(hanna.browser)
  await crowdLogin()
  const { body } = await here.post('/api/login/login', { username: 'Hanna', password: 'secret1' })
  expect(body.code).toBe('TWO_FACTOR_REQUIRED')
  expect(await amidCrowd(() => secondStep(here, body.details.ticket, hanna.code()))).toBe(200)

  const wallet = ethWallet()
  const first = elsewhere()
  expect((await signInByWallet(first, wallet)).status).toBe(200)
  const owner = broughtHere(first)
  expect(await amidCrowd(() => signInByWallet(owner, wallet))).toBe(200)
  expect(await amidCrowd(() => signInByWallet(owner, ethWallet()))).toBe('TOO_MANY_REQUESTS')
})

test('[A15] a cookie that is made up, forgotten, or of another account shuts nobody in', async () => {
  const [own, lost] = [elsewhere(), elsewhere()]
  for (const browser of [own, lost]) {
    browser.token = (await signIn(browser, 'Eve')).body.data.token
  }
  const eve = broughtHere(own)
  const made = site.browser(HERE)
  made.jar.set('ts_device', 'A'.repeat(43))
  expect(await amidCrowd(() => signIn(made, 'Eve'))).toBe('TOO_MANY_REQUESTS')
  expect(await amidCrowd(() => signIn(eve, 'Hanna', 'secret1'))).toBe('TOO_MANY_REQUESTS')
  expect(await amidCrowd(() => site.sendCode(eve, 'anna@example.com'))).toBe('TOO_MANY_REQUESTS')
  expect(await amidCrowd(() => eve.post('/api/login/register', {}))).toBe('TOO_MANY_REQUESTS')
  expect(await amidCrowd(() => signIn(eve, 'Eve'))).toBe(200)
  // Its own session ended with the next one of the same browser.
  own.token = (await signIn(own, 'Eve')).body.data.token
  expect((await own.post('/api/account/devices/sign-out-others')).status).toBe(200)
  expect(await amidCrowd(() => signIn(broughtHere(lost), 'Eve'))).toBe('TOO_MANY_REQUESTS')
})

test('[A15] [K2] a known device is limited by itself', async () => {
  const owner = elsewhere()
  await signIn(owner, 'Eve')
  const eve = broughtHere(owner)
  await crowdLogin()
  const statuses: number[] = []
  for (let n = 0; n < LIMIT + 3; n++) statuses.push((await signIn(eve, 'Eve', `wrong${n}x`)).status)
  expect(statuses.slice(0, LIMIT)).toEqual(Array(LIMIT).fill(401))
  expect(statuses.at(-1)).toBe(429)
  // Others of the same account go on.
  const other = elsewhere()
  expect((await signIn(other, 'Eve')).status).toBe(200)
  expect(await amidCrowd(() => signIn(broughtHere(other), 'Eve'))).toBe(200)
})

test('[A15] [K2] who is signed in goes on, whatever neighbours call without a session', async () => {
  const owner = elsewhere()
  owner.token = (await signIn(owner, 'Eve')).body.data.token
  const proof = (browser: TestBrowser) => browser.post('/api/account/proof', { password: 'wrong password' })
  await crowd(proof)
  expect((await proof(broughtHere(owner))).body.code).toBe('INVALID_PARAMETERS')
})

test('[A15] [K2] one account with ten known devices keeps no neighbour from signing in', async () => {
  await site.register('Nina')
  const jars: TestBrowser[] = []
  for (let n = 0; n < 10; n++) {
    const jar = elsewhere()
    await signIn(jar, 'Eve')
    jars.push(broughtHere(jar))
  }
  const first = elsewhere()
  await signIn(first, 'Nina')
  const nina = broughtHere(first)
  await crowdLogin()
  let passed = 0
  for (const jar of jars) {
    for (let n = 0; n < LIMIT; n++) {
      const { status } = await jar.post('/api/login/second-factor', {
        ticket: 'A'.repeat(43),
        code: '123456',
      })
      passed += status === 429 ? 0 : 1
    }
  }
  // Two browsers' worth, and what time gives back meanwhile.
  expect(passed).toBeLessThan(4 * LIMIT)
  for (let n = 0; n < 4; n++) expect((await signIn(nina, 'Nina')).status).toBe(200)
})
