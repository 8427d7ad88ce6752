// `npm test`: sets up what is missing and runs everything that needs nothing but Node: lint, types, and the unit,
// property and story tests on the embedded database. With TEST_DATABASE_URL, TEST_NATS_URL or MARKET_DATA_DIR set,
// the suites that need those run too; without, they are shown as skipped.
// `npm test -- <vitest arguments>` runs a part of the tests only.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from './setup.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules/.bin', name)

function run(title, command, args) {
  console.log(`\n> ${title}`)
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error) throw error
  if (status !== 0) {
    console.error(`${title}: failed`)
    process.exit(status ?? 1)
  }
}

await ensureDependencies()
const part = process.argv.slice(2)
if (part.length === 0) {
  run('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
  for (const workspace of ['core', 'protocol', 'server', 'web', 'verify', 'bench', 'e2e']) {
    run(`types of ${workspace}`, bin('tsc'), ['-p', workspace])
  }
  run('dead code', bin('knip'), [])
}
const report = process.env.TEST_REPORT
const reporters = report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
run('tests', bin('vitest'), ['run', ...reporters, ...part])
