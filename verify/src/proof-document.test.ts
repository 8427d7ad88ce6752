import { readFileSync } from 'node:fs'
import { ensure } from '@truestrike/core/assert.ts'
import { decodeBase64url, encodeBase64url } from '@truestrike/core/base64url.ts'
import { canonicalBytes, leafHash } from '@truestrike/core/canonical-bytes.ts'
import { closingPriceOf } from '@truestrike/core/closing.ts'
import { type GameRuleContent, ruleBytes, ruleHash } from '@truestrike/core/game-rule.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { headerBytes, headerHash, headerMessage, nextHeader } from '@truestrike/core/proof/block-header.ts'
import { liabilityLeaf, liabilityMessage } from '@truestrike/core/proof/liabilities.ts'
import { merkleRoot, merkleTree, rangeProof } from '@truestrike/core/proof/merkle.ts'
import {
  acceptanceMessage,
  type OrderTerms,
  orderHash,
  orderLeafBytes,
  orderLeafHash,
} from '@truestrike/core/proof/order-leaf.ts'
import { CHECKS, PROOF_CODES } from '@truestrike/core/proof/proof-code.ts'
import { testProduct as product, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { endorsementMessage, publicKeyOf } from '@truestrike/core/proof/site-keys.ts'
import { sumRoot } from '@truestrike/core/proof/sum-tree.ts'
import { LIABILITY_CODES } from '@truestrike/core/proof/verify-liability.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { genesisHash, runningHashAfter } from '@truestrike/core/running-hash.ts'
import { describe, expect, test } from 'vitest'

const document = readFileSync(new URL('../../docs/proof.md', import.meta.url), 'utf8')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytesOf = (text: string) => unwrap(decodeBase64url(text))

const timeMs = 1_700_000_000_000
const source = 'exchange'
const priced = {
  price: 6_748_236n,
  volumeMicros: 1_500_000n,
  source,
  firstTradeId: 41,
  lastTradeId: 42,
} as const
const root = encodeBase64url(new Uint8Array(32).fill(0xab))
const entries: LogEntry[] = [
  { kind: 'source', seq: 1, timeMs, source },
  { kind: 'tick', seq: 2, timeMs: timeMs + 100, ...priced, sourceTimeMs: timeMs + 90 },
  { kind: 'watermark', seq: 3, timeMs: timeMs + 199 },
  { kind: 'acceptance', seq: 4, timeMs: timeMs + 200, root, count: 7 },
  { kind: 'rejected', seq: 5, timeMs: timeMs + 250, rule: 'outlier', ...priced, sourceTimeMs: timeMs + 240 },
  {
    kind: 'void',
    seq: 6,
    timeMs: timeMs + 300,
    fromMs: timeMs,
    toMs: timeMs + 99,
    contractCount: 2,
    houseEffectMicros: -5_000_000n,
    reason: 'wrong prices, é',
  },
]
const legs = {
  base: { pair: 'EUR/USD', bid: '1.08430', ask: '1.08440', timeMs: timeMs + 310 },
  quote: { pair: 'USDT/USD', bid: '0.9998', ask: '0.9999', timeMs: timeMs + 240 },
}
const carrying: LogEntry[] = [
  { kind: 'tick', seq: 7, timeMs: timeMs + 350, ...priced, sourceTimeMs: timeMs + 310, legs },
  {
    ...{ kind: 'rejected', seq: 8, timeMs: timeMs + 450, rule: 'deviation', secondPrice: 6_812_345n },
    ...{ ...priced, sourceTimeMs: timeMs + 440 },
  },
  {
    ...{ kind: 'rejected', seq: 9, timeMs: timeMs + 550, rule: 'deviation', secondPrice: 6_812_345n },
    ...{ ...priced, sourceTimeMs: timeMs + 310, legs },
  },
]
const restart: LogEntry = { kind: 'restart', seq: 2_007, timeMs: timeMs + 300, source, afterSeq: 6 }
const rule: GameRuleContent = {
  symbol: '*',
  durationSeconds: 60,
  payoutBps: 8200,
  stakeMinMicros: 1_000_000n,
  stakeMaxMicros: 5_000_000_000n,
  windowMs: 3_000,
  openingDelayMs: 300,
  openTimeoutMs: 5_000,
  staleMs: 3_000,
  maxGapMs: 5_000,
}
const order: OrderTerms = {
  clientOrderId: 'Zk3v-9QpL_7aXw',
  book: 'real',
  symbol: 'BTCUSDT',
  direction: 'up',
  durationSeconds: 60,
  stakeMicros: 10_500_000n,
  ruleVersion: 4,
}

function entryLines(entry: LogEntry): string[] {
  return [`${entry.kind}: ${hex(canonicalBytes(entry, product))}`, `leaf: ${hex(leafHash(entry, product))}`]
}

function logLines(): string[] {
  const leaves = entries.map((entry) => leafHash(entry, product))
  return [
    ...entries.flatMap(entryLines),
    `running hash, before: ${hex(genesisHash(product))}`,
    `running hash, after 6: ${hex(runningHashAfter(genesisHash(product), entries, product))}`,
    `root of the 6 leaves: ${hex(merkleRoot(leaves))}`,
    `path of leaf 2, from 0: ${merkleTree(leaves).paths[2]?.map(hex).join(' ')}`,
    `range proof of 1 and 2: ${rangeProof(leaves, 1, 3).map(hex).join(' ')}`,
    ...carrying.flatMap(entryLines),
  ]
}

function blockLines(): string[] {
  const { sign } = testKey(1)
  const first = nextHeader(null, entries.slice(0, 3), product, timeMs + 1_000)
  const second = nextHeader(first, entries.slice(3), product, timeMs + 2_000)
  const third = nextHeader(second, [restart], product, timeMs + 9_000)
  return [first, second, third].flatMap((header) => {
    const bytes = headerBytes(header, product)
    const restartLines = header === third ? entryLines(restart) : []
    return [
      ...restartLines,
      `header ${header.number}: ${hex(bytes)}`,
      `header hash: ${hex(bytesOf(headerHash(bytes)))}`,
      `signature: ${hex(sign(headerMessage(bytes)))}`,
    ]
  })
}

function orderLines(): string[] {
  const leaf = {
    contractId: 258n,
    source,
    orderHash: orderHash(order),
    ruleHash: bytesOf(ruleHash(rule)),
    openAfterSeq: 3,
    acceptedAtMs: timeMs + 199,
    expiresAtMs: timeMs + 60_199,
  } as const
  const leafRoot = orderLeafHash(leaf, product)
  return [
    `rule: ${hex(ruleBytes(rule))}`,
    `rule hash: ${hex(bytesOf(ruleHash(rule)))}`,
    `order: ["order-1","${order.clientOrderId}","real","BTCUSDT","up",60,"10500000",4]`,
    `order hash: ${hex(orderHash(order))}`,
    `accepted order: ${hex(orderLeafBytes(leaf, product))}`,
    `leaf, and root of a batch of one: ${hex(leafRoot)}`,
    `signed of the batch: ${hex(acceptanceMessage(leafRoot, 1))}`,
    `signature: ${hex(testKey(1).sign(acceptanceMessage(leafRoot, 1)))}`,
  ]
}

function keyLines(): string[] {
  const { siteKey, sign } = testKey(1)
  const newer = publicKeyOf(testKey(2).siteKey)
  return [
    `public key: ${hex(publicKeyOf(siteKey))}`,
    `key id: ${hex(bytesOf(siteKey.id))}, as text ${siteKey.id}`,
    `endorsement of the key with the secret 02…02 from ${timeMs} on: ${hex(sign(endorsementMessage(newer, timeMs)))}`,
  ]
}

function liabilityLines(): string[] {
  const leaf = { book: 'real', day: 20_777, uid: '1234567890', part: 1, amountMicros: 4_300_000n } as const
  const mine = liabilityLeaf({ ...leaf, salt: new Uint8Array(32).fill(0xcd) })
  const others = [1n, 2n].map((sum) => ({ sum, hash: new Uint8Array(32).fill(Number(sum)) }))
  const root = sumRoot([mine, ...others])
  const signed = liabilityMessage({
    ...{ book: 'real', day: 20_777, timeMs: 20_777 * 86_400_000 + 5_000, count: 3 },
    ...{ totalMicros: root.sum, hash: encodeBase64url(root.hash) },
  })
  return [
    `liability leaf, part 1 of 1234567890, salt cd…cd, 4.30 USDT: ${hex(mine.hash)}`,
    `root over it, (1, 01…01) and (2, 02…02): ${root.sum}, ${hex(root.hash)}`,
    `signed of that root on 2026-11-20: ${hex(signed)}`,
    `signature: ${hex(testKey(1).sign(signed))}`,
  ]
}

function closingLines(): string[] {
  const closing = (sum: bigint) =>
    `opening 500, window 10 ms, S ${sum}: closing ${closingPriceOf(500n, sum, 10)}`
  return [5_050n, 5_005n, 5_004n, 4_995n, 4_996n].map(closing)
}

describe('[P1] [T11] the document of the formats', () => {
  test('has the vectors that the program has', () => {
    const expected = [
      ...logLines(),
      ...blockLines(),
      ...orderLines(),
      ...keyLines(),
      ...closingLines(),
      ...liabilityLines(),
    ]
    const [, written = ''] = ensure(/\n```text\n([^`]*)```\n/.exec(document), 'a block of vectors')
    expect(written.trimEnd().split('\n')).toEqual(expected)
  })

  test('shows a tick byte by byte', () => {
    const [, table = ''] = ensure(
      /byte by byte:\n\n(?:\|.*\n){2}((?:\|.*\n)+)/.exec(document),
      'a table of bytes',
    )
    const rows = [...table.matchAll(/^\| `([0-9a-f]+)` \| ([^|]+) \| ([^|]+) \|$/gm)]
    expect(rows.map(([, bytes]) => bytes).join('')).toBe(hex(canonicalBytes(ensure(entries[1]), product)))
    for (const [, bytes = '', field, value = ''] of rows) {
      const shown = field === 'symbol' ? Buffer.from(bytes, 'hex').toString() : String(BigInt(`0x${bytes}`))
      expect([field, value.split(',')[0]]).toEqual([field, shown])
    }
    expect(rows).toHaveLength(14)
  })

  test('names every check and every code', () => {
    const missing = [...CHECKS, ...PROOF_CODES, ...LIABILITY_CODES].filter(
      (name) => !document.includes(`\`${name}\``),
    )
    expect(missing).toEqual([])
  })
})
