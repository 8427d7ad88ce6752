import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pgliteTemplate } from '../../test/embedded-archive.ts'
import { bundledWorker } from '../../test/server-bundle.ts'
import { CommitUnknownError, DbUnavailableError } from './db-error.ts'
import { openPglite, type PgliteDb } from './pglite-db.ts'

let folder: string
let workerFile: URL
const opened: PgliteDb[] = []

const open = async (name: string): Promise<PgliteDb> => {
  const dataDir = join(folder, name)
  const fresh = existsSync(dataDir) ? {} : { template: await pgliteTemplate() }
  const db = await openPglite({ dataDir, workerFile, ...fresh })
  opened.push(db)
  return db
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'truestrike-db-'))
  workerFile = await bundledWorker('pglite-worker')
})
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close().catch(() => undefined)))
  await rm(folder, { recursive: true, force: true })
})

test('[O4] each commit on disk is synced before it is acknowledged, and survives a close', async () => {
  const db = await open('synced')
  expect(await db.query('show fsync')).toEqual([{ fsync: 'on' }])
  expect(await db.query('show shared_buffers')).toEqual([{ shared_buffers: '16MB' }])
  await db.exec('create table rows (id bigint primary key)')
  for (let id = 0n; id < 5n; id++) {
    const before = await db.syncCount()
    await db.tx((sql) => sql.query('insert into rows values ($1)', [id]))
    expect(await db.syncCount()).toBeGreaterThan(before)
  }
  const beforeRead = await db.syncCount()
  await db.query('select * from rows')
  expect(await db.syncCount()).toBe(beforeRead)
  await db.close()
  const again = await open('synced')
  expect(await again.query('select count(*) as n from rows')).toEqual([{ n: 5n }])
})

test('[O4] the engine works in a thread of its own: this one stays free', async () => {
  const db = await open('thread')
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  await db.query('select count(*) from generate_series(1, 3000000)')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})

test('[O4] an engine that dies fails what waits, and a commit under way is unknown', async () => {
  let lost: Error | undefined
  const db = await openPglite({
    dataDir: join(folder, 'dying'),
    workerFile: await dyingWorker(),
    onLost: (error) => {
      lost = error
    },
  })
  await expect(db.tx(async () => undefined)).rejects.toBeInstanceOf(CommitUnknownError)
  await expect(db.query('select 1')).rejects.toBeInstanceOf(DbUnavailableError)
  expect(lost?.message).toContain('stopped')
})

/** Speaks the worker's protocol and dies at COMMIT. */
async function dyingWorker(): Promise<URL> {
  const file = join(folder, 'dying-worker.mjs')
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', (call) => {
       if (call.op === 'commit') process.exit(7)
       parentPort.postMessage({ id: call.id, value: ['BEGIN'] })
     })
     parentPort.postMessage({ id: 0, value: 'open' })`,
  )
  return new URL(`file://${file}`)
}

test('[O4] kill -9 while writing: every acknowledged row is there when it opens again', async () => {
  await (await open('killed')).close()
  const acknowledged = await writeUntilKilled(join(folder, 'killed'), 40)
  const db = await open('killed')
  const rows = await db.query<{ id: bigint }>('select id from acks order by id')
  expect(acknowledged).toBeGreaterThanOrEqual(40)
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
  expect(rows.every((row, index) => row.id === BigInt(index))).toBe(true)
})

/** A process of its own writes rows and tells each once it is acknowledged; it is killed after `rows` of them. */
async function writeUntilKilled(dataDir: string, rows: number): Promise<number> {
  const script = join(folder, 'writer.mjs')
  await writeFile(
    script,
    `import { Worker } from 'node:worker_threads'
     const worker = new Worker(new URL(${JSON.stringify(workerFile.href)}), {
       workerData: { dataDir: ${JSON.stringify(dataDir)}, sharedBuffersMb: 16 },
     })
     let id = 0, row = 0
     const send = (text) => worker.postMessage({ id: ++id, op: 'exec', text })
     worker.on('message', (answer) => {
       if (answer.fault) { console.error(answer.fault.message); process.exit(1) }
       if (answer.id === 0) send('create table acks (id bigint primary key)')
       else {
         if (answer.id > 1) process.stdout.write('.')
         send('insert into acks values (' + row++ + ')')
       }
     })`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let acknowledged = 0
  child.stdout.on('data', (chunk: Buffer) => {
    acknowledged += chunk.length
    if (acknowledged >= rows) child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.on('close', resolve))
  return acknowledged
}
