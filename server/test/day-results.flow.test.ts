import { ensure } from '@truestrike/core/assert.ts'
import { DAY_MS } from '@truestrike/core/utc-day.ts'
import { getOwnLimits, resetDemoBalance, setOwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { seedProducts } from '../src/market/seed-products.ts'
import type { Db, Sql, SqlValue } from '../src/platform/db.ts'
import { migrate, readMigrations } from '../src/platform/migrate.ts'
import { listRecentContracts } from '../src/trading/contracts.store.ts'
import { createRecordsService } from '../src/trading/records.service.ts'
import { createRandom } from './integrity/seeded-random.ts'
import { makeContract } from './made-contracts.ts'
import { createSecondTrading } from './second-trading.ts'
import { openEmptyTestDb } from './test-database.ts'
import { createTradingApp, orderOf, START_PRICE, type TradingApp } from './trading-app.ts'
import { createVoidApp, type VoidApp } from './void-app.ts'

/** What the day has brought by every contract of the eight days before, as it was worked out until it was kept. */
const ADDED_UP = `(
    select coalesce(sum(case when c.state in ('opening', 'running') then -c.stake_micros
      when c.settled_at_ms >= t.ms - t.ms % ${DAY_MS} then c.profit_micros end), 0)::bigint
    from contracts c
    where c.user_id = b.user_id and c.book = b.book and c.accepted_at_ms >= t.ms - 8 * ${DAY_MS}::bigint)`

interface Result {
  who: string
  kept: bigint
  added: bigint
}

/** Of both books of every user at each of some moments. */
async function expectKept(db: Db, moments: readonly number[]): Promise<void> {
  const rows = await db.query<Result>(
    `select b.user_id || ' ' || b.book || ' ' || t.ms as who, trading_day_result(b.user_id, b.book, t.ms) as kept,
      ${ADDED_UP} as added
    from user_balances b, unnest($1::bigint[]) as t (ms) order by 1`,
    [moments.map(BigInt)],
  )
  const only = (which: 'kept' | 'added') => rows.map((row) => [row.who, row[which]])
  expect(only('kept')).toEqual(only('added'))
}

let close: (() => Promise<void>) | null = null
afterEach(() => close?.())

const STEP_MS = 500
const STEPS = 290
const MIDNIGHT = Date.UTC(2026, 0, 6)
/** At which step an interval is voided, and from which step on: before midnight, and after it, of the day before. */
const VOIDED = new Map([
  [140, 70],
  [200, 86],
])
/** Steps with a silence longer than any contract bears. */
const SILENCE = { from: 216, to: 232 }

async function trade(app: VoidApp, seed: number): Promise<void> {
  const random = createRandom(seed)
  const traders = [await app.funded('ann_days'), await app.funded('bob_days')]
  const startMs = app.clock.nowMs()
  for (let step = 0; step < STEPS; step += 1) {
    const nowMs = app.clock.nowMs()
    const { client } = ensure(traders[random(traders.length)])
    if (step < STEPS - 70 && step % 2 === 0) {
      const book = random(3) === 0 ? 'real' : 'demo'
      const direction = random(2) === 0 ? 'up' : 'down'
      const durationSeconds = random(4) === 0 ? 60 : 30
      await client.call(placeContract, {
        body: orderOf({ book, direction, durationSeconds, stake: `${1 + random(9)}` }),
      })
    }
    const voidedFrom = VOIDED.get(step)
    if (voidedFrom !== undefined) {
      const fromMs = startMs + voidedFrom * STEP_MS
      await app.agree({ fromMs, toMs: fromMs + 5_000 })
    }
    if (step % 40 === 39 || step === STEPS - 1)
      await client.call(resetDemoBalance, { body: { requestId: `reset-days-${step}` } })
    if (step >= SILENCE.from && step < SILENCE.to) await app.clock.advance(STEP_MS)
    else await app.run(STEP_MS, (50_000 + random(3)).toFixed(2))
    if (step % 10 === 0) await expectKept(app.db, [nowMs, nowMs + STEP_MS])
  }
}

describe('[T12] what a user’s day has brought', { timeout: 240_000 }, () => {
  test('[D9] is what all contracts add up to, however they end, over midnight, voids and resets, by two processes', async () => {
    const app = await createVoidApp({ startMs: MIDNIGHT - 90_000 })
    close = app.close
    const second = await createSecondTrading(app)
    await second.start()
    await trade(app, 11)
    await second.stop()
    await expectKept(app.db, [
      app.clock.nowMs(),
      ...[MIDNIGHT - 1, MIDNIGHT, MIDNIGHT + DAY_MS - 1, MIDNIGHT + DAY_MS],
    ])
    const seen = await app.db.query<{ day: string; ended: string }>(
      `select distinct case when settled_at_ms < $1 then 'before' else 'after' end as day,
        coalesce(result, cancel_reason, state) as ended from contracts order by 1, 2`,
      [MIDNIGHT],
    )
    expect(seen.map(({ day, ended }) => `${day} ${ended}`)).toEqual(
      expect.arrayContaining([
        ...['before won', 'before lost', 'before equal', 'before void'],
        ...['after won', 'after lost', 'after equal', 'after void', 'after price-gap'],
      ]),
    )
    expect(await app.auditFaults()).toEqual([])
    await app.db.query('update user_day_results set profit_micros = profit_micros + 1 where day = $1', [
      MIDNIGHT / DAY_MS,
    ])
    const faults = await app.auditFaults()
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults) expect(fault).toMatch(/^what the day has brought equals the results/)
  })

  test('is filled from what was settled before it was kept', async () => {
    const opened = await openEmptyTestDb()
    close = opened.drop
    const { db } = opened
    const migrations = readMigrations()
    await migrate(
      db,
      migrations.filter(({ number }) => number < 90),
    )
    await seedProducts(db, { source: 'simulated', forexAlwaysOpen: true })
    const [{ now }] = (await db.query('select service_now_ms() as now')) as [{ now: bigint }]
    const today = Number(now) - (Number(now) % DAY_MS)
    const random = createRandom(5)
    for (let at = 0; at < 300; at += 1)
      await makeContract(db, {
        userId: BigInt(1 + random(3)),
        book: random(2) === 0 ? 'demo' : 'real',
        usdt: 1 + random(50),
        // Accepted in the last three days, also before midnight and settled after it.
        acceptedMs: at % 4 === 0 ? today - random(60_400) : today + DAY_MS - 90_000 - random(3 * DAY_MS),
        end: ensure((['open', 'won', 'lost', 'equal', 'price-gap', 'void'] as const)[random(6)]),
      })
    await db.query(
      `insert into user_balances (user_id, book, in_position_micros)
      select user_id, book, coalesce(sum(stake_micros) filter (where state = 'running'), 0) from contracts group by 1, 2`,
    )
    await migrate(db, migrations)
    await expectKept(db, [Number(now), today - 1, today + DAY_MS - 1, today + DAY_MS])
  })
})

const PAST = 20_000
const BATCH = 200

/** A day of a program that trades all the time, settled as it came. */
async function tradeAllDay({ db, clock }: TradingApp, userId: bigint): Promise<void> {
  const nowMs = clock.nowMs()
  await db.query(
    `insert into contracts (user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision",
      product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
      duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
      accepted_at_ms, expires_at_ms, state)
    select $1, 'past-order-' || i, '\\x00', i, 'demo', false, p.id, p.symbol, p."precision", 1, 1, 'simulated', 'up',
      1000000, 800000, 1, 1, '\\x00', 30, 8000, 3000, 300, 5000, 5000, 1, t.at, t.at + 30000, 'running'
    from generate_series(1, ${PAST}) i, products p, lateral (select $2::bigint - 60000 - i * 500::bigint as at) t
    where p.symbol = 'BTCUSDT'`,
    [userId, nowMs],
  )
  for (let settled = 0; settled < PAST; settled += BATCH)
    await db.query(
      `update contracts set state = 'completed', result = case id % 2 when 0 then 'won' else 'lost' end,
        profit_micros = case id % 2 when 0 then 800000 else -1000000 end, settled_at_ms = $2
      where id = any (array(select id from contracts where user_id = $1 and state = 'running' order by id limit ${BATCH}))`,
      [userId, nowMs],
    )
  await db.exec('analyze contracts')
}

interface PlanNode extends Record<string, unknown> {
  Plans?: PlanNode[]
}

/** How a statement was carried out. */
async function runOf(db: Db, text: string, params: readonly SqlValue[] = []): Promise<PlanNode> {
  return await db.tx(async (sql) => {
    // The first question of a connection reads what the tables look like, too.
    await sql.query(text, params)
    const [row] = await sql.query<Record<string, { Plan: PlanNode }[]>>(
      `explain (analyze, buffers, format json) ${text}`,
      params,
    )
    return ensure(ensure(Object.values(ensure(row))[0])[0]).Plan
  })
}

/** Pages of 8 kB that are read for the result of a day. */
async function resultPages(db: Db, userId: bigint, nowMs: number): Promise<number> {
  const run = await runOf(db, `select trading_day_result(${userId}, 'demo', ${nowMs})`)
  return Number(run['Shared Hit Blocks']) + Number(run['Shared Read Blocks'])
}

/** Contracts looked at by a part of a plan and all below it. */
function contractsIn(node: PlanNode): number {
  const own = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)
  const isTable = node['Relation Name'] === 'contracts'
  const below = (node.Plans ?? []).map(contractsIn)
  return below.reduce((sum, rows) => sum + rows, isTable ? own * Number(node['Actual Loops']) : 0)
}

/** Contracts that a snapshot looks at. */
async function snapshotContracts(db: Db, userId: bigint, nowMs: number): Promise<number> {
  let looked = 0
  const sql: Sql = {
    query: async <Row extends object>(text: string, params?: readonly SqlValue[]): Promise<Row[]> => {
      looked = contractsIn(await runOf(db, text, params))
      return []
    },
  }
  await listRecentContracts(sql, { userId, sinceMs: nowMs - 600_000, oldestMs: nowMs - 8 * DAY_MS })
  return looked
}

test('[T12] the loss of a day is found in a few pages, and without the contracts, whatever a user has traded', async () => {
  const app = await createTradingApp({ startMs: Date.UTC(2026, 0, 5, 12) })
  close = app.close
  const { db } = app
  const busy = await app.trader('busy_days')
  const fresh = await app.trader('fresh_days')
  await tradeAllDay(app, busy.userId)
  const nowMs = app.clock.nowMs()
  await expectKept(db, [nowMs])

  expect(await resultPages(db, fresh.userId, nowMs)).toBeLessThanOrEqual(12)
  expect(await resultPages(db, busy.userId, nowMs)).toBeLessThanOrEqual(12)

  // 10 000 won, 10 000 lost: 2 000 USDT of loss, and the limit counts them.
  expect((await busy.client.ok(getOwnLimits)).demo.lostToday).toBe('2000.00')
  await busy.client.ok(setOwnLimits, { body: { book: 'demo', dailyLoss: '2010' } })
  await app.run(1_000, START_PRICE)
  expect(await busy.refused({ stake: '10.01' })).toBe('OWN_LIMIT_REACHED')
  await busy.place({ stake: '10' })
  expect(await busy.refused({ stake: '1' })).toBe('OWN_LIMIT_REACHED')

  // Open ones first, then what was settled in the last ten minutes, among the newest thousand whatever lies behind.
  const { listRecent } = createRecordsService({ db, clock: app.clock })
  const shown = await listRecent(busy.userId)
  expect(shown).toHaveLength(500)
  expect(shown.map(({ state }) => state === 'completed').indexOf(true)).toBe(1)
  expect(await snapshotContracts(db, busy.userId, nowMs)).toBeLessThan(1_100)
}, 120_000)
