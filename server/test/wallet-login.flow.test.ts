import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withRunningClock } from './running-clock.ts'
import { setSite } from './site-settings.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { type Answer, createTestBrowser, type TestBrowser } from './test-browser.ts'
import { ethWallet, tronWallet, type WalletSigner } from './wallet-signers.ts'

const ORIGIN = 'https://trade.example.com'
const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { PUBLIC_URL: ORIGIN } })
  await setSite(app, { inviteCodeRequired: false })
})
afterAll(() => app.close())

let addresses = 0
/** Each test's own address: failures of one must not slow down another. */
const browser = (ip = `198.51.100.${++addresses}`): TestBrowser => createTestBrowser(app.app.http.app, ip)

async function issue(at: TestBrowser, { chain, address }: Pick<WalletSigner, 'chain' | 'address'>) {
  const answer = await at.post('/api/login/wallet-message', { chain, address })
  expect(answer.body).toMatchObject({ success: true })
  return answer.body.data as { message: string; expiresAtMs: number }
}

/** Signs in; `changes` are made to what an honest page would send. */
async function signIn(at: TestBrowser, wallet: WalletSigner, changes: object = {}): Promise<Answer> {
  const { message } = await issue(at, wallet)
  return await send(at, wallet, message, changes)
}

async function send(at: TestBrowser, wallet: WalletSigner, message: string, changes: object = {}) {
  const { chain, address } = wallet
  const body = { chain, address, message, signature: await wallet.sign(message), ...changes }
  return await withRunningClock(app.clock, at.post('/api/login/wallet-login', body))
}

const codeOf = (answer: Answer): string => answer.body.code ?? 'OK'
const usersOf = async (): Promise<number> => (await app.db.query('select id from users')).length

describe('the message', () => {
  test('[A4 K7] names the site by PUBLIC_URL whatever the Host header says, chain, address, nonce and five minutes', async () => {
    const wallet = ethWallet()
    const answer = await browser().post(
      '/api/login/wallet-message',
      { chain: 'eth', address: wallet.address.toLowerCase() },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    const { message, expiresAtMs } = answer.body.data
    const nowMs = app.clock.nowMs()
    expect(message).toMatch(/^trade\.example\.com wants you to sign in with your Ethereum account:\n/)
    expect(message.split('\n')[1]).toBe(wallet.address)
    expect(message).toMatch(
      /\nURI: https:\/\/trade\.example\.com\nVersion: 1\nChain ID: 1\nNonce: [A-Za-z0-9]{24}\n/,
    )
    expect(message).toContain(`Issued At: ${new Date(nowMs).toISOString()}`)
    expect(message).toContain(`Expiration Time: ${new Date(nowMs + 5 * MINUTE).toISOString()}`)
    expect(message).not.toContain('evil')
    expect(expiresAtMs).toBe(nowMs + 5 * MINUTE)
    const cookie = answer.setCookies.find((text) => text.startsWith('ts_wallet='))
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict/)
  })

  test('[A4] no two are alike', async () => {
    const at = browser()
    const wallet = ethWallet()
    const messages = [await issue(at, wallet), await issue(at, wallet)]
    expect(new Set(messages.map(({ message }) => message)).size).toBe(2)
  })

  test('[A4] an address that is none on its chain is refused', async () => {
    const eth = ethWallet()
    const tron = tronWallet()
    const wrong = [
      { chain: 'eth', address: tron.address },
      { chain: 'tron', address: eth.address },
      { chain: 'eth', address: `${eth.address.slice(0, -1)}z` },
      { chain: 'tron', address: `${tron.address.slice(0, -1)}${tron.address.endsWith('x') ? 'y' : 'x'}` },
    ]
    for (const body of wrong) {
      expect(codeOf(await browser().post('/api/login/wallet-message', body))).toBe('WALLET_ADDRESS_INVALID')
    }
    const unknown = await browser().post('/api/login/wallet-message', { chain: 'sol', address: eth.address })
    expect(unknown.body).toMatchObject({
      code: 'INVALID_PARAMETERS',
      details: { fields: [{ field: 'chain' }] },
    })
  })
})

describe.each([
  ['eth', ethWallet],
  ['tron', tronWallet],
] as const)('signing in on %s', (chain, makeWallet) => {
  test('[A4 A6 A11 E3] the first time makes a user without a password, later times find him', async () => {
    const wallet = makeWallet()
    const at = browser()
    const first = await signIn(at, wallet)
    expect(first.status).toBe(200)
    const { token, user, isNewUser } = first.body.data
    expect(isNewUser).toBe(true)
    const tail = chain === 'eth' ? wallet.address.toLowerCase() : wallet.address
    expect(user).toMatchObject({
      username: `wallet_${chain}_${tail.slice(-6)}`,
      loginType: 'wallet',
      signedInBy: 'wallet',
      balance: '0.00',
      balances: { demo: { available: '10000.00' } },
    })
    at.token = token
    expect((await at.get('/api/layout/user-info')).body.data).toEqual(user)
    const [row] = await app.db.query(
      `select password_hash as "password", email, terms_accepted_at_ms = created_at_ms as "accepted"
       from users where uid = $1`,
      [user.uid],
    )
    expect(row).toEqual({ password: null, email: null, accepted: true })

    const again = await signIn(browser(), wallet)
    expect(again.body.data).toMatchObject({ isNewUser: false, user: { uid: user.uid } })
  })

  test('[A6] nobody signs in to a wallet user by a password: there is none', async () => {
    const { body } = await signIn(browser(), makeWallet())
    const { username } = body.data.user
    for (const password of ['123456', username, 'wallet']) {
      const answer = await withRunningClock(
        app.clock,
        browser().post('/api/login/login', { username, password }),
      )
      expect(codeOf(answer)).toBe('LOGIN_FAILED')
    }
  })

  test('[A4] an address alone, or with parts missing, signs nobody in', async () => {
    const at = browser()
    const { address } = makeWallet()
    const { message } = await issue(at, { chain, address })
    for (const more of [{}, { message }, { signature: '0x' }]) {
      const answer = await at.post('/api/login/wallet-login', { chain, address, ...more })
      expect(answer.body).toMatchObject({ code: 'INVALID_PARAMETERS' })
    }
  })

  test('[A4] a message is used once, also of two calls at the same moment', async () => {
    const wallet = makeWallet()
    const at = browser()
    const { message } = await issue(at, wallet)
    const answers = await Promise.all([send(at, wallet, message), send(at, wallet, message)])
    expect(answers.map(codeOf).sort()).toEqual(['OK', 'WALLET_MESSAGE_USED'])
    expect(codeOf(await send(at, wallet, message))).toBe('WALLET_MESSAGE_USED')
  })

  test('[A4] a changed message is refused and its nonce is gone', async () => {
    const wallet = makeWallet()
    const at = browser()
    const before = await usersOf()
    const { message } = await issue(at, wallet)
    const changes = [
      message.replace(ORIGIN, 'https://evil.example'),
      message.replace('Nothing', 'Everything'),
      message.replace('trade.example.com wants', 'evil.example wants'),
      message.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2099'),
      `${message}\nResources:\n- https://evil.example`,
      `${message} `,
      'I am the owner of this address',
    ]
    for (const changed of changes) {
      if (changed === message) continue
      const fresh = await issue(at, wallet)
      const nonce = /Nonce: (\w+)/.exec(fresh.message)?.[1] ?? ''
      const sent = changed.replace(/Nonce: \w+/, `Nonce: ${nonce}`)
      expect(codeOf(await send(at, wallet, sent)), sent).toBe('WALLET_MESSAGE_CHANGED')
    }
    const spoilt = await issue(at, wallet)
    await send(at, wallet, spoilt.message.replace(ORIGIN, 'https://evil.example'))
    expect(codeOf(await send(at, wallet, spoilt.message))).toBe('WALLET_MESSAGE_USED')
    expect(await usersOf()).toBe(before)
  })

  test('[A4] a message belongs to the browser that asked, and to nobody who made it up', async () => {
    const wallet = makeWallet()
    const victim = browser()
    const { message } = await issue(victim, wallet)
    const other = browser()
    await issue(other, wallet)
    expect(codeOf(await send(other, wallet, message))).toBe('WALLET_MESSAGE_UNKNOWN')
    const bare = browser()
    expect(codeOf(await send(bare, wallet, message))).toBe('WALLET_MESSAGE_UNKNOWN')
    const made = message.replace(/Nonce: \w+/, `Nonce: ${'a'.repeat(24)}`)
    expect(codeOf(await send(victim, wallet, made))).toBe('WALLET_MESSAGE_UNKNOWN')
    // Who tried to take it has not spoilt it.
    expect(codeOf(await send(victim, wallet, message))).toBe('OK')
  })

  test('[A4] another chain, another address, another key: each with its own refusal', async () => {
    const wallet = makeWallet()
    const at = browser()
    const other = chain === 'eth' ? tronWallet() : ethWallet()
    expect(codeOf(await signIn(at, wallet, { chain: other.chain, address: other.address }))).toBe(
      'WALLET_WRONG_CHAIN',
    )
    expect(codeOf(await signIn(at, wallet, { address: makeWallet().address }))).toBe('WALLET_WRONG_ACCOUNT')
    const { message } = await issue(at, wallet)
    const signature = await makeWallet().sign(message)
    expect(codeOf(await send(at, wallet, message, { signature }))).toBe('WALLET_WRONG_ACCOUNT')
  })

  test('[A4] contract wallets are refused in words of their own, a signature that is none in others', async () => {
    const wallet = makeWallet()
    const at = browser()
    const magic = '6492'.repeat(16)
    for (const signature of ['0x', `0x${'00'.repeat(300)}${magic}`, `0x${'ab'.repeat(130)}`]) {
      expect(codeOf(await signIn(at, wallet, { signature })), signature).toBe('WALLET_CONTRACT')
    }
    for (const signature of ['0x1234', 'signed', `0x${'ff'.repeat(65)}`]) {
      expect(codeOf(await signIn(at, wallet, { signature })), signature).toBe('WALLET_SIGNATURE_INVALID')
    }
  })
})

describe('a new wallet user', () => {
  test('[A6] Trust Wallet stands in the name; the account is that of chain and address all the same', async () => {
    const wallet = ethWallet()
    const first = await signIn(browser(), wallet, { wallet: 'trust' })
    const { user } = first.body.data
    expect(user.username).toBe(`wallet_trust_${wallet.address.toLowerCase().slice(-6)}`)
    const again = await signIn(
      browser(),
      { ...wallet, address: wallet.address.toLowerCase() },
      { wallet: 'metamask' },
    )
    expect(again.body.data).toMatchObject({ isNewUser: false, user: { uid: user.uid } })
  })

  test('[A6] names stay different and within 20 signs when tails are the same', async () => {
    const names = new Set<string>()
    for (let n = 0; n < 3; n++) {
      const wallet = tronWallet()
      await app.db.query(
        `insert into users (uid, username, username_key, created_at_ms)
         values ($1, $2, $2, 0) on conflict do nothing`,
        [String(7_000_000_000 + n), `wallet_tron_${wallet.address.slice(-6)}`.toLowerCase()],
      )
      const { user } = (await signIn(browser(), wallet)).body.data
      expect(user.username).toMatch(new RegExp(`^wallet_tron_${wallet.address.slice(-4)}[a-z2-9]{3}$`))
      expect(user.username.length).toBeLessThanOrEqual(20)
      names.add(user.username)
    }
    expect(names.size).toBe(3)
  })

  test('[A6] one key on both chains is two accounts', async () => {
    const key = '5'.repeat(64)
    const uids = [ethWallet(key), tronWallet(key)].map(
      async (wallet) => (await signIn(browser(), wallet)).body.data.user.uid,
    )
    expect(new Set(await Promise.all(uids)).size).toBe(2)
  })

  test('[A6] two first sign-ins at once make one user', async () => {
    const wallet = ethWallet()
    const answers = await Promise.all([
      signIn(browser(), wallet),
      signIn(browser(), wallet),
      signIn(browser(), wallet),
    ])
    const data = answers.map(({ body }) => body.data)
    expect(new Set(data.map(({ user }) => user.uid)).size).toBe(1)
    expect(data.filter(({ isNewUser }) => isNewUser)).toHaveLength(1)
    const rows = await app.db.query('select 1 from user_wallets where address = $1', [wallet.address])
    expect(rows).toHaveLength(1)
  })

  test('[A6 A9] where the operator made the code optional, one that is given must be good, and names the inviter', async () => {
    const bad = await signIn(browser(), ethWallet(), { inviteCode: 'NOTACODE' })
    expect(codeOf(bad)).toBe('INVALID_INVITE_CODE')
    const inviter = app.client()
    await inviter.join('inviter')
    const [code] = await app.db.query<{ code: string; id: bigint }>(
      `select code, user_id as id from invite_codes where user_id = (select id from users where username = 'inviter')`,
    )
    const { user } = (await signIn(browser(), ethWallet(), { inviteCode: code?.code })).body.data
    const [row] = await app.db.query('select referred_by as by from users where uid = $1', [user.uid])
    expect(row).toEqual({ by: code?.id })
    const [own] = await app.db.query(
      'select length(code) as n from invite_codes c join users u on u.id = c.user_id where u.uid = $1',
      [user.uid],
    )
    expect(own).toEqual({ n: 8 })
  })
})

describe('a new wallet user of a site that requires an invite code', () => {
  beforeAll(() => setSite(app, { inviteCodeRequired: true }))
  afterAll(() => setSite(app, { inviteCodeRequired: false }))

  test('[A6 A9] [S-5] needs one: without it, or with a wrong one, no user is made', async () => {
    const before = await usersOf()
    for (const [inviteCode, code] of [
      [undefined, 'INVITE_CODE_REQUIRED'],
      ['', 'INVITE_CODE_REQUIRED'],
      ['NOTACODE', 'INVALID_INVITE_CODE'],
      ['ZZZZZZZZ', 'INVALID_INVITE_CODE'],
    ]) {
      const refused = await signIn(browser(), ethWallet(), { inviteCode })
      expect(refused, String(inviteCode)).toMatchObject({
        status: 400,
        body: { code, details: { field: 'inviteCode' } },
      })
    }
    expect(await usersOf()).toBe(before)
  })

  test('[A4 A9] sends the same signed message once more together with the code, and only in the same browser', async () => {
    const wallet = tronWallet()
    const [at, { inviteCode }] = [browser(), app.firstRun]
    const { message } = await issue(at, wallet)
    expect(codeOf(await send(at, wallet, message))).toBe('INVITE_CODE_REQUIRED')
    expect(codeOf(await send(at, wallet, message, { inviteCode: 'ZZZZZZZZ' }))).toBe('INVALID_INVITE_CODE')
    expect(codeOf(await send(browser(), wallet, message, { inviteCode }))).toBe('WALLET_MESSAGE_UNKNOWN')
    expect((await send(at, wallet, message, { inviteCode })).body.data.isNewUser).toBe(true)
    expect(codeOf(await send(at, wallet, message, { inviteCode }))).toBe('WALLET_MESSAGE_USED')
  })

  test('[A4 A9] a message that was refused for anything else stays used', async () => {
    const wallet = ethWallet()
    const at = browser()
    const { message } = await issue(at, wallet)
    expect(codeOf(await send(at, wallet, message, { signature: '0x1234' }))).toBe('WALLET_SIGNATURE_INVALID')
    expect(codeOf(await send(at, wallet, message, { inviteCode: app.firstRun.inviteCode }))).toBe(
      'WALLET_MESSAGE_USED',
    )
  })

  test('[A9] a known wallet signs in without a code, whatever the site asks of new users', async () => {
    const [wallet, { inviteCode }] = [ethWallet(), app.firstRun]
    await signIn(browser(), wallet, { inviteCode })
    expect((await signIn(browser(), wallet)).body.data.isNewUser).toBe(false)
  })
})

describe('limits', () => {
  test('[A4 R11] the operator can switch it off: the site says so and both calls refuse', async () => {
    const wallet = ethWallet()
    const at = browser()
    const site = async () => (await at.get('/api/admin/system/basic-info')).body.data.walletLogin
    expect(await site()).toBe(true)
    const { message } = await issue(at, wallet)
    await app.db.query(
      `insert into settings (key, value, updated_ms) values ('site', '{"walletLogin": false}', 0)
       on conflict (key) do update set value = settings.value || excluded.value`,
    )
    await app.clock.advance(1_001)
    expect(await site()).toBe(false)
    expect(codeOf(await send(at, wallet, message))).toBe('LOGIN_TYPE_DISABLED')
    const refused = await at.post('/api/login/wallet-message', { chain: 'eth', address: wallet.address })
    expect(refused).toMatchObject({ status: 403, body: { code: 'LOGIN_TYPE_DISABLED' } })
    await app.db.query(`update settings set value = value - 'walletLogin' where key = 'site'`)
    await app.clock.advance(1_001)
    expect(await site()).toBe(true)
  })

  test('[A4 A15] ten failures of a wallet from one address lock the pair; its owner signs in from elsewhere', async () => {
    const wallet = ethWallet()
    const stranger = browser()
    for (let i = 0; i < 10; i++) {
      expect(codeOf(await signIn(stranger, wallet, { signature: `0x${'ff'.repeat(65)}` }))).toBe(
        'WALLET_SIGNATURE_INVALID',
      )
    }
    const locked = await signIn(stranger, wallet)
    expect(locked).toMatchObject({ status: 429, body: { code: 'ACCOUNT_LOCKED' } })
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(60)
    expect(codeOf(await signIn(browser(), wallet))).toBe('OK')
  })

  test('[A15] an unknown address and a known one are refused alike', async () => {
    const known = ethWallet()
    await signIn(browser(), known)
    const refuse = async (wallet: WalletSigner) => {
      const { status, body } = await signIn(browser(), wallet, { signature: '0x12', inviteCode: 'NOTACODE' })
      return { status, body: { ...body, requestId: '' } }
    }
    expect(await refuse(known)).toEqual(await refuse(ethWallet()))
  })

  test('[L3] every refusal is worded in the language of the caller', async () => {
    const at = browser()
    const wallet = tronWallet()
    const { message } = await issue(at, wallet)
    const body = { chain: 'tron', address: wallet.address, message, signature: '0x' }
    const answer = await at.post('/api/login/wallet-login', body, { 'accept-language': 'de-DE' })
    expect(answer.body.message).toBe(
      'Mit Contract-Wallets ist hier keine Anmeldung möglich, bitte verwenden Sie eine Wallet mit eigenem Schlüssel',
    )
  })
})
