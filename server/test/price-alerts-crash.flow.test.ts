import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertAlert, nearestQuery } from '../src/alerts/alerts.store.ts'
import { type AlertWatchParts, createAlertWatch } from '../src/alerts/watch-alerts.ts'
import { createNoticesService } from '../src/notifications/notices.service.ts'
import type { Db } from '../src/platform/db.ts'
import { createLog } from '../src/platform/log.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { createOutbox } from '../src/platform/outbox.ts'
import { createFailingDb, createMarketRig, type EngineRig, type MarketRig } from './market-rig.ts'
import { testDatabaseUrl } from './test-database.ts'

let rig: MarketRig
let engine: EngineRig
let users: bigint[]
beforeEach(async () => {
  rig = await createMarketRig()
  engine = await rig.engine()
  const rows = await rig.db.query<{ id: bigint }>(
    `insert into users (uid, username, username_key, created_at_ms)
    select (1000000000 + n)::text, 'alert' || n, 'alert' || n, 0 from generate_series(1, 2000) n returning id`,
  )
  users = rows.map(({ id }) => id)
  await pass('50000.00')
})
afterEach(() => rig.close())

const bus = createMemoryBus(() => {})
const SYMBOL = 'BTCUSDT'

/** A durable tick, heard by all who watch. */
async function pass(price: string): Promise<void> {
  const from = engine.published.length
  await engine.tick(SYMBOL, price)
  for (const { append, items } of engine.published.slice(from)) {
    bus.publish(`market.entries.${SYMBOL}`, { productId: append.head.productId, ticks: items })
  }
  // Those who heard of it are through: their looks at the database wait for each other in the same turn.
  await rig.clock.advance(0)
}

type Watch = ReturnType<typeof createAlertWatch>
const watches: { watch: Watch; logged: string[] }[] = []
afterEach(async () => {
  for (const { watch } of watches.splice(0)) await watch.stop()
})

/** A process that watches. `db` puts something between; `owns`: whose products they are. */
async function begin({ db = rig.db, owns = () => true }: { db?: Db; owns?: () => boolean } = {}) {
  const logged: string[] = []
  const log = createLog('warn', (line) => void logged.push(line))
  const outbox = createOutbox({ db, clock: rig.clock, log })
  const parts: AlertWatchParts = {
    ...{ db, bus, clock: rig.clock, log },
    notices: createNoticesService({
      ...{ db, bus, clock: rig.clock, outbox },
      users: { localesOf: async () => new Map(), listOnline: async () => [] },
    }),
    market: { products: rig.live, engine: { owns } },
  }
  const watch = createAlertWatch(parts)
  await watch.start()
  watches.push({ watch, logged })
  return { watch, logged }
}

const set = (userId: bigint, direction: 'up' | 'down', price: bigint) =>
  insertAlert(rig.db, {
    ...{ userId, direction, price, productId: rig.product(SYMBOL).id, createdMs: 0n },
    afterSeq: BigInt(rig.live.get(SYMBOL)?.lastTick?.[2] ?? 0),
  })

const told = async () =>
  (
    await rig.db.query<{ ref: string; price: string }>(
      `select data->>'ref' as ref, data->>'price' as price from notices where kind = 'price-alert' order by id`,
    )
  ).map(({ ref, price }) => ({ ref, price }))
const waiting = async () => Number((await rig.db.query('select 1 from price_alerts')).length)
/** Every watcher has swept, and is done with what it heard. */
const settle = async () => {
  await rig.clock.advance(1_000)
  for (const { watch } of watches) await watch.idle()
}

test('[N6] [O5] two processes that both believe the product theirs tell each alert once', async () => {
  await begin()
  await begin()
  for (const [at, userId] of users.slice(0, 500).entries())
    await set(userId, 'up', 5_000_100n + BigInt(at % 5))
  await settle()
  for (const price of ['50001.02', '50001.00', '50001.04', '50001.04']) await pass(price)
  await settle()
  const all = await told()
  expect(all).toHaveLength(500)
  expect(new Set(all.map(({ ref }) => ref)).size).toBe(500)
  expect(await waiting()).toBe(0)
})

test('[N6] [O4] what reached an alert while its engine died, and was over before the next one came, is told once', async () => {
  const failing = createFailingDb(rig.db)
  const dead = await begin({ db: failing })
  const { id } = await set(users[0] ?? 0n, 'up', 5_000_500n)
  await settle()
  for (let passed = 0; passed < 11; passed++) await rig.clock.advance(1_000)
  failing.failing = 'before'
  await pass('50005.00')
  await pass('50001.00')
  await settle()
  expect(await told()).toEqual([])
  expect(dead.logged.join()).toContain('price alerts')
  // Killed: it stops nothing, it says nothing.
  watches.length = 0
  await begin()
  await settle()
  expect(await told()).toEqual([{ ref: `alert:${id}`, price: '50005.00' }])
  await begin()
  await pass('50006.00')
  await settle()
  expect(await told()).toHaveLength(1)
})

test('[N6] [O4] a commit whose answer was lost is not told again', async () => {
  const failing = createFailingDb(rig.db)
  await begin({ db: failing })
  await set(users[0] ?? 0n, 'down', 4_999_900n)
  await settle()
  failing.failing = 'after'
  await pass('49999.00')
  await settle()
  failing.failing = 'no'
  await settle()
  await pass('49998.00')
  await settle()
  expect(await told()).toHaveLength(1)
})

test('[N6] a product that comes to this engine is taken up where the other one was; one that went is left alone', async () => {
  let mine = false
  await begin({ owns: () => mine })
  await set(users[0] ?? 0n, 'up', 5_000_500n)
  await pass('50005.00')
  await pass('50001.00')
  await settle()
  expect(await told()).toEqual([])
  mine = true
  await settle()
  expect(await told()).toMatchObject([{ price: '50005.00' }])
  await set(users[1] ?? 0n, 'up', 5_000_500n)
  mine = false
  await settle()
  await pass('50005.00')
  await settle()
  expect(await told()).toHaveLength(1)
})

test('[N6] a tick that was never heard of, as when the bus is away, counts like the others', async () => {
  await begin()
  await set(users[0] ?? 0n, 'up', 5_000_500n)
  await settle()
  await engine.tick(SYMBOL, '50006.00')
  await pass('50001.00')
  await settle()
  expect(await told()).toMatchObject([{ price: '50006.00' }])
})

test('[N6] of two alerts at one price a tick between their settings fires the one that was there', async () => {
  await begin()
  const { id } = await set(users[0] ?? 0n, 'up', 5_000_500n)
  await pass('50006.00')
  await pass('50001.00')
  await set(users[1] ?? 0n, 'up', 5_000_500n)
  await settle()
  expect(await told()).toEqual([{ ref: `alert:${id}`, price: '50006.00' }])
  expect(await waiting()).toBe(1)
})

const MANY = 100_000

test('[N6] a hundred thousand alerts cost a tick nothing that reaches none, and each that one reaches is told once', async () => {
  await rig.db.query(
    `insert into price_alerts (user_id, product_id, direction, price, after_seq, watched, created_ms)
    select $1::bigint + n % 2000, $2, case when n % 2 = 0 then 'up' else 'down' end,
      case when n % 2 = 0 then 5010000 + n / 2000 * 100 else 4990000 - n / 2000 * 100 end, $3, true, 0
    from generate_series(0, $4::int - 1) n`,
    [users[0] ?? 0n, rig.product(SYMBOL).id, BigInt(rig.live.get(SYMBOL)?.lastTick?.[2] ?? 0), MANY],
  )
  await rig.db.query('analyze price_alerts')
  let asked = 0
  const counting: Db = {
    ...{ kind: rig.db.kind, exec: rig.db.exec, close: rig.db.close },
    query: (text, params) => {
      asked += 1
      return rig.db.query(text, params)
    },
    tx: (work) => {
      asked += 1
      return rig.db.tx(work)
    },
  }
  await begin({ db: counting })
  asked = 0
  for (let at = 0; at < 100; at++) await pass(`500${10 + (at % 80)}.00`)
  // Ten seconds: a look for new ones each second, and how far it has come.
  expect(asked).toBeLessThanOrEqual(12)
  expect(await told()).toEqual([])
  await pass('50101.00')
  await settle()
  const all = await told()
  expect(all).toHaveLength(2_000)
  expect(new Set(all.map(({ ref }) => ref)).size).toBe(2_000)
  expect(await waiting()).toBe(MANY - 2_000)
  if (testDatabaseUrl === undefined) return
  const { text, params } = nearestQuery([rig.product(SYMBOL).id])
  const plan = await rig.db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('price_alerts_by_price')
  expect(lines).not.toContain('Seq Scan')
})
