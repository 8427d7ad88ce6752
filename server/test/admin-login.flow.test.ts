import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prepareFirstRun, reissueAdminPassword } from '../src/admin/first-run.ts'
import { firstRunPath } from '../src/admin/first-run-file.ts'
import { CommitUnknownError } from '../src/platform/db-error.ts'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { holdStatement } from './held-statement.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'
import { openTestDb } from './test-database.ts'

const LOGIN = '/api/admin/login'
const PROFILE = '/api/admin/profile'
const PASSWORD = '/api/admin/profile/password'
const NEW_PASSWORD = 'a long new password'
const MINUTE_MS = 60_000

let app: AccountsApp

beforeEach(async () => {
  app = await openAccountsApp({ jobs: false })
})
afterEach(() => app.close())

const file = async () => JSON.parse(await readFile(firstRunPath(app.dataDir), 'utf8'))
const browserAt = (ip?: string) => createTestBrowser(app.http.app, ip)

async function signIn(password: string | undefined, browser = browserAt(), username = 'administrator') {
  const answer = await browser.post(LOGIN, { username, password })
  if (answer.status === 200) browser.token = answer.body.data.token
  return { ...answer, browser }
}

/** An administrator who has replaced his one-time password. */
async function settled(): Promise<TestBrowser> {
  const { browser } = await signIn(app.firstRun.adminPassword)
  const answer = await browser.post(PASSWORD, {
    currentPassword: app.firstRun.adminPassword,
    newPassword: NEW_PASSWORD,
  })
  expect(answer.body).toEqual({ success: true, data: {} })
  return browser
}

async function asks(browser: TestBrowser): Promise<string> {
  const { status, body } = await browser.get(PROFILE)
  return body.success ? String(status) : `${status} ${body.code}`
}

describe('[D2] the first administrator', () => {
  test('is kept with the invite link in a file only its owner can read', async () => {
    expect(app.firstRun.created).toBe(true)
    expect((await stat(firstRunPath(app.dataDir))).mode & 0o777).toBe(0o600)
    expect(await file()).toEqual({
      inviteCode: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/),
      inviteLink: `http://localhost:3000/login/register?code=${app.firstRun.inviteCode}`,
      adminUsername: 'administrator',
      adminPassword: expect.stringMatching(/^[2-9A-Za-z]{20}$/),
    })
  })

  test('is created once, also by several processes starting at once', async () => {
    const again = await Promise.all(Array.from({ length: 4 }, () => prepareFirstRun(app.firstRunParts)))
    for (const result of again) expect(result).toEqual({ ...app.firstRun, created: false })
    const rows = await app.db.query('select 1 from administrators')
    const codes = await app.db.query('select 1 from invite_codes')
    expect([rows.length, codes.length]).toEqual([1, 1])
  })

  test('[O5] [S-6] is prepared without hashing inside a transaction, which would hold up every other process', async () => {
    const inside = new AsyncLocalStorage<true>()
    const { db, hasher } = app.firstRunParts
    const verified: (true | undefined)[] = []
    const parts = {
      ...app.firstRunParts,
      db: { ...db, tx: ((work) => inside.run(true, () => db.tx(work))) as typeof db.tx },
      hasher: {
        hash: async (password: string, ip: string | null) => {
          verified.push(inside.getStore())
          return await hasher.hash(password, ip)
        },
        verify: async (stored: string | null, password: string, ip: string | null) => {
          verified.push(inside.getStore())
          return await hasher.verify(stored, password, ip)
        },
      },
    }
    expect(await prepareFirstRun(parts)).toEqual({ ...app.firstRun, created: false })
    expect(verified).toEqual([undefined, undefined])
  })

  test('[O5] [S-6] is prepared although the answer to a commit is lost, whether it took place or not', async () => {
    const { db } = app.firstRunParts
    for (const isCommitted of [true, false]) {
      let isLost = false
      const tx: typeof db.tx = async (work) => {
        if (isLost) return await db.tx(work)
        isLost = true
        if (isCommitted) await db.tx(work)
        throw new CommitUnknownError(new Error('the line was cut'))
      }
      const result = await prepareFirstRun({ ...app.firstRunParts, db: { ...db, tx } })
      expect(result).toEqual({ ...app.firstRun, created: false })
      expect(isLost).toBe(true)
    }
  })

  test('signs in with the one-time password, which then disappears from the file', async () => {
    const { status, body, browser } = await signIn(app.firstRun.adminPassword)
    expect(status).toBe(200)
    expect(body.data.admin).toEqual({
      username: 'administrator',
      role: 'owner',
      permissions: ['*'],
      mustChangePassword: true,
      mustSetUpTwoFactor: false,
    })
    expect(await file()).toEqual({
      inviteCode: app.firstRun.inviteCode,
      inviteLink: app.firstRun.inviteLink,
      adminUsername: 'administrator',
    })
    expect((await stat(firstRunPath(app.dataDir))).mode & 0o777).toBe(0o600)
    expect((await prepareFirstRun(app.firstRunParts)).adminPassword).toBeUndefined()
    expect(browser.jar.get('ts_admin_session')).toMatch(/^[\w-]{43}$/)
  })

  test('[B-8] must change it before anything else; then it no longer counts, nor do his other sessions', async () => {
    const first = (await signIn(app.firstRun.adminPassword)).browser
    const second = (await signIn(app.firstRun.adminPassword)).browser
    expect(await asks(first)).toBe('403 ADMIN_PASSWORD_CHANGE_REQUIRED')
    const change = (currentPassword?: string, newPassword = NEW_PASSWORD) =>
      first.post(PASSWORD, { currentPassword, newPassword })
    expect((await change('wrong password')).body).toMatchObject({
      code: 'INVALID_PARAMETERS',
      details: { fields: [{ field: 'currentPassword', rule: 'correct' }] },
    })
    expect(
      (await change(app.firstRun.adminPassword, app.firstRun.adminPassword)).body.details.fields,
    ).toEqual([{ field: 'newPassword', rule: 'different' }])
    expect((await change(app.firstRun.adminPassword, 'too short')).status).toBe(400)
    for (const easy of ['aaaaaaaaaa', 'Password123', 'a'.repeat(200)])
      expect((await change(app.firstRun.adminPassword, easy)).body.code).toBe('PASSWORD_WEAK')
    expect(await asks(first)).toBe('403 ADMIN_PASSWORD_CHANGE_REQUIRED')
    expect((await change(app.firstRun.adminPassword)).status).toBe(200)
    expect(await asks(first)).toBe('200')
    expect(await asks(second)).toBe('403 ADMIN_SESSION_INVALID')
    expect((await signIn(app.firstRun.adminPassword)).body.code).toBe('ADMIN_LOGIN_FAILED')
    expect((await signIn(NEW_PASSWORD)).body.data.admin.mustChangePassword).toBe(false)
  })

  test('has 24 hours; who does not know the password does not hear of it', async () => {
    await app.clock.advance(24 * 60 * MINUTE_MS - 1)
    expect((await signIn(app.firstRun.adminPassword)).status).toBe(200)
    await app.clock.advance(1)
    expect(await signIn(app.firstRun.adminPassword)).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_PASSWORD_EXPIRED' },
    })
    expect((await signIn('wrong password')).body.code).toBe('ADMIN_LOGIN_FAILED')
    expect((await prepareFirstRun(app.firstRunParts)).adminPassword).toBeUndefined()
  })

  test('of each of two databases with one folder keeps his own password', async () => {
    const other = await openTestDb()
    try {
      const path = firstRunPath(app.dataDir)
      const elsewhere = { ...app.firstRunParts, db: other.db }
      const second = await prepareFirstRun(elsewhere)
      expect((await file()).adminPassword).toBe(second.adminPassword)
      const aside = join(app.dataDir, `first-run.${app.firstRun.inviteCode}.json`)
      expect((await stat(aside)).mode & 0o777).toBe(0o600)
      const { created: _, ...first } = app.firstRun
      expect(await prepareFirstRun(app.firstRunParts)).toEqual({ ...first, created: false })
      expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(first)
      expect((await prepareFirstRun(elsewhere)).adminPassword).toBe(second.adminPassword)
      // Used while the other database's is in the file: gone from where it was kept, and only that one.
      expect((await signIn(app.firstRun.adminPassword)).status).toBe(200)
      expect(await readFile(aside, 'utf8')).not.toContain(app.firstRun.adminPassword)
      expect((await file()).adminPassword).toBe(second.adminPassword)
      expect((await prepareFirstRun(app.firstRunParts)).adminPassword).toBeUndefined()
      expect((await prepareFirstRun(elsewhere)).adminPassword).toBe(second.adminPassword)
      // A password that a command with another folder has replaced is nobody's.
      const folder = await mkdtemp(join(tmpdir(), 'ts-elsewhere-'))
      await reissueAdminPassword({ ...elsewhere, dataDir: folder })
      await rm(folder, { recursive: true })
      expect((await prepareFirstRun(elsewhere)).adminPassword).toBeUndefined()
      expect(await readdir(app.dataDir)).toEqual(['first-run.json'])
    } finally {
      await other.drop()
    }
  })

  test('gets a new one by the command, which ends his sessions', async () => {
    const browser = await settled()
    const issued = await reissueAdminPassword(app.firstRunParts)
    expect(await asks(browser)).toBe('403 ADMIN_SESSION_INVALID')
    expect((await signIn(NEW_PASSWORD)).body.code).toBe('ADMIN_LOGIN_FAILED')
    expect((await file()).adminPassword).toBe(issued.adminPassword)
    expect((await signIn(issued.adminPassword)).body.data.admin.mustChangePassword).toBe(true)
  })
})

describe('[D1] administrators’ sessions', () => {
  test('[K6] who is disabled or gets another password while he signs in is not signed in', async () => {
    await settled()
    const sessions = () => app.db.query('select 1 from admin_sessions where revoked_at_ms is null')
    const before = (await sessions()).length
    for (const change of ['disabled = true', `disabled = false, password_hash = 'another'`]) {
      await app.db.query('update administrators set disabled = false')
      const held = holdStatement(app.db, /admin_two_factor/)
      const answer = signIn(NEW_PASSWORD)
      await held.reached
      await app.db.query(`update administrators set ${change}`)
      held.release()
      expect((await answer).body.code).toBe('ADMIN_LOGIN_FAILED')
    }
    expect(await sessions()).toHaveLength(before)
  })

  test('wrong credentials: 401, alike for a known and an unknown name', async () => {
    for (const username of ['administrator', 'somebody']) {
      expect(await signIn('wrong password', browserAt(), username)).toMatchObject({
        status: 401,
        body: { code: 'ADMIN_LOGIN_FAILED' },
      })
    }
  })

  test('[K6] without its cookie, with a foreign one, malformed or of a user: 403 ADMIN_SESSION_INVALID', async () => {
    const admin = await settled()
    const token = admin.token ?? ''
    const other = browserAt()
    for (const [bearer, cookie] of [
      [token, ''],
      [token, 'C'.repeat(43)],
      ['T'.repeat(43), admin.jar.get('ts_admin_session') ?? ''],
      ['short', 'short'],
    ] as const) {
      other.token = bearer
      other.jar.set('ts_admin_session', cookie)
      expect(await asks(other)).toBe('403 ADMIN_SESSION_INVALID')
    }
    other.token = null
    expect(await asks(other)).toBe('403 ADMIN_SESSION_INVALID')
    expect(await asks(admin)).toBe('200')
  })

  test('an administrator’s token opens nothing of a user, and a user’s nothing of administrators', async () => {
    const admin = await settled()
    expect((await admin.get('/api/layout/user-info')).body.code).toBe('UNAUTHORIZED')
    const user = browserAt()
    const { inviteCode } = app.firstRun
    await user.post('/api/login/register', {
      username: 'Anna',
      email: 'anna@example.com',
      password: 'secret1',
      inviteCode,
    })
    user.token = (
      await user.post('/api/login/login', { username: 'Anna', password: 'secret1' })
    ).body.data.token
    expect(await asks(user)).toBe('403 ADMIN_SESSION_INVALID')
    user.jar.set('ts_admin_session', user.jar.get('ts_session') ?? '')
    expect(await asks(user)).toBe('403 ADMIN_SESSION_INVALID')
    expect((await signIn('secret1', browserAt(), 'Anna')).body.code).toBe('ADMIN_LOGIN_FAILED')
  })

  test('[D2] end after 15 idle minutes, not before, and 12 hours in all', async () => {
    const browser = await settled()
    for (let i = 0; i < 4; i++) {
      await app.clock.advance(14 * MINUTE_MS)
      expect(await asks(browser)).toBe('200')
    }
    await app.clock.advance(15 * MINUTE_MS + 1)
    expect(await asks(browser)).toBe('403 ADMIN_SESSION_INVALID')
    const busy = (await signIn(NEW_PASSWORD)).browser
    for (let minutes = 0; minutes < 12 * 60; minutes += 12) {
      expect(await asks(busy)).toBe('200')
      await app.clock.advance(12 * MINUTE_MS)
    }
    expect(await asks(busy)).toBe('403 ADMIN_SESSION_INVALID')
  })

  test('end by logout and when the administrator is disabled', async () => {
    const browser = await settled()
    const [token, cookie] = [browser.token, browser.jar.get('ts_admin_session') ?? '']
    const other = (await signIn(NEW_PASSWORD)).browser
    expect((await browser.post('/api/admin/logout')).status).toBe(200)
    expect(browser.jar.has('ts_admin_session')).toBe(false)
    browser.token = token
    browser.jar.set('ts_admin_session', cookie)
    expect(await asks(browser)).toBe('403 ADMIN_SESSION_INVALID')
    expect(await asks(other)).toBe('200')
    await app.db.query('update administrators set disabled = true')
    expect(await asks(other)).toBe('403 ADMIN_SESSION_INVALID')
    expect((await signIn(NEW_PASSWORD)).body.code).toBe('ADMIN_LOGIN_FAILED')
  })

  test('[A15] ten failures lock the administrator for this address only, changing the password included', async () => {
    const browser = await settled()
    for (let i = 0; i < 5; i++) await signIn(`wrong${i}x`)
    const change = () =>
      browser.post(PASSWORD, { currentPassword: 'guess guess', newPassword: 'another long one' })
    for (let i = 0; i < 5; i++) expect((await change()).status).toBe(400)
    expect(await change()).toMatchObject({ status: 429, body: { code: 'ACCOUNT_LOCKED' } })
    const locked = await signIn(NEW_PASSWORD)
    expect(locked).toMatchObject({ status: 429, body: { code: 'ACCOUNT_LOCKED' } })
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
    await app.clock.advance(15 * MINUTE_MS)
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
  })
})

test('[D2 K5] every act is in the audit log, which cannot be changed, and no secret is in it or in the log', async () => {
  const browser = await settled()
  await browser.post('/api/admin/logout')
  const { adminPassword = '' } = await reissueAdminPassword(app.firstRunParts)
  const rows = await app.db.query<{ action: string }>('select action from audit_log order by id')
  expect(rows.map((row) => row.action)).toEqual([
    'admin.create',
    'admin.login',
    'admin.change-password',
    'admin.logout',
    'admin.reset-password',
  ])
  await expect(app.db.query(`update audit_log set action = 'x'`)).rejects.toThrow()
  const [all] = await app.db.query<{ text: string }>(
    `select (select string_agg(l::text, ' ') from audit_log l) || (select string_agg(s::text, ' ') from admin_sessions s)
            || (select string_agg(a::text, ' ') from administrators a) as text`,
  )
  for (const secret of [app.firstRun.adminPassword ?? '', NEW_PASSWORD, adminPassword, browser.token ?? '']) {
    expect(all?.text).not.toContain(secret)
    expect(app.logged()).not.toContain(secret)
  }
})

test('[D14] [D2] [A15] a refused sign-in is in the audit log with its address, a lock once, and nothing that was typed', async () => {
  await settled()
  const typed = ['hunter2-as-a-name', 'a wrong password', 'a guess at the old one']
  await signIn('whatever', browserAt('203.0.113.7'), typed[0])
  for (let i = 0; i < 12; i++) await signIn(typed[1], browserAt('203.0.113.8'))
  await app.clock.advance(15 * MINUTE_MS)
  const { browser } = await signIn(NEW_PASSWORD)
  await browser.post(PASSWORD, { currentPassword: typed[2], newPassword: 'another long one' })
  const { adminPassword } = await reissueAdminPassword(app.firstRunParts)
  await app.clock.advance(24 * 60 * MINUTE_MS)
  await signIn(adminPassword, browserAt('203.0.113.9'))
  const rows = await app.db.query<{ action: string; subject: string; ip: string; actor: string }>(
    `select action, subject, ip, actor_kind as actor from audit_log
     where action in ('admin.login-failed', 'admin.login-expired', 'admin.change-password-failed', 'admin.lock') order by id`,
  )
  const [admin] = await app.db.query<{ id: bigint }>('select id from administrators')
  const known = { subject: `administrator:${admin?.id}`, actor: 'system' }
  const failed = { ...known, action: 'admin.login-failed', ip: '203.0.113.8' }
  expect(rows).toEqual([
    { ...failed, subject: 'administrator:unknown', ip: '203.0.113.7' },
    ...Array.from({ length: 10 }, () => failed),
    { ...failed, action: 'admin.lock' },
    { ...known, action: 'admin.change-password-failed', ip: '203.0.113.10' },
    { ...known, action: 'admin.login-expired', ip: '203.0.113.9' },
  ])
  const [all] = await app.db.query<{ text: string }>(
    `select string_agg(l::text, ' ') as text from audit_log l`,
  )
  for (const secret of [...typed, adminPassword ?? '']) expect(all?.text).not.toContain(secret)
})
