import { ensure } from '@truestrike/core/assert.ts'
import type { Contract, PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { getContract, listContracts, placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A started app with a living price of BTCUSDT, and words for trading on it. */
export interface TradingApp extends TestApp {
  /** Lets time pass while BTCUSDT has this price every half second. */
  run(ms: number, price: string): Promise<void>
  /** A new user, signed in. */
  trader(name: string): Promise<Trader>
  /** Faults the audit of the ledger finds. */
  auditFaults(): Promise<string[]>
}

export interface Trader {
  client: TestClient
  place(order?: Partial<PlaceOrder>): Promise<Contract>
  refused(order?: Partial<PlaceOrder>): Promise<string>
  contract(id: string): Promise<Contract>
  list(): Promise<Contract[]>
  userId: bigint
}

export const START_PRICE = '50000.00'
const STEP_MS = 500
let orders = 0

/** A valid order of 10 USDT for 30 s in the practice book, with an id of its own. */
export function orderOf(changes: Partial<PlaceOrder> = {}): PlaceOrder {
  orders += 1
  return {
    clientOrderId: `order-${orders.toString().padStart(6, '0')}`,
    book: 'demo',
    symbol: 'BTCUSDT',
    direction: 'up',
    durationSeconds: 30,
    stake: '10',
    ruleVersion: 1,
    ...changes,
  }
}

export async function createTradingApp(options: TestAppOptions = {}): Promise<TradingApp> {
  const app = await createTestApp({ start: true, ...options })
  const trading: TradingApp = {
    ...app,
    async run(ms, price) {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        app.feed.push('BTCUSDT', price)
        await app.clock.advance(Math.min(STEP_MS, ms - passed))
      }
    },
    trader: (name) => createTrader(app, name),
    async auditFaults() {
      const report = await auditLedger(app.db)
      return report.checks.flatMap((check) => check.faults.map((fault) => `${check.name}: ${fault}`))
    },
  }
  await trading.run(1_000, START_PRICE)
  return trading
}

/** A new user of any running app. */
export async function createTrader(app: Pick<TestApp, 'client' | 'db'>, name: string): Promise<Trader> {
  const client = app.client()
  await client.join(name)
  const rows = await app.db.query<{ id: bigint }>('select id from users where username = $1', [name])
  return {
    client,
    userId: ensure(rows[0]).id,
    place: async (order) => (await client.ok(placeContract, { body: orderOf(order) })).contract,
    refused: (order) => client.refused(placeContract, { body: orderOf(order) }),
    contract: async (id) => (await client.ok(getContract, { params: { id } })).contract,
    list: async () => (await client.ok(listContracts, { query: { book: 'demo', limit: 100 } })).contracts,
  }
}
