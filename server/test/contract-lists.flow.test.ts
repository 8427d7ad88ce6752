import { ensure } from '@truestrike/core/assert.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import {
  exportAllContracts,
  getAnyContract,
  getAnyReceipt,
  listAllContracts,
} from '@truestrike/protocol/contract-list-endpoints.ts'
import { getReceipt, getSiteKeys } from '@truestrike/protocol/proof-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from './test-client.ts'
import { START_PRICE, type Trader } from './trading-app.ts'
import { createVoidApp, type VoidApp } from './void-app.ts'

type Query = NonNullable<(typeof listAllContracts)['types']>['query']

let app: VoidApp
let admin: TestClient
let anna: Trader
let bob: Trader
/** By what became of them; of Anna but the demo one. */
const made: Record<'won' | 'voided' | 'cancelled' | 'demo' | 'open', Contract> = {} as never
let fromMs = 0

beforeAll(async () => {
  app = await createVoidApp()
  admin = app.anna
  anna = await app.funded('anna_trader')
  bob = await app.trader('bob_trader')
  // No name that can be registered begins so; a file is safe from those in the database too.
  await app.db.query(`update users set username = '=bob' where username = 'bob_trader'`)
  fromMs = app.clock.nowMs()
  made.voided = await anna.place({ book: 'real', stake: '20' })
  made.won = await anna.place({ book: 'real', stake: '30', direction: 'down' })
  await app.run(1_000, START_PRICE)
  await app.run(33_000, '49990.00')
  await app.agree({ fromMs, toMs: app.clock.nowMs() - 500 })
  await app.run(3_000, '49990.00')
  // The prices stop, and come back after the expiry.
  made.cancelled = await anna.place({ book: 'real', stake: '7' })
  await app.clock.advance(40_000)
  await app.run(2_000, START_PRICE)
  made.demo = await bob.place({ stake: '4000' })
  made.open = await anna.place({ book: 'real', stake: '12.5' })
  await app.run(1_000, START_PRICE)
})
afterAll(() => app.close())

const listed = async (query: Query = {}): Promise<string[]> =>
  (await admin.ok(listAllContracts, { query })).contracts.map(({ contract }) => nameOf(contract.id))
const nameOf = (id: string): string =>
  ensure(Object.entries(made).find(([, contract]) => contract.id === id))[0]

test('[D9] contracts of all users: each filter, searches, both orders, and pages that leave none out', async () => {
  const all = ['open', 'demo', 'cancelled', 'won', 'voided']
  expect(await listed()).toEqual(all)
  expect(await listed({ sort: 'time' })).toEqual(all.toReversed())
  const byStake = ['demo', 'won', 'voided', 'open', 'cancelled']
  expect(await listed({ sort: '-stake' })).toEqual(byStake)
  expect(await listed({ sort: 'stake' })).toEqual(byStake.toReversed())
  const { contracts } = await admin.ok(listAllContracts, { query: { book: 'demo' } })
  expect(contracts).toMatchObject([{ username: '=bob', contract: { id: made.demo.id } }])
  const uid = ensure(contracts[0]).uid
  const cases: [Query, string[]][] = [
    [{ book: 'real' }, ['open', 'cancelled', 'won', 'voided']],
    [{ symbol: 'ETHUSDT' }, []],
    [{ symbol: 'NOSUCH' }, []],
    [{ symbol: 'BTCUSDT', direction: 'down' }, ['won']],
    [{ state: 'pending' }, ['open', 'demo']],
    [{ state: 'completed' }, ['won']],
    [{ state: 'cancelled' }, ['cancelled', 'voided']],
    [{ state: 'cancelled', sort: 'stake' }, ['cancelled', 'voided']],
    [{ result: 'won' }, ['won']],
    [{ result: 'equal' }, []],
    [{ fromMs: made.demo.acceptedAtMs }, ['open', 'demo']],
    [{ toMs: made.won.acceptedAtMs }, ['won', 'voided']],
    [{ minStake: '12.5', maxStake: '30' }, ['open', 'won', 'voided']],
    [{ minStake: '12.500001', sort: 'time' }, ['voided', 'won', 'demo']],
    [{ search: 'ANNA', book: 'real', minStake: '20' }, ['won', 'voided']],
    [{ search: uid }, ['demo']],
    [{ search: made.won.orderNo.toLowerCase() }, ['won']],
    [{ search: `TS${made.won.id.padStart(10, '0')}` }, ['won']],
    [{ search: ` ${made.won.id} ` }, ['won']],
    [{ search: made.won.id, direction: 'up' }, []],
    [{ search: 'nobody' }, []],
    [{ search: '9999999999999999999' }, []],
  ]
  for (const [query, names] of cases) expect([query, await listed(query)]).toEqual([query, names])
  for (const query of [
    {},
    { sort: '-stake' as const },
    { search: 'a' },
    { minStake: '1' },
    { state: 'cancelled' as const },
  ]) {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await admin.ok(listAllContracts, {
        query: { ...query, limit: 1, ...(cursor === undefined ? {} : { cursor }) },
      })
      seen.push(...page.contracts.map(({ contract }) => nameOf(contract.id)))
      cursor = page.nextCursor
    }
    expect([query, seen]).toEqual([query, await listed(query)])
  }
  for (const query of [
    { cursor: 'x' },
    { cursor: '-1-1' },
    { minStake: '-1' },
    { sort: 'profit' },
    { limit: 101 },
  ])
    expect(await admin.refused(listAllContracts, { query: query as Query })).toBe('INVALID_PARAMETERS')
})

test('[D9] [T11] one of them, with whose it is, what the ledger moved for it, and the receipt its user gets', async () => {
  const kinds = async (name: keyof typeof made) => {
    const { transfers } = await admin.ok(getAnyContract, { params: { id: made[name].id } })
    return transfers.map(({ kind, debit, credit, amount }) => `${kind} ${debit}>${credit} ${amount}`)
  }
  const stake = 'stake available>in_position'
  expect(await kinds('won')).toEqual([
    ...[`${stake} 30.00`, 'stake-return in_position>available 30.00', 'profit house>available 24.00'],
  ])
  expect(await kinds('voided')).toEqual([
    ...[`${stake} 20.00`, 'loss in_position>house 20.00', 'void-return house>available 20.00'],
  ])
  expect(await kinds('cancelled')).toEqual([`${stake} 7.00`, 'stake-return in_position>available 7.00'])
  expect(await kinds('demo')).toEqual([`${stake} 4000.00`])
  const params = { id: made.won.id }
  expect(await admin.ok(getAnyContract, { params })).toMatchObject({
    username: 'anna_trader',
    contract: await anna.contract(made.won.id),
  })

  await app.run(12_000, START_PRICE)
  const seen = await admin.ok(getAnyReceipt, { params })
  expect(seen).toEqual(await anna.client.ok(getReceipt, { params }))
  expect(seen.state).toBe('settled')
  const { keys } = await anna.client.ok(getSiteKeys)
  expect(verifyReceipt(seen.receipt, keys)).toMatchObject({ ok: true })
  for (const id of ['999999999', '9999999999999999999'])
    for (const call of [getAnyContract, getAnyReceipt])
      expect(await admin.refused(call as typeof getAnyContract, { params: { id } })).toBe(
        'CONTRACT_NOT_FOUND',
      )
})

test('[D9] [C3] the list is a file of CSV; who took it along is in the audit log', async () => {
  const path = `${exportAllContracts.path}?minStake=30&sort=stake`
  const answer = await admin.raw('GET', path, undefined, { 'accept-language': 'de-DE' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('crypto-trade-order-list-') as string,
  })
  const [head, ...lines] = answer.body.split('\r\n')
  expect(head).toMatch(/^\uFEFFAuftragsnummer,UID,Benutzer,/)
  expect(lines.map((line) => line.split(',')[0])).toEqual([made.won.orderNo, made.demo.orderNo, ''])
  // A name that would be a formula is none.
  expect(lines[1]).toContain(",'=bob,")
  const [entry] = await app.db.query<{ subject: string; after: { minStake: string } }>(
    `select subject, after from audit_log where action = 'orders.export' order by id desc limit 1`,
  )
  expect(entry).toMatchObject({ subject: 'order-list', after: { minStake: '30' } })
})
