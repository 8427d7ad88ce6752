import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { submitIdentity } from '@truestrike/protocol/profile-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BIG_FILES, bigFile, paperForm } from './big-files.ts'
import { createHttpTrader } from './http-trader.ts'
import { canMeasureMemory, watchMemory } from './process-memory.ts'
import { bundleServer, type ServerBundle } from './server-process.ts'
import { isShare } from './test-database.ts'

const AT_ONCE = 10
const GROWTH_BYTES_MAX = 300_000_000
const FILE_BYTES_LEAST = 4_700_000

let server: ServerBundle
beforeAll(async () => {
  server = await bundleServer()
})
afterAll(() => server.remove())

/** One kind for every change. */
const kinds = isShare ? (['progressive JPEG'] as const) : BIG_FILES

test.skipIf(!canMeasureMemory).each(kinds)(
  '[F2 K4] ten files of five megabytes at once take no more than 300 MB of all processes of the server: %s',
  { timeout: 240_000 },
  async (kind) => {
    const file = await bigFile(kind)
    expect(file.length).toBeGreaterThan(FILE_BYTES_LEAST)
    const dataDir = await mkdtemp(join(tmpdir(), 'truestrike-uploads-'))
    const running = await server.start({
      DATA_DIR: dataDir,
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
    })
    const { inviteCode } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))
    // Each of an address of its own: of one address few are read at a time.
    const users = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        createHttpTrader(running.address, `sender_${at}`, inviteCode, {
          'x-forwarded-for': `192.0.2.${at}`,
        }),
      ),
    )
    const memory = watchMemory(running.pid)
    const answers = await Promise.all(
      users.map((user) =>
        user.upload<{ status: string }>(running.address, submitIdentity.path, paperForm(file)),
      ),
    )
    const grown = memory.end()
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'pending'))
    expect(grown).toBeLessThanOrEqual(GROWTH_BYTES_MAX)
    await running.end('SIGKILL')
    await rm(dataDir, { recursive: true })
  },
)
