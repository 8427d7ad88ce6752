import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, expect, test } from 'vitest'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import { createGameRulesService } from '../src/trading/game-rules.service.ts'
import { createRealTimeApp, type RealTimeApp } from './real-time-app.ts'
import { readProducts } from './second-trading.ts'
import { createTrader, START_PRICE, type Trader } from './trading-app.ts'

const TRADERS = 50
const ORDERS_EACH = 10
const DURATION_SECONDS = 3
const TICK_EVERY_MS = 200

let app: RealTimeApp
let ticking: NodeJS.Timeout
afterEach(async () => {
  clearInterval(ticking)
  await app.close()
})

test('[T8] 500 contracts that expire within a second of real time are settled within a second, 99 of 100', {
  timeout: 60_000,
}, async () => {
  app = await createRealTimeApp({ clockMode: { kind: 'real' } })
  const { db, clock } = app
  app.feed.push('BTCUSDT', START_PRICE)
  let ticks = 0
  ticking = setInterval(() => {
    ticks += 1
    app.feed.push('BTCUSDT', (50_000 + (ticks % 7)).toFixed(2))
  }, TICK_EVERY_MS)
  const products = await readProducts(app)
  const rules = createGameRulesService({ db, clock, products })
  await rules.updateRule(db, ensure(products.find('BTCUSDT')).id, {
    symbol: 'BTCUSDT',
    durationSeconds: DURATION_SECONDS,
    payoutBps: 8_000,
    stakeMinMicros: 1_000_000n,
    stakeMaxMicros: 10_000_000n,
    windowMs: 500,
    openingDelayMs: 300,
    openTimeoutMs: 2_000,
    staleMs: 3_000,
    maxGapMs: 5_000,
  })
  const traders: Trader[] = []
  for (let at = 0; at < TRADERS; at += 1) traders.push(await createTrader(app, `many_${at}`))
  const placed = await Promise.all(
    traders.flatMap((trader) =>
      Array.from({ length: ORDERS_EACH }, (_, at) =>
        trader.place({ durationSeconds: DURATION_SECONDS, direction: at % 2 === 0 ? 'up' : 'down' }),
      ),
    ),
  )
  const expiries = placed.map(({ expiresAtMs }) => expiresAtMs)
  expect(Math.max(...expiries) - Math.min(...expiries)).toBeLessThan(1_000)

  const open = async (): Promise<bigint> => {
    const [row] = await db.query<{ n: bigint }>(
      'select count(*) as n from contracts where settled_at_ms is null',
    )
    return ensure(row).n
  }
  await expect.poll(open, { timeout: 30_000, interval: 200 }).toBe(0n)
  const delays = await db.query<{ ms: bigint }>(
    'select settled_at_ms - expires_at_ms as ms from contracts order by 1',
  )
  expect(delays).toHaveLength(TRADERS * ORDERS_EACH)
  expect(Number(ensure(delays[Math.floor(delays.length * 0.99)]).ms)).toBeLessThanOrEqual(1_000)
  expect((await auditLedger(db)).ok).toBe(true)
})
