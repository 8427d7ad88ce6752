import { ensure } from '@truestrike/core/assert.ts'
import type { AcceptanceEntry } from '@truestrike/core/log-entry.ts'
import type { Receipt, SettlementReceipt } from '@truestrike/core/proof/receipt.ts'
import { parseSiteKeys, type SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { getReceipt, getSiteKeys, type ReceiptJson } from '@truestrike/protocol/proof-endpoints.ts'
import { placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { readEntries } from '../src/market/read-log.ts'
import type { Db } from '../src/platform/db.ts'
import { createSecondTrading } from './second-trading.ts'
import type { TestClient } from './test-client.ts'
import { orderOf, type Trader, type TradingApp } from './trading-app.ts'

/** The site's keys, as anybody gets them. */
async function siteKeys(client: TestClient): Promise<readonly SiteKey[]> {
  return unwrap(parseSiteKeys(await client.ok(getSiteKeys)))
}

/** A receipt as it crosses the wire, verified; throws when it does not hold. */
export async function verified(client: TestClient, receipt: ReceiptJson): Promise<Receipt> {
  const verdict = verifyReceipt(JSON.parse(JSON.stringify(receipt)), await siteKeys(client))
  if (!verdict.ok) throw new Error(`the receipt does not hold: ${JSON.stringify(verdict)}`)
  return verdict.receipt
}

/** Places an order; the receipt in its answer is verified. */
export async function placed({ client }: Pick<Trader, 'client'>, order: Parameters<typeof orderOf>[0] = {}) {
  const body = orderOf(order)
  const { contract, receipt: json } = await client.ok(placeContract, { body })
  return { body, contract, json, receipt: await verified(client, json) }
}

/** What the site shows of a contract, verified. */
export async function shownReceipt({ client }: Pick<Trader, 'client'>, id: string) {
  const { state, receipt: json } = await client.ok(getReceipt, { params: { id } })
  return { state, json, receipt: await verified(client, json) }
}

/** Orders accepted in one transaction, in the order given. */
export async function placedTogether(
  app: TradingApp,
  orders: readonly (readonly [Trader, Parameters<typeof orderOf>[0]])[],
) {
  const trading = await createSecondTrading(app, app.bus)
  const answers = await Promise.all(
    orders.map(([{ userId }, order]) => trading.placing.place(userId, orderOf(order))),
  )
  await trading.stop()
  const client = app.client()
  return await Promise.all(
    answers.map(async ({ row, receipt }) => ({
      contract: trading.wireOf(row),
      receipt: await verified(client, receipt),
    })),
  )
}

const SEALED_WITHIN_MS = 15_000

/** The settlement receipt of a settled contract, as soon as all of it is sealed. */
export async function settledReceipt(
  app: Pick<TradingApp, 'clock'>,
  trader: Pick<Trader, 'client'>,
  id: string,
): Promise<SettlementReceipt & { json: ReceiptJson }> {
  for (let waitedMs = 0; waitedMs <= SEALED_WITHIN_MS; waitedMs += 500) {
    const { state, json, receipt } = await shownReceipt(trader, id)
    if (state === 'settled' && receipt.kind === 'settlement') return { ...receipt, json }
    await app.clock.advance(500)
  }
  throw new Error('the blocks are not sealed')
}

/** The roots in a product's log, ascending. */
export async function rootsOf(db: Db, symbol: string): Promise<AcceptanceEntry[]> {
  const [product] = await db.query<{ id: number }>('select id from products where symbol = $1', [symbol])
  const entries = await readEntries(db, ensure(product).id, { limit: 100_000 })
  return entries.filter((entry) => entry.kind === 'acceptance')
}
