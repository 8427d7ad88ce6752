import { ensure } from '@truestrike/core/assert.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withdrawalOf } from '../funds-app.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { TEST_PASSWORD, type TestClient } from '../test-client.ts'
import { ethWallet } from '../wallet-signers.ts'
import { watchStatements } from './watched-statements.ts'

let app: TestApp
let invite: string
const known = ethWallet()
let walletUser: string
let annaUid: string

beforeAll(async () => {
  app = await createTestApp()
  invite = app.firstRun.inviteCode
  await app.client().register('anna')
  const [anna] = await app.db.query<{ uid: string }>(`select uid from users where username = 'anna'`)
  annaUid = ensure(anna).uid
  const client = app.client()
  const { body } = await post(client, '/api/login/wallet-message', account(known))
  const { message } = body.data
  const signed = { ...account(known), message, signature: await known.sign(message), inviteCode: invite }
  const { body: answer } = await post(client, '/api/login/wallet-login', signed)
  walletUser = answer.data.user.username
})
afterAll(() => app.close())

const account = ({ chain, address }: ReturnType<typeof ethWallet>) => ({ chain, address })

async function post(client: TestClient, path: string, body: object) {
  const answer = await client.raw('POST', path, JSON.stringify(body), { 'content-type': 'application/json' })
  const cookies = answer.cookies.map(({ name }) => name)
  const retry = answer.headers['retry-after']
  return { status: answer.statusCode, body: { ...answer.json(), requestId: '' }, cookies, retry }
}

/** What a stranger sees of a call, and what the server did for it. */
async function workOf(path: string, body: object) {
  await app.db.query('delete from login_attempts')
  const client = app.client()
  await client.raw('GET', '/api/admin/system/basic-info')
  const { statements, stop } = watchStatements(app.db)
  const before = app.hashes()
  const answer = await post(client, path, body)
  stop()
  // The settings are read once a second at most, for whoever comes first; the clock is looked at by itself.
  const asked = statements.filter((text) => !/from settings|service_clock|service_now/.test(text))
  return { answer, asked, hashes: app.hashes() - before }
}

/** Each body gets the answer and the work of the first one. */
async function expectAlike(
  path: string,
  bodies: readonly object[],
): Promise<Awaited<ReturnType<typeof workOf>>> {
  const first = await workOf(path, ensure(bodies[0]))
  for (const body of bodies.slice(1))
    expect({ body, ...(await workOf(path, body)) }).toEqual({ body, ...first })
  return first
}

describe('[A2] [A15] nobody learns whether an account exists', () => {
  test('by signing in with a name: a wrong password, no such name, a user who has none, all cost one hash', async () => {
    const names = [
      'anna',
      'ANNA',
      'nobody',
      walletUser,
      'wallet_eth_ffffff',
      'a b c',
      'имя',
      app.firstRun.adminUsername,
    ]
    const bodies = names.map((username) => ({ username, password: 'wrong password' }))
    const { answer, hashes } = await expectAlike('/api/login/login', bodies)
    expect(answer).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } })
    expect(hashes).toBe(1)
  })

  test('by a password as long as may be, or with odd letters', async () => {
    for (const password of ['x'.repeat(200), 'пароль ✓ 🔑', '\u202e\u200b\ufeff1\u200d\u2066']) {
      const bodies = ['anna', 'nobody', walletUser].map((username) => ({ username, password }))
      expect((await expectAlike('/api/login/login', bodies)).hashes).toBe(1)
    }
  })

  test('nor whether an administrator does', async () => {
    const names = [app.firstRun.adminUsername, 'nobody', 'anna', 'root']
    const bodies = names.map((username) => ({ username, password: 'wrong password' }))
    const { answer, hashes } = await expectAlike('/api/admin/login', bodies)
    expect(answer).toMatchObject({ status: 401, body: { code: 'ADMIN_LOGIN_FAILED' } })
    expect(hashes).toBe(1)
  })

  test('by registering without a good invite code', async () => {
    const form = { password: TEST_PASSWORD, agreeTerms: true }
    const bodies = [
      { ...form, username: 'anna', email: 'anna@example.com' },
      { ...form, username: 'newcomer', email: 'newcomer@example.com' },
    ]
    for (const inviteCode of ['', 'ABCDEFGH', invite.slice(0, 7), `${invite.slice(0, 7)}O`]) {
      const { answer, hashes } = await expectAlike(
        '/api/login/register',
        bodies.map((body) => ({ ...body, inviteCode })),
      )
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INVITE_CODE' } })
      expect(hashes).toBe(0)
    }
  })

  test('by a wallet’s address: neither by asking for a message nor by a signature that is none', async () => {
    const stranger = ethWallet()
    const asked = await workOf('/api/login/wallet-message', account(known))
    const unasked = await workOf('/api/login/wallet-message', account(stranger))
    expect(unasked.asked).toEqual(asked.asked)
    expect(asked.asked.join()).not.toMatch(/\b(users|wallets|user_wallets)\b/)
    const { message } = asked.answer.body.data
    const forged = [known, stranger].map((wallet) => ({
      ...account(wallet),
      message: message.replace(known.address, wallet.address),
      signature: `0x${'11'.repeat(64)}1b`,
    }))
    const { answer } = await expectAlike('/api/login/wallet-login', forged)
    expect(answer.status).toBe(400)
  })

  test('by the second step: a ticket that is none costs nothing, whoever it is made up for', async () => {
    const bodies = ['A', 'B'].map((letter) => ({ ticket: letter.repeat(43), code: '123456' }))
    const { answer } = await expectAlike('/api/login/second-factor', bodies)
    expect(answer.body.code).toBe('SIGN_IN_EXPIRED')
  })
})

describe('[A15] [K2] guessing', () => {
  const wrong = { password: 'wrong password' }
  const chosen = { newPassword: 'new password', confirmPassword: 'new password' }
  /** Every call that is told a password, with a wrong one. */
  const guesses = (username: string): [path: string, body: object][] => [
    ['/api/login/login', { username, ...wrong }],
    ['/api/admin/login', { username: app.firstRun.adminUsername, ...wrong }],
    ['/api/account/password', { currentPassword: 'wrong password', ...chosen }],
    ['/api/account/proof', wrong],
    [
      '/api/account/transfers',
      { ...wrong, requestId: 'request-000001', uid: annaUid, username: 'anna', amount: '1' },
    ],
    ['/api/account/withdrawals', { ...withdrawalOf(), ...wrong }],
    ['/api/account/two-factor/begin', wrong],
    // From here on two-factor sign-in is on.
    ['/api/account/two-factor/remove', { ...wrong, code: '123456' }],
    ['/api/account/two-factor/recovery-codes', { ...wrong, code: '123456' }],
  ]

  async function protect(client: TestClient): Promise<void> {
    const begun = await post(client, '/api/account/two-factor/begin', { password: TEST_PASSWORD })
    const totp = new TOTP({ secret: Secret.fromBase32(begun.body.data.secret) })
    await post(client, '/api/account/two-factor/confirm', {
      code: totp.generate({ timestamp: app.clock.nowMs() }),
    })
  }

  test('ten wrong passwords lock each call that takes one; no lock is passed by naming it otherwise', async () => {
    const victor = app.client()
    await victor.join('victor')
    await app.db.query(
      `select ledger_post(1, array['real'], array['deposits'], array[null]::bigint[], array['available'], array[id],
        array[1000000000::bigint], array['test'], array['test']) from users where username = 'victor'`,
    )
    // A browser its owner is known in is never locked; a thief of the session alone has no such browser.
    victor.cookies.delete('ts_device')
    for (const [path, body] of guesses('victor')) {
      await app.db.query('delete from login_attempts')
      if (path.endsWith('/remove')) await protect(victor)
      const statuses: number[] = []
      const spellings = ['victor', 'VICTOR', 'ｖictor']
      for (let at = 0; at < 11; at += 1) {
        const spelled = path === '/api/login/login' ? { ...body, username: spellings[at % 3] } : body
        statuses.push((await post(victor, path, spelled)).status)
      }
      const refused = statuses.slice(0, 10).every((status) => status === 400 || status === 401)
      expect([path, refused, statuses[10]]).toEqual([path, true, 429])
    }
  })

  test('the calls that take a password are these', () => {
    const SECRET = /^(password|currentPassword)$/
    const taking = app.app.http.routes
      .map(({ endpoint }) => endpoint)
      .filter(({ body }) =>
        Object.keys((body as { properties?: object })?.properties ?? {}).some((name) => SECRET.test(name)),
      )
      .map(({ path }) => path)
    // A new password is no guess: registering and the page a mailed code has opened.
    const choosing = ['/api/login/register', '/api/login/forgot/reset']
    // Its ticket is of one browser: tried in `proved-address.flow.test.ts`.
    const withTicket = ['/api/login/confirm-address']
    // Administrators' calls share one check under the throttle (`admin-password-check.ts`), tried in `admin-login`.
    const administrators = ['password', 'two-factor/begin', 'two-factor/recovery-codes', 'two-factor/remove']
    const guessed = [
      ...guesses('').map(([path]) => path),
      ...administrators.map((call) => `/api/admin/profile/${call}`),
    ]
    expect(taking.sort()).toEqual([...choosing, ...withTicket, ...guessed].sort())
  })
})
