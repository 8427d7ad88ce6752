// What the runners themselves write of small runs that fail, and what a second try is made of it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from './setup.mjs'
import { failedFiles, mayTryAgain, readReport, replaceTests } from './test-report.mjs'

let folder
beforeEach(() => {
  // Where the packages of the project are found.
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/report-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bin = (name) => join(root, 'node_modules/.bin', name)
const failed = (path) => readReport(path).filter(({ outcome }) => outcome === 'failed')
const titles = (tests) => tests.map(({ title }) => title.replace(/^.*\//, ''))

/** Runs files of tests, given by their names, and tells `{ path, status }` of the run; its reports count from 0. */
let reports = 0
function run(runner, args, files, env) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  reports += 1
  const path = join(folder, `report-${reports}.json`)
  const { VITEST: _, ...ground } = process.env
  const { status } = spawnSync(bin(runner), args, { cwd: folder, env: { ...ground, ...env(path) } })
  return { path, status }
}

describe('of a run of Vitest', () => {
  const CONFIG = { 'vitest.config.mjs': 'export default {}' }
  const HEAD = `import { beforeAll, describe, expect, test } from 'vitest'\n`
  const FAILS = `test('fails', () => expect(1).toBe(2))\n`
  const vitest = (text, files = {}) =>
    run(
      'vitest',
      ['run', '--root', folder, `--reporter=${join(root, 'scripts/json-report.mjs')}`],
      { ...CONFIG, 'a.test.mjs': HEAD + text, ...files },
      (path) => ({ TEST_REPORT: path }),
    )
  const mayAgain = ({ path, status }) => mayTryAgain([failedFiles(path, status)])

  test('whose tests alone fail, the file may run again, and its passing mends it', () => {
    const first = vitest(FAILS)
    expect(first.status).toBe(1)
    expect(titles(failed(first.path))).toEqual(['a.test.mjs: fails'])
    expect(mayAgain(first)).toBe(true)
    const again = vitest(FAILS.replace('1', '2'))
    expect(again.status).toBe(0)
    expect(replaceTests(readReport(first.path), readReport(again.path))).toEqual(readReport(again.path))
  })

  test('with an error that nothing caught, of which Vitest’s own report says nothing, there is no second try', () => {
    const late = `test('is over before', () => { setTimeout(() => { throw new Error('caught by nobody') }) })\n`
    const waits = `test('waits', () => new Promise((resolve) => setTimeout(resolve, 50)))\n`
    const first = vitest(FAILS + late + waits)
    expect(titles(failed(first.path))).toEqual(['a.test.mjs: fails', 'outside of all tests'])
    expect(failed(first.path)[1].reason).toContain('Error: caught by nobody')
    expect(mayAgain(first)).toBe(false)
    const again = [{ title: failed(first.path)[0].title, outcome: 'passed' }]
    const last = replaceTests(readReport(first.path), again)
    expect(titles(last.filter(({ outcome }) => outcome === 'failed'))).toEqual(['outside of all tests'])
  })

  test('with a hook that fails beside a test, and a file that cannot be read, there is no second try', () => {
    const hook = `describe('part', () => { beforeAll(() => { throw new Error('no ground') }); test('of it', () => {}) })`
    const { path, status } = vitest(FAILS + hook, { 'b.test.mjs': `import './nothing.mjs'` })
    expect(titles(failed(path)).sort()).toEqual([
      'a.test.mjs: fails',
      'a.test.mjs: outside its tests',
      'b.test.mjs: outside its tests',
    ])
    expect(failedFiles(path, status)).toEqual([])
  })

  test('a process that is gone with its tests counts as a failure', () => {
    const { path, status } = vitest(`test('is gone', () => process.kill(process.pid, 'SIGKILL'))`)
    expect(status).toBe(1)
    expect(titles(failed(path))).toEqual(['outside of all tests'])
  })
})

test('of a run of Playwright: with an error outside of tests there is no second try, without it there is one', () => {
  const { path, status } = run(
    'playwright',
    ['test', '-c', folder],
    {
      'playwright.config.mjs': `export default { reporter: 'json', workers: 1, globalTeardown: './down.mjs' }`,
      'a.spec.mjs': `import { expect, test } from '@playwright/test'\ntest('fails', () => expect(1).toBe(2))`,
      'down.mjs': `export default () => { throw new Error('it did not stop') }`,
    },
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
  )
  expect(titles(failed(path))).toEqual(['a.spec.mjs (): fails', 'outside of all tests'])
  expect(failedFiles(path, status)).toEqual([])
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), errors: [] }))
  expect(failedFiles(path, status)).toEqual(['e2e/a.spec.mjs'])
})
