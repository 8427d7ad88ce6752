// `npm run cluster`: three edges and two engines on this machine, on the PostgreSQL of DATABASE_URL and the NATS of NATS_URL,
// behind a small proxy. A process that dies is started again; Ctrl-C stops all. docs/operations.md, *Several processes*.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from './build.mjs'
import { addressOf, startProxy } from './cluster-proxy.mjs'
import { ensureDependencies, root } from './setup.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

const EDGES = 3
const ENGINES = 2
/** Before a process that died is started again: longer each time, until it has run for a minute. */
const AGAIN_AFTER_MS = [500, 1_000, 2_000, 5_000, 10_000]
const STEADY_MS = 60_000
/** No name for a database: a connection to the server itself. */
const MAINTENANCE_DATABASE = 'postgres'
const DUPLICATE_DATABASE = '42P04'
const HELP = [
  'npm run cluster',
  '',
  `  ${EDGES} edges and ${ENGINES} engines behind a small proxy; Ctrl-C stops all. It takes no flags but this:`,
  `  ${'--help'.padEnd(16)} this text`,
  '',
  'Set by environment variables, also in .env:',
  `  ${'DATABASE_URL'.padEnd(16)} PostgreSQL (database truestrike_cluster at 127.0.0.1:5432, made when it is missing)`,
  `  ${'NATS_URL'.padEnd(16)} NATS (nats://127.0.0.1:4222)`,
  `  ${'HOST'.padEnd(16)} address the proxy listens on (127.0.0.1)`,
  `  ${'PORT'.padEnd(16)} its port (3000); the processes take the ${EDGES + ENGINES} after it`,
  `  ${'PUBLIC_URL'.padEnd(16)} the address it is opened at (http://HOST:PORT; http://localhost:PORT where HOST is 0.0.0.0 or ::).`,
  `  ${''.padEnd(16)} Of a loopback one its other names count too; under any other it refuses to act`,
  `  ${'DATA_DIR'.padEnd(16)} folder of secrets and files (./data-cluster)`,
  '',
  'Everything else: see docs/operations.md.',
].join('\n')
/** What a server says when it answers; here every process would name the same address. */
const RUNNING = 'Truestrike is running at'

const args = process.argv.slice(2)
if (args.length > 0) {
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h')
  if (isHelp) console.log(HELP)
  else console.error(`unknown flag ${args[0]}\n\n${HELP}`)
  process.exit(isHelp ? 0 : 2)
}
await ensureDependencies()
const envFile = join(root, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)
const host = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT || 3000)
const databaseUrl =
  process.env.DATABASE_URL ||
  `postgres://${encodeURIComponent(userInfo().username)}@127.0.0.1:5432/truestrike_cluster`
const address = addressOf(host, port)
const shared = {
  NATS_URL: 'nats://127.0.0.1:4222',
  NATS_PREFIX: 'truestrike-cluster',
  PUBLIC_URL: address.url,
  WEB_DIR: join(root, 'web/dist'),
  ...filled(process.env),
  DATABASE_URL: databaseUrl,
  DATA_DIR: resolve(root, process.env.DATA_DIR || 'data-cluster'),
  HOST: '127.0.0.1',
  OPS_PORT: '-1',
  TRUSTED_PROXIES: '127.0.0.1',
}
const members = [
  ...Array.from({ length: EDGES }, (_, at) => ({ name: `edge ${at + 1}`, role: 'edge' })),
  ...Array.from({ length: ENGINES }, (_, at) => ({ name: `engine ${at + 1}`, role: 'engine' })),
].map((member, at) => ({ ...member, port: port + 1 + at, child: null, deaths: 0 }))
let proxy = null
let isStopping = false

stopWithParent()
await createDatabase().catch((error) => fail(`DATABASE_URL: no PostgreSQL there (${error.message})`))
await build()
// The terminal may be gone (SIGHUP), and what is said then with it: the stop goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
// Alone: the first start of all makes keys and schema, which the others find.
const first = members.find(({ role }) => role === 'engine')
await start(first)
await Promise.all(members.filter((member) => member !== first).map(start))
const edges = members.filter(({ role }) => role === 'edge')
proxy = await startProxy({
  ...{ host, port, ports: edges.map((edge) => edge.port) },
  onChange: (changed, isReady) =>
    say('proxy', `${edges.find((edge) => edge.port === changed).name} is ${isReady ? 'ready' : 'not ready'}`),
}).catch((error) => fail(`PORT: ${error.message}`))
if (!isStopping) {
  say('proxy', `${RUNNING} ${shared.PUBLIC_URL}`)
  if (address.isEverywhere && shared.PUBLIC_URL === address.url)
    say('proxy', 'under any other name it refuses to act: name that address in PUBLIC_URL')
  for (const { name, port: own, child } of members) say(name, `http://127.0.0.1:${own}, process ${child.pid}`)
  say('proxy', 'kill any of them to see; Ctrl-C stops all')
}

/** Its own database, made when it is missing. */
async function createDatabase() {
  const { Client } = createRequire(join(root, 'server/package.json'))('pg')
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = `/${MAINTENANCE_DATABASE}`
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (error.code !== DUPLICATE_DATABASE) throw error
  } finally {
    await client.end()
  }
}

/** Resolves when it answers; the first start of a process that ends before stops everything. */
function start(member) {
  const { name, role } = member
  const child = spawn(process.execPath, [join(root, 'scripts/cluster-member.mjs')], {
    cwd: root,
    env: { ...process.env, ...shared, ROLE: role, PORT: String(member.port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches us alone: edges end first, engines last.
    detached: true,
  })
  member.child = child
  const startedMs = performance.now()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      if (!line.startsWith(RUNNING)) say(name, readable(line))
    })
  return new Promise((resolveStart) => {
    let isRunning = false
    child.stdout.on('data', (chunk) => {
      if (isRunning || !String(chunk).includes(RUNNING)) return
      isRunning = true
      resolveStart()
    })
    child.on('exit', (code, signal) => {
      member.child = null
      if (isStopping) return
      if (!isRunning && member.deaths === 0) fail(`${name} could not start`)
      member.deaths = performance.now() - startedMs > STEADY_MS ? 1 : member.deaths + 1
      const waitMs = AGAIN_AFTER_MS[Math.min(member.deaths, AGAIN_AFTER_MS.length) - 1]
      say(name, `ended (${signal ?? code}); starts again in ${waitMs / 1_000} s`)
      setTimeout(() => isStopping || void start(member).then(() => say(name, 'is back')), waitMs)
    })
  })
}

/** Ctrl-C once more kills. Other signals come together: a terminal's end tells us, and so does npm's. */
async function stop(signal) {
  if (isStopping) {
    if (signal !== 'SIGINT') return
    for (const { child } of members) child?.kill('SIGKILL')
    process.exit(1)
  }
  isStopping = true
  say('proxy', 'stopping; Ctrl-C once more kills')
  proxy?.close()
  await endAll('edge')
  await endAll('engine')
  process.exit(0)
}

function endAll(role) {
  const running = members.filter((member) => member.role === role && member.child !== null)
  return Promise.all(
    running.map(
      ({ child }) =>
        new Promise((resolveEnd) => {
          child.on('exit', resolveEnd)
          child.kill('SIGTERM')
        }),
    ),
  )
}

function fail(text) {
  console.error(text)
  isStopping = true
  for (const { child } of members) child?.kill('SIGKILL')
  process.exit(1)
}

/** Names without a value count as not there, as for the server. */
function filled(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

/** Of a log line its level, words and error. */
function readable(line) {
  try {
    const { level, msg, err } = JSON.parse(line)
    return [level, msg, err?.message].filter((part) => part !== undefined).join(': ')
  } catch {
    return line
  }
}

function say(name, text) {
  console.log(`${name.padEnd(8)} | ${text}`)
}
