import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import { leafHash } from '../canonical-bytes.ts'
import type { LogEntry } from '../log-entry.ts'
import { headerBytes, headerHash } from './block-header.ts'
import { buildReceipt } from './build-receipt.ts'
import { proofCases } from './proof-cases.ts'
import type { Check, ProofCode } from './proof-code.ts'
import { honestParts, type ProofSetting, sealed, testKey, testProduct } from './proof-fixture.ts'
import type { ProvenBlock, SettlementReceipt } from './receipt.ts'
import { receiptJson } from './receipt-json.ts'
import { verifyReceipt } from './verify-receipt.ts'

const key = testKey(1)
const other = testKey(2)
const won = ensure(proofCases['won, over a window'])

function receiptOf(setting: ProofSetting): SettlementReceipt {
  const built = buildReceipt(honestParts(setting))
  if (!built.ok) throw new Error(`the block of ${built.missingSeq} is missing`)
  return built.receipt
}

const verdictOn = (receipt: SettlementReceipt, keys = [key.siteKey, other.siteKey]) =>
  verifyReceipt(receiptJson({ kind: 'settlement', ...receipt }), keys)

/** Signs other entries as if the log had always been so; every entry is a block of its own. */
function rewritten(change: (entry: LogEntry) => LogEntry): SettlementReceipt {
  const receipt = receiptOf({ ...won, endsBlock: () => true })
  return {
    ...receipt,
    chains: receipt.chains.map(({ blocks, keyId }) => {
      const changed: ProvenBlock[] = []
      for (const block of blocks) {
        const entries = block.runs.flatMap((run) => run.entries.map(change))
        const before = changed.at(-1)
        const previous = before === undefined ? block.previous : headerHash(headerBytes(before, testProduct))
        const root = encodeBase64url(leafHash(ensure(entries[0]), testProduct))
        changed.push({ ...block, root, previous, runs: [{ entries, proof: [] }] })
      }
      return { keyId, blocks: changed, signature: sealed(ensure(changed.at(-1)), [], key).signature }
    }),
  }
}

const isTickAt = (entry: LogEntry, timeMs: number) => entry.kind === 'tick' && entry.timeMs === timeMs

const honest = receiptOf(won)
const claiming = (claim: Partial<SettlementReceipt['claim']>): SettlementReceipt => ({
  ...honest,
  claim: { ...honest.claim, ...claim },
})
const withoutRuns = (receipt: SettlementReceipt, chain: number, block: number): SettlementReceipt => ({
  ...receipt,
  chains: receipt.chains.map((it, at) =>
    at !== chain
      ? it
      : { ...it, blocks: it.blocks.map((inner, no) => (no === block ? { ...inner, runs: [] } : inner)) },
  ),
})
const another = receiptOf({ ...won, contract: { ...won.contract, stakeMicros: 20_000_000n } })

const receipts: [string, SettlementReceipt, Check, ProofCode][] = [
  [
    'terms that were not signed',
    { ...honest, contract: { ...honest.contract, acceptedAtMs: 999, expiresAtMs: 1_999 } },
    'acceptance',
    'acceptance-path',
  ],
  [
    'a batch that another key signed',
    { ...honest, acceptance: { ...honest.acceptance, keyId: other.siteKey.id } },
    'acceptance',
    'acceptance-signature',
  ],
  [
    'the log of another contract',
    { ...honest, chains: another.chains },
    'acceptance-entry',
    'acceptance-not-logged',
  ],
  [
    'blocks that another key signed',
    { ...honest, chains: honest.chains.map((chain) => ({ ...chain, keyId: other.siteKey.id })) },
    'blocks',
    'block-signature',
  ],
  ['a price that is not in the block', rewrittenPrice(), 'inclusion', 'entry-not-in-block'],
  [
    'times that run back',
    rewritten((entry) => (isTickAt(entry, 1_060) ? { ...entry, timeMs: 1_040 } : entry)),
    'log',
    'log-order',
  ],
  [
    'a tick held back',
    rewritten((entry) => (isTickAt(entry, 1_950) ? ({ ...entry, sourceTimeMs: 949 } as LogEntry) : entry)),
    'source-time',
    'source-time',
  ],
  [
    'a tick before its time',
    rewritten((entry) => (isTickAt(entry, 1_950) ? ({ ...entry, sourceTimeMs: 1_951 } as LogEntry) : entry)),
    'source-time',
    'source-time',
  ],
  [
    'the head at acceptance left out',
    withoutRuns(receiptOf({ ...won, endsBlock: () => true }), 0, 0),
    'log',
    'head-missing',
  ],
  ['a change of source left out', hiddenSource(), 'marks', 'mark-hidden'],
  [
    'no opening shown',
    withoutRuns(receiptOf({ ...won, endsBlock: () => true }), 0, 3),
    'opening',
    'evidence-missing',
  ],
  ['no closing shown', withoutRuns(honest, 1, 0), 'closing', 'evidence-missing'],
  ['another opening price', claiming({ openingPrice: 50_001n }), 'opening', 'opening-differs'],
  ['another opening tick', claiming({ openingSeq: 6 }), 'opening', 'opening-differs'],
  ['another closing price', claiming({ closingPrice: 50_101n }), 'closing', 'closing-differs'],
  ['another result', claiming({ result: 'lost' }), 'outcome', 'outcome-differs'],
  [
    'a refund of a win',
    claiming({
      state: 'cancelled',
      result: null,
      cancelReason: 'price-gap',
      closingPrice: null,
      closingTimeMs: null,
      profitMicros: 0n,
    }),
    'outcome',
    'outcome-differs',
  ],
  ['a smaller profit', claiming({ profitMicros: 7_999_999n }), 'outcome', 'profit-differs'],
]

function rewrittenPrice(): SettlementReceipt {
  const at = (entry: LogEntry) =>
    isTickAt(entry, 1_950) ? ({ ...entry, price: 49_000n } as LogEntry) : entry
  return {
    ...honest,
    chains: honest.chains.map((chain) => ({
      ...chain,
      blocks: chain.blocks.map((block) => ({
        ...block,
        runs: block.runs.map((run) => ({ ...run, entries: run.entries.map(at) })),
      })),
    })),
  }
}

function hiddenSource(): SettlementReceipt {
  const shown = receiptOf(
    ensure(proofCases['won, the source named anew at the opening and changed after the expiry']),
  )
  const chain = shown.chains.findIndex(({ blocks }) => blocks.some((block) => block.number === 2))
  const block = ensure(shown.chains[chain]).blocks.findIndex(({ number }) => number === 2)
  return withoutRuns(shown, chain, block)
}

describe('[T11] a receipt that says something else than what was signed', () => {
  test.each(receipts)('%s', (_name, receipt, check, code) => {
    expect(verdictOn(receipt)).toMatchObject({ ok: false, check, code })
  })

  test('a key that is not pinned', () => {
    const keyId = key.siteKey.id
    const verdict = verdictOn(honest, [other.siteKey])
    expect(verdict).toMatchObject({ check: 'keys', code: 'unknown-key', details: { keyId } })
  })

  test('what is rewritten without a change holds', () => {
    expect(verdictOn(rewritten((entry) => entry))).toMatchObject({ ok: true })
  })
})

describe('[T11] hostile JSON', () => {
  const json = receiptJson({ kind: 'settlement', ...honest })
  test.each([null, 1, 'a', [], {}, [json], { ...(json as object), format: 'truestrike-receipt/2' }])(
    '%#',
    (value) => {
      expect(verifyReceipt(value, [key.siteKey])).toMatchObject({ ok: false, code: 'format' })
    },
  )

  test('anything anywhere never throws', () => {
    const text = JSON.stringify(json)
    const strings = [...text.matchAll(/(?<=:)("[^"]*"|[0-9]+|null)/g)]
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(2 ** 53, -0, 1e300, '\ud800', '__proto__', '-0.00', '9'.repeat(50)),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    )
    fc.assert(
      fc.property(fc.nat({ max: strings.length - 1 }), values, (place, value) => {
        const found = ensure(strings[place])
        const changed =
          text.slice(0, found.index) + JSON.stringify(value) + text.slice(found.index + found[0].length)
        if (changed !== text)
          expect(verifyReceipt(JSON.parse(changed), [key.siteKey]).ok).toBe(changed === text)
      }),
      { numRuns: 2_000 },
    )
  })
})
