import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundledWorker } from '../../test/server-bundle.ts'
import { testDatabaseUrl } from '../../test/test-database.ts'
import type { Db } from './db.ts'
import { DbUnavailableError } from './db-error.ts'
import { openDatabase } from './open-database.ts'

let dataDir: string
let workerFile: URL
beforeAll(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'truestrike-open-')), 'data')
  workerFile = await bundledWorker('pglite-worker')
})
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

const open = (databaseUrl: string | null = null): Promise<Db> =>
  openDatabase({
    databaseUrl,
    connectionsMax: 2,
    dataDir,
    embeddedBuffersMb: 16,
    onTrouble: () => undefined,
    workerFile,
  })

test('[O4] the embedded database keeps its folder for itself until it is closed', async () => {
  // What a process killed during its first start leaves behind.
  await mkdir(join(dataDir, 'database.draft', 'base'), { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, 'database.draft', 'PG_VERSION'), '1')
  const db = await open()
  await db.exec('create table kept (id int); insert into kept values (1)')
  expect((await stat(dataDir)).mode & 0o077).toBe(0)
  await expect(open()).rejects.toThrow(`in use by process ${process.pid}`)
  await db.close()
  expect(existsSync(join(dataDir, 'database.lock'))).toBe(false)

  const again = await open()
  expect(await again.query('select * from kept')).toEqual([{ id: 1 }])
  await again.close()
})

test('[O4] a folder of another process is refused, and left as it is', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await writeFile(join(dataDir, 'database.lock'), JSON.stringify({ pid: other.pid, startedAt: 'unknown' }))
  await expect(open()).rejects.toThrow(`in use by process ${other.pid}`)
  other.kill('SIGKILL')
  await new Promise((resolve) => other.on('close', resolve))
  await (await open()).close()
})

test('[O5] an address nobody answers at is told as such', async () => {
  const refused = open('postgres://nobody@127.0.0.1:1/none')
  await expect(refused).rejects.toBeInstanceOf(DbUnavailableError)
  await expect(refused).rejects.toThrow('DATABASE_URL: expected')
})

test.skipIf(testDatabaseUrl === undefined)(
  '[O2] a database that does not exist is told as such',
  async () => {
    const url = new URL(ensure(testDatabaseUrl))
    url.pathname = '/no-such-database'
    const refused = open(url.href)
    await expect(refused).rejects.toBeInstanceOf(DbUnavailableError)
    await expect(refused).rejects.toThrow('DATABASE_URL: expected')
  },
)
