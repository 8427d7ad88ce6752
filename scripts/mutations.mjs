// `npm run mutations`: breaks the code on purpose, one fault at a time, and prints which test noticed each.
// `-- --list` prints the faults, `--only M1,P2` runs some, `--unit` no end-to-end tests, `--tree FOLDER` another checkout.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileOf, MUTATIONS, timesFound } from './mutations/list.mjs'
import { runJourney, runVitest, stopTests } from './mutations/run-tests.mjs'
import { root } from './setup.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    unit: { type: 'boolean', default: false },
    tree: { type: 'string', default: root },
  },
})
const tree = resolve(values.tree)
const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
let restore = () => undefined

function chosen() {
  if (values.only === undefined) return MUTATIONS
  const ids = values.only.split(',')
  const unknown = ids.filter((id) => !MUTATIONS.some((fault) => fault.id === id))
  if (unknown.length > 0) throw new Error(`no such fault: ${unknown.join(', ')}`)
  return MUTATIONS.filter(({ id }) => ids.includes(id))
}

function assertClean() {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: tree, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${tree} is no checkout`)
  if (stdout !== '') throw new Error(`commit or put away what has changed first:\n${stdout}`)
}

/** The selections of a fault, the cheapest first. */
function selectionsOf({ group, file, tests, e2e }) {
  if (tests !== undefined) return [() => runVitest(tree, 'server', ['run', ...tests])]
  const related = (project) => () => runVitest(tree, project, ['related', '--run', file])
  if (group !== 'pages') return [related('core'), related('server')]
  return e2e === undefined || values.unit ? [related('web')] : [related('web'), () => runJourney(tree, e2e)]
}

async function firstNotice(fault) {
  for (const select of selectionsOf(fault)) {
    const noticed = await select()
    if (noticed !== null) return noticed
  }
  return 'none'
}

/** Breaks the code, runs the tests and mends it again. */
async function tryFault(fault) {
  if (timesFound(tree, fault) !== 1) return 'its place is not there'
  const path = fileOf(tree, fault)
  const whole = readFileSync(path, 'utf8')
  restore = () => writeFileSync(path, whole)
  try {
    writeFileSync(
      path,
      whole.replace(fault.find, () => fault.replace),
    )
    return await firstNotice(fault)
  } catch (error) {
    return `not known: ${error.message.split('\n')[0]}`
  } finally {
    restore()
    restore = () => undefined
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopTests()
    restore()
    process.exit(1)
  })

if (values.list) {
  for (const { id, group, file, breaks } of chosen()) console.log(row([id, group, breaks, file]))
} else {
  assertClean()
  console.log(
    `${row(['Fault', 'Group', 'What it breaks', 'Noticed by'])}\n${row(['---', '---', '---', '---'])}`,
  )
  for (const fault of chosen()) {
    const noticed = await tryFault(fault)
    console.log(row([fault.id, fault.group, fault.breaks, noticed]))
    if (noticed === 'none' || noticed.startsWith('not known') || noticed.startsWith('its place'))
      process.exitCode = 1
  }
}
