import { ensure } from '@truestrike/core/assert.ts'
import { createLogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { outcomeOf } from '@truestrike/core/outcome.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { readEntries } from '../src/market/read-log.ts'
import { toFrozenContract } from '../src/trading/contract-row.ts'
import { listContractsById } from '../src/trading/contracts.store.ts'
import { createRandom, type Random } from './integrity/seeded-random.ts'
import { payIn } from './real-funds.ts'
import { createSecondTrading } from './second-trading.ts'
import { createTradingApp, orderOf, type Trader, type TradingApp } from './trading-app.ts'

/** Seeds that once found something, and one of the day; `SIM_SEED` runs a single one. */
const SEEDS =
  process.env.SIM_SEED === undefined ? [1, 2, Date.now() % 1_000_000] : [Number(process.env.SIM_SEED)]
const STEPS = 40
const ENTRIES_MAX = 100_000

let app: TradingApp
afterEach(() => app.close())

interface World {
  random: Random
  traders: Trader[]
  sent: { trader: Trader; order: PlaceOrder }[]
  cents: number
}

type Command = (world: World) => Promise<void>

function randomOrder({ random }: World): PlaceOrder {
  return orderOf({
    book: random(4) === 0 ? 'real' : 'demo',
    direction: random(2) === 0 ? 'up' : 'down',
    durationSeconds: random(3) === 0 ? 60 : 30,
    stake: `${1 + random(3_000)}.${random(1_000_000).toString().padStart(6, '0')}`,
  })
}

const post = ({ client }: Trader, body: PlaceOrder) => client.call(placeContract, { body })
const traderOf = ({ random, traders }: World): Trader => ensure(traders[random(traders.length)])

const placeSome: Command = async (world) => {
  const orders = Array.from({ length: 1 + world.random(6) }, () => ({
    trader: traderOf(world),
    order: randomOrder(world),
  }))
  world.sent.push(...orders)
  await Promise.all(orders.map(({ trader, order }) => post(trader, order)))
}

const repeatOne: Command = async (world) => {
  const known = world.sent[world.random(Math.max(1, world.sent.length))]
  if (known === undefined) return
  const changed = world.random(2) === 0
  await post(known.trader, changed ? { ...known.order, stake: '1.5' } : known.order)
}

const walk: Command = async (world) => {
  world.cents += world.random(401) - 200
  await app.run(500 + world.random(2_000), (world.cents / 100).toFixed(2))
}

const fallSilent: Command = async ({ random }) => app.clock.advance(1_000 + random(8_000))

const turnClockBack: Command = async ({ random }) => app.clock.set(app.clock.nowMs() - random(400))

/** Another process comes up, settles what it finds, and goes. */
const comeAndGo: Command = async () => {
  const second = await createSecondTrading(app)
  await second.start()
  await second.stop()
}

const COMMANDS: readonly Command[] = [
  ...Array<Command>(8).fill(walk),
  ...Array<Command>(5).fill(placeSome),
  repeatOne,
  repeatOne,
  fallSilent,
  turnClockBack,
  comeAndGo,
]

async function endAll(world: World): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    const open = await app.db.query(`select 1 from contracts where state in ('opening', 'running') limit 1`)
    if (open.length === 0) return
    await app.run(2_000, (world.cents / 100).toFixed(2))
  }
  throw new Error('contracts are still open')
}

async function expectReplayEqualsLive(): Promise<number> {
  const ids = await app.db.query<{ id: bigint; product_id: number }>('select id, product_id from contracts')
  const rows = await listContractsById(
    app.db,
    ids.map(({ id }) => id),
  )
  if (rows.length === 0) return 0
  const entries = await readEntries(app.db, ensure(rows[0]).productId, { limit: ENTRIES_MAX })
  const excerpt = createLogExcerpt(entries)
  for (const row of rows) {
    const outcome = outcomeOf(toFrozenContract(row), excerpt)
    const told = outcome.state === 'undecided' ? null : outcome
    expect({
      id: row.id,
      state: told?.state,
      reason: told?.state === 'cancelled' ? told.reason : null,
    }).toEqual({
      id: row.id,
      state: row.state,
      reason: row.cancelReason,
    })
    if (told?.state !== 'completed') continue
    expect([told.result, told.profitMicros, told.opening.price, told.closing.price]).toEqual([
      row.result,
      row.profitMicros,
      row.openingPrice,
      row.closingPrice,
    ])
  }
  return rows.length
}

describe('simulation', () => {
  for (const seed of SEEDS) {
    test(`[F8] [T4] [T6] [T8] any story, seed ${seed}: sums zero, none negative, each settled once, live = replay`, {
      timeout: 240_000,
    }, async () => {
      app = await createTradingApp()
      const world: World = { random: createRandom(seed), traders: [], sent: [], cents: 5_000_000 }
      for (const name of ['ann', 'bob', 'eve']) world.traders.push(await app.trader(`${name}_${seed}`))
      for (const { userId } of world.traders) {
        await payIn(app.db, { userId }, 9_000_000_000n)
      }
      for (let step = 0; step < STEPS; step += 1) {
        await ensure(COMMANDS[world.random(COMMANDS.length)])(world)
        if (step % 10 === 9) expect(await app.auditFaults()).toEqual([])
      }
      await endAll(world)
      expect(await app.auditFaults()).toEqual([])
      expect(await expectReplayEqualsLive()).toBeGreaterThan(0)
    })
  }
})
