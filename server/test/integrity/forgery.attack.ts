import { createPublicKey, verify } from 'node:crypto'
import { ensure } from '@truestrike/core/assert.ts'
import { decodeBase64url, encodeBase64url } from '@truestrike/core/base64url.ts'
import { createLogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { outcomeOf } from '@truestrike/core/outcome.ts'
import { archiveLines, testDays } from '@truestrike/core/proof/archive-fixture.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { jsonMutations } from '@truestrike/core/proof/json-mutations.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { CHECKS } from '@truestrike/core/proof/proof-code.ts'
import { honestParts, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { type VerifySignature, verifyEd25519 } from '@truestrike/core/proof/signature.ts'
import { parseSiteKeys, type SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { ArchiveCheck } from '@truestrike/core/proof/verify-archive.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { getSiteKeys } from '@truestrike/protocol/proof-endpoints.ts'
import { describe, expect, test } from 'vitest'
import { settledReceipt } from '../receipt-checks.ts'
import { createTradingApp, START_PRICE } from '../trading-app.ts'
import { recordAttack } from './attack-record.ts'
import { accept, contractOf, honestMoments } from './price-attack.ts'
import { priceWorld, sourceSpans } from './price-world.ts'
import { createRandom } from './seeded-random.ts'

const key = testKey(1)

/** Of the signatures asked for, one in so many is checked by the verifier's own arithmetic too. */
const BY_BOTH_EVERY = 16

/** The platform's check of a signature, many times as fast as the verifier's own; each is asked for once. */
function verifyOnce(): VerifySignature {
  const known = new Map<string, boolean>()
  return (signature, message, publicKey) => {
    const name = [signature, message, publicKey].map(encodeBase64url).join()
    const held = known.get(name)
    if (held !== undefined) return held
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(publicKey) }
    const isGood = verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
    if (known.size % BY_BOTH_EVERY === 0) expect(verifyEd25519(signature, message, publicKey)).toBe(isGood)
    known.set(name, isGood)
    return isGood
  }
}

type Json = Parameters<typeof jsonMutations>[0]

/** The same value with each single bit of each hash, key and signature flipped. */
function* flippedBits(json: Json): Generator<{ at: string; json: unknown }> {
  const text = JSON.stringify(json)
  for (const found of text.matchAll(/"([\w-]{22,})"/g)) {
    const bytes = decodeBase64url(ensure(found[1]))
    if (!bytes.ok) continue
    for (let bit = 0; bit < 8 * bytes.value.length; bit += 1) {
      const flipped = bytes.value.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      const rest = text.slice(found.index + found[0].length)
      const changed = `${text.slice(0, found.index)}"${encodeBase64url(flipped)}"${rest}`
      yield { at: `bit ${bit} of ${found[1]}`, json: JSON.parse(changed) as unknown }
    }
  }
}

/** Counts what is found; fails with the first that is not, or that names nothing. */
function expectAllFound(
  json: Json,
  keys: readonly SiteKey[],
  withBits: boolean,
): { fields: number; bits: number } {
  const verifySignature = verifyOnce()
  const found = (at: string, changed: unknown): void => {
    const verdict = verifyReceipt(changed, keys, verifySignature)
    if (verdict.ok) throw new Error(`${at} goes unnoticed`)
    expect(CHECKS, at).toContain(verdict.check)
    expect(verdict.code.length, at).toBeGreaterThan(0)
  }
  expect(verifyReceipt(json, keys, verifySignature).ok).toBe(true)
  let fields = 0
  for (const { at, how, json: changed } of jsonMutations(json)) {
    fields += 1
    found(`${at} ${how}`, changed)
  }
  let bits = 0
  for (const { at, json: changed } of withBits ? flippedBits(json) : []) {
    bits += 1
    found(at, changed)
  }
  return { fields, bits }
}

function fixtureJson(name: string): Json {
  const built = buildReceipt(honestParts(ensure(proofCases[name])))
  if (!built.ok) throw new Error(`the block of ${built.missingSeq} is missing`)
  return JSON.parse(JSON.stringify(receiptJson({ kind: 'settlement', ...built.receipt }))) as Json
}

describe('[T11] forged receipt', () => {
  test('every field, every bit of what is signed', async (context) => {
    const say = recordAttack(
      context,
      11,
      'forged receipt: every field changed, every bit of hashes, keys and signatures flipped',
    )
    const app = await createTradingApp()
    try {
      const ann = await app.trader('ann_trader')
      const { id } = await ann.place({ stake: '10' })
      await app.run(2_000, START_PRICE)
      await app.run(30_000, '50001.00')
      const { json, claim } = await settledReceipt(app, ann, id)
      expect(claim.result).toBe('won')
      const keys = unwrap(parseSiteKeys(await ann.client.ok(getSiteKeys)))
      const told = expectAllFound(JSON.parse(JSON.stringify(json)) as Json, keys, true)
      say(`of a running site: ${told.fields} changes and ${told.bits} bits, all found and named; passed: 0`)
    } finally {
      await app.close()
    }
    let fields = 0
    for (const name of ['won, over a window', 'cancelled, a gap in the window', 'cancelled, void']) {
      fields += expectAllFound(fixtureJson(name), [key.siteKey], false).fields
    }
    say(`of three other endings: ${fields} changes, all found and named; passed: 0`)
  })
})

describe('[P1] [P5] [T11] truncated log', () => {
  test('never gives another outcome, and is found in archives', (context) => {
    const say = recordAttack(context, 12, 'truncated log: cut at the end, at the beginning, in the middle')
    const random = createRandom(3)
    let cuts = 0
    let undecided = 0
    for (const symbol of ['BTCUSDT', 'EURUSDT']) {
      for (const span of sourceSpans('truncated', symbol, 1)) {
        const world = priceWorld(span)
        for (const order of honestMoments(world, random)) {
          const contract = contractOf(world, order, ensure(accept(world, order.atMs)))
          const outcome = outcomeOf(contract, world.excerpt)
          const first = Math.max(0, contract.openAfterSeq - 20)
          const entries = world.excerpt.entries.slice(first, first + 330)
          for (const [from, to] of [
            [random(entries.length), entries.length],
            [0, random(entries.length)],
          ] as const) {
            cuts += 2
            for (const kept of [entries.slice(from, to), [...entries.slice(0, from), ...entries.slice(to)]]) {
              const told = outcomeOf(contract, createLogExcerpt(kept))
              if (told.state === 'undecided') undecided += 1
              else expect(told).toEqual(outcome)
            }
          }
        }
      }
    }
    expect(undecided).toBeGreaterThan(cuts / 10)
    say(`${cuts} cuts of logs: the same outcome or none (${undecided} undecided), never another; gained: 0`)

    const lines = archiveLines(ensure(testDays(key, 2)[1]))
    let truncated = 0
    for (let from = 0; from < lines.length; from += 1) {
      for (let to = from + 1; to <= lines.length; to += 1) {
        const check = new ArchiveCheck([key.siteKey], verifyOnce())
        const [head, ...blocks] = [...lines.slice(0, from), ...lines.slice(to)]
        let found = check.begin(JSON.parse(JSON.stringify(head ?? null)))
        for (const block of blocks) found ??= check.take(JSON.parse(JSON.stringify(block)))
        found ??= check.finish()
        if (found === null) throw new Error(`lines ${from} to ${to} are not missed`)
        truncated += 1
      }
    }
    say(`${truncated} archives with lines left out, all found; passed: 0`)
  })
})
