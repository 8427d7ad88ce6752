import { ensure } from '@truestrike/core/assert.ts'
import {
  confirmVoid,
  getVoid,
  listVoids,
  previewVoid,
  proposeVoid,
  refuseVoid,
  withdrawVoid,
} from '@truestrike/protocol/void-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAuditChain } from '../src/platform/audit-chain.ts'
import type { TestClient } from './test-client.ts'
import { START_PRICE } from './trading-app.ts'
import { createVoidApp, type VoidApp, voidOf } from './void-app.ts'

let app: VoidApp
beforeAll(async () => {
  // Two contracts that nobody has opened yet are too many.
  app = await createVoidApp({ behindMax: 1 })
})
afterAll(async () => {
  expect((await checkAuditChain(app.db)).fault).toBe(null)
  await app.close()
})

const past = (changes: object = {}) => {
  const nowMs = app.clock.nowMs()
  return voidOf({ fromMs: nowMs - 2_000, toMs: nowMs - 1_000, ...changes })
}
const propose = async (by: TestClient = app.anna) => (await by.ok(proposeVoid, { body: past() })).void
const voids = () => app.db.query<{ n: bigint }>('select count(*) as n from voids')
const entered = async () => {
  const [row] = await app.db.query<{ n: bigint }>(
    `select count(*) as n from public_events where kind = 'void'`,
  )
  return ensure(row).n
}

test('[D9] what is no interval of the past, no product or no reason is refused, and leaves nothing', async () => {
  const before = await voids()
  const nowMs = app.clock.nowMs()
  for (const [changes, code] of [
    [{ toMs: nowMs + 60_000 }, 'VOID_INTERVAL_INVALID'],
    [{ toMs: nowMs }, 'VOID_INTERVAL_INVALID'],
    [{ fromMs: nowMs + 60_000, toMs: nowMs + 70_000 }, 'VOID_INTERVAL_INVALID'],
    [{ fromMs: nowMs - 1_000, toMs: nowMs - 2_000 }, 'VOID_INTERVAL_INVALID'],
    [{ fromMs: -1 }, 'INVALID_PARAMETERS'],
    [{ symbol: 'NOSUCH' }, 'PRODUCT_NOT_FOUND'],
    [{ reason: '' }, 'INVALID_PARAMETERS'],
    [{ reason: ' \u00a0 ' }, 'INVALID_PARAMETERS'],
    [{ reason: 'two\nlines' }, 'HIDDEN_CHARACTERS'],
    [{ reason: 'a\u007fb' }, 'HIDDEN_CHARACTERS'],
    [{ reason: 'x'.repeat(201) }, 'INVALID_PARAMETERS'],
    [{ reason: 'ж'.repeat(101) }, 'VOID_REASON_TOO_LONG'],
    // Nothing names a contract, a user or an outcome.
    [{ contractId: '1' }, 'INVALID_PARAMETERS'],
    [{ userId: '1' }, 'INVALID_PARAMETERS'],
  ] as const)
    expect([changes, await app.anna.refused(proposeVoid, { body: past(changes) })]).toEqual([changes, code])
  const query = { symbol: 'BTCUSDT', fromMs: nowMs - 1, toMs: nowMs + 1 }
  expect(await app.anna.refused(previewVoid, { query })).toBe('VOID_INTERVAL_INVALID')
  expect(await voids()).toEqual(before)
  const { void: widest } = await app.anna.ok(proposeVoid, { body: past({ reason: `  ${'ж'.repeat(100)}` }) })
  expect(widest.reason).toBe('ж'.repeat(100))
})

test('[D9] [B-12] what is proposed again while nobody has decided on it is one proposal', async () => {
  const body = past({ reason: 'a price of another exchange' })
  const before = await voids()
  const made = await Promise.all([1, 2].map(() => app.anna.ok(proposeVoid, { body })))
  expect(new Set(made.map(({ void: { id } }) => id)).size).toBe(1)
  expect(await app.anna.ok(proposeVoid, { body })).toMatchObject({ void: { id: ensure(made[0]).void.id } })
  const { void: other } = await app.anna.ok(proposeVoid, { body: { ...body, reason: 'another reason' } })
  expect(other.id).not.toBe(ensure(made[0]).void.id)
  expect(ensure((await voids())[0]).n).toBe(ensure(before[0]).n + 2n)
})

test('[D17] the one who proposed it cannot confirm or refuse it; another one cannot withdraw it', async () => {
  const { id, version } = await propose()
  const params = { id }
  const refusal = { version, remark: 'the prices were right' }
  expect(await app.anna.refused(confirmVoid, { params, body: { version } })).toBe('SECOND_ADMIN_REQUIRED')
  expect(await app.anna.refused(refuseVoid, { params, body: refusal })).toBe('SECOND_ADMIN_REQUIRED')
  expect(await app.bert.refused(withdrawVoid, { params, body: { version } })).toBe('PERMISSION_DENIED')
  expect((await app.bert.ok(getVoid, { params })).void).toMatchObject({
    ...{ state: 'proposed', version: 1, decidedBy: null },
    proposedBy: { isMe: false },
  })
  const { void: refused } = await app.bert.ok(refuseVoid, { params, body: refusal })
  expect(refused).toMatchObject({
    ...{ state: 'refused', version: 2, remark: 'the prices were right' },
    decidedBy: { username: 'bert', isMe: true },
  })
  expect(await app.bert.refused(confirmVoid, { params, body: { version: 2 } })).toBe('REVIEW_CONFLICT')

  const own = await propose(app.bert)
  const withdrawn = await app.bert.ok(withdrawVoid, { params: { id: own.id }, body: { version } })
  expect(withdrawn.void.state).toBe('withdrawn')
  expect(await app.anna.refused(confirmVoid, { params: { id: own.id }, body: { version } })).toBe(
    'REVIEW_CONFLICT',
  )
  expect(await app.anna.refused(confirmVoid, { params: { id: '99999' }, body: { version } })).toBe(
    'REVIEW_NOT_FOUND',
  )
  const far = { params: { id: '9999999999999999999' }, body: { version } }
  expect(await app.anna.refused(confirmVoid, far)).toBe('REVIEW_NOT_FOUND')
  await app.run(2_000, START_PRICE)
  expect(await entered()).toBe(0n)
})

test('[D9] [D17] of two who confirm at once one does, the other is told; as of one who confirms and one who withdraws', async () => {
  const cleo = await app.admin('cleo')
  await app.run(1_000, START_PRICE)
  const { id, version } = await propose()
  const act = { params: { id }, body: { version } }
  const both = await Promise.all([app.bert.call(confirmVoid, act), cleo.call(confirmVoid, act)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const told = both.flatMap(({ envelope }) => (envelope.success ? [] : [envelope.code]))
  expect(told).toEqual(['REVIEW_CONFLICT'])

  const other = await propose()
  const again = { params: { id: other.id }, body: { version } }
  const each = await Promise.all([app.anna.call(withdrawVoid, again), cleo.call(confirmVoid, again)])
  expect(each.map(({ status }) => status).sort()).toEqual([200, 409])
  const isConfirmed = ensure(each[1]).status === 200
  await app.run(2_000, START_PRICE)
  expect(await entered()).toBe(isConfirmed ? 2n : 1n)
  expect((await app.seen(id)).state).toBe('done')
  // It has no way back.
  expect(await app.anna.refused(withdrawVoid, { params: { id }, body: { version: 2 } })).toBe(
    'REVIEW_CONFLICT',
  )
})

test('[D9] [D14] what settlement is too far behind to count is refused, or not told yet, and never none', async () => {
  const trader = await app.trader('late')
  await app.run(1_000, START_PRICE)
  // No price follows: nobody can open them yet.
  await trader.place()
  await app.clock.advance(20)
  const lately = () => ({
    ...{ symbol: 'BTCUSDT', fromMs: app.clock.nowMs() - 100, toMs: app.clock.nowMs() - 1 },
  })
  expect((await app.anna.ok(previewVoid, { query: lately() })).preview.contracts).toBe(0)
  await trader.place()
  await app.clock.advance(20)
  const before = await voids()
  for (const { status, headers, envelope } of [
    await app.anna.call(previewVoid, { query: lately() }),
    await app.anna.call(proposeVoid, { body: voidOf(lately()) }),
  ]) {
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(envelope).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  }
  expect(await voids()).toEqual(before)
  const { fromMs, toMs } = lately()
  const [row] = await app.db.query<{ id: bigint }>(
    `insert into voids (product_id, from_ms, to_ms, reason, proposed_by, proposed_ms, expires_ms)
     select id, $1, $2, 'proposed before', 1, $3::bigint, $3::bigint + 60000 from products where symbol = 'BTCUSDT' returning id`,
    [fromMs, toMs, app.clock.nowMs()],
  )
  const asked = { params: { id: String(ensure(row).id) } }
  expect(await app.bert.ok(getVoid, asked)).toMatchObject({ void: { state: 'proposed' }, preview: null })
  await app.run(2_000, START_PRICE)
  expect((await app.bert.ok(getVoid, asked)).preview?.contracts).toBe(0)
})

test('[D9] a proposal expires after a day', async () => {
  const { id, version, expiresMs } = await propose()
  await app.db.exec('alter table voids disable trigger voids_steps')
  await app.db.query(
    `update voids set from_ms = from_ms - 86400000, to_ms = to_ms - 86400000, proposed_ms = proposed_ms - 86400000,
      expires_ms = expires_ms - 86400000 where id = $1`,
    [BigInt(id)],
  )
  await app.db.exec('alter table voids enable trigger voids_steps')
  expect(expiresMs - app.clock.nowMs()).toBeGreaterThan(86_000_000)
  await app.clock.advance(2_000)
  expect((await app.seen(id)).state).toBe('expired')
  expect(await app.bert.refused(confirmVoid, { params: { id }, body: { version } })).toBe('VOID_EXPIRED')
  const { voids: open } = await app.bert.ok(listVoids, { query: { which: 'open', limit: 50 } })
  expect(open.map((each) => each.id)).not.toContain(id)
})

test('[D9] the list has all of them in pages, newest first', async () => {
  const whole = await app.anna.ok(listVoids, { query: { which: 'all', limit: 50 } })
  expect(whole.available).toBe(true)
  const paged: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { which: 'all' as const, limit: 2, ...(cursor === undefined ? {} : { cursor }) }
    const page = await app.anna.ok(listVoids, { query })
    paged.push(...page.voids.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(paged).toEqual(whole.voids.map(({ id }) => id))
  expect(paged.length).toBeGreaterThan(4)
})

test('[D9] the list is of one product where one is asked for', async () => {
  const nowMs = app.clock.nowMs()
  const other = { symbol: 'ETHUSDT', fromMs: nowMs - 2_000, toMs: nowMs - 1_000 }
  const { void: made } = await app.anna.ok(proposeVoid, { body: voidOf(other) })
  for (const which of ['open', 'all'] as const) {
    const { voids: listed } = await app.bert.ok(listVoids, { query: { which, symbol: 'ETHUSDT' } })
    expect(listed.map(({ id }) => id)).toEqual([made.id])
  }
  const query = { which: 'all', limit: 50 } as const
  const all = (await app.bert.ok(listVoids, { query })).voids.filter(({ symbol }) => symbol === 'BTCUSDT')
  expect((await app.bert.ok(listVoids, { query: { ...query, symbol: 'BTCUSDT' } })).voids).toEqual(all)
  const unknown = { which: 'all', symbol: 'NOSUCH' } as const
  expect(await app.bert.refused(listVoids, { query: unknown })).toBe('PRODUCT_NOT_FOUND')
})

test('[D13] [D17] it takes the permission; with one administrator who has it the act is not there, and says why', async () => {
  await app.db.query(
    `update administrators set permissions = '{withdraw-orders}' where username in ('bert', 'cleo')`,
  )
  const { id } = await propose().catch(() => ({ id: '1' }))
  for (const refused of [
    app.bert.refused(listVoids, { query: { which: 'all' } }),
    app.bert.refused(previewVoid, { query: { symbol: 'BTCUSDT', fromMs: 1, toMs: 2 } }),
    app.bert.refused(getVoid, { params: { id } }),
    app.bert.refused(proposeVoid, { body: past() }),
    app.bert.refused(confirmVoid, { params: { id }, body: { version: 1 } }),
    app.bert.refused(refuseVoid, { params: { id }, body: { version: 1, remark: 'no' } }),
    app.bert.refused(withdrawVoid, { params: { id }, body: { version: 1 } }),
  ])
    expect(await refused).toBe('PERMISSION_DENIED')
  expect(await app.anna.refused(proposeVoid, { body: past() })).toBe('SECOND_ADMIN_REQUIRED')
  expect((await app.anna.ok(listVoids, { query: { which: 'open' } })).available).toBe(false)
  await app.db.query(`update administrators set permissions = '{voids}' where username = 'bert'`)
  const { id: last, proposedBy, version } = await propose(app.bert)
  expect(proposedBy).toMatchObject({ username: 'bert', isMe: true })
  await app.db.query(`update administrators set disabled = true where username = 'bert'`)
  expect(await app.anna.refused(confirmVoid, { params: { id: last }, body: { version } })).toBe(
    'PROPOSER_GONE',
  )
  expect(await app.anna.refused(proposeVoid, { body: past() })).toBe('SECOND_ADMIN_REQUIRED')
})

test('[T16] the database takes no void that goes another way', async () => {
  const fails = (text: string) => expect(app.db.query(text), text).rejects.toThrow()
  const add = `insert into voids (product_id, from_ms, to_ms, reason, proposed_by, proposed_ms, expires_ms`
  await fails(`${add}, state) values (1, 1, 2, 'x', 1, 3, 4, 'confirmed')`)
  await fails(`${add}) values (1, 1, 5, 'x', 1, 3, 4)`)
  await fails(`${add}) values (1, 2, 1, 'x', 1, 3, 4)`)
  await app.db.query(`${add}) values (1, 1, 2, 'by hand', 1, 3, 9)`)
  const row = `where reason = 'by hand'`
  const confirmed = `update voids set version = version + 1, state = 'confirmed', decided_ms = 4`
  await fails(`${confirmed}, decided_by = 1 ${row}`)
  await fails(`${confirmed}, decided_by = 2, to_ms = 3 ${row}`)
  await fails(`${confirmed}, decided_by = 2, decided_ms = 9 ${row}`.replace('decided_ms = 4, ', ''))
  await fails(`update voids set version = 2, state = 'entered', seq = 1, entry_ms = 3, contract_count = 0,
    house_effect_micros = 0 ${row}`)
  await fails(`delete from voids ${row}`)
  await fails('truncate voids')
  await app.db.query(`${confirmed}, decided_by = 2 ${row}`)
  await fails(`update voids set version = 3, state = 'proposed', decided_by = null, decided_ms = null ${row}`)
  await fails(`update voids set version = 3, reason = 'another' ${row}`)
})
