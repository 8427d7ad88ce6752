import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensure } from '@truestrike/core/assert.ts'
import { jsonMutations } from '@truestrike/core/proof/json-mutations.ts'
import { liabilityJson } from '@truestrike/core/proof/liabilities.ts'
import { testLiabilities } from '@truestrike/core/proof/liability-fixture.ts'
import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { seededRandom } from '@truestrike/core/proof/random-proofs.ts'
import { verifyLiability } from '@truestrike/core/proof/verify-liability.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { PYTHON_VALUES } from './python-values.ts'

const module = fileURLToPath(new URL('../python/truestrike_verify.py', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'truestrike-liabilities-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hasPython = spawnSync('python3', ['--version']).status === 0
const key = testKey(1)

const LINES = `${PYTHON_VALUES}
import sys
sys.path.insert(0, sys.argv[1])
import truestrike_verify as t
keys = t.read_keys(t.parse_json(open(sys.argv[3], 'rb').read()))
for line in open(sys.argv[2], 'rb'):
    verdict = t.verify(value_of(line), keys)
    print('good' if verdict['ok'] else verdict['code'])
`

function otherVerdicts(lines: readonly string[]): string[] {
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const keys = write('keys.json', JSON.stringify({ format: 'truestrike-keys/1', keys: [key.siteKey] }))
  const args = ['-B', '-c', LINES, dirname(module), write('lines', lines.join('\n')), keys]
  const ran = spawnSync('python3', args, { encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  return ran.stdout.trimEnd().split('\n')
}

describe.skipIf(!hasPython)(
  '[P3] [P4] the verifier in Python, on balances in the tree of liabilities',
  () => {
    test('agrees on trees of every size up to 17, and on every small change of a balance', () => {
      const lines: string[] = []
      const random = seededRandom(7)
      const textOf = (count: number, user: number): string => {
        const balances = Array.from({ length: count }, () => BigInt(Math.floor(random() * 2 ** 48)))
        const { liabilities } = testLiabilities({ balances, key, random })
        return JSON.stringify(liabilityJson(ensure(liabilities[user])))
      }
      for (let count = 1; count <= 17; count += 1) lines.push(textOf(count, count - 1))
      expect(otherVerdicts(lines)).toEqual(lines.map(() => 'good'))
      for (const { json } of jsonMutations(JSON.parse(textOf(5, 2)))) lines.push(JSON.stringify(json))
      const verdicts = lines.map((line) => {
        const json: unknown = JSON.parse(line)
        const verdict = verifyLiability(json, [key.siteKey])
        return verdict.ok ? 'good' : verdict.code
      })
      expect(new Set(verdicts).size).toBeGreaterThan(5)
      expect(otherVerdicts(lines)).toEqual(verdicts)
    })
  },
)
