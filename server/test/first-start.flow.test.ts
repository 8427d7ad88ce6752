import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { expect, test } from 'vitest'
import { openPostgres } from '../src/platform/postgres-db.ts'
import { bundleServer } from './server-process.ts'
import { createPostgresDatabase, testDatabaseUrl } from './test-database.ts'

const PROCESSES = 5

test.skipIf(testDatabaseUrl === undefined)(
  '[O5] [D2] [S-6] several processes that start at once on an empty database all come up, with one administrator',
  { timeout: 240_000 },
  async () => {
    const database = await createPostgresDatabase(ensure(testDatabaseUrl))
    const folder = await mkdtemp(join(tmpdir(), 'truestrike-first-'))
    const server = await bundleServer()
    try {
      const env = {
        DATABASE_URL: database.url,
        DATABASE_CONNECTIONS: '4',
        LOG_LEVEL: 'warn',
        DATA_DIR: folder,
      }
      const started = await Promise.all(Array.from({ length: PROCESSES }, () => server.start(env, true)))
      for (const { address } of started) expect((await fetch(`${address}/healthz`)).status).toBe(200)
      const db = await openPostgres(database.url, { connectionsMax: 1 })
      const [row] = await db.query('select count(*)::int4 as n from administrators')
      await db.close()
      expect(row).toEqual({ n: 1 })
      const { adminPassword } = JSON.parse(await readFile(join(folder, 'first-run.json'), 'utf8'))
      expect(adminPassword).toMatch(/^[2-9A-Za-z]{20}$/)
      for (const each of started) expect(await each.end('SIGTERM')).toBe(0)
    } finally {
      await server.remove()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
