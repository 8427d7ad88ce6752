import { getInvitations, listInvitees } from '@truestrike/protocol/invitation-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setIdentityStatus } from '../src/accounts/profile.store.ts'
import { findWrongCounts } from '../src/invitations/invitations.store.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let app: TestApp
const users = new Map<string, TestClient>()

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(async () => {
  expect(await findWrongCounts(app.db)).toEqual([])
  await app.close()
})

const of = async (name: string) => (users.get(name) as TestClient).ok(getInvitations)
const idOf = async (name: string): Promise<bigint> =>
  (await app.db.query<{ id: bigint }>('select id from users where username = $1', [name]))[0]?.id as bigint

/** A new user, signed in, invited by another one or by the operator. */
async function join(name: string, by?: string): Promise<void> {
  const client = app.client()
  await client.join(name, by === undefined ? undefined : (await of(by)).code)
  users.set(name, client)
}

const counts = async (name: string) =>
  (await of(name)).generations.map(({ members, certified }) => [members, certified])

test('[I1] every user has a code of eight signs and a link that fills it in', async () => {
  await join('anna')
  const { code, link, generations } = await of('anna')
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  expect(link).toBe(`${new URL(link).origin}/login/register?code=${code}`)
  expect(generations).toEqual(Array.from({ length: 3 }, () => ({ members: 0, certified: 0 })))
})

test('[I2] three generations are counted, each where it belongs, and the fourth is nobody’s', async () => {
  await join('bert', 'anna')
  await join('carla', 'bert')
  await join('dora', 'carla')
  await join('emil', 'dora')
  await join('bruno', 'anna')
  expect(await counts('anna')).toEqual([
    [2, 0],
    [1, 0],
    [1, 0],
  ])
  expect(await counts('bert')).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ])
  expect(await counts('emil')).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

test('[I2] [F9] who was confirmed counts as certified for three generations, until he is so no more', async () => {
  const dora = await idOf('dora')
  await setIdentityStatus(app.db, dora, 'pending')
  await setIdentityStatus(app.db, dora, 'verified')
  await setIdentityStatus(app.db, dora, 'verified')
  expect([(await counts('carla'))[0], (await counts('bert'))[1], (await counts('anna'))[2]]).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
  expect((await counts('dora'))[0]).toEqual([1, 0])
  await setIdentityStatus(app.db, dora, 'refused')
  expect((await counts('anna'))[2]).toEqual([1, 0])
  await setIdentityStatus(app.db, dora, 'verified')
})

test('[I2] the list shows those one invited oneself, newest first, without their names', async () => {
  for (let count = 0; count < 5; count++) await join(`guest${count}x`, 'bruno')
  const bruno = users.get('bruno') as TestClient
  const first = await bruno.ok(listInvitees, { query: { limit: 2 } })
  // Who comes now moves no page.
  await app.clock.advance(1)
  await join('latecomer', 'bruno')
  const second = await bruno.ok(listInvitees, { query: { limit: 2, cursor: first.nextCursor as string } })
  const third = await bruno.ok(listInvitees, { query: { limit: 2, cursor: second.nextCursor as string } })
  expect(third.nextCursor).toBeNull()
  const all = [...first.invitees, ...second.invitees, ...third.invitees]
  expect(all.filter(({ maskedName }) => maskedName === 'g***x')).toHaveLength(5)
  expect(JSON.stringify(all)).not.toContain('guest')
  const carla = await (users.get('carla') as TestClient).ok(listInvitees)
  expect(carla.invitees).toMatchObject([{ maskedName: 'd***a', certified: true }])
})

test('[I2] [E2] a cursor that is none is refused', async () => {
  for (const cursor of ['x', '1', '1.2.3', '1.99999999', '-1.0', `${'9'.repeat(16)}.0`]) {
    expect(await (users.get('anna') as TestClient).refused(listInvitees, { query: { cursor } }), cursor).toBe(
      'INVALID_PARAMETERS',
    )
  }
})

test('[I2] nobody can come to stand above himself, and an invitation cannot be changed', async () => {
  const [anna, emil] = [await idOf('anna'), await idOf('emil')]
  const put = (userId: bigint, by: bigint | null) =>
    app.db.query('update users set referred_by = $2 where id = $1', [userId, by])
  for (const by of [anna, emil]) await expect(put(anna, by)).rejects.toThrow()
  for (const by of [null, anna, emil]) await expect(put(emil, by)).rejects.toThrow()
  const insert = `insert into users (uid, username, username_key, created_at_ms, referred_by)
    values ('9999999999', 'own', 'own', 0, currval(pg_get_serial_sequence('users', 'id')))`
  await expect(app.db.query(insert)).rejects.toThrow('users_invited_by_an_older')
})

test('[I2] many who register at once on one line are all counted', async () => {
  const line = ['anna', 'bert', 'carla', 'dora']
  const codes = await Promise.all(line.map(async (name) => (await of(name)).code))
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => app.client().register(`crowd${at}`, codes[at % 4] as string)),
  )
  expect((await counts('dora'))[0]).toEqual([4, 0])
  expect((await counts('anna'))[0]).toEqual([5, 0])
  expect((await counts('anna'))[1]).toEqual([10, 0])
})

test('[I2] a count that is wrong is found by a recount', async () => {
  const anna = await idOf('anna')
  const change = (by: number) =>
    app.db.query(
      'update invitation_counts set members = members + $2 where user_id = $1 and generation = 1',
      [anna, by],
    )
  await change(1)
  expect(await findWrongCounts(app.db)).toEqual([
    `user ${anna}, generation 1: 5 members, 0 certified; kept as 6 and 0`,
  ])
  await change(-1)
})
