import { ensure } from '@truestrike/core/assert.ts'
import { getInvitations } from '@truestrike/protocol/invitation-endpoints.ts'
import { excludeMyself, setOwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { listNotices } from '@truestrike/protocol/notice-endpoints.ts'
import { freezeUser } from '@truestrike/protocol/people-acts-endpoints.ts'
import {
  countIdentityChecks,
  exportTeams,
  exportUsers,
  getIdentityPaper,
  getTeam,
  getUser,
  listIdentityChecks,
  listTeams,
  listUserLedger,
  listUserLogins,
  listUserSessions,
  listUsers,
  listWaitingIdentities,
  refuseIdentity,
  verifyIdentity,
} from '@truestrike/protocol/people-endpoints.ts'
import { getIdentity, updateProfile } from '@truestrike/protocol/profile-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FundsUser } from './funds-app.ts'
import { handIn, lookAt } from './identity-papers.ts'
import { because, createPeopleApp, type PeopleApp } from './people-app.ts'
import type { TestClient } from './test-client.ts'

let app: PeopleApp
let mira: FundsUser
let noor: FundsUser
beforeAll(async () => {
  app = await createPeopleApp()
  mira = await app.user('mira', '100')
  noor = await app.user('noor')
  await noor.client.ok(updateProfile, { body: { nickname: 'N', bio: 'likes gold', phone: '+4479460958' } })
})
afterAll(async () => {
  expect(app.logged).toEqual([])
  await app.close()
})

const names = async (query: Parameters<typeof ask>[1] = {}, by = app.anna) =>
  (await ask(by, query)).users.map(({ username }) => username)
const ask = (by: TestClient, query: object) => by.ok(listUsers, { query: query as { limit?: number } })
const codeOf = async ({ client }: FundsUser) => (await client.ok(getInvitations)).code

async function invited(name: string, by: FundsUser): Promise<FundsUser> {
  const client = app.client()
  await client.join(name, await codeOf(by))
  const [row] = await app.db.query<{ id: bigint; uid: string }>(
    'select id, uid from users where username = $1',
    [name],
  )
  const { id: userId, uid } = ensure(row)
  return { client, userId, uid, name, balances: () => Promise.reject(new Error('not asked for')) }
}

test('[D6] [B-9] users are found by number, name, address and telephone, filtered, sorted and paged', async () => {
  await app.clock.advance(60_000)
  await invited('nora', mira)
  expect(await names()).toEqual(['nora', 'noor', 'mira'])
  expect(await names({ sort: 'joined' })).toEqual(['mira', 'noor', 'nora'])
  for (const [search, found] of [
    [mira.uid, ['mira']],
    ['NO', ['nora', 'noor']],
    ['oor', ['noor']],
    ['Or', []],
    ['ora', ['nora']],
    ['noor@exa', ['noor']],
    ['or@example', ['noor']],
    ['+44 7946', ['noor']],
    ['46095', ['noor']],
    ['44794', ['noor']],
    ['nobody', []],
  ] as const)
    expect([search, await names({ search })]).toEqual([search, found])
  expect(await names({ team: mira.uid })).toEqual(['nora'])
  expect(await names({ fromMs: app.clock.nowMs() - 30_000 })).toEqual(['nora'])
  expect(await app.anna.refused(listUsers, { query: { team: '1000000000' } })).toBe('USER_NOT_FOUND')

  await app.client().login('noor')
  for (const sort of ['-joined', 'joined', '-seen', 'seen'] as const) {
    const whole = await names({ sort, limit: 50 })
    const paged: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ask(app.anna, { sort, limit: 1, ...(cursor === undefined ? {} : { cursor }) })
      paged.push(...page.users.map(({ username }) => username))
      cursor = page.nextCursor
    }
    expect([sort, paged]).toEqual([sort, whole])
  }
  const { users } = await ask(app.anna, { search: 'mira' })
  expect(users).toMatchObject([
    {
      ...{ uid: mira.uid, status: 'active', identity: 'none', invitedByUid: null },
      real: '100.00',
      demo: '10000.00',
    },
  ])
})

test('[D6] one user comes with profile, balances, sessions, sign-ins and ledger', async () => {
  const params = { uid: noor.uid }
  const { user } = await app.anna.ok(getUser, { params })
  expect(user).toMatchObject({
    ...{
      username: 'noor',
      nickname: 'N',
      bio: 'likes gold',
      email: 'noor@example.com',
      phone: '+4479460958',
    },
    ...{ twoFactor: false, secondFor: { adjustBalance: true, resetTwoFactor: true }, adjustLimit: '5000.00' },
    balances: { demo: { available: '10000.00' }, real: { available: '0.00' } },
  })
  const { sessions } = await app.anna.ok(listUserSessions, { params })
  expect(sessions).toMatchObject([{ method: 'password' }, { method: 'password' }])
  const { logins } = await app.anna.ok(listUserLogins, { params, query: { limit: 1 } })
  expect(logins).toMatchObject([{ outcome: 'signed-in' }])
  const { entries } = await app.anna.ok(listUserLedger, { params: { uid: mira.uid }, query: {} })
  expect(entries).toMatchObject([{ kind: 'deposit', change: '100.00', available: '100.00' }])
  for (const endpoint of [getUser, listUserSessions, listUserLogins, listUserLedger, listIdentityChecks])
    expect(
      await app.anna.refused<unknown, unknown, unknown>(endpoint, { params: { uid: '1000000000' } }),
    ).toBe('USER_NOT_FOUND')
})

test('[D6] [B-9] limits and breaks that a user has set are shown to who helps that user', async () => {
  const own = await app.user('lena')
  await own.client.ok(setOwnLimits, { body: { book: 'real', maxStake: '25.5', dailyLoss: '100' } })
  await own.client.ok(excludeMyself, { body: { days: 7 } })
  await app.allow('bert', 'users:read')
  const { user } = await app.bert.ok(getUser, { params: { uid: own.uid } })
  await app.allow('bert', '*')
  expect(user.limits).toMatchObject({
    real: { maxStake: '25.50', dailyLoss: '100.00', lostToday: '0.00' },
    demo: { maxStake: null, dailyLoss: null },
  })
  expect(user.limits.excludedUntilMs).toBeGreaterThan(app.clock.nowMs())
})

test('[D6] [D13] who only looks sees addresses masked, finds nobody by them and gets none in files', async () => {
  await app.allow('bert', 'users:read')
  const { user } = await app.bert.ok(getUser, { params: { uid: noor.uid } })
  expect(user).toMatchObject({ email: 'n***@example.com', phone: '***958' })
  expect(await names({ search: 'noor@exa' }, app.bert)).toEqual([])
  expect(await names({ search: '44794' }, app.bert)).toEqual([])
  expect(await names({ search: 'or@example' }, app.bert)).toEqual([])
  const file = await app.bert.raw('GET', exportUsers.path)
  expect(file.body).toContain('n***@example.com')
  expect(file.body).not.toContain('noor@example.com')
  const mine = await app.anna.raw('GET', `${exportUsers.path}?search=noor`, undefined, {
    'accept-language': 'de',
  })
  expect(mine.headers['content-disposition']).toMatch(/crypto-trade-users-\d{4}-\d\d-\d\d\.csv/)
  expect(mine.body.split('\r\n')).toMatchObject([
    expect.stringContaining('UID,Nutzer'),
    expect.stringContaining(`${noor.uid},noor,N,noor@example.com`),
    '',
  ])
  expect(await app.audited('users')).toMatchObject([
    { action: 'users.export', after: { addresses: true, search: 'noor' } },
    { action: 'users.export', after: { addresses: false } },
  ])
  expect(await app.bert.refused(listIdentityChecks, { params: { uid: noor.uid } })).toBe('PERMISSION_DENIED')
  await app.allow('bert', '*')
})

test('[F9] [D6] an identity check is looked at, each look logged, refused with a reason the user reads, then confirmed', async () => {
  const params = { uid: noor.uid }
  await handIn(noor, 'Noor Haddad')
  expect(await names({ identity: 'pending' })).toEqual(['noor'])
  const { checks } = await app.anna.ok(listIdentityChecks, { params })
  expect(checks).toMatchObject([
    {
      state: 'pending',
      realName: 'Noor Haddad',
      document: 'passport',
      sides: [{ side: 'front', isPdf: false }],
    },
  ])
  const { id } = ensure(checks[0])
  const { address } = await app.anna.ok(getIdentityPaper, { params: { ...params, side: 'front' } })
  const paper = await app.anna.raw('GET', address)
  expect(paper.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' })
  for (const other of [app.bert, noor.client, app.client()])
    expect((await other.raw('GET', address)).statusCode).toBe(404)
  await app.allow('bert', 'identity-checks:read')
  const bare = { realName: null, document: null, reason: null, sides: [], state: 'pending' }
  expect(await app.bert.ok(listIdentityChecks, { params })).toMatchObject({ checks: [bare] })
  const front = { params: { ...params, side: 'front' } }
  expect(await app.bert.refused(getIdentityPaper, front)).toBe('PERMISSION_DENIED')
  await app.allow('bert', '*')
  const his = (await app.bert.ok(getIdentityPaper, front)).address
  await app.allow('bert', 'identity-checks:read')
  expect((await app.bert.raw('GET', his)).statusCode).toBe(404)
  await app.allow('bert', '*')
  await app.clock.advance(61_000)
  expect((await app.anna.raw('GET', address)).statusCode).toBe(404)
  const back = { params: { ...params, side: 'back' } }
  expect(await app.anna.refused(getIdentityPaper, back)).toBe('NOT_FOUND')
  expect((await app.audited(`identity:${id}`)).map(({ action }) => action)).toEqual([
    'identity.document-seen',
    'identity.submit',
  ])
  expect((await app.audited(`user:${noor.userId}`))[0]).toMatchObject({ action: 'identity.seen' })

  const refusal = { params, body: { checkId: id, reason: ' the picture is blurred ' } }
  const both = await Promise.all([
    app.anna.call(refuseIdentity, refusal),
    app.bert.call(refuseIdentity, refusal),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await noor.client.ok(getIdentity)).toMatchObject({
    ...{ status: 'refused', check: { reason: 'the picture is blurred' } },
  })
  const { notices } = await noor.client.ok(listNotices, { query: {} })
  expect(notices[0]).toMatchObject({ kind: 'identity-refused', data: { remark: 'the picture is blurred' } })

  await handIn(noor, 'Noor Haddad')
  // The one that was looked at is no longer the newest.
  expect(await app.anna.refused(verifyIdentity, { params, body: { checkId: id } })).toBe('REVIEW_CONFLICT')
  const newest = { id: await lookAt(app.anna, noor) }
  expect(
    await app.anna.refused(verifyIdentity, { params: { uid: mira.uid }, body: { checkId: newest.id } }),
  ).toBe('REVIEW_CONFLICT')
  await app.anna.ok(verifyIdentity, { params, body: { checkId: newest.id } })
  expect(await names({ identity: 'verified' })).toEqual(['noor'])
})

test('[F9] [D6] [B-9] identity checks that wait are listed, longest first, and counted', async () => {
  const [first, second] = [await app.user('ines'), await app.user('jan')]
  await handIn(first, 'Ines Ito')
  await app.clock.advance(1_000)
  await handIn(second, 'Jan Jovic')
  const list = async (query: { limit?: number; cursor?: string }) => {
    const { checks, nextCursor } = await app.anna.ok(listWaitingIdentities, { query })
    return { checks: checks.map(({ username }) => username), nextCursor }
  }
  const page = await list({ limit: 1 })
  expect(page.checks).toEqual(['ines'])
  expect(await list({ cursor: ensure(page.nextCursor) })).toEqual({ checks: ['jan'], nextCursor: null })
  expect(await app.anna.ok(countIdentityChecks)).toEqual({ count: 2 })
  const body = { checkId: await lookAt(app.anna, first) }
  await app.anna.ok(verifyIdentity, { params: { uid: first.uid }, body })
  expect(await app.anna.ok(countIdentityChecks)).toEqual({ count: 1 })
  await app.allow('bert', 'users:read')
  expect(await app.bert.refused(listWaitingIdentities, { query: {} })).toBe('PERMISSION_DENIED')
  await app.allow('bert', '*')
})

test('[D7] teams: who invited whom, three generations deep, with counts and who is certified', async () => {
  const otto = await invited('otto', noor)
  const pia = await invited('pia', otto)
  const quin = await invited('quin', pia)
  await invited('rosa', quin)
  const { teams } = await app.anna.ok(listTeams, { query: {} })
  expect(teams.map(({ username }) => username)).toEqual(['otto', 'noor', 'pia', 'quin', 'mira'])
  expect(teams[1]).toMatchObject({
    ...{ username: 'noor', certified: true },
    generations: [1, 1, 1].map((members) => ({ members, certified: 0 })),
  })
  const paged: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await app.anna.ok(listTeams, {
      query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
    })
    paged.push(...page.teams.map(({ username }) => username))
    cursor = page.nextCursor
  }
  expect(paged).toEqual(teams.map(({ username }) => username))
  expect((await app.anna.ok(listTeams, { query: { search: 'no' } })).teams.map(({ uid }) => uid)).toEqual([
    noor.uid,
  ])
  await expectTeamFile(teams.map(({ uid }) => uid))
  const team = await app.anna.ok(getTeam, { params: { uid: quin.uid }, query: {} })
  expect(team).toMatchObject({
    ...{ user: { username: 'quin' }, members: [{ username: 'rosa' }], nextCursor: null },
    above: ['pia', 'otto', 'noor'].map((username) => ({ username })),
  })
  expect(await names({ team: noor.uid, sort: 'joined' })).toEqual(['otto', 'pia', 'quin'])
  await app.anna.ok(freezeUser, { params: { uid: otto.uid }, body: because() })
  expect(await names({ status: 'frozen' })).toEqual(['otto'])
  await app.allow('bert', 'users')
  expect(await app.bert.refused(listTeams, { query: {} })).toBe('PERMISSION_DENIED')
  expect((await app.bert.raw('GET', exportTeams.path)).statusCode).toBe(403)
})

/** The file has the order of the list and its counts; who took it along, and of what search, is in the audit log. */
async function expectTeamFile(uids: readonly string[]): Promise<void> {
  const file = await app.anna.raw('GET', exportTeams.path, undefined, { 'accept-language': 'de' })
  expect(file.headers['content-disposition']).toMatch(/crypto-trade-teams-\d{4}-\d\d-\d\d\.csv/)
  const [heading, ...lines] = file.body.trimEnd().split('\r\n')
  expect(heading).toMatch(/UID,Nutzer,Status,Identitätsprüfung,1\. Generation,/)
  expect(lines.map((line) => line.split(',')[0])).toEqual(uids)
  expect(lines[1]).toContain(`${noor.uid},noor,Aktiv,bestanden,1,0,1,0,1,0,20`)
  const found = await app.anna.raw('GET', `${exportTeams.path}?search=no`)
  expect(found.body.trimEnd().split('\r\n').slice(1)).toEqual([expect.stringContaining(`${noor.uid},noor,`)])
  const logged = await app.db.query(`select after from audit_log where action = 'teams.export' order by id`)
  expect(logged).toEqual([{ after: {} }, { after: { search: 'no' } }])
}
