import { getBasicInfo, getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { getStatistics, listContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, expect, test } from 'vitest'
import { payIn } from './real-funds.ts'
import { createTradingApp, type Trader, type TradingApp } from './trading-app.ts'

let app: TradingApp
afterEach(() => app.close())

const fund = (trader: Trader, micros: bigint) => payIn(app.db, trader, micros)

test('[T10] practice and real balance are apart: same rules and feed, own contracts, own result', async () => {
  app = await createTradingApp()
  const ann = await app.trader('ann_trader')
  expect((await ann.client.ok(getBasicInfo)).fundsMode).toBe('test')
  expect(await ann.refused({ book: 'real' })).toBe('INSUFFICIENT_BALANCE')
  await fund(ann, 50_000_000n)

  const practice = await ann.place({ book: 'demo', stake: '100', direction: 'up' })
  const real = await ann.place({ book: 'real', stake: '50', direction: 'down' })
  expect([practice.ruleHash, practice.source]).toEqual([real.ruleHash, real.source])
  expect(await ann.refused({ book: 'real', stake: '1' })).toBe('INSUFFICIENT_BALANCE')
  expect((await ann.client.ok(getUserInfo)).balances).toEqual({
    demo: { total: '10000.00', available: '9900.00', inPosition: '100.00', frozen: '0.00' },
    real: { total: '50.00', available: '0.00', inPosition: '50.00', frozen: '0.00' },
  })

  await app.run(10_000, '50000.00')
  await app.run(24_000, '50010.00')
  const results = [await ann.contract(practice.id), await ann.contract(real.id)]
  expect(results.map(({ book, result, profit }) => [book, result, profit])).toEqual([
    ['demo', 'won', '80.00'],
    ['real', 'lost', '-50.00'],
  ])
  // The same prices decide both books.
  expect(results[0]?.closingPrice).toBe(results[1]?.closingPrice)
  expect((await ann.client.ok(getUserInfo)).balances).toMatchObject({
    demo: { total: '10080.00', inPosition: '0.00' },
    real: { total: '0.00', inPosition: '0.00' },
  })
  for (const [book, won, lost] of [
    ['demo', 1, 0],
    ['real', 0, 1],
  ] as const) {
    const { contracts } = await ann.client.ok(listContracts, { query: { book } })
    expect(contracts.map((contract) => contract.book)).toEqual([book])
    expect(await ann.client.ok(getStatistics, { query: { book } })).toMatchObject({ won, lost })
  }
  expect(await app.auditFaults()).toEqual([])
})
