import { ensure } from '@truestrike/core/assert.ts'
import { adminLogin, adminProfile } from '@truestrike/protocol/account-endpoints.ts'
import {
  beginAdminTwoFactor,
  confirmAdminTwoFactor,
  listAdminSessions,
} from '@truestrike/protocol/admin-account-endpoints.ts'
import { createAnnouncement } from '@truestrike/protocol/announcement-endpoints.ts'
import { adjustBalance, freezeUser } from '@truestrike/protocol/people-acts-endpoints.ts'
import { listConfiguredProducts } from '@truestrike/protocol/product-endpoints.ts'
import { listOfferedRules } from '@truestrike/protocol/rule-endpoints.ts'
import { proposeVoid } from '@truestrike/protocol/void-endpoints.ts'
import { ADMIN_PASSWORD } from './admin-clients.ts'
import type { CallWorld } from './call-world.ts'
import { handIn, lookAt } from './identity-papers.ts'
import type { TestClient } from './test-client.ts'
import { appCode } from './two-factor-app.ts'
import type { Subject, Subjects } from './user-call-subjects.ts'

const LONG_PASSWORD = 'a-quiet-sentence-of-mine '.repeat(20).slice(0, 199)
const LONG_REASON = 'r'.repeat(500)

/** An administrator nobody has looked at yet. */
const otherAdmin = (disabled: boolean, body: object = {}) => {
  return async ({ idOf, next }: CallWorld): Promise<Subject> => {
    const id = await idOf(
      `insert into administrators (username, username_key, password_hash, must_change_password, role, permissions,
        created_at_ms, disabled)
      select $1, $1, password_hash, false, 'support', '{}', created_at_ms, $2 from administrators order by id limit 1
      returning id`,
      [`other_${next()}`, disabled],
    )
    return { path: { id }, body: { version: 1, ...body } }
  }
}

const freshAdmin = async ({ admin }: CallWorld): Promise<Subject> => ({ caller: await admin() })

/** With a second factor; the code was not used yet. */
async function guardedAdmin({ app, admin }: CallWorld): Promise<Subject> {
  const caller = await admin()
  const { secret } = await caller.ok(beginAdminTwoFactor, { body: { password: ADMIN_PASSWORD } })
  const codeAt = (steps: number): string => appCode(secret, app.clock.nowMs() + steps * 30_000)
  await caller.ok(confirmAdminTwoFactor, { body: { code: codeAt(0) } })
  return { caller, body: { password: ADMIN_PASSWORD, code: codeAt(1) } }
}

const OWN_CALLS: Subjects = {
  'POST /api/admin/logout': freshAdmin,
  'POST /api/admin/profile/password': async ({ admin }) => ({
    caller: await admin(),
    body: { currentPassword: ADMIN_PASSWORD, newPassword: LONG_PASSWORD, code: undefined },
  }),
  'POST /api/admin/profile/two-factor/begin': async ({ admin }) => ({
    caller: await admin(),
    body: { password: ADMIN_PASSWORD },
  }),
  'POST /api/admin/profile/two-factor/confirm': async ({ app, admin }) => {
    const caller = await admin()
    const { secret } = await caller.ok(beginAdminTwoFactor, { body: { password: ADMIN_PASSWORD } })
    return { caller, body: { code: appCode(secret, app.clock.nowMs()) } }
  },
  'POST /api/admin/profile/two-factor/remove': guardedAdmin,
  'POST /api/admin/profile/two-factor/recovery-codes': guardedAdmin,
  'POST /api/admin/profile/sessions/:id/end': async ({ app, admin }) => {
    const caller = await admin()
    const { username } = await caller.ok(adminProfile)
    await app.client().ok(adminLogin, { body: { username, password: ADMIN_PASSWORD } })
    const { sessions } = await caller.ok(listAdminSessions)
    return { caller, path: { id: ensure(sessions.find(({ current }) => !current)).id } }
  },
  'GET /api/admin/administrators/:id': otherAdmin(false),
  'POST /api/admin/administrators': ({ next }) => ({ body: { username: `made_${next()}`, role: 'owner' } }),
  'POST /api/admin/administrators/:id/role': otherAdmin(false, { role: 'auditor', permissions: undefined }),
  'POST /api/admin/administrators/:id/disable': otherAdmin(false),
  'POST /api/admin/administrators/:id/enable': otherAdmin(true),
  'POST /api/admin/administrators/:id/end-sessions': otherAdmin(false),
  'POST /api/admin/administrators/:id/reset-password': otherAdmin(false),
  'POST /api/admin/administrators/:id/reset-two-factor': async (world) => {
    await guardedAdmin(world)
    const id = await world.idOf('select max(admin_id) as id from admin_two_factor')
    return { path: { id }, body: { version: 1 } }
  },
}

const announced = ({ app, requestId }: CallWorld) => ({
  ...{ requestId: requestId(), fallback: 'en-US' as const, mail: 'newsletter' as const },
  ...{ fromMs: app.clock.nowMs() + 1_000, toMs: app.clock.nowMs() + 86_400_000 },
})

const draft =
  (changes: (world: CallWorld) => object = () => ({})) =>
  async (world: CallWorld): Promise<Subject> => {
    const texts = { 'en-US': { title: 'A title', text: 'A text' } }
    const { announcement } = await world.owner.ok(createAnnouncement, {
      body: { ...announced(world), texts },
    })
    return { path: { id: announcement.id }, body: { version: 1, ...changes(world) } }
  }

const adjustment = ({ requestId }: CallWorld, book: 'demo' | 'real') => ({
  ...{ book, amount: '1', requestId: requestId(), reason: LONG_REASON },
})

const proposal =
  (by: 'owner' | 'bert') =>
  async (world: CallWorld): Promise<Subject> => {
    const { uid } = world.user
    const body = adjustment(world, 'real')
    const { proposal } = await world[by].ok(adjustBalance, { params: { uid }, body })
    return { path: { id: ensure(proposal).id }, body: { version: 1 } }
  }

const interval = ({ app, next }: CallWorld) => {
  const fromMs = app.clock.nowMs() - 2_000_000 + next() * 1_000
  return { symbol: 'BTCUSDT', fromMs, toMs: fromMs + 500 }
}

const voided =
  (by: 'owner' | 'bert') =>
  async (world: CallWorld): Promise<Subject> => {
    const body = { ...interval(world), reason: 'wrong prices' }
    const { void: made } = await world[by].ok(proposeVoid, { body })
    return { path: { id: made.id }, body: { version: 1 } }
  }

const TWO_CALLS: Subjects = {
  'GET /api/admin/announcements/:id': draft(),
  'POST /api/admin/announcements': (world) => ({ body: announced(world) }),
  'POST /api/admin/announcements/:id': draft((world) => ({ ...announced(world), requestId: undefined })),
  'POST /api/admin/announcements/:id/publish': draft(),
  'POST /api/admin/announcements/:id/withdraw': draft(),
  'GET /api/admin/approvals/:id': proposal('owner'),
  'POST /api/admin/approvals/:id/confirm': proposal('bert'),
  'POST /api/admin/approvals/:id/refuse': proposal('bert'),
  'POST /api/admin/approvals/:id/withdraw': proposal('owner'),
  'GET /api/admin/voids/:id': voided('owner'),
  'GET /api/admin/voids/preview': ({ app }) => ({
    query: { symbol: 'BTCUSDT', fromMs: 1, toMs: app.clock.nowMs() - 1 },
  }),
  'POST /api/admin/voids': (world) => ({ body: { ...interval(world), reason: 'v'.repeat(200) } }),
  'POST /api/admin/voids/:id/confirm': voided('bert'),
  'POST /api/admin/voids/:id/refuse': voided('bert'),
  'POST /api/admin/voids/:id/withdraw': voided('owner'),
}

const ofUser = ({ user }: CallWorld): Subject => ({ path: { uid: user.uid } })

const ofSpare = async ({ spare, requestId }: CallWorld): Promise<Subject> => ({
  path: { uid: (await spare()).uid },
  body: { requestId: requestId(), reason: LONG_REASON, session: undefined },
})

/** Handed in, and every document of it opened. */
async function identity({ owner, spare }: CallWorld): Promise<Subject> {
  const user = await spare()
  await handIn(user, 'Ivo Identity')
  return { path: { uid: user.uid }, body: { checkId: await lookAt(owner, user) } }
}

const verified = async (world: CallWorld): Promise<Subject> => {
  const subject = await identity(world)
  const { checkId } = subject.body as { checkId: string }
  const path = `/api/admin/users/${subject.path?.uid}/identity/verify`
  await post(world.owner, path, { checkId })
  return subject
}

/** A step of the way there, which has to be taken. */
export async function post(client: TestClient, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await client.raw('POST', path, JSON.stringify(body), headers)
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
}

const PEOPLE_CALLS: Subjects = {
  'GET /api/admin/users/:uid': ofUser,
  'GET /api/admin/users/:uid/sessions': ofUser,
  'GET /api/admin/users/:uid/logins': ofUser,
  'GET /api/admin/users/:uid/ledger': ofUser,
  'GET /api/admin/users/:uid/notes': ofUser,
  'GET /api/admin/users/:uid/identity': ofUser,
  'GET /api/admin/users/:uid/identity/:side': ({ user }) => ({ path: { uid: user.uid, side: 'back' } }),
  'GET /api/admin/teams/:uid': ofUser,
  'POST /api/admin/users/:uid/freeze': ofSpare,
  'POST /api/admin/users/:uid/unfreeze': async (world) => {
    const subject = await ofSpare(world)
    const body = { requestId: world.requestId(), reason: LONG_REASON }
    await world.owner.ok(freezeUser, { params: { uid: ensure(subject.path?.uid) }, body })
    return subject
  },
  'POST /api/admin/users/:uid/sign-out': ofSpare,
  'POST /api/admin/users/:uid/adjust-balance': (world) => ({
    ...ofUser(world),
    body: adjustment(world, 'demo'),
  }),
  'POST /api/admin/users/:uid/reset-two-factor': async ({ guarded, requestId }) => ({
    path: { uid: (await guarded()).user.uid },
    body: { requestId: requestId() },
  }),
  'POST /api/admin/users/:uid/notes': (world) => ({
    ...ofUser(world),
    body: { requestId: world.requestId() },
  }),
  'POST /api/admin/users/:uid/identity/verify': identity,
  'POST /api/admin/users/:uid/identity/refuse': identity,
  'POST /api/admin/users/:uid/identity/revoke': verified,
}

const offered = async ({ owner }: CallWorld, query: object) =>
  (await owner.ok(listOfferedRules, { query: { durationSeconds: 30, ...query } })).rules

const ruleOf = (rule: Awaited<ReturnType<typeof offered>>[number] | undefined) => {
  const {
    symbol: _s,
    category: _c,
    enabled: _e,
    version: _v,
    hash: _h,
    createdMs: _m,
    ...rest
  } = ensure(rule)
  return rest
}

/** As many sessions as a calendar takes, none of which touches another. */
const SESSIONS = Array.from({ length: 50 }, (_, at) => {
  const day = Math.floor(at / 8)
  return { fromDay: day, fromMinute: (at % 8) * 180, toDay: day, toMinute: (at % 8) * 180 + 90 }
})
const editable = { calendar: { zone: 'Europe/London', sessions: SESSIONS }, enabled: true, sort: 999 }

const MARKET_CALLS: Subjects = {
  'GET /api/admin/game-rules/versions': () => ({ query: { symbol: 'BTCUSDT', durationSeconds: 30 } }),
  'POST /api/admin/game-rules/simulate': async (world) => {
    const [rule] = await offered(world, { symbol: 'BTCUSDT' })
    return { body: { symbol: 'BTCUSDT', rule: ruleOf(rule) } }
  },
  'POST /api/admin/game-rules/propose': async (world) => {
    const rules = await offered(world, {})
    const products = rules.map(({ symbol, version }) => ({ symbol, version }))
    const rule = { ...ruleOf(rules[0]), payoutBps: 7_000 + world.next() }
    return { body: { rule, products, requestId: world.requestId() } }
  },
  'POST /api/admin/game-rules/switch': async (world) => {
    const [rule] = await offered(world, { symbol: 'ETHUSDT' })
    const { symbol, durationSeconds, version, enabled } = ensure(rule)
    return { body: { symbol, durationSeconds, version, enabled: !enabled } }
  },
  'POST /api/admin/products': ({ next }) => ({
    body: { ...editable, base: `MADE${next()}`, category: 'crypto', precision: 2, firstPrice: '100.00' },
  }),
  'POST /api/admin/products/:symbol': async ({ owner }) => {
    const { products } = await owner.ok(listConfiguredProducts, { query: { search: 'ETHUSDT' } })
    const { symbol, edits } = ensure(products[0])
    return { path: { symbol }, body: { ...editable, edits } }
  },
}

/** Calls of administrators, but those of orders and of the configuration. */
export const ADMIN_CALL_SUBJECTS: Subjects = {
  ...OWN_CALLS,
  ...TWO_CALLS,
  ...PEOPLE_CALLS,
  ...MARKET_CALLS,
  'GET /api/admin/audit-log/:id': async ({ idOf }) => ({
    path: { id: await idOf('select max(id) as id from audit_log') },
  }),
  'GET /api/admin/contracts/:id': ({ contractId }) => ({ path: { id: contractId } }),
  'GET /api/admin/contracts/:id/receipt': ({ contractId }) => ({ path: { id: contractId } }),
}
