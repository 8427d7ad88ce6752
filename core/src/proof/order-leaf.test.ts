import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { acceptanceMessage, type OrderTerms, orderHash, orderLeafBytes, orderLeafHash } from './order-leaf.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const product = { symbol: 'BTCUSDT', version: 3, precision: 2 }
const order: OrderTerms = {
  clientOrderId: 'abc_DEF-123',
  book: 'demo',
  symbol: 'BTCUSDT',
  direction: 'up',
  durationSeconds: 60,
  stakeMicros: 10_000_000n,
  ruleVersion: 4,
}

describe('[T11] an accepted order', () => {
  test('the hash of what it asks for, as text', () => {
    const text = '["order-1","abc_DEF-123","demo","BTCUSDT","up",60,"10000000",4]'
    expect(hex(orderHash(order))).toBe(sha256(text))
  })

  test('its leaf, byte by byte', () => {
    const leaf = {
      contractId: 258n,
      source: 'exchange',
      orderHash: new Uint8Array(32).fill(0xaa),
      ruleHash: new Uint8Array(32).fill(0xbb),
      openAfterSeq: 7,
      acceptedAtMs: 1_700_000_000_000,
      expiresAtMs: 1_700_000_060_000,
    } as const
    const bytes = orderLeafBytes(leaf, product)
    expect(hex(bytes)).toBe(
      [
        '01', // version
        '10', // order
        '0000000000000102', // contract
        '0742544355534454', // BTCUSDT
        '00000003', // product version
        '02', // precision
        '03', // exchange
        'aa'.repeat(32), // order hash
        '0000000000000007', // open after
        '0000018bcfe56800', // acceptance
        '0000018bcfe65260', // expiry
        'bb'.repeat(32), // rule hash
      ].join(''),
    )
    expect(hex(orderLeafHash(leaf, product))).toBe(sha256(Uint8Array.of(0), bytes))
  })

  test('what is signed of a batch', () => {
    const root = new Uint8Array(32).fill(0xcc)
    const text = Buffer.from('truestrike acceptance 1\0').toString('hex')
    expect(hex(acceptanceMessage(root, 258))).toBe(`${text}${'cc'.repeat(32)}00000102`)
  })
})
