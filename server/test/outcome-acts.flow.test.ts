import { ensure } from '@truestrike/core/assert.ts'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { getReceipt, getSiteKeys } from '@truestrike/protocol/proof-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { ADMIN_CALLS } from './admin-calls.ts'
import { createRandom, type Random } from './integrity/seeded-random.ts'
import { OPERATOR_ACTS, type OperatedSite, type OperatorAct } from './operator-acts.ts'
import { endpointsOf } from './outcome-items.ts'
import { isShare } from './test-database.ts'
import { createTradingApp, orderOf, START_PRICE, type TradingApp } from './trading-app.ts'

const TRADERS = 3
const CONTRACTS_EACH = 8
const STEPS = 72
const STEP_MS = 500
const SEEDS = isShare ? [1] : [1, 2]

let site: OperatedSite | null = null
afterEach(async () => {
  if (site !== null && site.now !== site.first) await site.now.close()
  await site?.first.close()
  site = null
})

interface Told {
  id: string
  state: string
  result: string | null
  cancel_reason: string | null
  opening_price: bigint | null
  closing_price: bigint | null
  profit_micros: bigint | null
}

async function placeAll(app: TradingApp, random: Random): Promise<void> {
  for (let at = 0; at < TRADERS; at += 1) {
    const trader = await app.trader(`trader_${at}`)
    for (let order = 0; order < CONTRACTS_EACH; order += 1) {
      await trader.place({
        ...orderOf(),
        clientOrderId: `contract-${at}-${order}`,
        direction: random(2) === 0 ? 'up' : 'down',
        stake: `${1 + random(500)}`,
      })
    }
  }
}

/** How contracts end that are accepted first, while each act is done at a moment of its own. */
async function outcomes(seed: number, acts: readonly OperatorAct[]): Promise<Told[]> {
  const app = await createTradingApp()
  const operated = { first: app, now: app } as OperatedSite
  site = operated
  const random = createRandom(seed)
  await placeAll(app, random)
  const prices = createRandom(seed + 100)
  const moments = createRandom(seed + 200)
  const due = acts.map((act) => ({ act, step: moments(STEPS - 16) }))
  let cents = 5_000_000
  for (let step = 0; step < STEPS; step += 1) {
    for (const { act } of due.filter((entry) => entry.step === step)) await act(operated)
    cents += prices(201) - 100
    operated.now.feed.push('BTCUSDT', (cents / 100).toFixed(2))
    await app.clock.advance(STEP_MS)
  }
  const told = await app.db.query<Told>(
    `select client_order_id as id, state, result, cancel_reason, opening_price, closing_price, profit_micros
    from contracts order by client_order_id`,
  )
  if (operated.now !== app) await operated.now.close()
  await app.close()
  site = null
  return told
}

describe('[T16] nothing an operator does changes the outcome of an accepted contract', {
  timeout: 600_000,
}, () => {
  test('the acts hold every call for administrators there is', async () => {
    const app = await createTradingApp()
    site = { first: app, now: app }
    const there = endpointsOf(app).filter((item) => item.includes(' /api/admin/'))
    expect(ADMIN_CALLS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      expect.arrayContaining(there),
    )
    // One administrator alone voids nothing; what two can do: void-reach.flow.test.ts.
    expect(there).toContain('POST /api/admin/voids/:id/confirm')
  })

  test.each(SEEDS)(
    'each act at any moment, seed %i: every contract ends as in a world without',
    async (seed) => {
      const plain = await outcomes(seed, [])
      expect(plain).toHaveLength(TRADERS * CONTRACTS_EACH)
      expect(new Set(plain.map(({ result }) => result))).toEqual(new Set(['won', 'lost']))
      expect(await outcomes(seed, Object.values(OPERATOR_ACTS))).toEqual(plain)
    },
  )

  test('what would, is refused by the database or fails its receipt', async () => {
    const app = await createTradingApp()
    site = { first: app, now: app }
    const ann = await app.trader('ann_trader')
    const { id } = await ann.place()
    await app.run(2_000, START_PRICE)
    for (const change of [
      `direction = 'down'`,
      'stake_micros = 1',
      'payout_bps = 1',
      'window_ms = 0',
      'opening_delay_ms = 0',
      'open_timeout_ms = 1',
      'max_gap_ms = 1',
      'open_after_seq = 1',
      'accepted_at_ms = 1',
      'expires_at_ms = 1',
      `source = 'replay'`,
      'win_profit_micros = 1',
      `state = 'completed', result = 'won', profit_micros = 999, settled_at_ms = 1`,
    ])
      await expect(app.db.query(`update contracts set ${change}`), change).rejects.toThrow()
    await expect(app.db.query('delete from contracts')).rejects.toThrow()
    await expect(app.db.query('update game_rules set window_ms = 0')).rejects.toThrow()
    await expect(app.db.query(`update log_blocks set packed = ''`)).rejects.toThrow()
    // Whoever may write into the database can write a false opening price: the contract is lost by it, and everybody can tell.
    await app.db.query('update contracts set opening_price = opening_price + 500')
    await app.run(32_000, '50001.00')
    await app.run(12_000, '50001.00')
    expect((await ann.contract(id)).result).toBe('lost')
    for (const change of [`result = 'won'`, 'closing_price = 1', `state = 'running', settled_at_ms = null`])
      await expect(app.db.query(`update contracts set ${change}`), change).rejects.toThrow()
    const { state, receipt } = await ann.client.ok(getReceipt, { params: { id } })
    const keys = unwrap(parseSiteKeys(await ann.client.ok(getSiteKeys)))
    expect(state).toBe('settled')
    expect(verifyReceipt(JSON.parse(JSON.stringify(receipt)), ensure(keys))).toMatchObject({
      ok: false,
      code: 'opening-differs',
    })
  })
})
