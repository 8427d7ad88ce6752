import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url } from './base64url.ts'
import { canonicalBytes, type LogProduct, leafHash } from './canonical-bytes.ts'
import type { LogEntry, TickEntry } from './log-entry.ts'
import { genesisHash, nextRunningHash, runningHashAfter } from './running-hash.ts'

const product: LogProduct = { symbol: 'BTCUSDT', version: 3, precision: 2 }
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

const tick: TickEntry = {
  kind: 'tick',
  seq: 258,
  timeMs: 1_700_000_000_000,
  price: 6_748_236n,
  volumeMicros: 1_500_000n,
  source: 'exchange',
  firstTradeId: 2 ** 40,
  lastTradeId: 2 ** 40 + 1,
  sourceTimeMs: 1_699_999_999_990,
}
const numbered = { seq: 1, timeMs: 2 }
const root = encodeBase64url(new Uint8Array(32).fill(0xab))
const head = (kind: string) => `01${kind}0742544355534454000000030200000000000000010000000000000002`

describe('[P1] canonical bytes', () => {
  test('of a tick, byte by byte', () => {
    expect(hex(canonicalBytes(tick, product))).toBe(
      [
        '01', // version
        '01', // tick
        '0742544355534454', // BTCUSDT
        '00000003', // product version
        '02', // precision
        '0000000000000102', // seq
        '0000018bcfe56800', // time
        '000000000066f84c', // price
        '000000000016e360', // volume
        '03', // exchange
        '0000010000000000', // first trade id
        '0000010000000001', // last trade id
        '0000018bcfe567f6', // source time
      ].join(''),
    )
  })

  test('of the other kinds', () => {
    const spelled = (entry: LogEntry) => hex(canonicalBytes(entry, product))
    expect(spelled({ kind: 'watermark', ...numbered })).toBe(head('02'))
    expect(spelled({ kind: 'acceptance', ...numbered, root, count: 7 })).toBe(
      `${head('03')}00000007${'ab'.repeat(32)}`,
    )
    expect(spelled({ kind: 'source', ...numbered, source: 'replay' })).toBe(`${head('05')}02`)
    const voided = {
      kind: 'void',
      ...numbered,
      fromMs: 5,
      toMs: 6,
      contractCount: 1,
      houseEffectMicros: -2n,
      reason: 'é',
    } as const
    expect(spelled(voided)).toBe(
      `${head('04')}00000000000000050000000000000006${'00000001'}fffffffffffffffe02c3a9`,
    )
    const rejected = { ...tick, ...numbered, kind: 'rejected', rule: 'order' } as const
    expect(spelled(rejected)).toBe(
      `${head('06')}02${hex(canonicalBytes({ ...tick, ...numbered }, product)).slice(head('').length + 2)}`,
    )
  })

  test('of prices that carry their legs or the second source’s price: version 2, what they carry after the body', () => {
    const legs = {
      base: { pair: 'EUR/USD', bid: '1.0843', ask: '1.0844', timeMs: 5 },
      quote: { pair: 'USDT/USD', bid: '1', ask: '1.00', timeMs: 6 },
    }
    const spelledLegs = [
      '074555522f555344', // EUR/USD
      '06312e30383433', // 1.0843
      '06312e30383434', // 1.0844
      '0000000000000005', // its time
      '08555344542f555344', // USDT/USD
      '0131', // 1
      '04312e3030', // 1.00
      '0000000000000006', // its time
    ].join('')
    const second = '000000000066f84b'
    const newer = (text: string) => `02${text.slice(2)}`
    const spelled = (entry: LogEntry) => hex(canonicalBytes(entry, product))
    expect(spelled({ ...tick, legs })).toBe(`${newer(spelled(tick))}01${spelledLegs}`)
    const refused = { ...tick, kind: 'rejected', rule: 'deviation' } as const
    const secondPrice = tick.price - 1n
    expect(spelled({ ...refused, secondPrice })).toBe(`${newer(spelled(refused))}02${second}`)
    expect(spelled({ ...refused, legs, secondPrice })).toBe(
      `${newer(spelled(refused))}03${spelledLegs}${second}`,
    )
  })

  test('no field can change without changing the leaf', () => {
    const changes: Partial<TickEntry>[] = [
      { seq: 259 },
      { timeMs: tick.timeMs + 1 },
      { price: tick.price + 1n },
      { volumeMicros: tick.volumeMicros + 1n },
      { source: 'replay' },
      { firstTradeId: tick.firstTradeId + 1 },
      { lastTradeId: tick.lastTradeId + 1 },
      { sourceTimeMs: tick.sourceTimeMs + 1 },
    ]
    const products = [
      { ...product, symbol: 'BTCUSDC' },
      { ...product, version: 4 },
      { ...product, precision: 3 },
    ]
    const leaves = [
      leafHash(tick, product),
      ...changes.map((change) => leafHash({ ...tick, ...change }, product)),
      ...products.map((other) => leafHash(tick, other)),
    ]
    expect(new Set(leaves.map(hex)).size).toBe(leaves.length)
  })

  test('a number outside its bytes is refused, not cut', () => {
    expect(() => canonicalBytes({ ...tick, price: 2n ** 63n }, product)).toThrow()
    expect(() => canonicalBytes({ ...tick, seq: 2 ** 53 }, product)).toThrow()
    expect(() => canonicalBytes({ ...tick, volumeMicros: -1n }, product)).toThrow()
    expect(() => canonicalBytes(tick, { ...product, symbol: 'BTÇ' })).toThrow()
    expect(() =>
      canonicalBytes({ kind: 'acceptance', ...numbered, root: 'AAAA', count: 1 }, product),
    ).toThrow()
  })
})

describe('[P1] running hash', () => {
  test('the leaf is SHA-256 of a zero byte and the canonical bytes', () => {
    expect(hex(leafHash(tick, product))).toBe(hex(sha256(Uint8Array.of(0), canonicalBytes(tick, product))))
  })

  test('begins with symbol and version, and chains the leaves', () => {
    const genesis = genesisHash(product)
    expect(hex(genesis)).toBe(hex(sha256(Buffer.from('truestrike log BTCUSDT 3'))))
    const mark: LogEntry = { kind: 'watermark', seq: 259, timeMs: tick.timeMs }
    const first = sha256(genesis, leafHash(tick, product))
    expect(hex(nextRunningHash(genesis, leafHash(tick, product)))).toBe(hex(first))
    expect(hex(runningHashAfter(genesis, [tick, mark], product))).toBe(
      hex(sha256(first, leafHash(mark, product))),
    )
  })
})

describe('[P1] base64url', () => {
  test('agrees with the platform, both ways', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = encodeBase64url(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64url'))
        expect(decodeBase64url(text)).toEqual({ ok: true, value: bytes })
      }),
    )
  })

  test.each(['A', 'AB', 'AAB', 'AA==', 'A+AA', 'A/AA', 'ÄAAA', 'AA A'])('refuses %j', (text) => {
    expect(decodeBase64url(text)).toEqual({ ok: false, code: 'MALFORMED' })
  })
})
