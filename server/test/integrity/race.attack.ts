import { ensure } from '@truestrike/core/assert.ts'
import { createLogExcerpt, findLogFault } from '@truestrike/core/log-excerpt.ts'
import { outcomeOf } from '@truestrike/core/outcome.ts'
import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { readEntries } from '../../src/market/read-log.ts'
import { toFrozenContract } from '../../src/trading/contract-row.ts'
import { listContractsById } from '../../src/trading/contracts.store.ts'
import { createSecondTrading } from '../second-trading.ts'
import { verifiedLog } from '../signed-log.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { createTradingApp, orderOf, START_PRICE, type Trader, type TradingApp } from '../trading-app.ts'
import { recordAttack } from './attack-record.ts'
import { ownedByUsers } from './stored-state.ts'

const ATTACKERS = 12
const ORDERS_EACH = 10
const COPIES = 8

let app: TradingApp
afterEach(() => app.close())

/** One after another: many sign-ins at once from one address are held back. */
async function attackers(count = ATTACKERS): Promise<Trader[]> {
  const traders: Trader[] = []
  for (let at = 0; at < count; at += 1) traders.push(await app.trader(`attacker_${at}`))
  return traders
}

async function countContracts(): Promise<number> {
  return (await app.db.query('select 1 from contracts')).length
}

describe('[T4] [O4] [F8] who sends twice', () => {
  test('double submit', async (context) => {
    const say = recordAttack(context, 3, 'double submit: one id many times at once, by two processes')
    app = await createTradingApp()
    const traders = await attackers()
    const second = await createSecondTrading(app)
    const owned = await ownedByUsers(app.db)
    const bodies = traders.flatMap((trader) =>
      Array.from({ length: ORDERS_EACH }, () => ({ trader, body: orderOf({ stake: '7' }) })),
    )
    const ids = await Promise.all(
      bodies.map(async ({ trader, body }) => {
        const answers = await Promise.all(
          Array.from({ length: COPIES }, async (_, copy) =>
            copy % 2 === 0
              ? (await trader.client.ok(placeContract, { body })).contract.id
              : (await second.placing.place(trader.userId, body)).row.id.toString(),
          ),
        )
        return new Set(answers).size
      }),
    )
    expect(new Set(ids)).toEqual(new Set([1]))
    expect(await countContracts()).toBe(bodies.length)
    for (const { client } of traders) {
      const { demo } = (await client.ok(getUserInfo)).balances
      expect(demo).toMatchObject({ available: '9930.00', inPosition: '70.00' })
    }
    expect(await ownedByUsers(app.db)).toBe(owned)
    expect(await app.auditFaults()).toEqual([])
    await second.stop()
    say(
      `${bodies.length * COPIES} orders sent, ${bodies.length} contracts opened, each stake taken once; gained: 0`,
    )
  })

  test('replayed order', async (context) => {
    const say = recordAttack(
      context,
      4,
      'replayed order: the same order after it was won, by its sender and by another',
    )
    app = await createTradingApp()
    const traders = await attackers()
    const bodies = traders.map((trader) => ({ trader, body: orderOf({ stake: '10' }) }))
    const send = () =>
      Promise.all(bodies.map(({ trader, body }) => trader.client.ok(placeContract, { body })))
    const first = await send()
    await app.run(2_000, START_PRICE)
    await app.run(30_000, '50001.00')
    const owned = await ownedByUsers(app.db)
    const again = await send()
    expect(again.map(({ contract }) => [contract.id, contract.result])).toEqual(
      first.map(({ contract }) => [contract.id, 'won']),
    )
    expect(again.map(({ receipt }) => receipt)).toEqual(first.map(({ receipt }) => receipt))
    // The better of two: the same id with another direction, stake or book.
    for (const change of [{ direction: 'down' }, { stake: '5000' }, { book: 'real' }] as const) {
      for (const { trader, body } of bodies)
        expect(await trader.client.refused(placeContract, { body: { ...body, ...change } })).toBe(
          'IDEMPOTENCY_MISMATCH',
        )
    }
    expect(await countContracts()).toBe(ATTACKERS)
    expect(await ownedByUsers(app.db)).toBe(owned)
    // Taken from the wire by somebody else, it is an order of his own: his stake, his risk.
    const thief = await app.trader('thief')
    const stolen = await thief.client.ok(placeContract, { body: ensure(bodies[0]).body })
    expect(stolen.contract.id).not.toBe(first[0]?.contract.id)
    expect((await thief.client.ok(getUserInfo)).balances.demo).toMatchObject({ inPosition: '10.00' })
    expect(await app.auditFaults()).toEqual([])
    say(`${5 * ATTACKERS} replays, none opened, paid or changed anything; gained: 0`)
  })
})

/** Among what waits for its block: readers take the first of two, and blocks keep the owner's. */
function numbersGivenTwice(): Promise<unknown[]> {
  return app.db.query(
    `select u.product_id, u.first_seq from log_tail t, unnest(t.product_ids, t.first_seqs) as u (product_id, first_seq)
    group by 1, 2 having count(*) > 1`,
  )
}

describe('[T8] [O4] [P1] two engines', () => {
  test('claiming one product', async (context) => {
    const say = recordAttack(context, 9, 'two engines claiming one product, with different prices')
    app = await createTradingApp()
    const traders = await attackers(4)
    const running: TestApp[] = [app]
    const rounds = 5
    try {
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all(traders.map(({ place }, at) => place({ direction: at % 2 === 0 ? 'up' : 'down' })))
        // It takes the products by force, as after a start on the same folder; the one before does not know.
        running.push(await createTestApp({ beside: app, start: true }))
        for (let step = 0; step < 24; step += 1) {
          for (const [at, { feed }] of running.entries()) feed.push('BTCUSDT', `5000${at}.00`)
          await app.clock.advance(500)
          expect(await numbersGivenTwice()).toEqual([])
        }
      }
      for (let step = 0; step < 70; step += 1) {
        for (const [at, { feed }] of running.entries()) feed.push('BTCUSDT', `5000${at}.00`)
        await app.clock.advance(500)
      }
      const [product] = await app.db.query<{ id: number }>(`select id from products where symbol = 'BTCUSDT'`)
      const ids = await app.db.query<{ id: bigint }>('select id from contracts')
      const rows = await listContractsById(
        app.db,
        ids.map(({ id }) => id),
      )
      const entries = await readEntries(app.db, ensure(product).id, { limit: 100_000 })
      expect(findLogFault(entries)).toBeNull()
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1))
      const excerpt = createLogExcerpt(entries)
      for (const row of rows) {
        const outcome = outcomeOf(toFrozenContract(row), excerpt)
        expect(row.state).toBe(outcome.state)
        expect(row.profitMicros).toBe(outcome.state === 'completed' ? outcome.profitMicros : 0n)
      }
      expect(rows).toHaveLength(rounds * traders.length)
      expect(await app.auditFaults()).toEqual([])
      // As anybody sees it: chained, signed, without a number twice.
      const log = await verifiedLog(app.client(), 'BTCUSDT')
      expect(log.headers.length).toBeGreaterThan(10)
      const fenced = running
        .flatMap(({ logged }) => logged)
        .filter(({ msg }) => String(msg).includes('writing ticks'))
      // Each of those before did write, not knowing of the next.
      expect(fenced.length).toBeGreaterThan(0)
      say(
        `${running.length} engines at once, ${fenced.length} flushes refused, ${entries.length} entries without a gap or a double, ${rows.length} contracts settled once; gained: 0`,
      )
    } finally {
      for (const { close } of running.slice(1).reverse()) await close()
    }
  })
})
