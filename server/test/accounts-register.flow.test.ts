import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'

let app: AccountsApp
let browser: TestBrowser

beforeAll(async () => {
  app = await openAccountsApp()
  browser = createTestBrowser(app.http.app)
})
afterAll(() => app.close())

let count = 0
/** A form that would be accepted, with something changed. */
function form(change: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1
  return {
    username: `trader${count}`,
    email: `trader${count}@example.com`,
    password: 'secret1',
    confirmPassword: 'secret1',
    inviteCode: app.firstRun.inviteCode,
    agreeTerms: true,
    ...change,
  }
}

const register = (change: Record<string, unknown> = {}) => browser.post('/api/login/register', form(change))
const users = async (): Promise<number> =>
  Number((await app.db.query<{ n: bigint }>('select count(*) as n from users'))[0]?.n)

describe('registering', () => {
  test('[A8] opens an account with its own invite code and 10 000 USDT in the demo book', async () => {
    const answer = await register({ username: 'Anna', email: 'Anna@Example.com' })
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: {} } })
    const [row] = await app.db.query<{ code: string; demo: bigint; real: bigint; email: string }>(
      `select c.code, u.email,
              (select available_micros from user_balances b where b.user_id = u.id and book = 'demo') as demo,
              (select available_micros from user_balances b where b.user_id = u.id and book = 'real') as real
       from users u join invite_codes c on c.user_id = u.id where username_key = 'anna'`,
    )
    expect(row?.code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    expect(row).toMatchObject({ demo: 10_000_000_000n, real: 0n, email: 'Anna@example.com' })
  })

  test.each([
    ['ANNA', 'case'],
    ['Ａnna', 'full-width letters'],
  ])('[A8] %s is the name Anna again (%s)', async (username) => {
    const answer = await register({ username })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'USERNAME_EXISTS', details: { field: 'username' } },
    })
  })

  test('[A8] [A2] spaces at the ends of a name, which nobody sees, are no part of it: not here and not at a sign-in', async () => {
    const spaced = form({ username: ' Nina ' })
    expect(await browser.post('/api/login/register', spaced)).toMatchObject({ status: 200 })
    expect(await register({ username: 'nina\u00a0' })).toMatchObject({ body: { code: 'USERNAME_EXISTS' } })
    const password = spaced.password
    for (const username of ['nina', 'Nina '])
      expect(await browser.post('/api/login/login', { username, password })).toMatchObject({
        status: 200,
        body: { data: { user: { username: 'Nina' } } },
      })
  })

  test.each(['anna@example.com', ' ANNA@EXAMPLE.COM '])(
    '[A8] %s is the address of Anna again',
    async (email) => {
      const answer = await register({ email })
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'EMAIL_EXISTS', details: { field: 'email' } },
      })
    },
  )

  test.each([
    'wallet_eth_1234',
    'WALLET_x',
    'ｗallet_abc',
    'admin',
    'Administrator',
    'support',
    'truestrike',
  ])('[A8] [S-5] the name %s is refused', async (username) => {
    expect(await register({ username })).toMatchObject({ status: 400, body: { code: 'USERNAME_RESERVED' } })
  })

  // The third letter is Cyrillic, Greek, Armenian, Cherokee, …
  test.each(['anпa', 'anνa', 'anոa', 'anᎪa', 'ａｎпａ', 'аnna', 'محمدx'])(
    '[A8 K2] %s mixes writings',
    async (username) => {
      expect(await register({ username })).toMatchObject({
        status: 400,
        body: { code: 'USERNAME_MIXED', details: { field: 'username' } },
      })
    },
  )

  test.each(['Doris_7', 'Анна-2', 'Άννα.3', 'محمد4', 'अनिल5', '山田さん', 'José٣', 'Ｍａｘ', '12345'])(
    '[A8] %s is of one writing',
    async (username) => {
      expect((await register({ username })).body).toMatchObject({ success: true })
    },
  )

  test.each([
    'ab',
    'a'.repeat(21),
    'a b c',
    '<b>x</b>',
    "a';--",
    'a\u200bbc',
    '_abc',
    'e\u0301e\u0301',
    'राम',
    '😀😀😀',
    'ann\u034fa',
    'anna\ufe0f',
    'anna\u{e0100}',
    '\u3164\u3164\u3164',
    'wallet\u034f_eth_1234',
  ])('[A8 K4] %j is no username', async (username) => {
    expect(await register({ username })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAMETERS', details: { fields: [{ field: 'username' }] } },
    })
  })

  test.each(['abc', 'a'.repeat(20), 'Jürgen', 'Дмитрий', 'محمد', 'राजेश', 'a.b-c_d'])(
    '[A8] %j is a username',
    async (username) => {
      expect((await register({ username })).body).toMatchObject({ success: true })
    },
  )

  test.each([
    'no',
    'a@b',
    'a@@b.co',
    'a b@c.de',
    '@c.de',
    'a@-c.de',
    'a..b@c.de',
    `${'x'.repeat(65)}@c.de`,
    'a@c.de\u0000',
    'ann\u034fa@c.de',
  ])('[A8 K4] %j is no e-mail address', async (email) => {
    const answer = await register({ email })
    expect(answer.status).toBe(400)
    expect(['INVALID_PARAMETERS', 'MALFORMED_REQUEST']).toContain(answer.body.code)
  })

  test('[A8] passwords: six characters at least, confirmed equal, terms accepted', async () => {
    expect((await register({ password: '12345', confirmPassword: '12345' })).body.code).toBe(
      'INVALID_PARAMETERS',
    )
    expect((await register({ password: 'x'.repeat(201) })).body.code).toBe('INVALID_PARAMETERS')
    expect((await register({ confirmPassword: 'secret2' })).body).toMatchObject({
      code: 'PASSWORD_MISMATCH',
      details: { field: 'confirmPassword' },
    })
    expect((await register({ agreeTerms: false })).body.code).toBe('TERMS_NOT_ACCEPTED')
  })

  test.each([undefined, '', 'short', 'ABCDEFGH', 'ABCDEFG0'])(
    '[A8 A9] invite code %j is refused',
    async (inviteCode) => {
      const before = await users()
      expect(await register({ inviteCode })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INVITE_CODE', details: { field: 'inviteCode' } },
      })
      expect(await users()).toBe(before)
    },
  )

  test('[A15] a taken name is told only to someone with a valid invite code', async () => {
    expect((await register({ username: 'Anna', inviteCode: 'ABCDEFGH' })).body.code).toBe(
      'INVALID_INVITE_CODE',
    )
  })

  test("[A8] a user's own code invites others, who are his in the tree", async () => {
    const [anna] = await app.db.query<{ id: bigint; code: string }>(
      `select u.id, c.code from users u join invite_codes c on c.user_id = u.id where username_key = 'anna'`,
    )
    // In small letters, with the digits of an Arabic keyboard and the marks that are pasted with them.
    const digits = (text = '') =>
      text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    const inviteCode = `\u2067${digits(anna?.code.toLowerCase())}\u2069 `
    expect((await register({ username: 'Berta', inviteCode })).status).toBe(200)
    const rows = await app.db.query<{ parent: bigint | null }>(
      `select referred_by as parent from users where username_key in ('anna', 'berta') order by id`,
    )
    expect(rows.map((row) => row.parent)).toEqual([null, anna?.id])
  })

  test.each(['123456', 'password', 'aaaaaa'])(
    '[A8] the password %s is refused at its field',
    async (password) => {
      expect(await register({ password, confirmPassword: password })).toMatchObject({
        status: 400,
        body: { code: 'PASSWORD_WEAK', details: { field: 'password' } },
      })
    },
  )

  test('[A9] the operator can make the code optional; it is then checked only when given', async () => {
    await app.accounts.settings.update({ inviteCodeRequired: false })
    try {
      expect((await browser.get('/api/admin/system/basic-info')).body.data.inviteCodeRequired).toBe(false)
      expect((await register({ inviteCode: undefined })).status).toBe(200)
      expect((await register({ inviteCode: '' })).status).toBe(200)
      expect((await register({ inviteCode: 'ABCDEFGH' })).body.code).toBe('INVALID_INVITE_CODE')
    } finally {
      await app.accounts.settings.update({ inviteCodeRequired: true })
    }
    expect((await register({ inviteCode: undefined })).body.code).toBe('INVALID_INVITE_CODE')
  })

  test('[A15] without a code, ten tries from one address in 15 minutes tell who has an account, and no more', async () => {
    await app.accounts.settings.update({ inviteCodeRequired: false })
    try {
      const from = createTestBrowser(app.http.app, '198.51.100.201')
      const form = { username: 'anna', password: 'secret1', email: 'x@example.com' }
      const answers = []
      for (let n = 0; n < 11; n++) answers.push(await from.post('/api/login/register', form))
      expect(answers.slice(0, 10).map(({ body }) => body.code)).toEqual(Array(10).fill('USERNAME_EXISTS'))
      expect(answers[10]).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
      expect(Number(answers[10]?.headers['retry-after'])).toBeGreaterThan(60)
      // Whoever was invited is not held up.
      const inviteCode = app.firstRun.inviteCode
      const invited = await from.post('/api/login/register', { ...form, inviteCode })
      expect(invited.body.code).toBe('USERNAME_EXISTS')
    } finally {
      await app.accounts.settings.update({ inviteCodeRequired: true })
    }
  })

  test('[A8] of many registrations of one name at once one succeeds, the others are told why', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => register({ username: 'Caesar', email: `caesar${i}@example.com` })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.code === 'USERNAME_EXISTS')).toHaveLength(11)
    const balances = await app.db.query(
      `select 1 from user_balances b join users u on u.id = b.user_id where u.username_key = 'caesar'`,
    )
    expect(balances).toHaveLength(2)
  })

  test('[A8] of many registrations of one address at once one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => register({ email: 'one@example.com' })),
    )
    expect(answers.map((answer) => answer.body.code ?? 'ok').sort()).toEqual([
      ...Array.from({ length: 11 }, () => 'EMAIL_EXISTS'),
      'ok',
    ])
  })

  test('[K6] without the XSRF header nothing is registered', async () => {
    const before = await users()
    const answer = await browser.post('/api/login/register', form(), { 'x-xsrf-token': 'other' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'CSRF_REJECTED' } })
    expect(await users()).toBe(before)
  })

  test('[K4] hostile bodies are refused, never with 500', async () => {
    const bodies = [
      '{',
      '[]',
      'null',
      '"x"',
      '{"username":1}',
      '{"username":{"$gt":""},"email":[],"password":1e999}',
      JSON.stringify(form({ username: '\ud800abc' })),
      JSON.stringify(form({ password: 'abc\u0000def', confirmPassword: 'abc\u0000def' })),
      JSON.stringify(form({ admin: true })),
      JSON.stringify(form({ username: 'x'.repeat(60_000) })),
    ]
    for (const body of bodies) {
      const answer = await browser.post('/api/login/register', body)
      expect(answer.status, body.slice(0, 60)).toBe(400)
    }
  })

  test('[R11] [U-14] site information: defaults, and only what works', async () => {
    const answer = await browser.get('/api/admin/system/basic-info')
    expect(answer.body.data).toEqual({
      logo: null,
      siteName: 'CRYPTO TRADE',
      siteDescription: '',
      operatorName: '',
      emailLogin: false,
      walletLogin: true,
      passwordReset: false,
      inviteCodeRequired: true,
      customerService: { enabled: false, serviceLink: '', hours: '9:00–21:00' },
      fundsMode: 'test',
    })
    await app.accounts.settings.update({ siteName: 'Harbour' })
    expect((await browser.get('/api/admin/system/basic-info')).body.data.siteName).toBe('Harbour')
  })
})

test('[A9] every user there can be comes by a registration or a first wallet: nothing else inserts one', () => {
  const folder = new URL('../src/', import.meta.url)
  const inserting = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /insertUser\(|insert into users\b/.test(readFileSync(new URL(name, folder), 'utf8')))
  expect(inserting.sort()).toEqual([
    'accounts/registration.service.ts',
    'accounts/users.store.ts',
    'accounts/wallet-user.ts',
  ])
})
