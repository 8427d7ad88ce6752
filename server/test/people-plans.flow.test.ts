import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsers, listUsersReached, type UserFilter } from '../src/accounts/user-directory.store.ts'
import { listUsersHolding } from '../src/accounts/user-search.store.ts'
import { listProposals } from '../src/approvals/proposals.store.ts'
import { listLargestTeams } from '../src/invitations/teams.store.ts'
import { listAnnouncements } from '../src/notifications/announcements.store.ts'
import { type AuditFilter, searchAudit } from '../src/platform/audit-search.ts'
import type { Sql } from '../src/platform/db.ts'
import { planOfRun } from './plan-of.ts'
import { openTestDb, type TestDb } from './test-database.ts'

/** Rows a table: enough that reading them all would be the wrong plan. */
const ROWS = 8_000

let opened: TestDb
beforeAll(async () => {
  opened = await openTestDb()
  await opened.db.exec(`
    insert into users (uid, username, username_key, created_at_ms, last_login_at_ms, status, identity_status, referred_by, email, email_key, phone)
    select 2000000000 + i, 'name' || i, 'name' || i, i * 1000, i * 7919 % 1000000,
      case when i % 500 = 0 then 'frozen' else 'active' end, case when i % 200 = 0 then 'pending' else 'none' end,
      case when i > 9 then i / 3 end, 'name' || i || '@example.com', 'name' || i || '@example.com', '+4412' || i
    from generate_series(1, ${ROWS}) i;
    alter table audit_log disable trigger user;
    insert into audit_log (id, at_ms, actor_kind, actor_id, action, subject, previous, hash)
    select i, i * 1000, 'user', i % 900, 'session.open', 'user:' || i % 900, sha256('a'), sha256('b') from generate_series(1, ${ROWS}) i;
    insert into administrators (username, username_key, password_hash, must_change_password, role, created_at_ms)
    values ('a', 'a', '', false, 'owner', 1);
    alter table proposals disable trigger user;
    insert into proposals (kind, subject, payload, reason, request_id, state, proposed_by, proposed_ms, expires_ms, decided_by, decided_ms)
    select 'kind', 'user:' || i % 900, '{}', 'because', 'request-' || i, case when i % 200 = 0 then 'proposed' else 'done' end, 1, 1, 9,
      case when i % 200 = 0 then null else 2 end, case when i % 200 = 0 then null else 2 end
    from generate_series(1, ${ROWS}) i;
    insert into announcements (author_id, request_id, texts, fallback, from_ms, to_ms, state, published_ms, withdrawn_ms, created_ms, updated_ms)
    select 1, 'request-' || i, '{"en-US": {}}', 'en-US', 1, 2, case when i % 200 = 0 then 'draft' else 'withdrawn' end,
      case when i % 200 = 0 then null else 1 end, case when i % 200 = 0 then null else 1 end, 1, 1 from generate_series(1, ${ROWS}) i;
    analyze users; analyze audit_log; analyze proposals; analyze announcements; analyze team_sizes;`)
})
afterAll(() => opened.drop())

/** Each by the index that fits, in its order where many may match, and never the whole table. */
async function expectPlans(
  table: string,
  cases: readonly [run: (sql: Sql) => Promise<unknown>, index: RegExp, inOrder: boolean][],
): Promise<void> {
  for (const [run, index, inOrder] of cases) {
    const plan = await planOfRun(opened.db, run)
    expect(plan).toMatch(index)
    expect(plan).not.toContain(`Seq Scan on ${table}`)
    if (inOrder) expect(plan).not.toMatch(/Sort/)
  }
}

test('[D6] [D7] users and teams are read by an index, whatever is asked for', async () => {
  const any: UserFilter = {
    ...{ status: null, identity: null, found: null, teamOf: null, fromMs: null, toMs: null },
    ...{ by: 'joined', isAscending: false },
  }
  const page = { after: { value: 4_000_000n, id: 4_000n }, limit: 51 }
  const users = (filter: Partial<UserFilter>) => (sql: Sql) => listUsers(sql, { ...any, ...filter }, page)
  await expectPlans('users', [
    [users({}), /users_by_joined/, true],
    [users({ isAscending: true, toMs: 5_000_000 }), /users_by_joined/, true],
    [users({ fromMs: 1_000_000, toMs: 2_000_000 }), /users_by_joined/, true],
    [users({ by: 'seen' }), /users_by_last_login/, true],
    [users({ status: 'frozen' }), /users_(frozen|by_joined)/, false],
    [users({ identity: 'pending' }), /users_by_(identity|joined)/, false],
    [users({ found: [3n, 4n] }), /users_pkey/, false],
    [(sql) => listUsersHolding(sql, 'me777', 501), /users_by_name_runs/, false],
    [
      (sql) => listUsersReached(sql, { emailKey: 'e777@', phone: null, limit: 501 }),
      /users_by_email_runs/,
      false,
    ],
    [
      (sql) => listUsersReached(sql, { emailKey: null, phone: '6777', limit: 501 }),
      /users_by_phone_runs/,
      false,
    ],
  ])
  const teams = (found: bigint[] | null) => (sql: Sql) =>
    listLargestTeams(sql, { found, after: { size: 9n, id: 4n }, limit: 31 })
  await expectPlans('team_sizes', [
    [teams(null), /team_sizes_largest/, true],
    [teams([7n]), /team_sizes_pkey/, false],
  ])
  const [wrong] = await opened.db.query<{ n: bigint }>(
    `select count(*) as n from team_sizes t full join (
      select user_id, sum(members) as size from invitation_counts group by user_id
    ) c on c.user_id = t.user_id where t.size is distinct from c.size`,
  )
  expect(wrong?.n).toBe(0n)
})

test('[D14] the audit log is searched by its indexes', async () => {
  const any: AuditFilter = {
    ...{ actorKind: null, actors: null, action: null, subject: null, fromMs: null, toMs: null },
  }
  const log = (filter: Partial<AuditFilter>) => (sql: Sql) =>
    searchAudit(sql, { ...any, ...filter }, { cursorId: 7_000n, limit: 51 })
  await expectPlans('audit_log', [
    [log({}), /audit_log_pkey/, true],
    [log({ actorKind: 'admin' }), /audit_log_actor/, false],
    [log({ actors: { adminIds: [1n], userIds: [17n] } }), /audit_log_actor/, false],
    [log({ action: 'void.' }), /audit_log_action/, false],
    [log({ subject: { text: 'user:17', isWhole: true } }), /audit_log_subject/, false],
    [log({ fromMs: 1_000, toMs: 90_000 }), /audit_log_(at|pkey)/, false],
  ])
})

test('[D17] [N7] proposals and announcements likewise', async () => {
  const all = { kinds: ['kind'], subject: null, cursorId: 4_000n, limit: 21, nowMs: 3 }
  const proposals = (filter: object) => (sql: Sql) =>
    listProposals(sql, { ...all, open: false, ...filter } as Parameters<typeof listProposals>[1])
  await expectPlans('proposals', [
    [proposals({}), /proposals_pkey/, true],
    [proposals({ open: true }), /proposals_open/, true],
    [proposals({ subject: 'user:17' }), /proposals_of_subject/, false],
  ])
  const page = { cursorId: 4_000n, limit: 21 }
  await expectPlans('announcements', [
    [(sql) => listAnnouncements(sql, { state: null, ...page }), /announcements_pkey/, true],
    [(sql) => listAnnouncements(sql, { state: 'draft', ...page }), /announcements_by_state/, true],
  ])
})
