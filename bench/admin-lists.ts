// Every list of the back office over a site that has grown: a million users, ten million contracts and as many bills with
// BENCH_USERS=1000000 BENCH_CONTRACTS=10000000. Each query is asked through HTTP, as the page does, and timed.
// BENCH_ADMIN_DATABASE=<name> keeps the database of that name and goes on with it; else it is made and dropped.
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { openPostgres } from '../server/src/platform/postgres-db.ts'
import { openSecretBox } from '../server/src/platform/secret-keys.ts'
import { systemRandom } from '../server/src/platform/secret-token.ts'
import { SECRET_HOLDERS } from '../server/src/secret-holders.ts'
import { ADMIN_LISTS } from './admin-list-queries.ts'
import { type BenchServer, createDatabase, startBenchServer } from './bench-process.ts'
import { fillAdminData } from './fill-admin-data.ts'
import { quantile } from './http-load.ts'
import { printTable } from './print-table.ts'

const USERS = Number(process.env.BENCH_USERS ?? 100_000)
const CONTRACTS = Number(process.env.BENCH_CONTRACTS ?? 1_000_000)
const LOOKS = Number(process.env.BENCH_LOOKS ?? 15)
const AIM_MS = 150
const kept = process.env.BENCH_ADMIN_DATABASE
const tell = (line: string): void => void process.stdout.write(`${line}\n`)

const database = createDatabase(kept)
const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'truestrike-lists-')) : join(tmpdir(), kept)
mkdirSync(folder, { recursive: true })
const start = (): Promise<BenchServer> =>
  startBenchServer('embedded', { DATABASE_URL: database.url, DATA_DIR: folder, BENCH_USERS: '0' })

/** Fills what the first start has made; a database that was kept is as it was. */
async function fill(): Promise<void> {
  const db = await openPostgres(database.url)
  try {
    const [row] = await db.query<{ n: bigint }>(
      'select count(*) as n from (select 1 from users limit 1000) u',
    )
    if (Number(row?.n ?? 0n) >= 1000) return
    await db.exec(`begin; set local session_replication_role = replica;
      truncate users, user_balances, transfers, bills cascade; commit`)
    const file = readConfig({ DATA_DIR: folder, DATABASE_URL: database.url }).secretKeysFile
    const box = { db, file, random: systemRandom, nowMs: 0, holders: SECRET_HOLDERS }
    const amounts = { users: USERS, contracts: CONTRACTS, bills: CONTRACTS }
    await fillAdminData(db, await openSecretBox(box), amounts, database.run, tell)
  } finally {
    await db.close()
  }
}

interface Admin {
  port: number
  headers: Record<string, string>
}

/** An administrator who may do everything, signed in without a password. */
async function signIn(server: BenchServer): Promise<Admin> {
  const [token, cookie] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
  await server.query(`with admin as (
      insert into administrators (username, username_key, password_hash, must_change_password, role, permissions, created_at_ms)
      values ('bench', 'bench', '', false, 'owner', '{*}', 1) on conflict (username_key) do update set role = 'owner' returning id
    ) insert into admin_sessions (admin_id, token_sha256, cookie_sha256, ip, user_agent, created_at_ms, last_seen_at_ms, expires_at_ms)
    select id, '\\x${hash(token)}', '\\x${hash(cookie)}', '127.0.0.1', 'bench', service_now_ms(), service_now_ms(),
      service_now_ms() + 43200000 from admin`)
  return {
    port: server.port,
    headers: { authorization: `Bearer ${token}`, cookie: `ts_admin_session=${cookie}` },
  }
}

/** Milliseconds until the whole answer was there, and how much of it. */
function look({ port, headers }: Admin, path: string): Promise<{ ms: number; status: number; text: string }> {
  const beganAt = performance.now()
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (chunk: Buffer) => parts.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ ms: performance.now() - beganAt, status: response.statusCode ?? 0, text })
      })
    })
    call.on('error', reject).end()
  })
}

async function measure(admin: Admin): Promise<void> {
  const rows: Record<string, string>[] = []
  for (const [what, path] of Object.entries(ADMIN_LISTS)) {
    const first = await look(admin, path)
    if (first.status !== 200) {
      rows.push({ what, first: `${first.status}`, median: '', greatest: first.text.slice(0, 80), aim: '' })
      continue
    }
    const times: number[] = []
    for (let done = 0; done < LOOKS; done += 1) times.push((await look(admin, path)).ms)
    const [median, greatest] = [quantile(times, 0.5), Math.max(...times)]
    const shown = [first.ms, median, greatest].map((ms) => ms.toFixed(1))
    rows.push({
      what,
      first: shown[0] ?? '',
      median: shown[1] ?? '',
      greatest: shown[2] ?? '',
      aim: median <= AIM_MS ? 'kept' : 'MISSED',
    })
  }
  printTable(`Lists of the back office, ms (aim: ${AIM_MS} at the median)`, rows)
}

async function sizes(server: BenchServer): Promise<void> {
  const rows = await server.query<{ what: string; rows: number; size: string }>(
    `select relname as what, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 8`,
  )
  printTable(
    'Database',
    rows.map(({ what, rows: count, size }) => ({ what, rows: String(count), size })),
  )
}

try {
  // The first start makes products, rules and keys.
  await (await start()).stop()
  await fill()
  const server = await start()
  try {
    await sizes(server)
    await measure(await signIn(server))
  } finally {
    await server.stop()
  }
} finally {
  if (kept === undefined) {
    database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}
