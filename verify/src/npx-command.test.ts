import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensure } from '@truestrike/core/assert.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { honestParts, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'truestrike-npx-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('[P3] npx truestrike-verify: the command a clone links answers as the program does', {
  timeout: 120_000,
}, () => {
  const built = buildReceipt(honestParts(ensure(proofCases['lost, over a window'])))
  if (!built.ok) throw new Error('incomplete')
  const receipt = JSON.stringify(receiptJson({ kind: 'settlement', ...built.receipt }))
  const keys = JSON.stringify({ format: 'truestrike-keys/1', keys: [testKey(1).siteKey] })
  writeFileSync(join(folder, 'receipt.json'), receipt)
  writeFileSync(join(folder, 'changed.json'), receipt.replace('"profit":"-10.00"', '"profit":"-9.00"'))
  writeFileSync(join(folder, 'keys.json'), keys)
  const run = (file: string) => {
    const args = [
      '--no-install',
      'truestrike-verify',
      join(folder, file),
      '--keys',
      join(folder, 'keys.json'),
      '--json',
    ]
    const { status, stdout } = spawnSync('npx', args, { cwd: root, encoding: 'utf8' })
    return { status, ok: stdout === '' ? null : (JSON.parse(stdout) as { ok: boolean }).ok }
  }
  expect(run('receipt.json')).toEqual({ status: 0, ok: true })
  expect(run('changed.json')).toEqual({ status: 1, ok: false })
  expect(run('nowhere.json')).toMatchObject({ status: 3 })
})
