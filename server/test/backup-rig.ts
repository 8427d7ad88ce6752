import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import type { SignedHeader, SiteKeysFile } from '@truestrike/protocol/proof-endpoints.ts'
import type { Db } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openDatabase } from '../src/platform/open-database.ts'
import { openPostgres } from '../src/platform/postgres-db.ts'
import type { HttpTrader } from './http-trader.ts'
import { runScript } from './run-script.ts'
import { bundledWorker } from './server-bundle.ts'
import { bundleServer, type ServerProcess } from './server-process.ts'
import { createPostgresDatabase, testDatabaseUrl } from './test-database.ts'
import { seedWithoutPast } from './without-past.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const WAIT_MS = 60_000

/** A place for a server: a folder, and a database when it is not the embedded one. */
export interface Place {
  readonly folder: string
  readonly env: Record<string, string>
}

export interface BackupRig {
  /** An empty one; removed with the rig. */
  place(): Promise<Place>
  start(place: Place): Promise<ServerProcess>
  refuse(place: Place): Promise<{ code: number | null; output: string }>
  /** Runs a command of the operator. */
  command(name: string, place: Place, args: string[], env?: Record<string, string>): Promise<Ended>
  inDatabase<T>(place: Place, work: (db: Db) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

interface Ended {
  code: number
  output: string
}

export const commandFile = (name: string): string[] => [
  join(ROOT, 'scripts/run-ts.mjs'),
  join(ROOT, `server/src/${name}.ts`),
]

/** Gives an empty database what `layDatabase` gives a data folder. */
async function beginWithoutPast(url: string): Promise<void> {
  const db = await openPostgres(url, { connectionsMax: 1 })
  const [found] = await db.query<{ products: string | null }>(
    "select to_regclass('products')::text as products",
  )
  if (found?.products === null) {
    await migrate(db)
    await seedWithoutPast(db)
  }
  await db.close()
}

/** Servers as processes in places of their own, and the operator's commands beside them, on the database of this test run. */
export async function createBackupRig(): Promise<BackupRig> {
  const server = await bundleServer()
  const workerFile = await bundledWorker('pglite-worker')
  const root = await mkdtemp(join(tmpdir(), 'truestrike-backup-'))
  const drops: (() => Promise<void>)[] = []
  return {
    async place() {
      const folder = await mkdtemp(join(root, 'place-'))
      const env: Record<string, string> = { DATA_DIR: folder, LOG_LEVEL: 'warn' }
      if (testDatabaseUrl !== undefined) {
        const { url, drop } = await createPostgresDatabase(testDatabaseUrl)
        drops.push(drop)
        env.DATABASE_URL = url
      }
      return { folder, env }
    },
    async start({ env }) {
      if (env.DATABASE_URL !== undefined) await beginWithoutPast(env.DATABASE_URL)
      return server.start(env)
    },
    refuse: ({ env }) => server.refuse(env),
    command: (name, place, args, env = {}) =>
      runScript([...commandFile(name), ...args], { ...place.env, ...env }),
    async inDatabase({ folder, env }, work) {
      const db = await openDatabase({
        databaseUrl: env.DATABASE_URL ?? null,
        connectionsMax: 2,
        dataDir: folder,
        embeddedBuffersMb: 16,
        onTrouble: () => {},
        workerFile,
      })
      return work(db).finally(() => db.close())
    },
    async remove() {
      await server.remove()
      for (const drop of drops) await drop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export function inviteCodeOf({ folder }: Place): string {
  const file = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8')) as { inviteCode: string }
  return file.inviteCode
}

/** The settlement receipt of a contract once all of it is sealed, verified with the keys; the receipt as the site tells it. */
export async function settledReceipt(
  trader: HttpTrader,
  address: string,
  id: string,
  keys: SiteKeysFile,
): Promise<Record<string, unknown> & { claim: Record<string, unknown> }> {
  for (const deadline = performance.now() + WAIT_MS; ; await delay(100)) {
    const { state, receipt } = await trader.receipt(address, id)
    const verdict = verifyReceipt(receipt, unwrap(parseSiteKeys(keys)))
    if (!verdict.ok) throw new Error(`the receipt does not hold: ${JSON.stringify(verdict)}`)
    if (state === 'settled') return receipt as never
    if (performance.now() > deadline) throw new Error(`the receipt stays ${state}`)
  }
}

interface BlockPage {
  precision: number
  blocks: SignedHeader[]
  nextNumber: number | null
}

/** All headers the site shows of a product, from a number on. */
export async function readHeaders(address: string, symbol: string, fromNumber = 1): Promise<BlockPage> {
  const page = await read<BlockPage>(address, `/api/market/blocks?symbol=${symbol}&fromNumber=${fromNumber}`)
  if (page.nextNumber === null) return page
  const rest = await readHeaders(address, symbol, page.nextNumber)
  return { ...page, blocks: [...page.blocks, ...rest.blocks] }
}

export async function readEntriesFrom(address: string, symbol: string, fromSeq: number): Promise<LogEntry[]> {
  const page = await read<{ entries: LogEntry[] }>(
    address,
    `/api/market/ticks?symbol=${symbol}&fromSeq=${fromSeq}&limit=50`,
  )
  return page.entries
}

async function read<T>(address: string, path: string): Promise<T> {
  const answer = (await (await fetch(address + path)).json()) as { data: T }
  return answer.data
}
