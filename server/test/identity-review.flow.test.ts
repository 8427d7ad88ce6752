import { ensure } from '@truestrike/core/assert.ts'
import { listNotices } from '@truestrike/protocol/notice-endpoints.ts'
import {
  getIdentityPaper,
  listDecidedIdentities,
  listIdentityChecks,
  listUsers,
  refuseIdentity,
  revokeIdentity,
  verifyIdentity,
} from '@truestrike/protocol/people-endpoints.ts'
import { getIdentity } from '@truestrike/protocol/profile-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handIn, lookAt } from './identity-papers.ts'
import { createPeopleApp, type PeopleApp } from './people-app.ts'

let app: PeopleApp
beforeAll(async () => {
  app = await createPeopleApp()
})
afterAll(async () => {
  expect(app.logged).toEqual([])
  await app.close()
})

test('[D20] [B-4] an identity is confirmed by who has opened each document of this very check, whatever client is used', async () => {
  const kim = await app.user('kim')
  const params = { uid: kim.uid }
  await handIn(kim, 'Kim Keller', 'identity-card')
  const { checks } = await app.anna.ok(listIdentityChecks, { params })
  const { id: checkId, sides } = ensure(checks[0])
  expect(sides.map(({ side, isSeen }) => [side, isSeen])).toEqual([
    ['front', false],
    ['back', false],
  ])
  const verify = { params, body: { checkId } }
  expect(await app.anna.refused(verifyIdentity, verify)).toBe('IDENTITY_NOT_SEEN')
  // An address that was asked for and never opened shows nothing.
  const { address } = await app.anna.ok(getIdentityPaper, { params: { ...params, side: 'front' } })
  expect(await app.anna.refused(verifyIdentity, verify)).toBe('IDENTITY_NOT_SEEN')
  await app.anna.raw('GET', address)
  expect(await app.anna.refused(verifyIdentity, verify)).toBe('IDENTITY_NOT_SEEN')
  // What another administrator has opened is theirs.
  await lookAt(app.bert, kim)
  expect(await app.anna.refused(verifyIdentity, verify)).toBe('IDENTITY_NOT_SEEN')
  const seen = ensure((await app.anna.ok(listIdentityChecks, { params })).checks[0]).sides
  expect(seen.map(({ isSeen }) => isSeen)).toEqual([true, false])
  expect((await kim.client.ok(getIdentity)).status).toBe('pending')

  // Refused without a look, and submitted anew: what was opened was another document.
  await app.anna.ok(refuseIdentity, { params, body: { checkId, reason: 'cut off' } })
  await handIn(kim, 'Kim Keller', 'identity-card')
  const again = ensure((await app.bert.ok(listIdentityChecks, { params })).checks[0])
  expect(again.sides.map(({ isSeen }) => isSeen)).toEqual([false, false])
  const second = { params, body: { checkId: again.id } }
  expect(await app.bert.refused(verifyIdentity, second)).toBe('IDENTITY_NOT_SEEN')
  await lookAt(app.bert, kim)
  await app.bert.ok(verifyIdentity, second)
  const [newest, first] = (await app.anna.ok(listIdentityChecks, { params })).checks
  expect(newest).toMatchObject({ state: 'verified', decidedBy: 'bert', decidedMs: app.clock.nowMs() })
  expect(first).toMatchObject({ state: 'refused', decidedBy: 'administrator' })
})

test('[D20] [B-4] a confirmed identity is revoked with a reason: told, logged, and its rights are gone', async () => {
  const lea = await app.user('lea')
  const params = { uid: lea.uid }
  await handIn(lea, 'Lea Lang')
  const checkId = await lookAt(app.anna, lea)
  const revoke = { params, body: { checkId, reason: ' the passport was reported stolen ' } }
  expect(await app.anna.refused(revokeIdentity, revoke)).toBe('REVIEW_CONFLICT')
  await app.anna.ok(verifyIdentity, { params, body: { checkId } })
  const status = async () => {
    const sql = 'select identity_status as status from users where uid = $1'
    return (await app.db.query<{ status: string }>(sql, [lea.uid]))[0]?.status
  }
  expect(await status()).toBe('verified')
  await app.allow('bert', 'identity-checks:read')
  expect(await app.bert.refused(revokeIdentity, revoke)).toBe('PERMISSION_DENIED')
  await app.allow('bert', '*')
  await app.clock.advance(1_000)
  const both = await Promise.all([app.anna, app.bert].map((admin) => admin.call(revokeIdentity, revoke)))
  expect(both.map(({ status: code }) => code).sort()).toEqual([200, 409])

  expect(await status()).toBe('revoked')
  expect(
    (await app.anna.ok(listUsers, { query: { identity: 'revoked' } })).users.map(({ username }) => username),
  ).toEqual(['lea'])
  const reason = 'the passport was reported stolen'
  expect(await lea.client.ok(getIdentity)).toMatchObject({
    ...{ status: 'revoked', check: { reason, decidedMs: app.clock.nowMs() } },
  })
  const { notices } = await lea.client.ok(listNotices, { query: {} })
  expect(notices[0]).toMatchObject({ kind: 'identity-revoked', priority: 'high', data: { remark: reason } })
  expect((await app.audited(`identity:${checkId}`))[0]).toMatchObject({ action: 'identity.revoked' })
  const { checks } = await app.anna.ok(listIdentityChecks, { params })
  expect(checks[0]).toMatchObject({
    ...{ state: 'revoked', reason, decidedBy: 'administrator', revokedMs: app.clock.nowMs() },
  })
  const decided = (await app.anna.ok(listDecidedIdentities, { query: {} })).checks
  expect(decided[0]).toMatchObject({ username: 'lea', state: 'revoked', decidedMs: app.clock.nowMs() })
  expect(decided.map(({ username }) => username)).toContain('kim')
  // Documents can be submitted anew; who waits again is not among the decided.
  await handIn(lea, 'Lea Lang')
  const after = (await app.anna.ok(listDecidedIdentities, { query: {} })).checks
  expect(after.map(({ username }) => username)).not.toContain('lea')
})
