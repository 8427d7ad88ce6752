import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareFirstRun } from '../src/admin/first-run.ts'
import { type App, createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Bus } from '../src/platform/bus.ts'
import type { Db } from '../src/platform/db.ts'
import { silentLog } from '../src/platform/log.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { type ServiceClockMode, setServiceClock } from '../src/platform/service-clock.ts'
import { createSystemClock, type SystemClock } from '../src/platform/system-clock.ts'
import { createScriptedFeed, type ScriptedFeed } from './scripted-feed.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { openTestDb } from './test-database.ts'
import { createTestExports } from './test-exports.ts'
import { testFileWorker } from './test-file-worker.ts'
import { createTestSecrets } from './test-secrets.ts'
import { createTestSigner } from './test-signer.ts'

/** The whole app on the machine's own clock: for what only real time shows. */
export interface RealTimeApp {
  app: App
  db: Db
  bus: Bus
  clock: SystemClock
  /** Prices by hand, unless the environment names a feed. */
  feed: ScriptedFeed
  client(): TestClient
  /** Resolves with the next flush of BTCUSDT after which `is` holds. */
  flushWhere(is: () => boolean): Promise<void>
  close(): Promise<void>
}

export async function createRealTimeApp(options: {
  clockMode: ServiceClockMode
  env?: Record<string, string>
}): Promise<RealTimeApp> {
  const { db, drop } = await openTestDb()
  await setServiceClock(db, options.clockMode)
  const clock = await createSystemClock({ db, log: silentLog })
  const bus = createMemoryBus((error) => {
    throw error
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'truestrike-'))
  const limits = { LIMIT_ORDER_PER_MINUTE: '1000000', LIMIT_SIGN_IN_PER_MINUTE: '1000000' }
  const config = readConfig({ ...limits, DATA_DIR: dataDir, ...options.env })
  const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } })
  const signer = await createTestSigner(db, dataDir)
  const secrets = createTestSecrets()
  const exports = createTestExports({ db, secrets })
  const sealing = { secrets, exports, wallMs: () => Date.now() }
  const ground = {
    db,
    bus,
    clock,
    log: silentLog,
    random: systemRandom,
    hasher,
    signer,
    ...sealing,
    fileWorker: testFileWorker,
  }
  const feed = createScriptedFeed(clock.nowMs)
  const scripted = options.env?.MARKET_FEED === undefined ? { createFeed: feed.attach } : {}
  const metrics = createMetrics(false)
  const app = await createApp({ ...ground, ...scripted, config, metrics, webRoot: null })
  const { inviteCode } = await prepareFirstRun({ ...ground, dataDir, publicUrl: 'http://localhost:3000' })
  await app.start()
  return {
    ...{ app, db, bus, clock, feed },
    client: () => createTestClient(app.http.app, inviteCode),
    flushWhere: (is) =>
      new Promise((resolve) => {
        const cancel = bus.subscribe('market.entries.BTCUSDT', () => {
          if (!is()) return
          cancel()
          resolve()
        })
      }),
    async close() {
      await app.stop()
      await exports.stop()
      clock.close()
      await bus.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
