// `npm run soak`: a simulated site with faults for SOAK_CONTRACTS contracts (default 1 000 000) in stories of 20 000, each
// with a seed of its own from SOAK_SEED (default 1) on, then the kill -9 story with KILL_ROUNDS rounds (default 50; 0: none)
// on PostgreSQL with TEST_DATABASE_URL, else on the embedded database. SOAK_MINUTES ends the simulation earlier.
// Stories that went well are kept in .cache until all did: a run that was cut, or found a fault that is mended now, goes on.
// What the simulation found goes into docs/soak-report.md. Takes about an hour on two cores, and half an hour more.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureDependencies, root } from './setup.mjs'

const contracts = Number(process.env.SOAK_CONTRACTS ?? 1_000_000)
const firstSeed = Number(process.env.SOAK_SEED ?? 1)
const workers = Math.min(2, availableParallelism())
const story = Math.min(20_000, Math.ceil(contracts / workers))
const results = join(root, '.cache', `soak-${firstSeed}-${contracts}.jsonl`)
const readStories = () =>
  existsSync(results)
    ? readFileSync(results, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : []

await ensureDependencies()
mkdirSync(join(root, '.cache'), { recursive: true })
const startedAt = new Date()
const seeds = Array.from({ length: Math.ceil(contracts / story) }, (_, at) => firstSeed + at)
const done = new Set(readStories().map(({ seed }) => seed))
const left = seeds.filter((seed) => !done.has(seed))
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const until = process.env.SOAK_MINUTES
  ? { SOAK_UNTIL: String(startedAt.getTime() + Number(process.env.SOAK_MINUTES) * 60_000) }
  : {}

function soak(own) {
  const env = {
    ...process.env,
    ...until,
    SOAK_SEEDS: own.join(','),
    SOAK_CONTRACTS: String(story),
    SOAK_RESULTS: results,
    SOAK_CODE: commit,
  }
  const args = ['run', '--config', 'vitest.integrity.config.ts']
  const child = spawn(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, env, stdio: 'inherit' })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

const codes = await Promise.all(
  Array.from({ length: workers }, (_, worker) => left.filter((_seed, at) => at % workers === worker))
    .filter((own) => own.length > 0)
    .map(soak),
)
const failed = codes.some((code) => code !== 0)
report()
if (failed) process.exit(1)
if (readStories().length === seeds.length) rmSync(results, { force: true })
process.env.KILL_ROUNDS ??= '50'
if (process.env.KILL_ROUNDS !== '0') {
  process.argv.push('--project', 'server', 'server/test/kill.flow.test.ts')
  await import('./test.mjs')
}

function report() {
  const stories = readStories()
  stories.sort((a, b) => a.seed - b.seed)
  const sum = (key) => stories.reduce((total, story) => total + story[key], 0)
  const faults = new Map()
  for (const story of stories)
    for (const [name, times] of Object.entries(story.faults))
      faults.set(name, (faults.get(name) ?? 0) + times)
  const codes = [...new Set(stories.map(({ code }) => code))]
  const ranOn = (code) => `${code} (${stories.filter((story) => story.code === code).length} seeds)`
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.version}`
  const n = (value) => value.toLocaleString('en-US').replaceAll(',', ' ')
  writeFileSync(
    join(root, 'docs/soak-report.md'),
    `# Soak report

The last \`npm run soak\`: attack 16 of \`docs/integrity.md\`, a simulated site with faults, over many seeds. Written by \`scripts/soak.mjs\`.

| | |
|---|---|
| last begun | ${startedAt.toISOString().slice(0, 16)}Z |
| code | ${codes.map(ranOn).join(', ')} |
| machine | ${machine} |
| asked for | ${n(contracts)} contracts, ${seeds.length} seeds from ${firstSeed}${process.env.SOAK_MINUTES ? `, ${process.env.SOAK_MINUTES} minutes at most` : ''} |
| **run** | **${n(sum('contracts'))} contracts**, ${stories.length} seeds, of them cancelled ${n(sum('cancelled'))} |
| steps, each checked | ${n(sum('steps'))} |
| full audits | ${n(sum('audits'))} |
| receipts verified | ${n(sum('receipts'))} |
| found | ${failed ? '**a fault: see the output of the run**' : 'nothing'} |

Faults: ${[...faults].map(([name, times]) => `${name} ${n(times)}`).join(', ')}.

| seed | contracts | cancelled | steps | seconds | digest |
|---|---|---|---|---|---|
${stories.map((story) => `| ${story.seed} | ${n(story.contracts)} | ${n(story.cancelled)} | ${n(story.steps)} | ${story.seconds} | \`${story.digest}\` |`).join('\n')}
`,
  )
}
