import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { resetDemoBalance } from '@truestrike/protocol/limits-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTradingApp, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'

let app: TradingApp
beforeAll(async () => {
  app = await createTradingApp({ listen: true })
})
afterAll(() => app.close())

let requests = 0
const newId = (): string => `reset-${(requests++).toString().padStart(6, '0')}`
const reset = ({ client }: Trader, requestId = newId()) =>
  client.call(resetDemoBalance, { body: { requestId } })
const codeOf = ({ envelope }: Awaited<ReturnType<typeof reset>>) =>
  envelope.success ? 'done' : envelope.code
const demoOf = async ({ client }: Trader) => (await client.ok(getUserInfo)).balances.demo

test('[T10] the practice balance comes back by a transfer, after a loss and after a win; open sockets hear of it', async () => {
  const ann = await app.trader('ann_reset')
  const socket = await app.socket('/ws', { client: ann.client })
  socket.send({ op: 'subscribe', channel: 'user' })
  await ann.place({ stake: '100', direction: 'up' })
  expect(codeOf(await reset(ann))).toBe('RESET_CONTRACTS_OPEN')
  await app.run(2_000, START_PRICE)
  await app.run(30_000, '49990.00')
  expect((await demoOf(ann)).total).toBe('9900.00')
  expect(codeOf(await reset(ann))).toBe('done')
  const { balanceVersion } = await ann.client.ok(getUserInfo)
  const told = await socket.next('balances', ({ balances }) => balances.version === balanceVersion)
  expect(told.balances.demo.total).toBe('10000.00')
  expect(await demoOf(ann)).toEqual({
    total: '10000.00',
    available: '10000.00',
    inPosition: '0.00',
    frozen: '0.00',
  })

  await app.run(1_000, START_PRICE)
  await ann.place({ stake: '100', direction: 'up' })
  await app.run(10_000, START_PRICE)
  await app.run(24_000, '50020.00')
  expect((await demoOf(ann)).total).toBe('10080.00')
  expect(codeOf(await reset(ann))).toBe('done')
  expect((await demoOf(ann)).total).toBe('10000.00')
  const kinds = await app.db.query<{ debit: string; credit: string; amount: bigint }>(
    `select debit, credit, amount_micros as amount from transfers where kind = 'demo-reset' order by id`,
  )
  expect(kinds).toEqual([
    { debit: 'demo_issue', credit: 'available', amount: 100_000_000n },
    { debit: 'available', credit: 'demo_issue', amount: 80_000_000n },
  ])
  expect(await app.auditFaults()).toEqual([])
})

test('[T10 F8] the same request acts once, even twice at a moment; five resets in 24 hours', async () => {
  const bob = await app.trader('bob_reset')
  const spend = (micros: number) =>
    app.db.query(
      `select ledger_post(1, array['demo'], array['available'], array[$1::bigint], array['house'],
        array[null]::bigint[], array[$2::bigint], array['test'], array['test'])`,
      [bob.userId, micros],
    )
  await spend(5_000_000)
  const id = newId()
  expect((await Promise.all([reset(bob, id), reset(bob, id), reset(bob, id)])).map(codeOf)).toEqual([
    'done',
    'done',
    'done',
  ])
  await spend(7_000_000)
  expect(codeOf(await reset(bob, id))).toBe('done')
  expect((await demoOf(bob)).total).toBe('9993.00')
  const codes = (await Promise.all(Array.from({ length: 8 }, () => reset(bob)))).map(codeOf)
  expect(codes.filter((code) => code === 'done')).toHaveLength(4)
  expect(new Set(codes)).toEqual(new Set(['done', 'RESETS_USED_UP']))
  await app.db.query('update money_requests set created_ms = created_ms - $1', [24 * 3_600_000])
  expect(codeOf(await reset(bob))).toBe('done')
  expect(await app.auditFaults()).toEqual([])
})

test('[T10] an order and a reset at the same moment: one goes first, and nothing is lost', async () => {
  const carl = await app.trader('carl_reset')
  for (let round = 0; round < 3; round++) {
    await app.run(1_000, START_PRICE)
    const [answer, contract] = await Promise.all([reset(carl), carl.place({ stake: '10' })])
    expect(['done', 'RESET_CONTRACTS_OPEN']).toContain(codeOf(answer))
    expect((await demoOf(carl)).inPosition).toBe('10.00')
    await app.run(32_000, START_PRICE)
    expect((await carl.contract(contract.id)).state).toBe('completed')
    await app.db.query('update money_requests set created_ms = 0')
  }
  expect(await app.auditFaults()).toEqual([])
})
