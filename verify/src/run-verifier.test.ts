import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensure } from '@truestrike/core/assert.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { liabilityJson } from '@truestrike/core/proof/liabilities.ts'
import { testLiabilities } from '@truestrike/core/proof/liability-fixture.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { CHECKS } from '@truestrike/core/proof/proof-code.ts'
import { honestParts, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { seededRandom } from '@truestrike/core/proof/random-proofs.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { runVerifier } from './run-verifier.ts'

const parts = honestParts(ensure(proofCases['won, over a window']))
const built = buildReceipt(parts)
if (!built.ok) throw new Error('incomplete')
const receipt = JSON.stringify(receiptJson({ kind: 'settlement', ...built.receipt }))
const acceptance = JSON.stringify(receiptJson({ kind: 'acceptance', ...parts.accepted }))
const liabilities = testLiabilities({
  ...{ balances: [5_000_000n, 1_234_567_890n, 7n], key: testKey(1), random: seededRandom(1) },
})
const liability = JSON.stringify(liabilityJson(ensure(liabilities.liabilities[1])))
const keysOf = (seed: number) =>
  JSON.stringify({ format: 'truestrike-keys/1', keys: [testKey(seed).siteKey] })

const files: Record<string, string | Uint8Array> = {
  'receipt.json': receipt,
  'acceptance.json': acceptance,
  'liability.json': liability,
  'more.json': liability.replace('"balance":"1234.56789"', '"balance":"1234.57"'),
  'changed.json': receipt.replace('"result":"won"', '"result":"lost"'),
  'other.json': '{"a":1}',
  'broken.json': receipt.slice(1),
  'twice.json': receipt.replace('"result":"won"', '"result":"lost","result":"won"'),
  'deep.json': '['.repeat(5_000),
  'marked.json': `\ufeff${receipt}`,
  'latin.json': new Uint8Array([0x22, 0xe9, 0x22]),
  'large.json': new Uint8Array((64 << 20) + 1),
  'keys.json': keysOf(1),
  'strangers.json': keysOf(2),
  'home/.config/truestrike/keys.json': keysOf(1),
}

function run(line: string, homeDir = 'home') {
  let printed = ''
  let complaint = ''
  const code = runVerifier(line === '' ? [] : line.split(' '), {
    homeDir,
    readFile(path) {
      const content = files[path]
      if (content === undefined) throw new Error('ENOENT')
      return typeof content === 'string' ? new TextEncoder().encode(content) : content
    },
    print: (text) => {
      printed += text
    },
    printError: (text) => {
      complaint += text
    },
  })
  return { code, printed, complaint }
}

describe('[T11] the command-line verifier', () => {
  test('says that everything holds, and what', () => {
    const { code, printed } = run('receipt.json --keys keys.json')
    expect(code).toBe(0)
    expect(printed).toContain('Everything holds.')
    expect(printed).toContain('Contract 101: BTCUSDT up, 10.00 USDT, 1 s, book real')
    expect(printed).toContain('Result: won; profit 8.00 USDT; decided by entry')
    expect(printed).toContain('What a receipt shows and what it does not')
    expect(run('acceptance.json --keys keys.json')).toMatchObject({ code: 0 })
  })

  test('names what does not hold', () => {
    const { code, printed } = run('changed.json --keys keys.json')
    expect(code).toBe(1)
    expect(printed).toContain(
      'Does not hold: The log gives another outcome.\n  looking at the outcome (outcome, outcome-differs)\n',
    )
    expect(run('other.json --keys keys.json')).toMatchObject({ code: 1 })
  })

  test('an unknown key is neither good nor bad', () => {
    const { code, printed } = run('receipt.json --keys strangers.json')
    expect(code).toBe(2)
    expect(printed).toContain(`Unknown key: `)
    expect(printed).toContain(`keyId: ${testKey(1).siteKey.id}`)
  })

  test('takes the pinned keys by itself, and never those beside the receipt', () => {
    expect(run('receipt.json').code).toBe(0)
    const elsewhere = run('receipt.json', 'nowhere')
    expect(elsewhere).toMatchObject({ code: 3, printed: '' })
    expect(elsewhere.complaint).toBe('nowhere/.config/truestrike/keys.json cannot be read\n')
  })

  test('[P4] verifies that a balance is counted, by the same exit codes', () => {
    const { code, printed } = run('liability.json --keys keys.json')
    expect(code).toBe(0)
    expect(printed).toContain('Counted: 1,234.56789 USDT of the user 1000000001, book real')
    expect(printed).toContain(
      'in a total of 1,239.567897 USDT on 2026-11-20, balances of 2026-11-20T00:00:05.000Z',
    )
    expect(printed).toContain('Look whether user and balance are yours.')
    expect(run('more.json --keys keys.json')).toMatchObject({
      code: 1,
      printed: 'Does not hold: Its parts do not add up to the balance. (balance)\n',
    })
    expect(run('liability.json --keys strangers.json')).toMatchObject({ code: 2 })
    expect(JSON.parse(run('liability.json --json').printed)).toEqual({
      ...{ ok: true, kind: 'liability', uid: '1000000001', balance: '1234.56789' },
      ...{ book: 'real', day: '2026-11-20', total: '1239.567897' },
    })
    expect(JSON.parse(run('more.json --json').printed)).toMatchObject({ ok: false, code: 'balance' })
  })

  test.each([
    ['', 'usage: '],
    ['receipt.json more.json', 'usage: '],
    ['receipt.json --key keys.json', 'usage: '],
    ['missing.json', 'missing.json cannot be read'],
    ['broken.json', 'broken.json is not JSON'],
    ['marked.json', 'marked.json is not JSON'],
    ['latin.json', 'latin.json is not JSON'],
    ['large.json', 'large.json is too large'],
    ['receipt.json --keys other.json', 'other.json is not a keys file (MALFORMED)'],
  ])('cannot verify %j', (line, complaint) => {
    const found = run(line)
    expect(found).toMatchObject({ code: 3, printed: '' })
    expect(found.complaint).toContain(complaint)
  })

  test('in JSON', () => {
    const json = (line: string) => JSON.parse(run(`${line} --json`).printed) as unknown
    expect(json('receipt.json')).toEqual({ ok: true, kind: 'settlement', contractId: '101', checks: CHECKS })
    expect(json('changed.json')).toMatchObject({ ok: false, check: 'outcome', code: 'outcome-differs' })
    expect(json('broken.json')).toEqual({ ok: false, error: 'broken.json is not JSON' })
  })
})

describe('[T11] as it is installed', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'truestrike-verify-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['receipt.json', 'changed.json', 'keys.json'])
    writeFileSync(join(folder, name), ensure(files[name]))
  const node = (cwd: string, ...args: string[]) =>
    spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })

  test('one file runs with Node alone, offline, from anywhere', () => {
    const path = (name: string) => join(folder, name)
    const keys = ['--keys', path('keys.json'), '--json']
    const first = node(root, 'scripts/verify.mjs', path('receipt.json'), ...keys)
    expect(first).toMatchObject({ status: 0 })
    expect(JSON.parse(first.stdout)).toMatchObject({ ok: true })

    copyFileSync(join(root, 'verify/dist/truestrike-verify.mjs'), path('verify.mjs'))
    expect(node(folder, 'verify.mjs', 'receipt.json', '--keys', 'keys.json')).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(node(folder, 'verify.mjs', 'changed.json', '--keys', 'keys.json')).toMatchObject({ status: 1 })
    expect(node(folder, 'verify.mjs')).toMatchObject({ status: 3, stdout: '' })
  })
})
