import { ensure } from '@truestrike/core/assert.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { BATCHES_SUBJECT } from '../src/market/signed-batch.ts'
import type { Bus } from '../src/platform/bus.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { placed, placedTogether, rootsOf, settledReceipt } from './receipt-checks.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { createTradingApp, orderOf, START_PRICE, type TradingApp } from './trading-app.ts'

/** A bus that can keep back the news of accepted orders, as if it were cut or their sender dead. */
function createHoldingBus(): Bus & { held: unknown[] | null; tell(payload: unknown): void } {
  const inner = createMemoryBus((error) => console.error(error))
  const bus = {
    ...inner,
    held: null as unknown[] | null,
    publish: (subject: string, payload: unknown) => {
      if (bus.held !== null && subject === BATCHES_SUBJECT) bus.held.push(payload)
      else inner.publish(subject, payload)
    },
    tell: (payload: unknown) => inner.publish(BATCHES_SUBJECT, payload),
  }
  return bus
}

let app: TradingApp
let next: TestApp | null = null
afterEach(async () => {
  await next?.close()
  next = null
  await app.close()
})

/** The engine's process is gone; another one takes over. The clock and the database are the same. */
async function takeOver(): Promise<TestApp> {
  next = await createTestApp({ beside: app, start: true })
  return next
}

async function run(running: TestApp, ms: number, price: string): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    running.feed.push('BTCUSDT', price)
    await running.clock.advance(500)
  }
}

const openUntil = ({ app: { market } }: TestApp): number =>
  ensure(market.engine.lanes.find(({ product }) => product.symbol === 'BTCUSDT')).openUntilMs

describe('every root comes into the log, once', { timeout: 120_000 }, () => {
  test('[T11] [O4] killed between commit and answer: the next engine finds the order, and the receipt holds', async () => {
    const bus = createHoldingBus()
    app = await createTradingApp({ bus })
    const ann = await app.trader('ann_trader')
    bus.held = []
    const order = await placed(ann)
    expect(bus.held).toHaveLength(1)
    await app.app.market.stop()
    expect(await rootsOf(app.db, 'BTCUSDT')).toEqual([])
    // For longer than an opening price may come.
    await app.clock.advance(20_000)

    const after = await takeOver()
    expect(openUntil(after)).toBe(order.contract.expiresAtMs)
    await run(after, 1_000, START_PRICE)
    const { root, count } = order.receipt.acceptance
    expect(await rootsOf(app.db, 'BTCUSDT')).toMatchObject([
      { root, count, timeMs: order.contract.acceptedAtMs },
    ])
    // Asked for again by who never had an answer.
    const again = await ann.client.ok(placeContract, { body: order.body })
    expect(again).toMatchObject({ contract: { id: order.contract.id }, receipt: order.json })
    await run(after, 15_000, START_PRICE)
    expect((await settledReceipt(app, ann, order.contract.id)).claim.cancelReason).toBe('no-opening-price')
  })

  test('[T11] [O4] killed between root and sealing: the next engine seals what it finds', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const order = await placed(ann)
    await app.clock.advance(200)
    expect(await rootsOf(app.db, 'BTCUSDT')).toHaveLength(1)
    await app.app.market.stop()
    const after = await takeOver()
    await run(after, 1_000, START_PRICE)
    await run(after, 30_000, '50001.00')
    const { claim, acceptance } = await settledReceipt(app, ann, order.contract.id)
    expect(claim.result).toBe('won')
    expect(acceptance).toEqual(order.receipt.acceptance)
    expect(await rootsOf(app.db, 'BTCUSDT')).toHaveLength(1)
  })

  test('[T11] a message that was lost, then comes late, and one that comes twice: the root is in the log before the opening, once', async () => {
    const bus = createHoldingBus()
    app = await createTradingApp({ bus })
    const ann = await app.trader('ann_trader')
    bus.held = []
    const lost = await placed(ann)
    for (const expected of [0, 0, 1]) {
      app.feed.push('BTCUSDT', START_PRICE)
      await app.clock.advance(100)
      expect(await rootsOf(app.db, 'BTCUSDT')).toHaveLength(expected)
    }
    await app.run(1_000, START_PRICE)
    const [root] = await rootsOf(app.db, 'BTCUSDT')
    expect((await ann.contract(lost.contract.id)).openingSeq).toBeGreaterThan(ensure(root).seq)
    bus.tell(bus.held[0])
    await app.run(1_000, START_PRICE)
    expect(app.logged).toEqual([])

    bus.held = []
    const twice = await placed(ann, { direction: 'down' })
    const [message] = bus.held.splice(0)
    bus.tell(message)
    await app.run(500, START_PRICE)
    // The engine does not remember it any more; the database does.
    bus.tell(message)
    await app.run(1_500, START_PRICE)
    expect(app.logged.map(({ msg }) => msg)).toEqual(['market: writing ticks failed'])
    expect(await rootsOf(app.db, 'BTCUSDT')).toHaveLength(2)
    await app.run(30_000, START_PRICE)
    for (const { contract } of [lost, twice])
      expect((await settledReceipt(app, ann, contract.id)).claim.result).toBe('equal')
  })

  test('[T11] while accepted orders cannot be asked for prices wait: every root comes before the opening', async () => {
    const bus = createHoldingBus()
    app = await createTradingApp({ bus })
    const { engine } = app.app.market
    const ann = await app.trader('ann_trader')
    bus.held = []
    const order = await placed(ann)
    await app.db.query('alter function acceptance_batch(bigint) rename to acceptance_batch_away')
    await app.run(300, START_PRICE)
    const waiting = ensure(engine.lanes[0]?.head).lastSeq
    await app.run(2_000, START_PRICE)
    expect(ensure(engine.lanes[0]?.head).lastSeq).toBe(waiting)
    await app.db.query('alter function acceptance_batch_away(bigint) rename to acceptance_batch')
    await app.run(500, START_PRICE)
    const [root] = await rootsOf(app.db, 'BTCUSDT')
    await app.run(30_000, START_PRICE)
    expect((await ann.contract(order.contract.id)).openingSeq).toBeGreaterThan(ensure(root).seq)
    expect((await settledReceipt(app, ann, order.contract.id)).claim.result).toBe('equal')
  })

  test('[T11] [O4] without a key to sign with no order is taken and no product kept: nothing could ever be proved', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const { canSignAt } = app.signer
    const earlier = await app.trader('bob_trader')
    const body = orderOf({})
    const bought = await placed(earlier, body)
    app.signer.canSignAt = () => false
    expect(await ann.refused({})).toBe('SERVICE_UNAVAILABLE')
    expect((await placed(earlier, body)).contract.id).toBe(bought.contract.id)
    await app.clock.advance(2_000)
    expect(app.app.market.engine.lanes.filter(({ head }) => head !== null)).toEqual([])
    expect(await ann.list()).toEqual([])
    app.signer.canSignAt = canSignAt
    await app.run(2_000, START_PRICE)
    const order = await placed(ann)
    await app.run(32_000, START_PRICE)
    expect((await settledReceipt(app, ann, order.contract.id)).claim.result).toBe('equal')
  })

  test('[T11] a root that one log of two has already is entered in the other only', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const bob = await app.trader('bob_trader')
    app.feed.push('ETHUSDT', START_PRICE)
    await app.run(500, START_PRICE)
    await placedTogether(app, [
      [ann, {}],
      [bob, { symbol: 'ETHUSDT' }],
    ])
    await app.run(500, START_PRICE)
    const entered = async (): Promise<number[]> => [
      (await rootsOf(app.db, 'BTCUSDT')).length,
      (await rootsOf(app.db, 'ETHUSDT')).length,
    ]
    expect(await entered()).toEqual([1, 1])
    // As if an engine had been killed that owned the first product only.
    await app.db.query(
      `update acceptance_batches b set open_products = array[e.id], product_ids = array[p.id],
        seqs = array[b.seqs[array_position(b.product_ids, p.id)]]
      from products p, products e where p.symbol = 'BTCUSDT' and e.symbol = 'ETHUSDT'`,
    )
    await app.run(1_000, START_PRICE)
    expect(await entered()).toEqual([1, 2])
    expect(app.logged).toEqual([])
  })
})
