import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './setup.mjs'
import { failedFiles, mayTryAgain, neverRan, readReport, replaceTests } from './test-report.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truestrike-report-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function reportOf(name, content) {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const vitest = (file, status, tests) => ({
  ...{ name: join(root, file), status },
  assertionResults: Object.entries(tests).map(([fullName, outcome]) => ({ fullName, status: outcome })),
})

test('a failure outside the tests of a file counts, has no second try, and is mended by none', () => {
  const path = reportOf('first.json', {
    ...{ outside: [], testResults: [vitest('a.test.ts', 'failed', { one: 'skipped' })] },
  })
  const first = readReport(path)
  expect(first.map(({ outcome }) => outcome)).toEqual(['skipped', 'failed'])
  expect(failedFiles(path)).toEqual([])
  const again = readReport(
    reportOf('again.json', { testResults: [vitest('a.test.ts', 'passed', { one: 'passed' })] }),
  )
  expect(replaceTests(first, again).map(({ outcome }) => outcome)).toEqual(['failed', 'passed'])
})

test('a failed test is mended by nothing but its passing', () => {
  const failed = vitest('a.test.ts', 'failed', { one: 'failed' })
  const first = readReport(reportOf('first.json', { outside: [], testResults: [failed] }))
  for (const tests of [{ one: 'skipped' }, { two: 'passed' }]) {
    const again = readReport(reportOf('again.json', { testResults: [vitest('a.test.ts', 'passed', tests)] }))
    expect(replaceTests(first, again).map(({ outcome }) => outcome)).toContain('failed')
  }
})

test('failed tests explain a run only where it ended as such a one does, and its report tells of all else', () => {
  const testResults = [vitest('a.test.ts', 'failed', { one: 'failed' })]
  const path = reportOf('whole.json', { outside: [], testResults })
  expect(failedFiles(path, 1)).toEqual(['a.test.ts'])
  for (const status of [2, 137, null]) expect(failedFiles(path, status)).toEqual([])
  expect(failedFiles(reportOf('plain.json', { testResults }), 1)).toEqual([])
})

test('a failure tells the first lines of its reason, without the colours of a terminal', () => {
  const said = `\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n${'    at a line\n'.repeat(50)}`
  const ofVitest = vitest('a.test.ts', 'failed', { one: 'failed' })
  ofVitest.assertionResults[0].failureMessages = [said]
  const outside = { ...vitest('b.test.ts', 'failed', {}), message: said }
  const spec = {
    ...{ file: 'a.spec.ts', title: 'one' },
    tests: [{ projectName: 'phone-en', status: 'unexpected', results: [{}, { error: { message: said } }] }],
  }
  const tests = [
    ...readReport(reportOf('vitest.json', { testResults: [ofVitest, outside] })),
    ...readReport(reportOf('e2e.json', { suites: [{ specs: [spec] }] })),
  ]
  expect(tests).toHaveLength(3)
  for (const { reason } of tests) {
    const [first, ...rest] = reason.split('\n')
    expect(first).toBe('AssertionError: expected 1 to be 2')
    expect(rest).toHaveLength(7)
  }
})

test('of a file of end-to-end tests only what failed runs again; the rest of it stays counted', () => {
  const spec = (title, status) => ({
    ...{ file: 'a.spec.ts', title },
    tests: [{ projectName: 'phone-en', status }],
  })
  const path = reportOf('e2e.json', {
    errors: [],
    suites: [{ specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'unexpected')] }] }],
  })
  expect(failedFiles(path)).toEqual(['e2e/a.spec.ts'])
  const again = readReport(reportOf('again.json', { suites: [{ specs: [spec('two', 'expected')] }] }))
  expect(replaceTests(readReport(path), again).map(({ outcome }) => outcome)).toEqual(['passed', 'passed'])
})

test('there is no second try where many files failed, one looks for rare faults, or a run names none', () => {
  const file = (at) => `server/test/a${at}.flow.test.ts`
  expect(mayTryAgain([[file(1)], [file(2)]])).toBe(true)
  expect(mayTryAgain([[1, 2, 3, 4, 5].map(file)])).toBe(false)
  expect(mayTryAgain([['server/test/kill.flow.test.ts']])).toBe(false)
  expect(mayTryAgain([[file(1)], []])).toBe(false)
  expect(readReport(join(folder, 'missing.json'))).toEqual([])
})

test('a test that is skipped wherever a run comes to it, as without python3, is named, and fails the run in CI', () => {
  const python = '[P3] a second verifier, in Python agrees'
  const ofSuite = (status) => ({
    outside: [],
    testResults: [vitest('verify/src/two-verifiers.test.ts', 'passed', { one: 'passed', [python]: status })],
  })
  const paths = (...names) => names.map((name) => join(folder, name))
  const { CI: _, ...ground } = process.env
  const count = (names, env) =>
    spawnSync(process.execPath, [join(root, 'scripts/count-tests.mjs'), ...paths(...names)], {
      ...{ env: { ...ground, ...env }, encoding: 'utf8' },
    })
  reportOf('without.json', ofSuite('skipped'))
  reportOf('with.json', ofSuite('passed'))
  const alone = count(['without.json'], { CI: 'true' })
  expect(alone.stdout).toContain(`ran nowhere: verify/src/two-verifiers.test.ts: ${python}`)
  expect(alone.status).toBe(1)
  expect(count(['without.json'], {}).status).toBe(0)
  const both = count(['without.json', 'with.json'], { CI: 'true' })
  expect([both.status, both.stdout]).toEqual([0, expect.not.stringContaining('ran nowhere')])
})

test('what needs recorded market data, or what not everybody may do, may be skipped everywhere', () => {
  const skipped = (title) => neverRan([[{ title, outcome: 'skipped' }]])
  expect(skipped('replay.spec.ts (desktop-en): [M3] a recorded day')).toEqual([])
  expect(skipped('server/test/full-disk.flow.test.ts: [O2] a full disk')).toEqual([])
  expect(skipped('server/test/kill.flow.test.ts: [K1] a kill')).toHaveLength(1)
})
