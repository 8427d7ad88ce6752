import { ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { getReceipt, getSiteKeys } from '@truestrike/protocol/proof-endpoints.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Signer } from '../src/proof/signer.ts'
import { bothExit, bundleVerifiers } from './command-verifiers.ts'
import { logByHand } from './log-by-hand.ts'
import { placed, placedTogether, rootsOf, settledReceipt, shownReceipt, verified } from './receipt-checks.ts'
import { createSecondTrading } from './second-trading.ts'
import { createTradingApp, orderOf, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'
import { createVoidApp } from './void-app.ts'

let app: TradingApp
afterEach(() => app.close())

/** Prices of both every half second. */
async function runBoth(ms: number, price: string): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    app.feed.push('ETHUSDT', price)
    await app.run(500, price)
  }
}

const log = (symbol: string, entry: (at: { seq: number; timeMs: number }) => LogEntry): Promise<void> =>
  logByHand(app, symbol, entry)

describe('receipts', { timeout: 120_000 }, () => {
  test('[T11] [P1] from the answer to the order to the sealed proof: accepted, sealing, settled, each verified, by command too', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const order = await placed(ann, { stake: '10.5' })
    expect(order.receipt.contract).toMatchObject({
      id: BigInt(order.contract.id),
      openAfterSeq: order.contract.openAfterSeq,
      acceptedAtMs: order.contract.acceptedAtMs,
      ruleHash: order.contract.ruleHash,
      order: { clientOrderId: order.body.clientOrderId, stakeMicros: 10_500_000n },
    })
    // Before the log holds the root, and after.
    const replays = [await ann.client.ok(placeContract, { body: order.body })]
    await app.run(1_000, START_PRICE)
    replays.push(await ann.client.ok(placeContract, { body: order.body }))
    for (const replay of replays) expect(JSON.stringify(replay.receipt)).toBe(JSON.stringify(order.json))
    expect(await shownReceipt(ann, order.contract.id)).toMatchObject({ state: 'accepted', json: order.json })

    const [root, ...others] = await rootsOf(app.db, 'BTCUSDT')
    expect(root).toMatchObject({ root: order.receipt.acceptance.root, count: 1 })
    expect(others).toEqual([])
    expect(root?.timeMs).toBe(order.contract.acceptedAtMs)
    expect((await ann.contract(order.contract.id)).openingSeq).toBeGreaterThan(ensure(root).seq)

    await app.run(29_000, '50010.00')
    await app.clock.advance(400)
    // What the clock has set off is committed in its own time; nothing is sealed while the clock stands.
    await vi.waitFor(async () =>
      expect(await ann.contract(order.contract.id)).toMatchObject({ state: 'completed', result: 'won' }),
    )
    expect(await shownReceipt(ann, order.contract.id)).toMatchObject({ state: 'sealing', json: order.json })
    const settled = await settledReceipt(app, ann, order.contract.id)
    expect(settled).toMatchObject({
      contract: order.receipt.contract,
      acceptance: order.receipt.acceptance,
      claim: { state: 'completed', result: 'won', profitMicros: 8_400_000n, closingPrice: 5_001_000n },
    })
    expect(JSON.stringify(settled.json).length).toBeLessThan(20_000)

    const verifiers = await bundleVerifiers()
    const keys = await ann.client.ok(getSiteKeys)
    expect(verifiers.run(order.json, keys)).toEqual(bothExit(0))
    expect(verifiers.run(settled.json, keys)).toEqual(bothExit(0))
    const text = JSON.stringify(settled.json)
    for (const changed of [text.replace('"10.50"', '"10.51"'), text.replace('"won"', '"lost"')])
      expect(verifiers.run(JSON.parse(changed), keys)).toEqual(bothExit(1))
    verifiers.remove()
  })

  test('[T11] lost and equal, up and down, over two products in one batch: one root and one signature, in each log once', async () => {
    app = await createTradingApp()
    const traders: Trader[] = []
    for (const name of ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'])
      traders.push(await app.trader(`${name}_trader`))
    await runBoth(1_000, START_PRICE)
    const orders = await placedTogether(
      app,
      traders.map((trader, at) => [
        trader,
        {
          symbol: at % 2 === 0 ? 'BTCUSDT' : 'ETHUSDT',
          direction: at < 3 ? 'up' : 'down',
          durationSeconds: at < 4 ? 30 : 60,
        },
      ]),
    )
    await runBoth(1_000, START_PRICE)
    const { root, count, signature } = ensure(orders[0]).receipt.acceptance
    expect(orders.map(({ receipt: { acceptance } }) => acceptance)).toMatchObject(
      orders.map((_, index) => ({ index, root, count: 6, signature })),
    )
    for (const symbol of ['BTCUSDT', 'ETHUSDT'])
      expect(await rootsOf(app.db, symbol)).toMatchObject([{ root, count }])
    await runBoth(60_000, '50007.00')
    const results: (string | null)[] = []
    for (const [at, trader] of traders.entries()) {
      const { claim } = await settledReceipt(app, trader, ensure(orders[at]).contract.id)
      results.push(claim.result)
    }
    expect(results).toEqual(['won', 'won', 'won', 'lost', 'lost', 'lost'])
  })

  test('[T11] equal prices, no opening price, a gap in the prices, a change of source: what was paid back is proved as well', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const equal = await placed(ann)
    await app.run(30_500, START_PRICE)
    const unopened = await placed(ann)
    await app.clock.advance(7_000)
    await app.run(2_000, START_PRICE)
    const gap = await placed(ann)
    await app.run(20_000, START_PRICE)
    await app.clock.advance(12_000)
    await app.run(2_000, START_PRICE)
    const changed = await placed(ann)
    await app.run(10_000, START_PRICE)
    Object.assign(app.feed, { source: 'replay' })
    await app.run(2_000, '50005.00')
    Object.assign(app.feed, { source: 'simulated' })
    await app.run(20_000, '50005.00')
    const claims = []
    for (const { contract } of [equal, unopened, gap, changed])
      claims.push((await settledReceipt(app, ann, contract.id)).claim)
    expect(claims.map(({ state, result, cancelReason }) => [state, result, cancelReason])).toEqual([
      ['completed', 'equal', null],
      ['cancelled', null, 'no-opening-price'],
      ['cancelled', null, 'price-gap'],
      ['cancelled', null, 'source-changed'],
    ])
  })

  test('[T11] a void within the life of a contract, and one after it was lost', async () => {
    const site = await createVoidApp()
    app = site
    const ann = await app.trader('ann_trader')
    const early = await placed(ann)
    await app.run(1_000, START_PRICE)
    await app.run(28_500, '49990.00')
    const late = await placed(ann, { direction: 'up' })
    const voided = { contractCount: 1, houseEffectMicros: -10_000_000n, reason: 'wrong prices' }
    const since = app.clock.nowMs() - 1_000
    await log('BTCUSDT', (at) => ({ kind: 'void', ...at, fromMs: since, toMs: at.timeMs - 1, ...voided }))
    await app.run(1_000, START_PRICE)
    await app.run(34_000, '49990.00')
    expect((await settledReceipt(app, ann, early.contract.id)).claim).toMatchObject({ cancelReason: 'void' })
    expect((await settledReceipt(app, ann, late.contract.id)).claim).toMatchObject({ result: 'lost' })

    const { openingTimeMs } = await ann.contract(late.contract.id)
    const [fromMs, toMs] = [Number(openingTimeMs), Number(openingTimeMs) + 10]
    await site.agree({ fromMs, toMs })
    // One that comes later and touches it as well: the stake is back already.
    await app.run(11_000, START_PRICE)
    await log('BTCUSDT', (at) => ({ kind: 'void', ...at, fromMs, toMs: toMs + 10, ...voided }))
    await app.run(12_000, START_PRICE)
    const { claim } = await settledReceipt(app, ann, late.contract.id)
    expect(claim).toMatchObject({ state: 'cancelled', cancelReason: 'void', closingPrice: null })
  })

  test('[T8] [T11] a void of the opening, long before the end', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const order = await placed(ann)
    await app.run(2_000, START_PRICE)
    const openingMs = Number((await ann.contract(order.contract.id)).openingTimeMs)
    const voided = { contractCount: 1, houseEffectMicros: 0n, reason: 'wrong prices' }
    await log('BTCUSDT', (at) => ({ kind: 'void', ...at, fromMs: openingMs, toMs: openingMs, ...voided }))
    await app.run(33_000, '50010.00')
    const { claim } = await settledReceipt(app, ann, order.contract.id)
    expect(claim).toMatchObject({ state: 'cancelled', cancelReason: 'void' })
  })

  test('[T11] [T4] what cannot be signed is not acknowledged; the same order resolves it, with the receipt the log bears out', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const keyless: Signer = {
      ...app.signer,
      signAt: () => {
        throw new Error('no key')
      },
    }
    const second = await createSecondTrading({ ...app, signer: keyless })
    const body = orderOf()
    for (const _ of ['accepted', 'asked again'])
      await expect(second.placing.place(ann.userId, body)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await app.run(1_000, START_PRICE)
    const { receipt } = await second.placing.place(ann.userId, body)
    const { acceptance } = await verified(ann.client, receipt)
    expect(await rootsOf(app.db, 'BTCUSDT')).toMatchObject([{ root: acceptance.root, count: 1 }])
    await second.stop()
  })

  test('[T11] [K3] a receipt is its owner’s; what the log no longer holds is said not to be there', async () => {
    app = await createTradingApp()
    const ann = await app.trader('ann_trader')
    const bob = await app.trader('bob_trader')
    const { contract } = await placed(ann)
    const ask = (trader: Trader, id: string) => trader.client.refused(getReceipt, { params: { id } })
    expect(await ask(bob, contract.id)).toBe('CONTRACT_NOT_FOUND')
    expect(await ask(ann, '999999')).toBe('CONTRACT_NOT_FOUND')
    await app.run(31_000, START_PRICE)
    await settledReceipt(app, ann, contract.id)
    await app.db.query(
      'delete from log_blocks where last_seq < (select blocked_seq from log_heads where product_id = 1)',
    )
    expect(await ask(ann, contract.id)).toBe('RANGE_NOT_AVAILABLE')
  })
})
