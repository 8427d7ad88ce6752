import { ensure } from '@truestrike/core/assert.ts'
import { adminChangePassword, adminLogin, adminProfile } from '@truestrike/protocol/account-endpoints.ts'
import {
  beginAdminTwoFactor,
  confirmAdminTwoFactor,
  endAdminSession,
  endOtherAdminSessions,
  getAdminSecurity,
  listAdminSessions,
  removeAdminTwoFactor,
  renewAdminRecoveryCodes,
} from '@truestrike/protocol/admin-account-endpoints.ts'
import {
  type Administrator,
  createAdministrator,
  disableAdministrator,
  enableAdministrator,
  endAdministratorSessions,
  getAdministrator,
  listAdministrators,
  resetAdministratorPassword,
  resetAdministratorTwoFactor,
  setAdministratorRole,
} from '@truestrike/protocol/administrator-endpoints.ts'
import {
  exportAuditLog,
  getAuditChain,
  getAuditEntry,
  listAuditLog,
} from '@truestrike/protocol/audit-endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reissueAdminPassword } from '../src/admin/first-run.ts'
import { resealFactors } from '../src/admin/reseal-factors.ts'
import { checkAuditChain } from '../src/platform/audit-chain.ts'
import { writeAuditCheck } from '../src/platform/audit-checks.ts'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { createAdminClients } from './admin-clients.ts'
import { enterAt } from './admin-entrance.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { appCode } from './two-factor-app.ts'

const PASSWORD = 'zebra lantern Tuesday'
const MINUTE_MS = 60_000
const INSIDE = { 'x-forwarded-for': '192.0.2.7' }

let app: TestApp
let owner: TestClient
let signIn: ReturnType<typeof createAdminClients>

beforeAll(async () => {
  const env = { ADMIN_NETWORKS: '127.0.0.1,192.0.2.0/24,2001:db8::/32', TRUSTED_PROXIES: '127.0.0.1' }
  app = await createTestApp({ env })
  signIn = createAdminClients(app)
  owner = await signIn()
})
afterAll(() => app.close())

/** Signs in anew; answers the client, or the code of the refusal. */
const enter = (username: string, password: string, code?: string, at = app) =>
  enterAt(at, { username, password, ...(code === undefined ? {} : { code }) })
async function entered(...args: Parameters<typeof enter>): Promise<TestClient> {
  const client = await enter(...args)
  if (typeof client === 'string') throw new Error(`refused: ${client}`)
  return client
}

const listed = async (search: string): Promise<Administrator> =>
  ensure((await owner.ok(listAdministrators, { query: { search } })).administrators[0])

/** A new administrator who has chosen his password. */
async function settled(
  username: string,
  role: 'owner' | 'support' | 'auditor' | 'finance',
): Promise<TestClient> {
  const { oneTimePassword } = await owner.ok(createAdministrator, { body: { username, role } })
  const client = await entered(username, oneTimePassword)
  const body = { currentPassword: oneTimePassword, newPassword: PASSWORD }
  await client.ok(adminChangePassword, { body })
  return client
}

const on = ({ id, version }: Administrator) => ({ params: { id }, body: { version } })

describe('[D2] [D13] administrators and their roles', () => {
  test('one is created with a password that is shown once, opens nothing but its change, and counts for a day', async () => {
    const body = { username: 'Sara', role: 'support' } as const
    const { administrator, oneTimePassword } = await owner.ok(createAdministrator, { body })
    expect(oneTimePassword).toMatch(/^[2-9A-Za-z]{20}$/)
    expect(administrator).toMatchObject({
      ...{ username: 'Sara', role: 'support', ownPermissions: [], isMe: false, mayChange: true },
      ...{ mustChangePassword: true, twoFactor: false, sessions: 0, createdBy: 'administrator' },
    })
    expect(await owner.refused(createAdministrator, { body: { ...body, username: 'SARA' } })).toBe(
      'USERNAME_EXISTS',
    )
    expect(await owner.refused(createAdministrator, { body: { ...body, username: '<b>x' } })).toBe(
      'INVALID_PARAMETERS',
    )
    const sara = await entered('sara', oneTimePassword)
    expect(await sara.refused(listAdminSessions)).toBe('ADMIN_PASSWORD_CHANGE_REQUIRED')
    await sara.ok(adminChangePassword, {
      body: { currentPassword: oneTimePassword, newPassword: PASSWORD },
    })
    expect((await sara.ok(adminProfile)).role).toBe('support')
    expect(await sara.refused(listAdministrators, { query: {} })).toBe('PERMISSION_DENIED')
    const { oneTimePassword: unused } = await owner.ok(createAdministrator, {
      body: { username: 'late', role: 'risk' },
    })
    await app.db.query(`update administrators set password_expires_at_ms = $1 where username = 'late'`, [
      app.clock.nowMs(),
    ])
    expect(await enter('late', unused)).toBe('ADMIN_PASSWORD_EXPIRED')
    const page = { limit: 2, role: 'support', state: 'active' } as const
    const { administrators: found } = await owner.ok(listAdministrators, { query: page })
    expect(found.map(({ username }) => username)).toEqual(['Sara'])
    const first = await owner.ok(listAdministrators, { query: { limit: 2 } })
    const rest = { limit: 2, cursor: ensure(first.nextCursor) }
    const second = await owner.ok(listAdministrators, { query: rest })
    const all = [...first.administrators, ...second.administrators]
    expect(all.map(({ username }) => username)).toEqual(['administrator', 'Sara', 'late'])
    const of = (id: string) => ({ params: { id } })
    for (const administrator of all)
      expect(await owner.ok(getAdministrator, of(administrator.id))).toEqual({ administrator })
    expect(await owner.refused(getAdministrator, of('999999'))).toBe('ADMINISTRATOR_NOT_FOUND')
  })

  test('role, disabling, sessions and password: each takes effect at once, for the version that was looked at', async () => {
    const fred = await settled('fred', 'finance')
    const seen = await listed('fred')
    const asAuditor = { params: { id: seen.id }, body: { version: seen.version, role: 'auditor' } } as const
    const { administrator } = await owner.ok(setAdministratorRole, asAuditor)
    expect(await owner.refused(setAdministratorRole, asAuditor)).toBe('ADMINISTRATOR_CHANGED')
    await fred.ok(listAdministrators, { query: {} })
    expect(await fred.refused(disableAdministrator, on(await listed('sara')))).toBe('PERMISSION_DENIED')

    await owner.ok(endAdministratorSessions, on(administrator))
    expect(await fred.refused(adminProfile)).toBe('ADMIN_SESSION_INVALID')
    const again = await entered('fred', PASSWORD)
    await owner.ok(disableAdministrator, on(await listed('fred')))
    expect(await again.refused(adminProfile)).toBe('ADMIN_SESSION_INVALID')
    expect(await enter('fred', PASSWORD)).toBe('ADMIN_LOGIN_FAILED')
    await owner.ok(enableAdministrator, on(await listed('fred')))
    expect(await again.refused(adminProfile)).toBe('ADMIN_SESSION_INVALID')
    const back = await entered('fred', PASSWORD)
    const { oneTimePassword } = await owner.ok(resetAdministratorPassword, on(await listed('fred')))
    expect(await back.refused(adminProfile)).toBe('ADMIN_SESSION_INVALID')
    expect(await enter('fred', PASSWORD)).toBe('ADMIN_LOGIN_FAILED')
    await entered('fred', oneTimePassword)
    const unknown = { params: { id: '999999' }, body: { version: 1 } }
    expect(await owner.refused(disableAdministrator, unknown)).toBe('ADMINISTRATOR_NOT_FOUND')
  })

  test('[K3] nobody acts on himself, raises himself, or acts on who may do what he may not', async () => {
    const me = await listed('administrator')
    expect(me).toMatchObject({ isMe: true, mayChange: false })
    for (const step of [disableAdministrator, resetAdministratorTwoFactor, endAdministratorSessions])
      expect(await owner.refused(step, on(me))).toBe('ADMINISTRATOR_SELF')
    const down = { params: { id: me.id }, body: { version: me.version, role: 'auditor' } } as const
    expect(await owner.refused(setAdministratorRole, down)).toBe('ADMINISTRATOR_SELF')

    // Somebody who manages administrators, and no more than support may do.
    const clerk = await settled('clerk', 'support')
    await app.db.query(
      `update administrators set permissions = '{roles,users,balances:read}' where username = 'clerk'`,
    )
    expect(await clerk.refused(createAdministrator, { body: { username: 'evil', role: 'owner' } })).toBe(
      'PERMISSION_DENIED',
    )
    const { administrator } = await owner.ok(createAdministrator, {
      body: { username: 'junior', role: 'auditor' },
    })
    expect(await clerk.refused(resetAdministratorPassword, on(administrator))).toBe('PERMISSION_DENIED')
    await app.db.query(`update administrators set permissions = '{users:read}' where username = 'junior'`)
    const raise = { ...on(administrator), body: { version: administrator.version, role: 'owner' } } as const
    expect(await clerk.refused(setAdministratorRole, raise)).toBe('PERMISSION_DENIED')
    await clerk.ok(disableAdministrator, on(administrator))
    expect(await clerk.refused(resetAdministratorPassword, on(me))).toBe('PERMISSION_DENIED')
  })

  test('the last owner stays; of two owners who demote each other at once one is left', async () => {
    const rival = await settled('rival', 'owner')
    const [me, other] = [await listed('administrator'), await listed('rival')]
    const down = ({ id, version }: Administrator) => ({
      params: { id },
      body: { version, role: 'auditor' as const },
    })
    const answers = await Promise.all([
      owner.call(setAdministratorRole, down(other)),
      rival.call(setAdministratorRole, down(me)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const owners = await app.db.query<{ username: string }>(
      `select username from administrators where role = 'owner' and not disabled`,
    )
    expect(owners.length).toBe(1)
    // Back as it was: by hand, as the one who is left may be either.
    await app.db.query(`update administrators set role = 'owner' where username in ('administrator')`)
    await app.db.query(
      `update administrators set role = 'auditor', permissions = '{roles}' where username = 'rival'`,
    )
    await app.db.query(`update administrators set permissions = '{roles}' where username = 'administrator'`)
    expect(await rival.refused(disableAdministrator, on(await listed('administrator')))).toBe(
      'ADMINISTRATOR_LAST_OWNER',
    )
    await app.db.query(`update administrators set permissions = '{}' where username = 'administrator'`)
  })
})

describe('[D2] [A13] second factor of administrators', () => {
  let tina: TestClient
  let secret = ''
  let codes: string[] = []
  const code = (steps = 0) => appCode(secret, app.clock.nowMs() + steps * 30_000)

  test('is set up with password and code, then asked for at sign-in and for a new password; a code counts once', async () => {
    tina = await settled('tina', 'finance')
    const other = await entered('tina', PASSWORD)
    expect(await tina.refused(beginAdminTwoFactor, { body: { password: 'wrong one' } })).toBe(
      'INVALID_PARAMETERS',
    )
    const begun = await tina.ok(beginAdminTwoFactor, { body: { password: PASSWORD } })
    secret = begun.secret
    expect(begun.uri).toContain(`secret=${secret}`)
    expect(await tina.refused(confirmAdminTwoFactor, { body: { code: '000000' } })).toBe('TWO_FACTOR_WRONG')
    codes = (await tina.ok(confirmAdminTwoFactor, { body: { code: code() } })).recoveryCodes
    expect(await other.refused(adminProfile)).toBe('ADMIN_SESSION_INVALID')
    expect((await tina.ok(getAdminSecurity)).twoFactor).toEqual({
      on: true,
      required: false,
      recoveryCodesLeft: 10,
    })
    expect(await tina.refused(beginAdminTwoFactor, { body: { password: PASSWORD } })).toBe(
      'TWO_FACTOR_CHANGED',
    )

    expect(await enter('tina', 'wrong one')).toBe('ADMIN_LOGIN_FAILED')
    expect(await enter('tina', PASSWORD)).toBe('TWO_FACTOR_REQUIRED')
    expect(await enter('tina', PASSWORD, code())).toBe('TWO_FACTOR_WRONG')
    await entered('tina', PASSWORD, code(1))
    await entered('tina', PASSWORD, codes[0])
    expect(await enter('tina', PASSWORD, codes[0])).toBe('TWO_FACTOR_WRONG')
    const change = { currentPassword: PASSWORD, newPassword: 'another long one' }
    expect(await tina.refused(adminChangePassword, { body: change })).toBe('TWO_FACTOR_REQUIRED')
    await tina.ok(adminChangePassword, { body: { ...change, code: ensure(codes[1]) } })
    await tina.ok(adminChangePassword, {
      body: { currentPassword: 'another long one', newPassword: PASSWORD, code: ensure(codes[2]) },
    })
    const again = { body: { password: PASSWORD, code: ensure(codes[3]) } }
    codes = (await tina.ok(renewAdminRecoveryCodes, again)).recoveryCodes
    expect(await enter('tina', PASSWORD, again.body.code)).toBe('TWO_FACTOR_WRONG')
    // Turned off by himself, and on again.
    await tina.ok(removeAdminTwoFactor, { body: { password: PASSWORD, code: ensure(codes[0]) } })
    await entered('tina', PASSWORD)
    secret = (await tina.ok(beginAdminTwoFactor, { body: { password: PASSWORD } })).secret
    await tina.ok(confirmAdminTwoFactor, { body: { code: code() } })
    const [row] = await app.db.query<{ secret: string }>('select secret from admin_two_factor')
    expect(row?.secret).not.toContain(secret)
    expect(await resealFactors(app)).toBe(0)
  })

  test('another owner removes a lost one; the owner’s own goes by the command alone', async () => {
    await owner.ok(resetAdministratorTwoFactor, on(await listed('tina')))
    expect(await tina.refused(adminProfile)).toBe('ADMIN_SESSION_INVALID')
    const relieved = await entered('tina', PASSWORD)
    expect(
      await relieved.refused(renewAdminRecoveryCodes, { body: { password: PASSWORD, code: '000000' } }),
    ).toBe('TWO_FACTOR_CHANGED')
    const lone = await owner.ok(beginAdminTwoFactor, { body: { password: 'an administrator’s password' } })
    await owner.ok(confirmAdminTwoFactor, { body: { code: appCode(lone.secret, app.clock.nowMs()) } })
    const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } })
    const { dataDir } = app.config
    const parts = { ...app, hasher, random: systemRandom, dataDir, publicUrl: 'http://localhost:3000' }
    const kept = ensure((await reissueAdminPassword(parts)).adminPassword)
    expect(await enter('administrator', kept)).toBe('TWO_FACTOR_REQUIRED')
    const { adminPassword } = await reissueAdminPassword(parts, { removesTwoFactor: true })
    const currentPassword = ensure(adminPassword)
    owner = await entered('administrator', currentPassword)
    await owner.ok(adminChangePassword, { body: { currentPassword, newPassword: PASSWORD } })
  })

  test('a site that asks it of all lets nobody do anything before it is set up, and nobody turn it off', async () => {
    const strict = await createTestApp({
      beside: app,
      env: { ADMIN_TWO_FACTOR_REQUIRED: 'true', TRUSTED_PROXIES: '127.0.0.1' },
    })
    try {
      const client = await entered('tina', PASSWORD, undefined, strict)
      expect((await client.ok(adminProfile)).mustSetUpTwoFactor).toBe(true)
      expect(await client.refused(listAdminSessions)).toBe('ADMIN_TWO_FACTOR_REQUIRED')
      const begun = await client.ok(beginAdminTwoFactor, { body: { password: PASSWORD } })
      const shown = (steps = 0) => appCode(begun.secret, app.clock.nowMs() + steps * 30_000)
      await client.ok(confirmAdminTwoFactor, { body: { code: shown() } })
      expect((await client.ok(adminProfile)).mustSetUpTwoFactor).toBe(false)
      await client.ok(listAdminSessions)
      const off = { body: { password: PASSWORD, code: shown(1) } }
      expect(await client.refused(removeAdminTwoFactor, off)).toBe('ADMIN_TWO_FACTOR_REQUIRED')
    } finally {
      await strict.close()
    }
    await owner.ok(resetAdministratorTwoFactor, on(await listed('tina')))
    await entered('tina', PASSWORD)
  })
})

describe('[D2] sessions and networks of administrators', () => {
  test('his own are listed and ended, nobody else’s; what a page asks by itself keeps none of them awake', async () => {
    const nora = await settled('nora', 'auditor')
    const second = await entered('nora', PASSWORD)
    const { sessions } = await nora.ok(listAdminSessions)
    expect(sessions.map(({ current }) => current)).toEqual([false, true])
    const [own] = (await owner.ok(listAdminSessions)).sessions
    expect(await nora.refused(endAdminSession, { params: { id: ensure(own).id } })).toBe('NOT_FOUND')
    expect(await nora.refused(endAdminSession, { params: { id: ensure(sessions[1]).id } })).toBe('NOT_FOUND')
    await nora.ok(endAdminSession, { params: { id: ensure(sessions[0]).id } })
    expect(await second.refused(adminProfile)).toBe('ADMIN_SESSION_INVALID')
    await entered('nora', PASSWORD)
    expect(await nora.ok(endOtherAdminSessions)).toEqual({ ended: 1 })

    const unattended = { headers: { 'x-unattended': '1' } }
    // Their last sign of life is moved back: minutes of a whole app are long.
    const pass = (minutes: number) =>
      app.db.query('update admin_sessions set last_seen_at_ms = last_seen_at_ms - $1', [minutes * MINUTE_MS])
    await pass(10)
    await owner.ok(adminProfile)
    await nora.ok(adminProfile, unattended)
    await pass(6)
    expect(await nora.refused(adminProfile, unattended)).toBe('ADMIN_SESSION_INVALID')
    await owner.ok(adminProfile)
  })

  test('from outside of the networks nothing is answered, not even to the right password', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    expect(await owner.refused(adminProfile, from('203.0.113.9'))).toBe('ADMIN_NETWORK_REFUSED')
    expect(await owner.refused(adminProfile, from('2001:db9::1'))).toBe('ADMIN_NETWORK_REFUSED')
    const body = { username: 'administrator', password: PASSWORD }
    expect(await app.client().refused(adminLogin, { body, ...from('198.51.100.1') })).toBe(
      'ADMIN_NETWORK_REFUSED',
    )
    for (const address of ['192.0.2.200', '::ffff:192.0.2.4', '2001:db8:7::1'])
      await owner.ok(adminProfile, from(address))
  })
})

describe('[D14] [P7] the audit log', () => {
  const find = async (query: object) => (await owner.ok(listAuditLog, { query })).entries
  const actions = async (query: object) => (await find(query)).map(({ action }) => action)

  test('tells who did what to what, when, from where, before and after; newest first, page by page', async () => {
    await owner.ok(adminProfile, { headers: INSIDE })
    const { id } = await listed('fred')
    const [role] = await find({ subject: `administrator:${id}`, action: 'admin.change-role' })
    expect(role).toMatchObject({
      ...{ actorKind: 'admin', actor: { name: 'administrator' }, subject: `administrator:${id}` },
      ...{ before: { role: 'finance' }, after: { role: 'auditor' } },
    })
    expect(new Set(await actions({ who: 'NOR' }))).toEqual(
      new Set(['admin.login', 'admin.change-password', 'admin.end-sessions']),
    )
    expect(await actions({ who: 'nobody-at-all' })).toEqual([])
    expect(await actions({ action: 'admin.%' })).toEqual([])
    expect(await actions({ actorKind: 'system', action: 'admin.create' })).toEqual(['admin.create'])
    const at = ensure(role).timeMs
    expect(await actions({ action: 'admin.change-role', toMs: at })).toEqual([])
    expect((await actions({ fromMs: at, subject: 'administrator:' })).length).toBeGreaterThan(5)

    const first = await owner.ok(listAuditLog, { query: { limit: 5 } })
    const next = await owner.ok(listAuditLog, { query: { limit: 5, cursor: ensure(first.nextCursor) } })
    const entry = ensure(next.entries[0])
    expect(await owner.ok(getAuditEntry, { params: { id: entry.id } })).toEqual({ entry })
    expect(await owner.refused(getAuditEntry, { params: { id: '9'.repeat(18) } })).toBe('REVIEW_NOT_FOUND')
    const ids = [...first.entries, ...next.entries].map((entry) => Number(entry.id))
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(10)
  })

  test('as a file it has every row and its hash, and that it was taken is in it; the chain shows what was verified last', async () => {
    const before = await owner.ok(getAuditChain)
    expect(before.lastCheck).toBeNull()
    const response = await owner.raw('GET', `${exportAuditLog.path}?action=admin.`)
    const lines = response.body.trim().split('\r\n')
    const [{ n = 0 } = {}] = await app.db.query<{ n: number }>(
      `select count(*)::int4 as n from audit_log where action like 'admin.%'`,
    )
    expect(lines.length - 1).toBe(n)
    expect(lines[0]).toContain('id,time_utc,')
    expect(lines[1]).toMatch(/,[0-9a-f]{64}$/)
    expect(await actions({ action: 'audit-log.export' })).toEqual(['audit-log.export'])
    for (const word of [PASSWORD, 'x-unattended']) expect(response.body).not.toContain(word)

    const chain = await checkAuditChain(app.db)
    expect(chain.fault).toBeNull()
    await writeAuditCheck(app.db, chain)
    const { newest, lastCheck } = await owner.ok(getAuditChain)
    expect(lastCheck).toMatchObject({ rows: chain.rows, fault: null, newest })
    await expect(app.db.query('delete from audit_checks')).rejects.toThrow()
  })
})
