import { spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { buildReceipt, type ReceiptParts } from '@truestrike/core/proof/build-receipt.ts'
import { jsonMutations } from '@truestrike/core/proof/json-mutations.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { honestParts, type TestKey, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { randomProofs, seededRandom } from '@truestrike/core/proof/random-proofs.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import type { VerifySignature } from '@truestrike/core/proof/signature.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { pythonVerdicts } from './python-verdicts.ts'

/** The full matrix takes all of them. */
const CONTRACTS = ['brief', 'share'].includes(process.env.TEST_PLAN ?? '') ? 2_000 : 10_000
const CONTRACTS_PER_LOG = 20
const FIRST_SEED = 1
/** Of the small changes; a prime, so that it falls on every kind of change. */
const EVERY_SO_MANY = 7

const folder = mkdtempSync(join(tmpdir(), 'truestrike-verifiers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hasPython = spawnSync('python3', ['--version']).status === 0

// Keys and signatures of the platform: thousands of them have to be quick.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const privateKey = createPrivateKey({
  key: Buffer.concat([pkcs8, Buffer.alloc(32, 1)]),
  format: 'der',
  type: 'pkcs8',
})
const publicKey: KeyObject = createPublicKey(privateKey)
const key: TestKey = { ...testKey(1), sign: (message) => sign(null, message, privateKey) }

/** Signatures found good, as `signature message key` in hex. */
const good = new Set<string>()
const known = new Map<string, boolean>()
const verifySignature: VerifySignature = (...parts) => {
  const name = parts.map((part) => Buffer.from(part).toString('hex')).join(' ')
  const [signature, message, bytes] = parts
  const isGood =
    known.get(name) ??
    (encodeBase64url(bytes) === key.siteKey.publicKey && verify(null, message, publicKey, signature))
  known.set(name, isGood)
  if (isGood) good.add(name)
  return isGood
}

function honestJson(parts: ReceiptParts): unknown {
  const built = buildReceipt(parts)
  if (!built.ok) throw new Error(`the block of ${built.missingSeq} is missing`)
  return JSON.parse(JSON.stringify(receiptJson({ kind: 'settlement', ...built.receipt })))
}

const verdictOf = (json: unknown): string => {
  const verdict = verifyReceipt(json, [key.siteKey], verifySignature)
  return verdict.ok ? 'good' : `${verdict.check} ${verdict.code}`
}

/** The verdicts of the other verifier. */
function otherVerdicts(lines: readonly string[]): string[] {
  return pythonVerdicts({ lines, keys: [key.siteKey], folder, good })
}

/** Where the two differ, with the line; a bound keeps a report readable. */
function differences(lines: readonly string[], verdicts: readonly string[]): string[] {
  const others = otherVerdicts(lines)
  expect(others.length).toBe(verdicts.length)
  return lines
    .map((line, at) => `${verdicts[at]} ≠ ${others[at]}: ${line}`)
    .filter((_, at) => verdicts[at] !== others[at])
    .slice(0, 3)
}

function pick<T>(random: () => number, values: readonly T[]): T {
  return ensure(values[Math.floor(random() * values.length)])
}

/** A receipt with one leaf, anywhere, exchanged for something odd. */
function disturbed(text: string, random: () => number): string {
  const leaves = [...text.matchAll(/(?<=[:[,])("[^"]*"|-?[0-9]+|null)(?=[,}\]])/g)]
  const leaf = pick(random, leaves)
  const number = Number(leaf[0])
  const near = Number.isNaN(number)
    ? []
    : [number + 1, number - 1, `${number}.0`, `${number}e0`, `${number}.5`]
  const odd = [
    '1',
    '0',
    '-0',
    '2',
    'null',
    '"won"',
    '"up"',
    '"1.00"',
    '"-0.00"',
    '[]',
    '{}',
    'true',
    '1e400',
    '"\\ud800"',
    '""',
  ]
  const other = pick(random, leaves)[0]
  const value = String(pick(random, [...near, ...near, other, other, pick(random, odd)]))
  return text.slice(0, leaf.index) + value + text.slice(leaf.index + leaf[0].length)
}

describe.skipIf(!hasPython)('[P3] a second verifier, in Python', () => {
  test(`agrees on ${CONTRACTS} random contracts, every other one disturbed`, () => {
    const lines: string[] = []
    const random = seededRandom(FIRST_SEED)
    const ends = new Set<string>()
    for (let seed = FIRST_SEED; lines.length < CONTRACTS; seed += 1) {
      for (const parts of randomProofs(seed, key, CONTRACTS_PER_LOG)) {
        const text = JSON.stringify(honestJson(parts))
        lines.push(lines.length % 2 === 0 ? text : disturbed(text, random))
        ends.add(parts.claim.cancelReason ?? parts.claim.result ?? '')
      }
    }
    const verdicts = lines.map((line) => verdictOf(JSON.parse(line)))
    expect(verdicts.every((verdict, at) => at % 2 === 1 || verdict === 'good')).toBe(true)
    expect(ends.size).toBe(7)
    expect(new Set(verdicts).size).toBeGreaterThan(15)
    expect(differences(lines, verdicts)).toEqual([])
  })

  test('agrees on small changes of one receipt of each kind', () => {
    const lines: string[] = []
    let count = 0
    for (const setting of Object.values(proofCases)) {
      const json = honestJson(honestParts({ ...setting, key }))
      for (const { json: changed } of jsonMutations(json as never)) {
        count += 1
        if (count % EVERY_SO_MANY === 0) lines.push(JSON.stringify(changed))
      }
    }
    const verdicts = lines.map((line) => verdictOf(JSON.parse(line)))
    expect(verdicts).not.toContain('good')
    expect(differences(lines, verdicts)).toEqual([])
  })
})
