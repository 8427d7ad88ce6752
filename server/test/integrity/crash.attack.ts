import { ensure } from '@truestrike/core/assert.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { Db } from '../../src/platform/db.ts'
import { CommitUnknownError } from '../../src/platform/db-error.ts'
import { payIn } from '../real-funds.ts'
import { rootsOf } from '../receipt-checks.ts'
import { createSecondTrading } from '../second-trading.ts'
import { createTradingApp, orderOf, START_PRICE, type Trader, type TradingApp } from '../trading-app.ts'
import { withoutSettlement } from '../without-settlement.ts'
import { recordAttack } from './attack-record.ts'
import { installCrashPoints } from './crash-points.ts'
import { ownedByUsers, storedState } from './stored-state.ts'

/** More steps than any of these transactions has. */
const STEPS_MAX = 200
const REAL_MICROS = 1_000_000_000n

let app: TradingApp
afterEach(() => app.close())

async function fund(trader: Trader): Promise<Trader> {
  await payIn(app.db, trader, REAL_MICROS)
  return trader
}

async function traders(): Promise<Trader[]> {
  const names = ['ann', 'bob', 'eve']
  return Promise.all(names.map(async (name) => fund(await app.trader(`${name}_trader`))))
}

/** Runs `work` with a crash at its first write, then at its second, until it comes through. Answers how often it crashed. */
async function crashEverywhere(
  crash: (step: number) => Promise<'crashed' | 'done'>,
  afterCrash: () => Promise<void>,
): Promise<number> {
  for (let step = 1; step <= STEPS_MAX; step += 1) {
    if ((await crash(step)) === 'done') return step - 1
    await afterCrash()
  }
  throw new Error('it never came through')
}

describe('[O4] [F8] [T4] [T8] a crash at every step', () => {
  test('of an order', async (context) => {
    const say = recordAttack(context, 13, 'order crashed at every step')
    app = await createTradingApp()
    const [ann] = await traders()
    const points = await installCrashPoints(app.db)
    for (const book of ['demo', 'real'] as const) {
      const body = orderOf({ book, stake: '25' })
      const before = await storedState(app.db)
      const owned = await ownedByUsers(app.db)
      const send = () => ensure(ann).client.call(placeContract, { body })
      const crashes = await crashEverywhere(
        async (step) => {
          let answer = 'none'
          const ran = await points.crashAt(step, async () => {
            const { envelope } = await send()
            answer = envelope.success ? 'accepted' : envelope.code
          })
          expect(answer).toBe(ran >= step ? 'OUTCOME_UNKNOWN' : 'accepted')
          return ran >= step ? 'crashed' : 'done'
        },
        async () => expect(await storedState(app.db)).toBe(before),
      )
      expect(crashes).toBeGreaterThan(8)
      const after = await storedState(app.db)
      expect(after).not.toBe(before)
      expect((await send()).envelope.success).toBe(true)
      expect(await storedState(app.db)).toBe(after)
      expect(await ownedByUsers(app.db)).toBe(owned)
      say(`${book} book: ${crashes} steps, each crash left nothing, one contract in the end; gained: 0`)
    }
    expect(await app.auditFaults()).toEqual([])
  })

  test('of a settlement', async (context) => {
    const say = recordAttack(context, 10, 'settlement crashed at every step')
    app = await createTradingApp()
    const people = await traders()
    for (const trader of people) {
      for (const direction of ['up', 'down'] as const)
        for (const book of ['demo', 'real'] as const) await trader.place({ direction, book, stake: '25' })
    }
    // A product that falls silent: its contracts are cancelled.
    app.feed.push('ETHUSDT', '3000.00')
    await app.clock.advance(200)
    await ensure(people[0]).place({ symbol: 'ETHUSDT', book: 'real' })
    await app.run(500, START_PRICE)
    app.feed.push('ETHUSDT', '3000.00')
    await app.run(1_500, START_PRICE)
    const points = await installCrashPoints(app.db)
    await withoutSettlement(app.db, () => app.run(31_000, '50001.00'))
    const before = await storedState(app.db)
    const [product, silent] = await app.db.query<{ id: number }>(
      `select id from products where symbol in ('BTCUSDT', 'ETHUSDT') order by symbol`,
    )
    const second = await createSecondTrading(app)
    const settleOnce = async (productId: number): Promise<number> => {
      let known = await storedState(app.db)
      const crashes = await crashEverywhere(
        async (step) => {
          let failed = false
          const ran = await points.crashAt(step, async () => {
            await second.settle.settleDue(productId, app.clock.nowMs() - 500).catch(() => {
              failed = true
            })
          })
          expect(failed).toBe(ran >= step)
          return ran >= step ? 'crashed' : 'done'
        },
        async () => expect(await storedState(app.db)).toBe(known),
      )
      known = await storedState(app.db)
      // What is settled stays as it is.
      await second.settle.settleDue(productId, app.clock.nowMs())
      expect(await storedState(app.db)).toBe(known)
      return crashes
    }
    expect(await app.db.query(`select 1 from contracts where state = 'running'`)).toHaveLength(13)
    const crashes = await settleOnce(ensure(product).id)
    const cancelling = await settleOnce(ensure(silent).id)
    expect(crashes).toBeGreaterThan(8)
    expect(await storedState(app.db)).not.toBe(before)
    const states = await app.db.query<{ text: string; n: bigint }>(
      `select coalesce(result::text, cancel_reason::text) as text, count(*) as n from contracts group by 1 order by 1`,
    )
    expect(states).toEqual([
      { text: 'lost', n: 6n },
      { text: 'price-gap', n: 1n },
      { text: 'won', n: 6n },
    ])
    expect(await app.auditFaults()).toEqual([])
    await second.stop()
    say(
      `${crashes} steps of 12 won and lost, ${cancelling} of a cancelled one: each crash left nothing, each settled once; gained: 0`,
    )
  })

  test('a settlement whose answer is lost', async (context) => {
    const say = recordAttack(context, 14, 'settlement whose answer is lost, between every two calls')
    app = await createTradingApp()
    const [ann] = await traders()
    let lost = 0
    for (let call = 1; ; call += 1) {
      await ensure(ann).place({ stake: '10' })
      await app.run(1_500, START_PRICE)
      const owned = await ownedByUsers(app.db)
      let calls = 0
      let isSettling = false
      const query: Db['query'] = async (text, params) => {
        if (!isSettling) return app.db.query(text, params)
        calls += 1
        const rows = await app.db.query(text, params)
        if (calls === call) throw new CommitUnknownError(new Error('the line was cut'))
        return rows as never
      }
      const second = await createSecondTrading({ ...app, db: { ...app.db, query } })
      await withoutSettlement(app.db, () => app.run(30_500, '50001.00'))
      const [product] = await app.db.query<{ id: number }>(`select id from products where symbol = 'BTCUSDT'`)
      isSettling = true
      const settle = () => second.settle.settleDue(ensure(product).id, app.clock.nowMs() - 500)
      const failed = await settle().then(
        () => false,
        () => true,
      )
      isSettling = false
      await settle()
      expect(await ownedByUsers(app.db)).toBe(owned + 8_000_000n)
      expect(await app.auditFaults()).toEqual([])
      await second.stop()
      await app.run(1_000, START_PRICE)
      if (!failed) break
      lost += 1
    }
    expect(lost).toBeGreaterThan(2)
    say(`${lost} answers lost, each contract paid once; gained: 0`)
  })

  test('of the log, with an accepted order waiting for its place in it', async (context) => {
    const say = recordAttack(context, 15, 'writing of the log crashed at every step')
    app = await createTradingApp()
    const [ann] = await traders()
    const points = await installCrashPoints(app.db)
    const crashes = await crashEverywhere(
      async (step) => {
        await ensure(ann).place()
        app.feed.push('BTCUSDT', START_PRICE)
        const ran = await points.crashAt(step, () => app.clock.advance(200))
        return ran >= step ? 'crashed' : 'done'
      },
      async () => {},
    )
    await app.run(40_000, START_PRICE)
    const batches = await app.db.query('select 1 from acceptance_batches')
    const roots = await rootsOf(app.db, 'BTCUSDT')
    expect(roots).toHaveLength(batches.length)
    expect(new Set(roots.map(({ root }) => root)).size).toBe(roots.length)
    expect(await app.auditFaults()).toEqual([])
    say(`${crashes} steps: every accepted order is in the log once, no number given twice; gained: 0`)
  })
})
