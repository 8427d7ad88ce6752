/** Runs tests against a checkout and tells the first that failed. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReport } from '../test-report.mjs'

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

/**
 * The first test that failed of a run that writes its report where `envFor` or `argsFor` say, as `file: title`; null when all
 * passed. Throws when the run says neither.
 */
async function firstFailed(tree, command, argsFor, envFor = () => ({})) {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const file = join(folder, 'report.json')
  try {
    const { status, said } = await run(tree, command, argsFor(file), envFor(file))
    if (status === 0) return null
    const failed = readReport(file, tree).find(({ outcome }) => outcome === 'failed')
    if (failed === undefined)
      throw new Error(`the tests ended with ${status} and name none that failed:\n${said}`)
    return failed.title
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const runVitest = (tree, project, selection) =>
  firstFailed(tree, join(tree, 'node_modules/.bin/vitest'), (file) => [
    ...selection,
    ...['--project', project, '--bail', '1', '--passWithNoTests', '--reporter=json', `--outputFile=${file}`],
  ])

export const runJourney = (tree, { spec, project }) =>
  firstFailed(
    tree,
    process.execPath,
    () => ['scripts/e2e.mjs', `--project=${project}`, spec, '-x'],
    (file) => ({ E2E_REPORT: file }),
  )
