import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'

const INFO = '/api/layout/user-info'
const LOGOUT = '/api/login/logout'
const HOUR_MS = 3_600_000

let app: AccountsApp
const ended: string[] = []

beforeAll(async () => {
  app = await openAccountsApp({ jobs: false })
  app.bus.subscribe('sessions.ended', (payload) => ended.push((payload as { sessionId: string }).sessionId))
  for (const username of ['Anna', 'Berta']) {
    await createTestBrowser(app.http.app).post('/api/login/register', {
      username,
      email: `${username}@example.com`,
      password: 'secret1',
      inviteCode: app.firstRun.inviteCode,
    })
  }
})
afterAll(() => app.close())

/** A signed-in browser. */
async function signedIn(username = 'Anna', more: object = {}, ip?: string): Promise<TestBrowser> {
  const browser = createTestBrowser(app.http.app, ip)
  const answer = await browser.post('/api/login/login', { username, password: 'secret1', ...more })
  browser.token = answer.body.data.token
  return browser
}

/** Status and code of the simplest call that needs a user. */
async function asks(browser: TestBrowser): Promise<string> {
  const { status, body } = await browser.get(INFO)
  return body.success ? String(status) : `${status} ${body.code}`
}

describe('[K6] the token counts only with the cookie of its session', () => {
  test('a token without the cookie, in another browser', async () => {
    const anna = await signedIn()
    const thief = createTestBrowser(app.http.app)
    thief.token = anna.token
    expect(await asks(thief)).toBe('401 UNAUTHORIZED')
    expect(await asks(anna)).toBe('200')
  })

  test('with the cookie of another session, of the same user or of another one', async () => {
    const anna = await signedIn()
    for (const other of [await signedIn(), await signedIn('Berta')]) {
      other.token = anna.token
      expect(await asks(other)).toBe('401 UNAUTHORIZED')
    }
  })

  test('the cookie without the token', async () => {
    const anna = await signedIn()
    anna.token = null
    expect(await asks(anna)).toBe('401 UNAUTHORIZED')
  })

  test.each(['x', 'A'.repeat(43), 'A'.repeat(100), "' or 1=1 --", '✓'.repeat(20), '../../etc'])(
    'malformed token %j',
    async (token) => {
      const anna = await signedIn()
      anna.token = encodeURIComponent(token)
      expect(await asks(anna)).toBe('401 UNAUTHORIZED')
      anna.jar.set('ts_session', encodeURIComponent(token))
      expect(await asks(anna)).toBe('401 UNAUTHORIZED')
    },
  )

  test('bound to an address a token needs no cookie, and counts nowhere else', async () => {
    const script = await signedIn('Anna', { bind: 'address' }, '192.0.2.1')
    expect(script.jar.has('ts_session')).toBe(false)
    expect(await asks(script)).toBe('200')
    const elsewhere = createTestBrowser(app.http.app, '192.0.2.2')
    elsewhere.token = script.token
    expect(await asks(elsewhere)).toBe('401 UNAUTHORIZED')
  })

  test('neither token nor cookie is in the database', async () => {
    const anna = await signedIn()
    const [row] = await app.db.query<{ text: string }>(
      `select string_agg(s::text || coalesce(d::text, ''), ' ') as text
       from user_sessions s left join user_devices d on d.id = s.device_id`,
    )
    for (const secret of [anna.token, anna.jar.get('ts_session'), anna.jar.get('ts_device')]) {
      expect(row?.text).not.toContain(secret)
      expect(row?.text).not.toContain(Buffer.from(secret ?? '').toString('hex'))
    }
  })
})

test('[K6] a session chosen by the caller is never taken over (fixation)', async () => {
  const browser = createTestBrowser(app.http.app)
  const planted = 'P'.repeat(43)
  browser.jar.set('ts_session', planted)
  browser.token = planted
  const answer = await browser.post('/api/login/login', { username: 'Anna', password: 'secret1' })
  expect(answer.body.data.token).not.toBe(planted)
  expect(browser.jar.get('ts_session')).not.toBe(planted)
})

test('[K6] a call that acts needs the XSRF header of its own browser', async () => {
  const anna = await signedIn()
  for (const header of ['', 'other', anna.token ?? '']) {
    expect(await anna.post(LOGOUT, undefined, { 'x-xsrf-token': header })).toMatchObject({
      status: 403,
      body: { code: 'CSRF_REJECTED' },
    })
  }
  const foreign = await anna.post(LOGOUT, undefined, { origin: 'https://evil.example' })
  expect(foreign.body.code).toBe('ORIGIN_REJECTED')
  expect(await asks(anna)).toBe('200')
})

test('[A11] logout revokes this session at once and tells the sockets; others of the user go on', async () => {
  const anna = await signedIn()
  const other = await signedIn()
  expect(await asks(anna)).toBe('200')
  const [row] = await app.db.query<{ id: bigint }>('select max(id) - 1 as id from user_sessions')
  const answer = await anna.post(LOGOUT)
  expect(answer.body).toEqual({ success: true, data: {} })
  // A late answer must not delete the cookie of the browser's next session.
  expect(answer.setCookies.join()).not.toContain('ts_session')
  expect(await asks(anna)).toBe('401 SESSION_EXPIRED')
  expect(ended).toContain(row?.id.toString())
  expect(await asks(other)).toBe('200')
})

test('[A11] a sign-in ends the session before it in the same browser, whoever signs in; one bound to an address ends none', async () => {
  const anna = await signedIn()
  const before = createTestBrowser(app.http.app)
  for (const [name, value] of anna.jar) before.jar.set(name, value)
  before.token = anna.token
  const elsewhere = await signedIn()
  const signsIn = (username: string, more = {}) =>
    anna.post('/api/login/login', { username, password: 'secret1', ...more })
  await signsIn('Anna', { bind: 'address' })
  expect(await asks(before)).toBe('200')
  ended.length = 0
  anna.token = (await signsIn('Berta')).body.data.token
  expect([await asks(before), await asks(anna)]).toEqual(['401 SESSION_EXPIRED', '200'])
  expect(ended).toHaveLength(1)
  anna.token = (await signsIn('Berta')).body.data.token
  expect(await asks(anna)).toBe('200')
  expect(ended).toHaveLength(2)
  // The account may have forgotten the browser: it knows the newest twenty.
  anna.jar.delete('ts_device')
  anna.token = (await signsIn('Berta')).body.data.token
  expect(await asks(anna)).toBe('200')
  expect(ended).toHaveLength(3)
  expect(await asks(elsewhere)).toBe('200')
})

test('[A2] a session ends after 12 hours, a remembered one after 30 days; its sockets are told', async () => {
  const short = await signedIn()
  const long = await signedIn('Anna', { remember: true })
  await app.clock.advance(12 * HOUR_MS - 1)
  expect([await asks(short), await asks(long)]).toEqual(['200', '200'])
  const before = ended.length
  await app.clock.advance(1)
  expect([await asks(short), await asks(long)]).toEqual(['401 SESSION_EXPIRED', '200'])
  await app.accounts.sessions.sweep()
  expect(ended.length).toBeGreaterThan(before)
  await app.clock.advance(30 * 24 * HOUR_MS)
  expect(await asks(long)).toBe('401 SESSION_EXPIRED')
})

test('[S1] [A2] however many sessions run out at once, one sweep tells of all of them, each once', async () => {
  await app.accounts.sessions.sweep()
  const atMs = app.clock.nowMs() + 1_000
  const added = await app.db.query<{ id: bigint }>(
    `insert into user_sessions (user_id, token_sha256, cookie_sha256, user_agent, ip, created_at_ms, last_seen_at_ms, expires_at_ms)
     select (select min(id) from users), sha256(('t' || n)::bytea), sha256('c'), '', '127.0.0.1', $1::bigint, $1::bigint, $1::bigint + n % 2
     from generate_series(1, 2500) as n returning id`,
    [atMs],
  )
  await app.clock.advance(2_000)
  ended.length = 0
  await app.accounts.sessions.sweep()
  await app.accounts.sessions.sweep()
  expect([...ended].sort()).toEqual(added.map(({ id }) => id.toString()).sort())
})

test('[A11] ending all sessions of a user ends every one, and nobody else is signed out', async () => {
  const sessions = [await signedIn(), await signedIn(), await signedIn('Anna', { bind: 'address' })]
  const berta = await signedIn('Berta')
  for (const session of sessions) expect(await asks(session)).toBe('200')
  const [anna] = await app.db.query<{ id: bigint }>(`select id from users where username_key = 'anna'`)
  await app.accounts.sessions.endAll(anna?.id ?? 0n)
  for (const session of sessions) expect(await asks(session)).toBe('401 SESSION_EXPIRED')
  expect(await asks(berta)).toBe('200')
})

test('[K2] a user keeps 50 sessions and 20 devices, the oldest go', async () => {
  const first = await signedIn('Berta')
  for (let i = 0; i < 50; i++) await signedIn('Berta')
  expect(await asks(first)).toBe('401 SESSION_EXPIRED')
  const [row] = await app.db.query<{ open: bigint; devices: bigint }>(
    `select (select count(*) from user_sessions s where s.user_id = u.id and revoked_at_ms is null
                                                and expires_at_ms > service_now_ms()) as open,
            (select count(*) from user_devices d where d.user_id = u.id) as devices
     from users u where username_key = 'berta'`,
  )
  expect(row).toEqual({ open: 50n, devices: 20n })
})

test('[K3] user information is of the caller, whatever he asks for', async () => {
  const anna = await signedIn()
  const berta = await signedIn('Berta')
  const bertas = (await berta.get(INFO)).body.data.uid
  for (const query of [`?uid=${bertas}`, '?userId=2', '?id=2']) {
    expect((await anna.get(INFO + query)).body.data.username).toBe('Anna')
  }
})

test('[E6] the number of the balances grows with every change', async () => {
  const anna = await signedIn()
  const before = (await anna.get(INFO)).body.data
  await app.db.query(
    `select ledger_post($1, array['demo'], array['demo_issue'], array[null]::bigint[], array['available'], array[id],
                        array[5000000]::bigint[], array['demo-issue'], array['test'])
     from users where username_key = 'anna'`,
    [app.clock.nowMs()],
  )
  const after = (await anna.get(INFO)).body.data
  expect(after.balances.demo.available).toBe('10005.00')
  expect(after.balanceVersion).toBeGreaterThan(before.balanceVersion)
})

test('[A15] frozen and self-excluded users are blocked from trading, the others are not', async () => {
  const rows = () =>
    app.db.query<{ code: string }>(
      'select code from accounts_trading_block((select array_agg(id) from users))',
    )
  expect(await rows()).toEqual([])
  await app.db.query(`update users set status = 'frozen' where username_key = 'anna'`)
  await app.db.query(
    `update users set self_excluded_until_ms = service_now_ms() + 1000 where username_key = 'berta'`,
  )
  expect((await rows()).map((row) => row.code).sort()).toEqual(['SELF_EXCLUDED', 'USER_FROZEN'])
  await app.clock.advance(1000)
  expect(await rows()).toEqual([{ code: 'USER_FROZEN' }])
})
