import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { listProducts } from '@truestrike/protocol/market-endpoints.ts'
import { ORDER_DECIDED_WITHIN_MS, placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../src/app.ts'
import type { AppError } from '../src/platform/app-error.ts'
import type { Db } from '../src/platform/db.ts'
import { DbUnavailableError } from '../src/platform/db-error.ts'
import { silentLog } from '../src/platform/log.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'
import { ACQUIRE_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '../src/platform/postgres-db.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { ORDER_PUT_WITHIN_MS } from '../src/trading/place-contracts.ts'
import { payIn } from './real-funds.ts'
import { createScriptedFeed } from './scripted-feed.ts'
import { createSecondTrading } from './second-trading.ts'
import { testDatabaseUrl } from './test-database.ts'
import { createTestExports } from './test-exports.ts'
import { testFileWorker } from './test-file-worker.ts'
import { createTradingApp, orderOf, START_PRICE, type TradingApp } from './trading-app.ts'

let app: TradingApp
afterEach(() => app.close())

const outcomeOf = (placing: Promise<unknown>): Promise<string> =>
  placing.then(
    () => 'accepted',
    (error: AppError) => error.code,
  )

describe('orders at the same moment', { timeout: 120_000 }, () => {
  test('[T4] the same id and body answers the first contract; another body is refused; both books share ids', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const order = orderOf()
    const body = { ...order, stake: '5000' }
    const first = (await ann.client.ok(placeContract, { body })).contract
    // It spent the limit of the moment: a repeated order is a repeated order, not a refusal.
    await app.db.query('update trading_settings set halted = true, exposure_limit_micros = 1')
    const again = (await ann.client.ok(placeContract, { body: { ...body, stake: '5000.00' } })).contract
    expect(again).toEqual(first)
    for (const changed of [
      { stake: '4999' },
      { direction: 'down' },
      { book: 'real' },
      { durationSeconds: 60 },
    ] as const) {
      expect(await ann.client.refused(placeContract, { body: { ...body, ...changed } })).toBe(
        'IDEMPOTENCY_MISMATCH',
      )
    }
    const bob = await app.trader('bob_trader')
    expect(await bob.client.refused(placeContract, { body })).toBe('TRADING_HALTED')
    await app.db.query('update trading_settings set halted = false, exposure_limit_micros = 100000000000')
    // A refusal is not kept: the same id may be tried again. Another user's id is his own.
    const other = (await bob.client.ok(placeContract, { body })).contract
    expect(other.id).not.toBe(first.id)
    await app.run(32_000, START_PRICE)
    expect((await ann.client.ok(placeContract, { body })).contract).toMatchObject({
      id: first.id,
      result: 'equal',
    })
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T4] an order that has waited too long is not carried out any more, those that came with it are', async () => {
    app = await createTradingApp()
    const [ann, bob] = [await app.trader('ann_trader'), await app.trader('bob_trader')]
    const { placing } = await createSecondTrading(app)
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() - ORDER_PUT_WITHIN_MS - 1)
    const [late, punctual] = [
      outcomeOf(placing.place(ann.userId, orderOf())),
      placing.place(bob.userId, orderOf()),
    ]
    now.mockRestore()
    expect(await late).toBe('SERVICE_UNAVAILABLE')
    expect((await punctual).row.userId).toBe(bob.userId)
    expect([(await ann.list()).length, (await bob.list()).length]).toEqual([0, 1])
    // After that nobody carries it out: what the page says of an order it does not find is true.
    expect(ORDER_PUT_WITHIN_MS + ACQUIRE_TIMEOUT_MS + STATEMENT_TIMEOUT_MS).toBeLessThan(
      ORDER_DECIDED_WITHIN_MS,
    )
  })

  test('[T4] one id sent fifty times at once by two processes opens one contract', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const second = await createSecondTrading(app)
    const body = orderOf({ stake: '5000' })
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) =>
        at % 2 === 0
          ? (await ann.client.ok(placeContract, { body })).contract.id
          : (await second.placing.place(ann.userId, body)).row.id.toString(),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect((await ann.client.ok(getUserInfo)).balances.demo).toMatchObject({
      available: '5000.00',
      inPosition: '5000.00',
    })
    // The same id in both books at once, from two processes: one opens, the other is told.
    await payIn(app.db, ann, 1_000_000_000n)
    for (let round = 0; round < 5; round += 1) {
      const demo = orderOf()
      const both = await Promise.all([
        outcomeOf(second.placing.place(ann.userId, demo)),
        ann.client
          .call(placeContract, { body: { ...demo, book: 'real' } })
          .then(({ envelope }) => (envelope.success ? 'accepted' : envelope.code)),
      ])
      expect(both.sort()).toEqual(['IDEMPOTENCY_MISMATCH', 'accepted'])
    }
    await second.stop()
    expect(await app.auditFaults()).toEqual([])
  })

  test('[T4] [O4] 200 orders at once with funds for 50, from two tabs and two processes: exactly 50 open', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const second = await createSecondTrading(app)
    const placed = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const body = orderOf({ stake: '200' })
        return at % 2 === 0
          ? ann.client
              .call(placeContract, { body })
              .then(({ envelope }) => (envelope.success ? 'accepted' : envelope.code))
          : outcomeOf(second.placing.place(ann.userId, body))
      }),
    )
    expect(placed.filter((outcome) => outcome === 'accepted')).toHaveLength(50)
    expect(new Set(placed)).toEqual(new Set(['accepted', 'INSUFFICIENT_BALANCE']))
    const { balances } = await ann.client.ok(getUserInfo)
    expect(balances.demo).toMatchObject({ available: '0.00', inPosition: '10000.00', total: '10000.00' })
    const open = await app.db.query(`select 1 from contracts where user_id = $1`, [ann.userId])
    expect(open).toHaveLength(50)
    await second.stop()
    expect(await app.auditFaults()).toEqual([])
  })

  test.runIf(testDatabaseUrl !== undefined)(
    '[T4] a connection lost under way answers OUTCOME_UNKNOWN, and the same id resolves it',
    async () => {
      app = await createTradingApp()
      const ann = await app.trader('ann_trader')
      const body = orderOf()
      await app.db.tx(async (sql) => {
        await sql.query('select 1 from user_balances where user_id = $1 for update', [ann.userId])
        const placing = ann.client.call(placeContract, { body })
        await waitFor(async () => {
          const ended = await app.db.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%place_contracts%'`,
          )
          return ended.length > 0
        })
        const { status, headers, envelope } = await placing
        expect([status, envelope.success ? null : envelope.code]).toEqual([503, 'OUTCOME_UNKNOWN'])
        expect(headers['retry-after']).toBe('1')
      })
      const resolved = (await ann.client.ok(placeContract, { body })).contract
      expect((await ann.client.ok(placeContract, { body })).contract.id).toBe(resolved.id)
      expect(await ann.list()).toHaveLength(1)
      expect(await app.auditFaults()).toEqual([])
    },
  )

  test.runIf(testDatabaseUrl !== undefined).for([
    ['halted = true', 'TRADING_HALTED'],
    ['exposure_limit_micros = 1', 'EXPOSURE_LIMIT'],
  ] as const)(
    '[T4] [D16] a halt or a limit that is committed while an order waits for its locks refuses it: %s',
    async ([change, code]) => {
      app = await createTradingApp()
      const ann = await app.trader('ann_trader')
      const placing = await app.db.tx(async (sql) => {
        await sql.query('select 1 from user_balances where user_id = $1 for update', [ann.userId])
        const order = ann.client.refused(placeContract, { body: orderOf() })
        await waitFor(async () => {
          const waiting = await app.db.query(
            `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%place_contracts%'`,
          )
          return waiting.length > 0
        })
        await app.db.query(`update trading_settings set ${change}`)
        return { order }
      })
      expect(await placing.order).toBe(code)
      expect(await ann.list()).toEqual([])
    },
  )

  test('[T4] a contract that is durable but cannot be read back answers OUTCOME_UNKNOWN, and the same id resolves it', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    let away: RegExp | null = /from game_rules r where r\.id = any/
    const query: Db['query'] = (text, params) =>
      away?.test(text) === true
        ? Promise.reject(new DbUnavailableError('the connection was lost'))
        : app.db.query(text, params)
    const second = await createSecondTrading({ ...app, db: { ...app.db, query } })
    const body = orderOf()
    expect(await outcomeOf(second.placing.place(ann.userId, body))).toBe('OUTCOME_UNKNOWN')
    const [placed] = await ann.list()
    // Asked again while contracts cannot be read either: it still may not be called refused.
    away = /from contracts/
    expect(await outcomeOf(second.placing.place(ann.userId, body))).toBe('OUTCOME_UNKNOWN')
    away = null
    const { row, replayed } = await second.placing.place(ann.userId, body)
    expect([row.id.toString(), replayed]).toEqual([placed?.id, true])
    expect(await ann.list()).toHaveLength(1)
    await second.stop()
  })

  test('[D16] two processes never take more of the shared limit than there is', async () => {
    app = await createTradingApp()
    const second = await createSecondTrading(app)
    const traders = await Promise.all(Array.from({ length: 8 }, (_, at) => app.trader(`trader_${at}`)))
    for (const { userId } of traders) {
      await payIn(app.db, { userId }, 1_000_000_000n)
    }
    // 8 USDT of profit each: room for five.
    await app.db.query('update trading_settings set exposure_limit_micros = 47000000')
    const body = { book: 'real', stake: '10' } as const
    const outcomes = await Promise.all(
      traders.flatMap(({ client, userId }) => [
        client
          .call(placeContract, { body: orderOf(body) })
          .then(({ envelope }) => (envelope.success ? 'accepted' : envelope.code)),
        outcomeOf(second.placing.place(userId, orderOf(body))),
      ]),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'EXPOSURE_LIMIT')).toHaveLength(11)
    // Minutes that are over are forgotten.
    await app.run(32_000, START_PRICE)
    await app.db.query('update service_clock set fixed_ms = fixed_ms + 900000')
    await app.db.query('select trading_prune_exposure()')
    expect(await app.db.query('select 1 from exposure_buckets')).toEqual([])
    await second.stop()
    expect(await app.auditFaults()).toEqual([])
  })

  test('[M1] [T2] a process that runs follows the trading hours another one has started with', async () => {
    // A Saturday: forex is closed.
    app = await createTradingApp({ startMs: Date.UTC(2026, 0, 10, 12) })
    const ann = await app.trader('ann_trader')
    const forex = { symbol: 'EURUSDT' }
    const startAnother = async (forexAlwaysOpen: boolean): Promise<void> => {
      const market = { ...app.config.market, forexAlwaysOpen }
      const another = await createApp({
        ...{ db: app.db, clock: app.clock, signer: app.signer, random: systemRandom },
        ...{ secrets: app.secrets, wallMs: app.clock.nowMs },
        ...{ bus: createMemoryBus(() => {}), hasher: createPasswordHasher(), log: silentLog },
        fileWorker: testFileWorker,
        exports: createTestExports(app),
        ...{ metrics: createMetrics(false), webRoot: null },
        config: { ...app.config, market },
        createFeed: createScriptedFeed(app.clock.nowMs).attach,
      })
      await another.stop()
    }
    const statusNow = async (): Promise<string | undefined> => {
      const { products } = await ann.client.ok(listProducts, {})
      return products.find(({ symbol }) => symbol === forex.symbol)?.ticker.status
    }
    expect([await ann.refused(forex), await statusNow()]).toEqual(['MARKET_CLOSED', 'closed'])
    await startAnother(true)
    app.feed.push(forex.symbol, '1.10000')
    await app.clock.advance(200)
    expect((await ann.place(forex)).symbol).toBe(forex.symbol)
    await startAnother(false)
    expect(await ann.refused(forex)).toBe('MARKET_CLOSED')
    // Pages follow too, without anybody's order.
    await startAnother(true)
    await app.run(10_500, START_PRICE)
    app.feed.push(forex.symbol, '1.10000')
    await app.clock.advance(200)
    expect(await statusNow()).toBe('open')
  })
})

async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 1_000; looks += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('it never came to that')
}
