import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dishonestCases } from '@truestrike/core/proof/dishonest-cases.ts'
import { falseCases } from '@truestrike/core/proof/false-cases.ts'
import { caseSiteKeys } from '@truestrike/core/proof/judged-case.ts'
import { logCases } from '@truestrike/core/proof/log-cases.ts'
import { outcomeCases } from '@truestrike/core/proof/outcome-cases.ts'
import { CHECKS, PROOF_CODES } from '@truestrike/core/proof/proof-code.ts'
import type { Receipt } from '@truestrike/core/proof/receipt.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { pythonVerdicts } from './python-verdicts.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'truestrike-codes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const document = readFileSync(new URL('../../docs/proof.md', import.meta.url), 'utf8')
const table =
  document.split('### What is checked, in this order')[1]?.split('An acceptance receipt goes')[0] ?? ''

/** Each check of the document's table with each of its codes: `check code`. */
const listed = [...table.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].flatMap(([, check, cell]) =>
  (cell ?? '').split(' · ').flatMap((part) => {
    const [codes] = /^(?:in this order: )?(?:`[a-z-]+`(?:, )?)+/.exec(part) ?? ['']
    return [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => `${check} ${code}`)
  }),
)

/** An acceptance receipt goes through the checks before that of its entry in the log. */
const ofAcceptance = CHECKS.slice(0, CHECKS.indexOf('acceptance-entry'))
const settlements = [...dishonestCases(), ...falseCases(), ...logCases(), ...outcomeCases()]
const acceptances = settlements.map(({ name, receipt, judgement }) => {
  const { product, contract, acceptance } = receipt
  const isOfChains = name === 'a block of a stranger' || judgement === 'format format'
  const isJudged = !isOfChains && ofAcceptance.some((check) => judgement.startsWith(`${check} `))
  const alone: Receipt = { kind: 'acceptance', product, contract, acceptance }
  return { name: `${name}, its acceptance`, receipt: alone, judgement: isJudged ? judgement : 'good' }
})
const cases = [...settlements, ...acceptances]
const lines = cases.map(({ receipt }) => JSON.stringify(receiptJson(receipt)))
const expected = cases.map(({ name, judgement }) => `${name}: ${judgement}`)
const named = (verdicts: readonly string[]) => cases.map(({ name }, at) => `${name}: ${verdicts[at]}`)

describe('[P1] [P3] each code that the document of the receipts lists', () => {
  test('is one of the program, and each of the program is listed', () => {
    const codes = listed.map((pair) => pair.split(' ')[1])
    expect([...new Set(codes)].sort()).toEqual([...PROOF_CODES].sort())
    expect([...new Set(listed.map((pair) => pair.split(' ')[0]))]).toEqual([...CHECKS])
  })

  test('is reached by a case, in each check that has it', () => {
    const reached = new Set<string>(cases.map(({ judgement }) => judgement))
    expect([...reached].sort()).toEqual(['good', ...listed].sort())
  })

  test('is what the verifier says of its cases', () => {
    const verdicts = lines.map((line) => {
      const verdict = verifyReceipt(JSON.parse(line), caseSiteKeys)
      return verdict.ok ? 'good' : `${verdict.check} ${verdict.code}`
    })
    expect(named(verdicts)).toEqual(expected)
  })

  test.skipIf(!hasPython)('is what the verifier in Python says of them', () => {
    expect(named(pythonVerdicts({ lines, keys: caseSiteKeys, folder }))).toEqual(expected)
  })
})
