import { ensure } from '@truestrike/core/assert.ts'
import { getUserInfo, login } from '@truestrike/protocol/account-endpoints.ts'
import {
  confirmProposal,
  countProposals,
  getProposal,
  listProposals,
  type Proposal,
  type ProposalKind,
  refuseProposal,
  withdrawProposal,
} from '@truestrike/protocol/approval-endpoints.ts'
import { exportAuditLog, listAuditLog } from '@truestrike/protocol/audit-endpoints.ts'
import { getWallet, listBills } from '@truestrike/protocol/bill-endpoints.ts'
import { createTransfer } from '@truestrike/protocol/funds-endpoints.ts'
import { listNotices } from '@truestrike/protocol/notice-endpoints.ts'
import {
  addUserNote,
  adjustBalance,
  freezeUser,
  listUserNotes,
  resetTwoFactor,
  signOutUser,
  unfreezeUser,
} from '@truestrike/protocol/people-acts-endpoints.ts'
import { getUser } from '@truestrike/protocol/people-endpoints.ts'
import { getSecurity } from '@truestrike/protocol/security-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAuditChain } from '../src/platform/audit-chain.ts'
import type { FundsUser } from './funds-app.ts'
import { because, createPeopleApp, type PeopleApp } from './people-app.ts'
import { createTestApp } from './test-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'

let app: PeopleApp
let mira: FundsUser
beforeAll(async () => {
  app = await createPeopleApp({ listen: true })
  mira = await app.user('mira', '100')
})
afterAll(async () => {
  expect(await app.auditFaults()).toEqual([])
  expect((await checkAuditChain(app.db)).fault).toBe(null)
  expect(app.logged).toEqual([])
  await app.close()
})

const of = ({ uid }: FundsUser) => ({ uid })
const adjust = async (by: TestClient, amount: string, changes: object = {}, user = mira) => {
  const body = { ...because('a deposit was credited twice'), book: 'real' as const, amount, ...changes }
  return (await by.ok(adjustBalance, { params: of(user), body })).proposal
}
const agreeOn = (by: TestClient, { id, version }: Proposal) =>
  by.ok(confirmProposal, { params: { id }, body: { version } })
const act = ({ id, version }: Proposal, more: object = {}) => ({
  params: { id },
  body: { version, ...more } as { version: number; remark: string },
})

test('[D17] [D6] a real balance is corrected by two: proposed with a reason, confirmed by another, carried out once', async () => {
  const socket = await app.socket('/ws', { client: mira.client })
  socket.send({ op: 'subscribe', channel: 'user' })
  const proposal = ensure(await adjust(app.anna, '-20.5'))
  expect(proposal).toMatchObject({
    ...{ kind: 'adjust-balance', state: 'proposed', version: 1, reason: 'a deposit was credited twice' },
    subject: { kind: 'user', id: mira.uid, label: 'mira' },
    ...{ proposedBy: { isMe: true }, mayDecide: false, mayWithdraw: true },
  })
  expect(proposal.lines).toContainEqual({ label: 'amount', as: 'amount', before: null, after: '-20.50' })
  expect(await mira.balances()).toEqual([100_000_000n, 0n, 0n])
  expect((await app.anna.ok(countProposals)).count).toBe(0)
  expect((await app.bert.ok(countProposals)).count).toBe(1)
  const subject = `user:${mira.uid}`
  const { proposals } = await app.bert.ok(listProposals, { query: { which: 'open', subject } })
  expect(proposals).toMatchObject([{ id: proposal.id, mayDecide: true, mayWithdraw: false }])

  expect(await app.anna.refused(confirmProposal, act(proposal))).toBe('SECOND_ADMIN_REQUIRED')
  expect(await app.anna.refused(refuseProposal, act(proposal, { remark: 'no' }))).toBe(
    'SECOND_ADMIN_REQUIRED',
  )
  expect(await app.bert.refused(withdrawProposal, act(proposal))).toBe('PERMISSION_DENIED')
  const cleo = await app.admin('cleo')
  const both = await Promise.all([
    app.bert.call(confirmProposal, act(proposal)),
    cleo.call(confirmProposal, act(proposal)),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await mira.balances()).toEqual([79_500_000n, 0n, 0n])
  await socket.next('balances', ({ balances }) => balances.real.available === '79.50')

  const { bills } = await mira.client.ok(listBills, { query: { book: 'real', type: 'adjustment' } })
  expect(bills).toMatchObject([
    { amount: '-20.50', status: 'completed', remark: 'a deposit was credited twice' },
  ])
  expect((await mira.client.ok(getWallet, { query: { book: 'real' } })).change).toBe('0.00')
  await app.clock.advance(2_000)
  const { notices } = await mira.client.ok(listNotices, { query: {} })
  expect(notices[0]).toMatchObject({
    ...{ kind: 'balance-adjusted', priority: 'high', data: { amount: '-20.50', book: 'real' } },
  })
  const [done] = await app.audited(`user:${mira.userId}`)
  expect(done).toMatchObject({ action: 'user.adjust-balance', after: { available: '79.50' } })
  const { proposedBy, confirmedBy } = ensure(done).after
  expect(proposedBy).not.toBe(confirmedBy)
  expect((await app.audited(`proposal:${proposal.id}`)).map(({ action }) => action)).toEqual([
    'proposal.confirm',
    'proposal.propose',
  ])
})

test('[D17] a request sent again proposes nothing twice; with another body it is refused', async () => {
  const body = { ...because(), book: 'real' as const, amount: '1' }
  const params = of(mira)
  const [first, again] = [
    await app.anna.ok(adjustBalance, { params, body }),
    await app.anna.ok(adjustBalance, { params, body }),
  ]
  expect(again).toEqual(first)
  expect(await app.anna.refused(adjustBalance, { params, body: { ...body, amount: '2' } })).toBe(
    'IDEMPOTENCY_MISMATCH',
  )
  const withdrawn = await app.anna.ok(withdrawProposal, act(ensure(first.proposal)))
  expect(withdrawn.proposal).toMatchObject({ state: 'withdrawn', version: 2, mayWithdraw: false })
  expect(await app.bert.refused(confirmProposal, act(ensure(first.proposal)))).toBe('REVIEW_CONFLICT')
})

test('[D17] it is refused with a remark, or expires after a day; then nobody carries it out', async () => {
  const proposal = ensure(await adjust(app.anna, '5'))
  const { proposal: refused } = await app.bert.ok(refuseProposal, act(proposal, { remark: ' not agreed ' }))
  expect(refused).toMatchObject({ state: 'refused', remark: 'not agreed', decidedBy: { isMe: true } })
  const late = ensure(await adjust(app.anna, '5'))
  await app.db.exec('alter table proposals disable trigger proposals_steps')
  await app.db.query(
    `update proposals set proposed_ms = proposed_ms - 86400000, expires_ms = expires_ms - 86400000 where id = $1`,
    [BigInt(late.id)],
  )
  await app.db.exec('alter table proposals enable trigger proposals_steps')
  expect(await app.bert.refused(confirmProposal, act(late))).toBe('PROPOSAL_EXPIRED')
  const seen = await app.bert.ok(getProposal, { params: { id: late.id } })
  expect(seen.proposal).toMatchObject({ state: 'expired', mayDecide: false })
  expect((await app.bert.ok(listProposals, { query: { which: 'open' } })).proposals).toEqual([])
  expect(await app.bert.refused(confirmProposal, act({ ...late, id: '9999999999999999999' }))).toBe(
    'REVIEW_NOT_FOUND',
  )
})

test('[D6] [F8] nothing overdraws: what is there is asked when it is proposed, and again when it is carried out', async () => {
  const carl = await app.user('carl', '10')
  const params = of(carl)
  const ask = (amount: string) => ({ params, body: { ...because(), book: 'real' as const, amount } })
  expect(await app.anna.refused(adjustBalance, ask('-10.000001'))).toBe('INSUFFICIENT_BALANCE')
  for (const [amount, code] of [
    ['0', 'AMOUNT_INVALID'],
    ['-0.00', 'AMOUNT_INVALID'],
    ['999999999999999', 'AMOUNT_OUT_OF_RANGE'],
    ['1e3', 'INVALID_PARAMETERS'],
  ] as const)
    expect([amount, await app.anna.refused(adjustBalance, ask(amount))]).toEqual([amount, code])
  const proposal = ensure(await adjust(app.anna, '-10', {}, carl))
  const sent = { requestId: 'carl-to-mira', amount: '4', password: TEST_PASSWORD }
  await carl.client.ok(createTransfer, { body: { ...sent, uid: mira.uid, username: 'mira' } })
  expect(await app.bert.refused(confirmProposal, act(proposal))).toBe('INSUFFICIENT_BALANCE')
  const { proposal: still } = await app.bert.ok(getProposal, { params: { id: proposal.id } })
  expect(still).toMatchObject({ state: 'proposed', version: 1 })
  expect(await carl.balances()).toEqual([6_000_000n, 0n, 0n])
  await app.anna.ok(withdrawProposal, act(proposal))
})

test('[D6] practice funds within the limit take one, above it two', async () => {
  const demo = { book: 'demo' as const }
  const { balances } = await mira.client.ok(getUserInfo)
  const body = { ...because('tried it out'), ...demo, amount: '5000' }
  for (const _again of [1, 2])
    expect((await app.anna.ok(adjustBalance, { params: of(mira), body })).proposal).toBe(null)
  const after = (await mira.client.ok(getUserInfo)).balances
  expect(Number(after.demo.available) - Number(balances.demo.available)).toBe(5_000)
  const above = ensure(await adjust(app.anna, '-5000.01', demo))
  await agreeOn(app.bert, above)
  expect((await mira.client.ok(getUserInfo)).balances.demo.available).toBe('9999.99')
  await expect(
    app.db.query(
      `insert into balance_adjustments (user_id, book, amount_micros, reason, admin_id, request_id, created_ms)
      values ($1, 'real', 1, 'alone', 1, 'by-hand-1', 1)`,
      [mira.userId],
    ),
  ).rejects.toThrow()
})

test('[D6] [D17] [A13] two-factor sign-in is reset by two, and withdrawals wait for a day', async () => {
  const dora = await app.user('dora', '50')
  const params = of(dora)
  expect(await app.anna.refused(resetTwoFactor, { params, body: because() })).toBe('TWO_FACTOR_CHANGED')
  await app.protect(dora)
  const { proposal } = await app.anna.ok(resetTwoFactor, { params, body: because('lost her phone') })
  expect((await dora.client.ok(getSecurity)).twoFactor.on).toBe(true)
  await agreeOn(app.bert, ensure(proposal))
  const security = await dora.client.ok(getSecurity)
  expect(security).toMatchObject({ twoFactor: { on: false }, withdrawalsLockedBy: 'two-factor' })
  await app.client().login('dora')
  const { notes } = await app.anna.ok(listUserNotes, { params, query: {} })
  expect(notes).toMatchObject([{ act: 'reset-two-factor', text: 'lost her phone' }])
})

/** As a browser leaves it that has shown a mailed code, by which it may choose a new password. */
const showCode = ({ userId }: FundsUser, at: number) =>
  app.db.query(
    `insert into mail_codes (purpose, email_sha256, address, browser_sha256, code_sha256, attempts_left, created_at_ms,
       expires_at_ms, user_id) values ('reset', $2, '192.0.2.7', $2, $2, 5, $3::bigint, $3::bigint + 600000, $1)`,
    [userId, new Uint8Array(32).fill(at), app.clock.nowMs()],
  )
const openCodes = () => app.db.query('select 1 from mail_codes where spent_at_ms is null')

test('[D6] [S1] who is frozen is signed out on every process at once, and neither signs in nor is sent money', async () => {
  const beside = await createTestApp({ beside: app, bus: app.bus, listen: true })
  const emil = await app.user('emil', '20')
  const elsewhere = beside.client()
  await elsewhere.login('emil')
  const sockets = await Promise.all([
    app.socket('/ws', { client: emil.client }),
    beside.socket('/trade', { client: elsewhere }),
  ])
  const params = of(emil)
  const body = because('reported as stolen')
  await showCode(emil, 7)
  await app.anna.ok(freezeUser, { params, body })
  for (const socket of sockets) expect(await socket.closed).toBe(4001)
  expect(await openCodes()).toEqual([])
  for (const client of [emil.client, elsewhere])
    expect(await client.refused(getUserInfo)).toBe('SESSION_EXPIRED')
  // The same request again does nothing, another one is told.
  await app.anna.ok(freezeUser, { params, body })
  expect(await app.bert.refused(freezeUser, { params, body: because() })).toBe('REVIEW_CONFLICT')
  const signIn = (password: string) => app.client().refused(login, { body: { username: 'emil', password } })
  expect(await signIn(TEST_PASSWORD)).toBe('USER_FROZEN')
  expect(await signIn('another one')).toBe('LOGIN_FAILED')
  const sent = { requestId: 'mira-to-emil', amount: '1', password: TEST_PASSWORD }
  expect(
    await mira.client.refused(createTransfer, { body: { ...sent, uid: emil.uid, username: 'emil' } }),
  ).toBe('RECIPIENT_UNKNOWN')
  const [frozen] = await app.audited(`user:${emil.userId}`)
  expect(frozen).toMatchObject({
    ...{ action: 'user.freeze' },
    after: { status: 'frozen', sessionsEnded: 2, reason: 'reported as stolen' },
  })
  await app.bert.ok(unfreezeUser, { params, body: because('it was he himself') })
  expect(await app.bert.refused(unfreezeUser, { params, body: because() })).toBe('REVIEW_CONFLICT')
  await elsewhere.login('emil')
  await elsewhere.ok(getUserInfo)
  await beside.close()
})

test('[D6] [A10] signing a user out ends what a browser may do by a mailed code, also where nobody is signed in', async () => {
  const gustav = await app.user('gustav')
  const params = of(gustav)
  await app.anna.ok(signOutUser, { params, body: because() })
  expect(await app.anna.refused(signOutUser, { params, body: because() })).toBe('REVIEW_CONFLICT')
  await showCode(gustav, 8)
  await app.anna.ok(signOutUser, { params, body: because() })
  expect(await openCodes()).toEqual([])
})

test('[D6] [D14] one session of a user or all of them are ended; notes and the audit log, searched by his number, keep who did what and why, and are never changed', async () => {
  const frieda = await app.user('frieda')
  const other = app.client()
  await other.login('frieda')
  const params = of(frieda)
  const [first] = await app.db.query<{ id: bigint }>(
    'select id from user_sessions where user_id = $1 order by id limit 1',
    [frieda.userId],
  )
  const session = ensure(first).id.toString()
  await app.anna.ok(signOutUser, { params, body: { ...because(), session } })
  expect(await frieda.client.refused(getUserInfo)).toBe('SESSION_EXPIRED')
  await other.ok(getUserInfo)
  const foreign = await app.db.query<{ id: bigint }>('select id from user_sessions where user_id = $1', [
    mira.userId,
  ])
  for (const id of [session, `${ensure(foreign[0]).id}`, '9999999999999999999'])
    expect(await app.anna.refused(signOutUser, { params, body: { ...because(), session: id } })).toBe(
      'REVIEW_CONFLICT',
    )
  await mira.client.ok(getUserInfo)
  await app.bert.ok(signOutUser, { params, body: because('all of them') })
  expect(await other.refused(getUserInfo)).toBe('SESSION_EXPIRED')
  const { requestId } = because()
  const note = { params, body: { requestId, text: '  called on Monday\nwants a receipt  ' } }
  await app.anna.ok(addUserNote, note)
  await app.anna.ok(addUserNote, note)
  const page = await app.bert.ok(listUserNotes, { params, query: { limit: 2 } })
  expect(page.notes).toMatchObject([
    { act: 'note', text: 'called on Monday\nwants a receipt' },
    { act: 'sign-out', text: 'all of them', by: 'bert' },
  ])
  const rest = await app.bert.ok(listUserNotes, { params, query: { cursor: ensure(page.nextCursor) } })
  expect(rest).toMatchObject({ notes: [{ act: 'sign-out' }], nextCursor: null })
  await expect(app.db.query(`update user_notes set text = 'x'`)).rejects.toThrow()

  const about = async (user: FundsUser) => {
    const subject = `user:${user.uid}`
    const { entries } = await app.bert.ok(listAuditLog, { query: { subject, actorKind: 'admin' } })
    expect(new Set(entries.map((entry) => entry.subject))).toEqual(new Set([subject]))
    return entries.map(({ action }) => action)
  }
  expect(await about(frieda)).toEqual(['user.note', 'user.sign-out', 'user.sign-out'])
  expect(new Set(await about(mira))).toEqual(new Set(['user.adjust-balance']))
  const { entries } = await app.bert.ok(listAuditLog, { query: { subject: 'user:' } })
  const named = entries.find(({ after }) => after?.confirmedBy)?.people.map(({ name }) => name)
  expect(named).toEqual(['administrator', 'bert'])
  const proposed = await app.bert.ok(listAuditLog, { query: { action: 'proposal.propose' } })
  expect(proposed.entries[0]?.people).toMatchObject([{ uid: proposed.entries[0]?.after?.uid }])
  const whole = `user:${frieda.uid}`
  const file = await app.bert.raw('GET', `${exportAuditLog.path}?subject=${whole}&action=user.`)
  expect(file.body.split(`,${whole},`)).toHaveLength(4)
})

test('[D13] [D17] [K3] each act takes its permission; with one administrator who has it, it is not there and says why', async () => {
  const params = of(mira)
  const open = ensure(await adjust(app.anna, '3'))
  await app.allow('bert', 'users:read', 'approvals')
  const body = because()
  for (const refused of [
    app.bert.refused(addUserNote, { params, body: { requestId: body.requestId, text: 'seen' } }),
    app.bert.refused(freezeUser, { params, body }),
    app.bert.refused(unfreezeUser, { params, body }),
    app.bert.refused(signOutUser, { params, body }),
    app.bert.refused(adjustBalance, { params, body: { ...body, book: 'demo', amount: '1' } }),
    app.bert.refused(resetTwoFactor, { params, body }),
    app.bert.refused(confirmProposal, act(open)),
    app.bert.refused(refuseProposal, act(open, { remark: 'no' })),
    app.bert.refused(getProposal, { params: { id: open.id } }),
  ])
    expect(await refused).toBe('PERMISSION_DENIED')
  const kinds = async (kind?: ProposalKind) => {
    const query = { which: 'all', limit: 50, ...(kind === undefined ? {} : { kind }) } as const
    const { proposals } = await app.bert.ok(listProposals, { query })
    return [...new Set(proposals.map(({ kind, mayDecide }) => `${kind} ${mayDecide}`))].sort()
  }
  expect(await kinds()).toEqual(['reset-two-factor false'])
  // What he may not look at is not found by asking for it.
  expect(await kinds('adjust-balance')).toEqual([])
  await app.allow('bert', 'balances:read', 'approvals')
  expect(await kinds()).toEqual(['adjust-balance false'])
  expect((await app.bert.ok(countProposals)).count).toBe(0)
  await app.allow('cleo', 'withdraw-orders')
  // Nor is who has the permission, and not the one to confirm at all.
  const dora = await app.admin('dora')
  await app.allow('dora', 'balances', 'approvals:read')
  const { proposals } = await dora.ok(listProposals, { query: { which: 'open' } })
  expect(proposals.length).toBeGreaterThan(0)
  for (const each of proposals) expect(each).toMatchObject({ mayDecide: false, mayWithdraw: false })
  expect((await dora.ok(countProposals)).count).toBe(0)
  expect((await app.anna.ok(getUser, { params })).user.secondFor.adjustBalance).toBe(false)
  const alone = { params, body: { ...because(), book: 'real' as const, amount: '1' } }
  expect(await app.anna.refused(adjustBalance, alone)).toBe('SECOND_ADMIN_REQUIRED')
  expect(await app.anna.refused(adjustBalance, { ...alone, params: { uid: '1000000000' } })).toBe(
    'USER_NOT_FOUND',
  )
  await app.anna.ok(withdrawProposal, act(open))
  await app.allow('bert', '*')
  expect((await app.bert.ok(listProposals, { query: { which: 'all', limit: 2 } })).nextCursor).not.toBe(null)
  const all = await kinds()
  expect(all.length).toBeGreaterThan(1)
  for (const kind of ['adjust-balance', 'reset-two-factor'] as const)
    expect(await kinds(kind)).toEqual(all.filter((each) => each.startsWith(kind)))
  const unknown = { which: 'all', kind: 'set-outcome' as ProposalKind } as const
  expect(await app.bert.refused(listProposals, { query: unknown })).toBe('INVALID_PARAMETERS')
})

test('[D17] what was proposed by who may no longer propose it is not carried out; it is refused, or waits until he may again', async () => {
  const { proposal } = await app.bert.ok(adjustBalance, {
    params: of(mira),
    body: { ...because('from inside'), book: 'real' as const, amount: '2' },
  })
  const open = ensure(proposal)
  const before = await mira.balances()
  await app.allow('bert', 'users')
  expect(await app.anna.refused(confirmProposal, act(open))).toBe('PROPOSER_GONE')
  await app.allow('bert', '*')
  await app.db.query(`update administrators set disabled = true where username = 'bert'`)
  expect(await app.anna.refused(confirmProposal, act(open))).toBe('PROPOSER_GONE')
  expect(await mira.balances()).toEqual(before)
  await app.anna.ok(refuseProposal, act(open, { remark: 'he has left' }))
  await app.db.query(`update administrators set disabled = false where username = 'bert'`)
})

test('[D17] the database takes no proposal that goes another way', async () => {
  const fails = (text: string) => expect(app.db.query(text), text).rejects.toThrow()
  const add = `insert into proposals (kind, subject, payload, reason, request_id, proposed_by, proposed_ms, expires_ms`
  await fails(`${add}, state) values ('x', 'y', '{}', 'z', 'by-hand-1', 1, 3, 9, 'done')`)
  await fails(`${add}) values ('x', 'y', '{}', 'z', 'by-hand-2', 1, 9, 9)`)
  await app.db.query(`${add}) values ('x', 'y', '{}', 'z', 'by-hand-3', 1, 3, 9)`)
  const row = `where request_id = 'by-hand-3'`
  const done = `update proposals set version = version + 1, state = 'done', decided_ms = 4`
  await fails(`${done}, decided_by = 1 ${row}`)
  await fails(`${done}, decided_by = 2, payload = '[]' ${row}`)
  await fails(`${done}, decided_by = 2, decided_ms = 9 ${row}`.replace('decided_ms = 4, ', ''))
  await fails(`delete from proposals ${row}`)
  await app.db.query(`${done}, decided_by = 2 ${row}`)
  await fails(`update proposals set version = 3, state = 'refused', remark = 'x' ${row}`)
})
