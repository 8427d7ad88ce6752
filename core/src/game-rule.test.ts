import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { defaultRules } from './default-rules.ts'
import { type GameRuleContent, ruleBytes, ruleHash, validateRule } from './game-rule.ts'

const rule: GameRuleContent = {
  symbol: 'BTCUSDT',
  durationSeconds: 30,
  payoutBps: 8000,
  stakeMinMicros: 1_000_000n,
  stakeMaxMicros: 5_000_000_000n,
  windowMs: 2000,
  openingDelayMs: 300,
  openTimeoutMs: 5000,
  staleMs: 3000,
  maxGapMs: 5000,
}

describe('[D8] a game rule', () => {
  test('opening delay, timeout and window may fill the duration exactly', () => {
    expect(validateRule({ ...rule, windowMs: 24_700 }).ok).toBe(true)
    expect(validateRule({ ...rule, windowMs: 24_701 })).toEqual({ ok: false, code: 'WINDOWS_OVERLAP' })
  })

  test.each([
    [{ symbol: 'btc' }, 'SYMBOL_INVALID'],
    [{ durationSeconds: 0 }, 'DURATION_INVALID'],
    [{ durationSeconds: 1.5 }, 'DURATION_INVALID'],
    [{ payoutBps: 0 }, 'PAYOUT_INVALID'],
    [{ payoutBps: 10_001 }, 'PAYOUT_INVALID'],
    [{ stakeMinMicros: 0n }, 'STAKE_RANGE_INVALID'],
    [{ stakeMinMicros: 5_000_000_001n }, 'STAKE_RANGE_INVALID'],
    [{ windowMs: -1 }, 'TIMING_INVALID'],
    [{ openTimeoutMs: 0.5 }, 'TIMING_INVALID'],
    [{ maxGapMs: 0 }, 'MAX_GAP_INVALID'],
    [{ staleMs: 0 }, 'STALE_INVALID'],
  ] as const)('%o is refused: %s', (change, code) => {
    expect(validateRule({ ...rule, ...change })).toEqual({ ok: false, code })
  })

  test('its canonical bytes, one by one', () => {
    expect(Buffer.from(ruleBytes(rule)).toString('hex')).toBe(
      [
        '01',
        '0742544355534454',
        '0000001e',
        '00001f40',
        '00000000000f4240',
        '000000012a05f200',
        '000007d0',
        '0000012c',
        '00001388',
        '00000bb8',
        '00001388',
      ].join(''),
    )
    expect(ruleHash(rule)).toBe(createHash('sha256').update(ruleBytes(rule)).digest('base64url'))
  })

  test('any change changes its hash', () => {
    const changed: GameRuleContent[] = [
      { ...rule, symbol: '*' },
      { ...rule, durationSeconds: 60 },
      { ...rule, payoutBps: 8001 },
      { ...rule, stakeMinMicros: 2n },
      { ...rule, stakeMaxMicros: 2n },
      { ...rule, windowMs: 1 },
      { ...rule, openingDelayMs: 1 },
      { ...rule, openTimeoutMs: 1 },
      { ...rule, staleMs: 1 },
      { ...rule, maxGapMs: 1 },
    ]
    expect(new Set([rule, ...changed].map(ruleHash)).size).toBe(11)
  })
})

describe('[T1] default rules', () => {
  test('are all valid, for every category and source', () => {
    for (const category of ['crypto', 'forex'] as const) {
      for (const source of ['simulated', 'replay', 'exchange'] as const) {
        const rules = defaultRules(category, source)
        expect(rules.map((each) => validateRule(each).ok)).toEqual(Array(8).fill(true))
        expect(new Set(rules.map((each) => each.openingDelayMs))).toEqual(
          new Set([source === 'exchange' ? 500 : 300]),
        )
      }
    }
  })

  test('have the durations, payouts and windows of the table', () => {
    const table = defaultRules('crypto', 'simulated').map((each) => [
      each.durationSeconds,
      each.payoutBps / 100,
      each.windowMs / 1000,
    ])
    expect(table).toEqual([
      [30, 80, 2],
      [60, 82, 3],
      [120, 84, 5],
      [300, 85, 5],
      [900, 86, 15],
      [3600, 87, 15],
      [14_400, 88, 30],
      [86_400, 90, 60],
    ])
  })

  test('forex may be older and have longer gaps', () => {
    expect(defaultRules('crypto', 'simulated')[0]).toMatchObject({
      staleMs: 3000,
      maxGapMs: 5000,
      openTimeoutMs: 5000,
    })
    expect(defaultRules('forex', 'simulated', 'EURUSDT')[0]).toMatchObject({
      symbol: 'EURUSDT',
      staleMs: 10_000,
      maxGapMs: 20_000,
    })
    expect(defaultRules('forex', 'simulated')[7]).toMatchObject({
      stakeMinMicros: 1_000_000n,
      stakeMaxMicros: 5_000_000_000n,
    })
  })
})
