import { ensure } from '@truestrike/core/assert.ts'
import type { FrozenContract } from '@truestrike/core/frozen-contract.ts'
import { createLogExcerpt, type LogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { type Outcome, outcomeOf, voidTouches } from '@truestrike/core/outcome.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { confirmVoid, proposeVoid } from '@truestrike/protocol/void-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { readEntries } from '../src/market/read-log.ts'
import { toFrozenContract } from '../src/trading/contract-row.ts'
import { listContractsById } from '../src/trading/contracts.store.ts'
import { createRandom, type Random } from './integrity/seeded-random.ts'
import { payIn } from './real-funds.ts'
import { createSecondTrading } from './second-trading.ts'
import { isShare } from './test-database.ts'
import { orderOf, type Trader } from './trading-app.ts'
import { createVoidApp, type VoidApp, voidOf } from './void-app.ts'

const KNOWN_SEEDS = isShare ? [1] : [1, 2]
/** Seeds that once found something, and one of the day; `SIM_SEED` runs a single one. */
const SEEDS =
  process.env.SIM_SEED === undefined
    ? [...KNOWN_SEEDS, Date.now() % 1_000_000]
    : [Number(process.env.SIM_SEED)]
const STEPS = 40
const ENTRIES_MAX = 100_000

let app: VoidApp
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

/** A second source disagrees: what comes is refused, and in no price. */
const quarantine: Command = async ({ random, cents }) => {
  for (let steps = 1 + random(16); steps > 0; steps -= 1) {
    app.feed.push('BTCUSDT', { price: '70000.00', secondPrice: (cents / 100).toFixed(2) })
    await app.clock.advance(500)
  }
}

/** Two administrators agree on a void of some time gone by; one that cannot be is refused. */
const voidSome: Command = async ({ random }) => {
  const toMs = app.clock.nowMs() - 1_000 - random(30_000)
  const body = voidOf({ fromMs: toMs - random(30_000), toMs })
  const { envelope } = await app.anna.call(proposeVoid, { body })
  if (!envelope.success) return
  const { id, version } = envelope.data.void
  await app.bert.ok(confirmVoid, { params: { id }, body: { version } })
}

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
  quarantine,
  voidSome,
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
    const frozen = toFrozenContract(row)
    const told = afterVoids(outcomeOf(frozen, excerpt), frozen, excerpt)
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

/** What is left of an outcome after the voids that were logged when it stood already; null: it is not decided. */
function afterVoids(outcome: Outcome, frozen: FrozenContract, { voids }: LogExcerpt) {
  if (outcome.state === 'undecided') return null
  // A win stays, and who came out even has his stake already.
  if (outcome.state !== 'completed' || outcome.result !== 'lost') return outcome
  const late = voids.find(
    (entry) => entry.timeMs > frozen.expiresAtMs && voidTouches(entry, frozen, outcome.opening),
  )
  return late === undefined ? outcome : ({ state: 'cancelled', reason: 'void' } as const)
}

describe('simulation', () => {
  for (const seed of SEEDS) {
    test(`[F8] [T4] [T6] [T8] any story, seed ${seed}: sums zero, none negative, each settled once, live = replay`, {
      timeout: 240_000,
    }, async () => {
      app = await createVoidApp()
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
      // A void of what has ended: who lost in it gets the stake back, and wins stay.
      const toMs = app.clock.nowMs() - 1_000
      await app.agree({ fromMs: toMs - 15_000, toMs })
      await app.run(2_000, (world.cents / 100).toFixed(2))
      expect(await app.auditFaults()).toEqual([])
      expect(await expectReplayEqualsLive()).toBeGreaterThan(0)
    })
  }
})
