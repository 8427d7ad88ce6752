import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensure } from '@truestrike/core/assert.ts'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { keysFileCases } from '@truestrike/core/proof/keys-file-cases.ts'
import { liabilityJson } from '@truestrike/core/proof/liabilities.ts'
import { testLiabilities } from '@truestrike/core/proof/liability-fixture.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { honestParts, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { seededRandom } from '@truestrike/core/proof/random-proofs.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { type SignatureCase, signatureCases } from '@truestrike/core/proof/signature-cases.ts'
import { endorsementMessage, publicKeyOf, type SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const module = fileURLToPath(new URL('../python/truestrike_verify.py', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'truestrike-python-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hasPython = spawnSync('python3', ['--version']).status === 0
const python = (...args: string[]) =>
  spawnSync('python3', ['-B', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  })

const parts = honestParts(ensure(proofCases['lost, over a window']))
const built = buildReceipt(parts)
if (!built.ok) throw new Error('incomplete')
const receipt = JSON.stringify(receiptJson({ kind: 'settlement', ...built.receipt }))
const tree = testLiabilities({
  ...{ balances: [4_000_000n, 5_000_000n], key: testKey(1), random: seededRandom(1) },
})
const liability = JSON.stringify(liabilityJson(ensure(tree.liabilities[1])))
const first = testKey(1, { toMs: 900 })
const endorsed = (seed: number, fromMs: number): SiteKey => {
  const { siteKey } = testKey(seed, { fromMs })
  const endorsement = encodeBase64url(first.sign(endorsementMessage(publicKeyOf(siteKey), fromMs)))
  return { ...siteKey, endorsedBy: first.siteKey.id, endorsement }
}
const chain = [first.siteKey, endorsed(2, 800)]
const keysFile = (keys: readonly SiteKey[]) => JSON.stringify({ format: 'truestrike-keys/1', keys })
const keysOf = (...seeds: number[]) =>
  JSON.stringify({ format: 'truestrike-keys/1', keys: seeds.map((seed) => testKey(seed).siteKey) })

/** Texts that readers of JSON could take for two things. */
const ambiguous = {
  'twice.json': receipt.replace('"profit":"-10.00"', '"profit":"10.00","profit":"-10.00"'),
  'escaped.json': receipt.replace('"profit":"-10.00"', '"profi\\u0074":"10.00","profit":"-10.00"'),
  'spelt.json': receipt.replace('"precision":2', '"precision":2.0'),
  'deep.json': '['.repeat(5_000),
  'twice-owed.json': liability.replace('"total":"9.00"', '"total":"8.00","total":"9.00"'),
}

beforeAll(() => {
  const files = {
    'receipt.json': receipt,
    'acceptance.json': JSON.stringify(receiptJson({ kind: 'acceptance', ...parts.accepted })),
    'liability.json': liability,
    'less.json': liability.replace('"total":"9.00"', '"total":"8.00"'),
    'changed.json': receipt.replace('"profit":"-10.00"', '"profit":"-9.00"'),
    'broken.json': receipt.slice(1),
    ...ambiguous,
    'marked.json': `\ufeff${receipt}`,
    'strangers.json': keysOf(2),
    'chain.json': keysFile(chain),
    'forked.json': keysFile([...chain, endorsed(8, 899)]),
    '.config/truestrike/keys.json': keysOf(1, 2),
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
})

describe.skipIf(!hasPython)('[P3] the verifier in Python as a command', () => {
  test.each([
    ['receipt.json', 0],
    ['acceptance.json', 0],
    ['changed.json', 1],
    ['liability.json', 0],
    ['less.json', 1],
    ['liability.json --keys strangers.json', 2],
    ['strangers.json', 1],
    ['receipt.json --keys strangers.json', 2],
    ['receipt.json --keys=strangers.json', 2],
    ['receipt.json --keys receipt.json', 3],
    // In use until 900 only; a second successor of one key makes it no keys file.
    ['receipt.json --keys chain.json', 1],
    ['receipt.json --keys forked.json', 3],
    ['receipt.json --keys nowhere.json', 3],
    ['broken.json', 3],
    ['twice.json', 3],
    ['escaped.json', 3],
    ['spelt.json', 3],
    ['deep.json', 3],
    ['twice-owed.json', 3],
    ['marked.json', 3],
    ['nowhere.json', 3],
    ['receipt.json --quick', 3],
    ['', 3],
  ])('%j ends with %i', (line, status) => {
    const words = line.split(' ').filter((word) => word !== '')
    const ran = python(module, ...words)
    expect({ status: ran.status, isSaid: ran.stdout !== '' }).toEqual({ status, isSaid: status !== 3 })
    expect(ran.stderr).not.toContain('Traceback')
    const json = JSON.parse(python(module, ...words, '--json').stdout) as { ok: boolean }
    expect(json.ok).toBe(status === 0)
  })

  test('says what it looked at', () => {
    expect(python(module, 'receipt.json').stdout).toContain('Everything holds: settlement of contract 101.')
    expect(python(module, 'changed.json').stdout).toBe(
      'profit-differs (looking at: outcome)\n  found: -10000000\n',
    )
  })

  test('its Ed25519 is the same as the other one’s', () => {
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    const cases = [...signatureCases(), ...changedSignatures()]
    const script = [
      'import sys; sys.path.insert(0, sys.argv[1])',
      'import truestrike_verify as t',
      'for line in sys.argv[2:]: print(t.signature_is_good(*[bytes.fromhex(part) for part in line.split(",")]))',
    ].join('\n')
    const lines = cases.map(({ signature, message, publicKey }) =>
      [signature, message, publicKey].map(hex).join(),
    )
    const said = python('-c', script, dirname(module), ...lines)
      .stdout.trimEnd()
      .split('\n')
    expect(cases.map(({ name }, at) => `${name}: ${said[at]}`)).toEqual(
      cases.map(({ name, isGood }) => `${name}: ${isGood ? 'True' : 'False'}`),
    )
  })

  test('takes and refuses the keys files that the other one does', () => {
    const cases = keysFileCases()
    writeFileSync(join(folder, 'key-files'), cases.map(({ file }) => JSON.stringify(file)).join('\n'))
    const script = [
      'import sys; sys.path.insert(0, sys.argv[1])',
      'import truestrike_verify as t',
      'for line in open(sys.argv[2], "rb"):',
      '    try: print(len(t.read_keys(t.parse_json(line))), "keys")',
      '    except t.Unreadable as error: print(error)',
    ].join('\n')
    const ran = python('-c', script, dirname(module), 'key-files')
    const said = ran.stdout.trimEnd().split('\n')
    const expected = cases.map(({ file, refusal }) =>
      refusal === null
        ? `${(file as { keys: unknown[] }).keys.length} keys`
        : `is not a keys file (${refusal})`,
    )
    expect(cases.map(({ name }, at) => `${name}: ${said[at]}`)).toEqual(
      cases.map(({ name }, at) => `${name}: ${expected[at]}`),
    )
  })
})

/** Signatures of messages of some sizes, and each with one bit changed, of itself and of its key. */
function changedSignatures(): SignatureCase[] {
  const { siteKey, sign } = testKey(1)
  const publicKey = publicKeyOf(siteKey)
  return Array.from({ length: 12 }, (_, size) => {
    const message = new Uint8Array(size).fill(size)
    const signature = sign(message)
    const changed = signature.map((byte, at) => (at === size * 5 ? byte ^ 1 : byte))
    const otherKey = publicKey.map((byte, at) => (at === size ? byte ^ 4 : byte))
    const name = `${size} bytes`
    return [
      { name, signature, message, publicKey, isGood: true },
      { name: `${name}, changed`, signature: changed, message, publicKey, isGood: false },
      { name: `${name}, another key`, signature, message, publicKey: otherKey, isGood: false },
    ]
  }).flat()
}
