import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase64url } from './base64url.ts'
import type { LogEntry } from './log-entry.ts'
import { packEntries, unpackEntries } from './packed-log.ts'

const whole = fc.oneof(fc.nat({ max: 2000 }), fc.nat({ max: Number.MAX_SAFE_INTEGER }))
const source = fc.constantFrom('simulated' as const, 'replay' as const, 'exchange' as const)
const priced = {
  price: fc.oneof(fc.bigInt({ min: 1n, max: 10_000n }), fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })),
  volumeMicros: fc.oneof(
    fc.bigInt({ min: 0n, max: 10n ** 6n }).map((cents) => cents * 10_000n),
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  ),
  source,
  firstTradeId: whole,
  lastTradeId: whole,
  sourceTimeMs: whole,
}
const decimal = fc.stringMatching(/^[0-9]{1,20}(\.[0-9]{1,19})?$/)
const quote = fc.record({
  pair: fc.constantFrom('EUR/USD', 'USD/JPY', 'USDT/USD'),
  bid: fc.oneof(fc.constant('1.08430'), decimal),
  ask: fc.oneof(fc.constant('1.08440'), decimal),
  timeMs: fc.oneof(fc.constant(7), whole),
})
const parts = {
  legs: fc.record({ base: quote, quote }),
  secondPrice: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
}
const required = [
  'kind',
  'wait',
  'price',
  'volumeMicros',
  'source',
  'firstTradeId',
  'lastTradeId',
  'sourceTimeMs',
] as const
const kind = <K extends LogEntry['kind']>(name: K) => ({
  kind: fc.constant(name),
  wait: fc.nat({ max: 400 }),
})
const reason = fc.string({ unit: 'binary', maxLength: 50 }).filter((text) => text.isWellFormed())
const content = fc.oneof(
  fc.record({ ...kind('tick'), ...priced, legs: parts.legs }, { requiredKeys: [...required] }),
  fc.record(kind('watermark')),
  fc.record(
    {
      ...kind('rejected'),
      rule: fc.constantFrom('outlier' as const, 'order' as const, 'deviation' as const),
      ...priced,
      ...parts,
    },
    { requiredKeys: [...required, 'rule'] },
  ),
  fc.record({
    ...kind('acceptance'),
    count: fc.nat({ max: 0xffff_ffff }),
    root: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase64url),
  }),
  fc.record({ ...kind('source'), source }),
  fc.record({
    ...kind('void'),
    fromMs: whole,
    toMs: whole,
    contractCount: fc.nat({ max: 0xffff_ffff }),
    houseEffectMicros: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    reason,
  }),
)
const logs = fc
  .record({
    list: fc.array(content, { maxLength: 60 }),
    seq: fc.integer({ min: 1, max: 2 ** 50 }),
    timeMs: fc.integer({ min: 0, max: 2 ** 50 }),
  })
  .map(({ list, seq, timeMs }) => {
    let at = timeMs
    return list.map(({ wait, ...rest }, index): LogEntry => {
      at += wait
      return { ...rest, seq: seq + index, timeMs: at }
    })
  })

describe('[P1] packed log', () => {
  test('gives back every entry of every kind', () => {
    fc.assert(
      fc.property(logs, (entries) => {
        expect(unpackEntries(packEntries(entries))).toEqual({ ok: true, value: entries })
      }),
      { numRuns: 500 },
    )
  })

  test('refuses bytes cut short, bytes added, and an unknown version', () => {
    fc.assert(
      fc.property(logs, fc.nat(), (entries, cut) => {
        const bytes = packEntries(entries)
        expect(unpackEntries(bytes.slice(0, cut % bytes.length))).toEqual({ ok: false, code: 'MALFORMED' })
        expect(unpackEntries(Uint8Array.of(...bytes, 0))).toEqual({ ok: false, code: 'MALFORMED' })
        expect(unpackEntries(Uint8Array.of(2, ...bytes.slice(1)))).toEqual({ ok: false, code: 'MALFORMED' })
      }),
    )
  })

  test('never throws on foreign bytes, and takes none with a time or number out of range', () => {
    const foreign = fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.of(1, ...bytes))
    fc.assert(
      fc.property(foreign, (bytes) => {
        const result = unpackEntries(bytes)
        if (!result.ok) return
        for (const entry of result.value)
          expect([entry.seq, entry.timeMs].every(Number.isSafeInteger)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('refuses a false count at once', () => {
    expect(unpackEntries(Uint8Array.of(1, 0xff, 0xff, 0x3f, 1, 1))).toEqual({ ok: false, code: 'MALFORMED' })
  })

  test('a quote that stands since the tick before costs a byte, one that came a few more than its text', () => {
    const trades = { firstTradeId: 1, lastTradeId: 1, sourceTimeMs: 1_000 }
    const priced = { price: 5n, volumeMicros: 0n, source: 'exchange', ...trades } as const
    const euro = (bid: string) => ({ pair: 'EUR/USD', bid, ask: '1.08440', timeMs: 1_000 })
    const tether = { pair: 'USDT/USD', bid: '0.9998', ask: '0.9999', timeMs: 900 }
    const tick = (seq: number, bid: string): LogEntry => ({
      ...{ kind: 'tick', seq, timeMs: 1_000, ...priced },
      legs: { base: euro(bid), quote: tether },
    })
    const sizes = [1, 2, 3].map(
      (count) =>
        packEntries([tick(1, '1.08430'), tick(2, '1.08431'), tick(3, '1.08431')].slice(0, count)).length,
    )
    const [first = 0, second = 0, third = 0] = sizes
    expect(second - first).toBeLessThanOrEqual(36)
    expect(third - second).toBeLessThanOrEqual(10)
  })

  test('a missing number is not packed away', () => {
    const mark = (seq: number): LogEntry => ({ kind: 'watermark', seq, timeMs: 5 })
    expect(() => packEntries([mark(1), mark(3)])).toThrow('consecutive')
  })

  test('takes at most 12 bytes a tick and 3 a watermark', () => {
    const tick = (index: number): LogEntry => ({
      kind: 'tick',
      seq: index + 1,
      timeMs: 1_700_000_000_000 + index * 280,
      price: 6_748_236n + BigInt((index * 7919) % 4001) - 2000n,
      volumeMicros: BigInt((index * 104_729) % 9_000_000) * 10_000n,
      source: 'exchange',
      firstTradeId: 3_000_000_000 + index * 20,
      lastTradeId: 3_000_000_019 + index * 20,
      sourceTimeMs: 1_700_000_000_000 + index * 280 - 40 - (index % 50),
    })
    const mark = (index: number): LogEntry => ({
      kind: 'watermark',
      seq: index + 1,
      timeMs: 1_700_000_000_000 + index * 250,
    })
    const list = Array.from({ length: 1000 }, (_, index) => index)
    expect(packEntries(list.map(tick)).length / 1000).toBeLessThanOrEqual(12)
    expect(packEntries(list.map(mark)).length / 1000).toBeLessThanOrEqual(3.02)
  })
})
