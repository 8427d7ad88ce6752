import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { ensure } from '@truestrike/core/assert.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLogExport } from '../src/admin/export-audit-log.ts'
import type { Db } from '../src/platform/db.ts'
import { createListExports, type ListExports } from '../src/platform/list-exports.ts'
import { openSharedDatabase } from '../src/platform/open-database.ts'
import { layDatabase } from './embedded-archive.ts'
import { createHttpTrader } from './http-trader.ts'
import { watchLoop } from './loop-stalls.ts'
import { bundledWorker } from './server-bundle.ts'
import { bundleServer } from './server-process.ts'
import { createDatabaseWithoutPast, openTestDb, type TestDb, testDatabaseUrl } from './test-database.ts'
import { createTestExports, serveTo } from './test-exports.ts'
import { createTestSecrets } from './test-secrets.ts'

/** What one turn of the thread that serves calls may take of it, in ms, while a file of 13 MB is made. */
const STALL_MS_MAX = 40
const ROWS = 1_200
const ROW_BYTES = 10_000
const FILES_MAX = 32

const secrets = createTestSecrets()
const filter = { actorKind: null, actors: null, action: null, subject: null, fromMs: null, toMs: null }
const piecesOf = (exports: ListExports): AsyncIterator<Uint8Array> => {
  const file = exports.file(auditLogExport, { filter }, 0)
  if (!('pieces' in file)) throw new Error('not made while it is sent')
  return file.pieces[Symbol.asyncIterator]()
}
const textOf = (piece: IteratorResult<Uint8Array>): string => Buffer.from(ensure(piece.value)).toString()

async function drain(pieces: AsyncIterator<Uint8Array>): Promise<{ rows: number; bytes: number }> {
  let [rows, bytes] = [-1, 0]
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    bytes += next.value.length
    // Each line of these ends so; counting them takes next to nothing.
    for (let at = next.value.indexOf(13); at !== -1; at = next.value.indexOf(13, at + 1)) rows += 1
  }
  return { rows, bytes }
}

async function fill(db: Db, rowBytes: number): Promise<void> {
  await db.query(
    `insert into audit_log (at_ms, actor_kind, action, subject, after)
     select n, 'system', 'test.made', 'test', (select jsonb_object_agg('key_' || k, 'a "value" of it ' || k)
       from generate_series(1, $2::int) k) from generate_series(1, $1::int) n`,
    [ROWS, Math.ceil(rowBytes / 35)],
  )
}

interface Large {
  db: Db
  connect: () => MessagePort | string
  close(): Promise<void>
}

/** As the server opens it: nothing of the database works on this thread. */
async function openLarge(): Promise<Large> {
  if (testDatabaseUrl !== undefined) {
    const { db, url, drop } = await openTestDb()
    return { db, connect: () => ensure(url), close: drop }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'truestrike-exports-'))
  const workerFile = await bundledWorker('pglite-worker')
  await layDatabase(dataDir)
  const { db, connectThread } = await openSharedDatabase({
    ...{ databaseUrl: null, connectionsMax: 1, dataDir, embeddedBuffersMb: 16, workerFile },
    onTrouble: (error) => {
      throw error
    },
  })
  return {
    db,
    connect: ensure(connectThread),
    async close() {
      await db.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

let opened: TestDb
beforeAll(async () => {
  opened = await openTestDb()
  await fill(opened.db, 100)
})
afterAll(() => opened.drop())

let reads = 0
let ports: MessagePort[] = []
const lost: Error[] = []
beforeEach(() => {
  reads = 0
  ports = []
  lost.length = 0
})
const counted: Pick<Db, 'query'> = {
  query: (text, params) => {
    if (text.includes('from audit_log')) reads += 1
    return opened.db.query(text, params)
  },
}
const create = (more: { pausedMsMin?: number; threadFile?: () => Promise<URL> } = {}): ListExports =>
  createListExports({
    secrets,
    connect: () => serveTo(counted, (port) => ports.push(port)),
    threadFile: () => bundledWorker('export-thread'),
    onLost: (error) => lost.push(error),
    ...more,
  })

test('[C3] [D14] [K4] a file of a large list holds up no call', { timeout: 120_000 }, async () => {
  const large = await openLarge()
  await fill(large.db, ROW_BYTES)
  const exports = createListExports({
    secrets,
    connect: large.connect,
    threadFile: () => bundledWorker('export-thread'),
  })
  // The first one starts the thread and compiles code.
  await drain(piecesOf(exports))
  const watch = watchLoop()
  const { rows, bytes } = await drain(piecesOf(exports))
  const { longestMs } = watch.stop()
  console.log(`${longestMs.toFixed(1)} ms at a stretch for ${rows} rows, ${bytes} bytes`)
  expect([rows, bytes > ROWS * ROW_BYTES]).toEqual([ROWS, true])
  expect(longestMs).toBeLessThan(STALL_MS_MAX)
  await exports.stop()
  await large.close()
})

test('[C3] [K4] who goes away, or takes nothing, ends the reading', async () => {
  const exports = create()
  const pieces = piecesOf(exports)
  expect(textOf(await pieces.next())).toContain('time_utc')
  expect(reads).toBe(0)
  await pieces.next()
  expect(reads).toBe(1)
  await pieces.return?.()
  await exports.stop()
  expect([reads, await pieces.next()]).toEqual([1, { done: true, value: undefined }])
})

test('[C3] a thread that dies ends its files, and the next file is whole', async () => {
  const exports = create()
  const [one, two] = [piecesOf(exports), piecesOf(exports)]
  for (const pieces of [one, two]) for (let piece = 0; piece < 2; piece += 1) await pieces.next()
  ensure(ports[0]).close()
  await expect(one.next()).rejects.toThrow(/was lost|has stopped/)
  await expect(two.next()).rejects.toThrow(/was lost|has stopped/)
  expect(lost).toHaveLength(1)
  expect((await drain(piecesOf(exports))).rows).toBe(ROWS)
  expect(ports).toHaveLength(2)
  await exports.stop()
})

test('[C3] a thread that cannot start refuses files before they begin', async () => {
  const exports = create({ threadFile: async () => pathToFileURL('/nowhere/export-thread.mjs') })
  await expect(piecesOf(exports).next()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect(piecesOf(exports).next()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(lost).toHaveLength(2)
})

test('[C3] [K4] so many files at once and no more; who has paused for long makes room', async () => {
  for (const pausedMsMin of [60_000, 0]) {
    const exports = create({ pausedMsMin })
    const open = Array.from({ length: FILES_MAX }, () => piecesOf(exports))
    for (const pieces of open) await pieces.next()
    const [first, second] = [ensure(open[0]), ensure(open[1])]
    const more = piecesOf(exports)
    if (pausedMsMin > 0) {
      await expect(more.next()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      await first.return?.()
    }
    const another = pausedMsMin > 0 ? piecesOf(exports) : more
    expect(textOf(await another.next())).toContain('time_utc')
    if (pausedMsMin === 0) await expect(first.next()).rejects.toThrow('made room')
    expect((await second.next()).done).toBe(false)
    await exports.stop()
  }
})

test('[C3] what fails in a file is told, and the others go on', async () => {
  let isFailing = false
  const failing: Pick<Db, 'query'> = {
    query: (text, params) =>
      isFailing ? Promise.reject(new Error('the database is away')) : counted.query(text, params),
  }
  const exports = createTestExports({ db: failing as Db, secrets })
  const [one, two] = [piecesOf(exports), piecesOf(exports)]
  await one.next()
  await two.next()
  isFailing = true
  await expect(one.next()).rejects.toThrow('the database is away')
  isFailing = false
  expect((await drain(two)).rows).toBe(ROWS - 1)
  await exports.stop()
})

test('[C3] the built server makes files in its thread', { timeout: 180_000 }, async () => {
  const server = await bundleServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'truestrike-exports-'))
  const database = testDatabaseUrl === undefined ? null : await createDatabaseWithoutPast(testDatabaseUrl)
  const running = await server.start({
    DATA_DIR: dataDir,
    FEED_SEED: '3ece6f5c38619bead21f11d5bc7aa31b',
    LOG_LEVEL: 'warn',
    ...(database === null ? {} : { DATABASE_URL: database.url }),
  })
  const { inviteCode } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))
  const trader = await createHttpTrader(running.address, 'files', inviteCode)
  const path = '/api/account/bills/export?book=demo'
  const text = Buffer.from(await trader.file(running.address, path)).toString()
  expect(text).toMatch(/^\uFEFFType,/)
  expect(running.output()).not.toContain('were lost')
  expect(await running.end('SIGTERM')).toBe(0)
  await server.remove()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})
