// `npm test`: sets up what is missing and runs everything that needs nothing but Node: lint, types, and the unit,
// property and scenario tests on the embedded database. Of the scenarios that hold on any database it runs its share
// (test-plan.mjs), and none that starts servers as processes; CI runs the others, `npm run test:all` runs all on both.
// With MARKET_DATA_DIR set the tests on recorded markets run too; without, they are shown as skipped.
// `npm test -- <vitest arguments>` runs a part of the tests only.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from './setup.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules/.bin', name)

/** Resolves once the command is over; ends the process when it failed. `isBrief`: what it prints comes when it is over. */
async function run(title, command, args, isBrief = false) {
  if (!isBrief) console.log(`\n> ${title}`)
  const child = spawn(command, args, {
    cwd: root,
    stdio: isBrief ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (isBrief) console.log(`\n> ${title}\n${Buffer.concat(printed)}`.trimEnd())
  if (status !== 0) {
    console.error(`${title}: failed`)
    process.exit(status ?? 1)
  }
}

await ensureDependencies()
const part = process.argv.slice(2)
if (part.length === 0) {
  process.env.TEST_PLAN ??= 'brief'
  const checks = [
    ['lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
    ...['server', 'web', 'core', 'protocol', 'verify', 'bench', 'e2e'].map((workspace) => [
      `types of ${workspace}`,
      bin('tsc'),
      ['-p', workspace],
    ]),
    ['dead code', bin('knip'), []],
  ]
  // Each mostly fills one core: two at a time.
  const worker = async () => {
    for (let check = checks.shift(); check !== undefined; check = checks.shift()) await run(...check, true)
  }
  await Promise.all([worker(), worker()])
}
const reporters = process.env.TEST_REPORT
  ? ['--reporter=default', `--reporter=${join(root, 'scripts/json-report.mjs')}`]
  : []
await run('tests', bin('vitest'), ['run', ...reporters, ...part])
