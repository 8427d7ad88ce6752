import {
  confirmVoid,
  getVoid,
  type ProductVoid,
  proposeVoid,
  type VoidPreview,
} from '@truestrike/protocol/void-endpoints.ts'
import { createAdminClients } from './admin-clients.ts'
import { payIn } from './real-funds.ts'
import type { TestAppOptions } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { createTradingApp, START_PRICE, type Trader, type TradingApp } from './trading-app.ts'

/** Trading under two administrators, with words for what they void. */
export interface VoidApp extends TradingApp {
  anna: TestClient
  bert: TestClient
  /** A further administrator. */
  admin(name: string): Promise<TestClient>
  /** A new user with 1000 real USDT. */
  funded(name: string): Promise<Trader>
  /** Proposed by the one, confirmed by the other; not in the log yet. */
  agree(interval: VoidedSpan): Promise<{ id: string; preview: VoidPreview }>
  /** As administrators see it. */
  seen(id: string): Promise<ProductVoid>
}

interface VoidedSpan {
  symbol?: string
  fromMs: number
  toMs: number
  reason?: string
}

export const voidOf = (span: VoidedSpan) => ({ symbol: 'BTCUSDT', reason: 'wrong prices', ...span })

export async function createVoidApp(options: TestAppOptions = {}): Promise<VoidApp> {
  const app = await createTradingApp(options)
  const admin = createAdminClients(app)
  const anna = await admin()
  const bert = await admin('bert')
  await app.run(1_000, START_PRICE)
  return {
    ...{ ...app, anna, bert, admin },
    async funded(name) {
      const trader = await app.trader(name)
      await payIn(app.db, trader, 1_000_000_000n)
      return trader
    },
    async agree(span) {
      const { void: proposal, preview } = await anna.ok(proposeVoid, { body: voidOf(span) })
      const { id, version } = proposal
      await bert.ok(confirmVoid, { params: { id }, body: { version } })
      return { id, preview }
    },
    seen: async (id) => (await bert.ok(getVoid, { params: { id } })).void,
  }
}
