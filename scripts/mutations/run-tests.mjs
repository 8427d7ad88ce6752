/** Runs tests against a checkout and tells the first that failed. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

let running = null

/** Ends what runs, with everything it started. */
export function stopTests() {
  if (running?.pid === undefined) return
  try {
    process.kill(-running.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function run(tree, command, args, env) {
  return new Promise((resolve, reject) => {
    running = spawn(command, args, { cwd: tree, env: { ...process.env, ...env }, detached: true })
    let said = ''
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (text) => {
        said = (said + text).slice(-4_000)
      })
    running.on('error', reject)
    running.on('close', (status) => resolve({ status, said }))
  })
}

/** The report that a run writes for programs; null when it wrote none. */
async function reported(tree, command, argsFor, envFor = () => ({})) {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const file = join(folder, 'report.json')
  try {
    const ended = await run(tree, command, argsFor(file), envFor(file))
    return { ...ended, report: readJson(file) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function firstOfVitest(tree, { testResults }) {
  const failed = testResults.find(({ status }) => status === 'failed')
  if (failed === undefined) return null
  const test = failed.assertionResults.find(({ status }) => status === 'failed')
  return { file: relative(tree, failed.name), title: test?.fullName.trim() ?? 'the file as a whole' }
}

function firstOfPlaywright({ suites }) {
  for (const { specs = [], suites: inner = [] } of suites) {
    const failed = specs.find(({ ok }) => !ok)
    const found = failed
      ? { file: `e2e/${failed.file}`, title: failed.title }
      : firstOfPlaywright({ suites: inner })
    if (found !== null) return found
  }
  return null
}

/** The first test that failed; null when all passed. Throws when the run says neither. */
function noticedBy({ status, said, report }, firstOf) {
  if (status === 0) return null
  const found = report === null ? null : firstOf(report)
  if (found === null) throw new Error(`the tests ended with ${status} and name none that failed:\n${said}`)
  return found
}

export async function runVitest(tree, project, selection) {
  const ended = await reported(tree, join(tree, 'node_modules/.bin/vitest'), (file) => [
    ...selection,
    ...['--project', project, '--bail', '1', '--passWithNoTests', '--reporter=json', `--outputFile=${file}`],
  ])
  return noticedBy(ended, (report) => firstOfVitest(tree, report))
}

export async function runJourney(tree, { spec, project }) {
  const ended = await reported(
    tree,
    process.execPath,
    () => ['scripts/e2e.mjs', `--project=${project}`, spec, '-x', '--reporter=json'],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
  )
  return noticedBy(ended, firstOfPlaywright)
}
