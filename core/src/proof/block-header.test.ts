import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeBase64url } from '../base64url.ts'
import { leafHash } from '../canonical-bytes.ts'
import { logOf } from '../log-fixture.ts'
import { genesisHash, runningHashAfter } from '../running-hash.ts'
import {
  type BlockHeader,
  headerBytes,
  headerHash,
  headerMessage,
  NO_HEADER,
  nextHeader,
} from './block-header.ts'
import { merkleRoot } from './merkle.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const filled = (byte: number) => encodeBase64url(new Uint8Array(32).fill(byte))
const product = { symbol: 'BTCUSDT', version: 3, precision: 2 }
const header: BlockHeader = {
  number: 2,
  productVersion: 3,
  firstSeq: 11,
  lastSeq: 20,
  root: filled(0xaa),
  previous: filled(0xbb),
  runningHash: filled(0xcc),
  lastSourceSeq: 1,
  lastVoidSeq: 0,
  timeMs: 1_700_000_000_000,
}

describe('[P1] block headers', () => {
  test('byte by byte', () => {
    const bytes = headerBytes(header, product)
    expect(hex(bytes)).toBe(
      [
        '01', // version
        '0742544355534454', // BTCUSDT
        '00000003', // product version
        '02', // precision
        '0000000000000002', // number
        '000000000000000b', // first seq
        '0000000000000014', // last seq
        'aa'.repeat(32), // root
        'bb'.repeat(32), // previous
        'cc'.repeat(32), // running hash
        '0000000000000001', // last source
        '0000000000000000', // last void
        '0000018bcfe56800', // time
      ].join(''),
    )
    const prefixed = createHash('sha256').update(Uint8Array.of(2)).update(bytes).digest('base64url')
    expect(headerHash(bytes)).toBe(prefixed)
    expect(hex(headerMessage(bytes))).toBe(
      `${Buffer.from('truestrike block 1\0').toString('hex')}${hex(bytes)}`,
    )
  })

  test('follow one another: numbers, roots, hashes, newest source and void', () => {
    const entries = logOf([
      { at: 1_000, from: 'simulated' },
      { at: 1_010, price: 5 },
      { at: 1_020, void: [1_000, 1_010] },
      { at: 1_030, mark: true },
      { at: 1_040, price: 6 },
    ])
    const first = nextHeader(null, entries.slice(0, 3), product, 1_025)
    expect(first).toEqual({
      number: 1,
      productVersion: 3,
      firstSeq: 1,
      lastSeq: 3,
      root: encodeBase64url(merkleRoot(entries.slice(0, 3).map((entry) => leafHash(entry, product)))),
      previous: NO_HEADER,
      runningHash: encodeBase64url(runningHashAfter(genesisHash(product), entries.slice(0, 3), product)),
      lastSourceSeq: 1,
      lastVoidSeq: 3,
      timeMs: 1_025,
    })
    // A clock that is behind the log does not make a block older than its entries.
    const second = nextHeader(first, entries.slice(3), product, 1_000)
    expect(second).toMatchObject({
      number: 2,
      firstSeq: 4,
      lastSeq: 5,
      lastSourceSeq: 1,
      lastVoidSeq: 3,
      timeMs: 1_040,
    })
    expect(second.previous).toBe(headerHash(headerBytes(first, product)))
    expect(second.runningHash).toBe(encodeBase64url(runningHashAfter(genesisHash(product), entries, product)))
    // Nor does one that went back make it older than the block before.
    expect(nextHeader({ ...first, timeMs: 1_060 }, entries.slice(3), product, 1_000).timeMs).toBe(1_060)
    const leaves = entries.slice(3).map((entry) => leafHash(entry, product))
    expect(nextHeader(first, entries.slice(3), product, 1_000, leaves)).toEqual(second)
    expect(() => nextHeader(first, entries.slice(3), product, 1_000, leaves.slice(1))).toThrow()
    expect(() => nextHeader(first, entries.slice(2), product, 1_100)).toThrow()
    expect(() => nextHeader(first, [], product, 1_100)).toThrow()
  })
})
