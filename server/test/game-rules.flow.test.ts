import { ensure } from '@truestrike/core/assert.ts'
import { confirmProposal, withdrawProposal } from '@truestrike/protocol/approval-endpoints.ts'
import {
  listOfferedRules,
  listRuleVersions,
  proposeRules,
  simulateRule,
  switchRule,
} from '@truestrike/protocol/rule-endpoints.ts'
import { listRules } from '@truestrike/protocol/trade-endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from './test-client.ts'
import { START_PRICE } from './trading-app.ts'
import { createVoidApp, type VoidApp } from './void-app.ts'

let app: VoidApp
let anna: TestClient

beforeAll(async () => {
  app = await createVoidApp()
  anna = app.anna
}, 240_000)
afterAll(() => app.close())

describe('[D8] game rules', { timeout: 240_000 }, () => {
  test('a duration is stopped for new contracts and taken up again by the same version', async () => {
    const { rules, available } = await anna.ok(listOfferedRules, { query: { symbol: 'BTCUSDT' } })
    expect(available).toBe(true)
    expect(rules.map(({ durationSeconds }) => durationSeconds)).toEqual([
      30, 60, 120, 300, 900, 3600, 14_400, 86_400,
    ])
    const rule = { symbol: 'BTCUSDT', durationSeconds: 30, version: 1 }
    const trader = await app.trader('rob_trader')
    await app.run(1_000, START_PRICE)
    await anna.ok(switchRule, { body: { ...rule, enabled: false } })
    expect(await trader.refused()).toBe('RULE_DISABLED')
    expect(
      (await app.client().ok(listRules, { query: { symbol: 'BTCUSDT' } })).rules[0]?.durationSeconds,
    ).toBe(60)
    const stopped = await anna.ok(listOfferedRules, { query: { state: 'stopped' } })
    expect(stopped.rules).toMatchObject([rule])
    expect(await anna.refused(switchRule, { body: { ...rule, version: 7, enabled: true } })).toBe(
      'CONFIG_CHANGED',
    )
    await anna.ok(switchRule, { body: { ...rule, enabled: true } })
    await trader.place()
    const { versions } = await anna.ok(listRuleVersions, {
      query: { symbol: 'BTCUSDT', durationSeconds: 30 },
    })
    expect(versions).toHaveLength(1)
  })

  test('[D17] [B-5] a change of several products shows each value it replaces with the products that have it', async () => {
    const query = { durationSeconds: 30 }
    const { rules } = await anna.ok(listOfferedRules, { query })
    const [btc, eth, eur] = ['BTCUSDT', 'ETHUSDT', 'EURUSDT'].map((name) =>
      ensure(rules.find(({ symbol }) => symbol === name)),
    )
    const { symbol: _s, category: _c, enabled: _e, version, hash: _h, createdMs: _m, ...rule } = ensure(btc)
    const named = (each: { symbol: string } | undefined) => ({ symbol: ensure(each).symbol, version })
    const body = {
      ...{ rule: { ...rule, payoutBps: 7_900 }, products: [btc, eth, eur].map(named) },
      ...{ reason: 'all alike', requestId: 'rules-unlike-1' },
    }
    const { proposal } = await anna.ok(proposeRules, { body })
    expect(proposal.lines.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['payoutBps', '80%', '79%'],
      ['staleMs', 'EURUSDT: 10 s', '3 s'],
      ['maxGapMs', 'EURUSDT: 20 s', '5 s'],
    ])
    const products = rules.slice(0, 7).map(named)
    const stale = { ...body, rule: { ...rule, staleMs: 4_000 }, requestId: 'rules-unlike-2' }
    const { lines } = (await anna.ok(proposeRules, { body: stale })).proposal
    expect(lines.find(({ label }) => label === 'staleMs')?.before).toBe(
      'BTCUSDT, ETHUSDT: 3 s; EURUSDT: 10 s',
    )
    // However many, all are named.
    const many = (await anna.ok(proposeRules, { body: { ...body, products, requestId: 'rules-unlike-3' } }))
      .proposal
    expect(many.subject.label).toMatch(/ \+1$/)
    expect(many.lines[0]).toMatchObject({
      ...{ label: 'products', after: products.map(({ symbol }) => symbol).join(', ') },
    })
  })

  test('[D17] [B-5] [B-12] an amount in another spelling is no change; what is proposed again while it is open is one proposal', async () => {
    const { rules } = await anna.ok(listOfferedRules, { query: { symbol: 'BTCUSDT', durationSeconds: 60 } })
    const { symbol, category: _c, enabled: _e, version, hash: _h, createdMs: _m, ...rule } = ensure(rules[0])
    const spelled = { ...rule, stakeMax: rule.stakeMax.replace(/\.00$/, ''), payoutBps: 8_100 }
    expect(spelled.stakeMax).not.toBe(rule.stakeMax)
    const body = { rule: spelled, products: [{ symbol, version }], reason: 'as others' }
    const propose = async (requestId: string, more: object = {}) =>
      (await anna.ok(proposeRules, { body: { ...body, requestId, ...more } })).proposal
    // Pressed twice: both are under way at once.
    const [first, second] = await Promise.all([propose('rules-twice-1'), propose('rules-twice-2')])
    expect(first?.lines.map(({ label }) => label)).toEqual(['payoutBps'])
    expect(second?.id).toBe(first?.id)
    const other = await propose('rules-twice-3', { reason: 'another reason' })
    expect(other.id).not.toBe(first?.id)
    const withdraw = { params: { id: ensure(first).id }, body: { version: ensure(first).version } }
    await anna.ok(withdrawProposal, withdraw)
    expect((await propose('rules-twice-4')).id).not.toBe(first?.id)
  })

  test('[D17] a change waits for a second administrator, and holds for new contracts only', async () => {
    const trader = await app.trader('ria_trader')
    await app.run(1_000, START_PRICE)
    const before = await trader.place()
    const offered = (await anna.ok(listOfferedRules, { query: { symbol: 'BTCUSDT', durationSeconds: 30 } }))
      .rules[0]
    const { symbol, category: _c, enabled: _e, version, hash: _h, createdMs: _m, ...rule } = ensure(offered)
    const products = [
      { symbol, version },
      { symbol: 'ETHUSDT', version },
    ]
    const asked = { rule: { ...rule, payoutBps: 7_500 }, products, reason: 'less', requestId: 'rules-000001' }
    const { proposal } = await anna.ok(proposeRules, { body: asked })
    expect(proposal).toMatchObject({
      ...{ kind: 'change-rules', state: 'proposed', subject: { label: 'BTCUSDT, ETHUSDT' } },
      // What stays as it is, such as the duration, is no change.
      lines: [{ label: 'payoutBps', before: '80%', after: '75%' }],
    })
    expect((await trader.place()).payoutBps).toBe(8_000)
    const { id: proposalId, version: step } = proposal
    const confirm = { params: { id: proposalId }, body: { version: step } }
    expect(await anna.refused(confirmProposal, confirm)).toBe('SECOND_ADMIN_REQUIRED')
    await app.bert.ok(confirmProposal, confirm)
    expect(await trader.refused({ ruleVersion: 1 })).toBe('QUOTE_CHANGED')
    expect((await trader.place({ ruleVersion: 2 })).payoutBps).toBe(7_500)
    expect((await trader.contract(before.id)).payoutBps).toBe(8_000)
    const late = { ...asked, requestId: 'rules-000002' }
    expect(await anna.refused(proposeRules, { body: late })).toBe('CONFIG_CHANGED')
    const wrong = { ...asked, rule: { ...asked.rule, windowMs: 29_900 }, requestId: 'rules-000003' }
    expect(await anna.refused(proposeRules, { body: { ...wrong, products: [{ symbol, version: 2 }] } })).toBe(
      'INVALID_PARAMETERS',
    )
    // Alone nobody changes the rules of the real book.
    await app.db.query(`update administrators set disabled = true where username = 'bert'`)
    const alone = { ...asked, rule, products: [{ symbol, version: 2 }], requestId: 'rules-000004' }
    expect(await anna.refused(proposeRules, { body: alone })).toBe('SECOND_ADMIN_REQUIRED')
    expect((await anna.ok(listOfferedRules, { query: { symbol } })).available).toBe(false)
  })

  test('a change is tried on the recorded log before it is proposed', async () => {
    // Two minutes of prices that rise for twenty seconds of every forty.
    for (let step = 0; step < 240; step += 1) {
      const cents = 5_000_000 + (step % 80 < 40 ? step % 40 : 40 - (step % 40)) * 10
      await app.run(500, (cents / 100).toFixed(2))
    }
    const { rules } = await anna.ok(listOfferedRules, { query: { symbol: 'BTCUSDT', durationSeconds: 30 } })
    const {
      symbol,
      category: _c,
      enabled: _e,
      version: _v,
      hash: _h,
      createdMs: _m,
      ...rule
    } = ensure(rules[0])
    const { simulation } = await anna.ok(simulateRule, {
      body: { symbol, rule: { ...rule, payoutBps: 9_000 } },
    })
    const { won, lost, equal, cancelled } = simulation.samples
    expect(won + lost + equal + cancelled).toBeGreaterThanOrEqual(3)
    expect(simulation.spacingMs).toBeGreaterThanOrEqual(30_000)
    const even = ensure(simulation.even)
    expect(even.low).toBeLessThanOrEqual(even.estimate)
    expect(even.high).toBeGreaterThanOrEqual(even.estimate)
    expect(even.estimate).toBeCloseTo((0.05 * (won + lost)) / (won + lost + equal + cancelled), 9)
    expect(simulation.contracts.map(({ book }) => book)).toEqual(['demo', 'real'])
    const overlapping = { ...rule, windowMs: 29_000 }
    expect(await anna.refused(simulateRule, { body: { symbol, rule: overlapping } })).toBe(
      'INVALID_PARAMETERS',
    )
    const longer = { ...rule, durationSeconds: 604_800 }
    expect((await anna.ok(simulateRule, { body: { symbol, rule: longer } })).simulation.span).toBeNull()
  })
})
