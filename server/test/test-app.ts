import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FirstRunResult, prepareFirstRun } from '../src/admin/first-run.ts'
import { type App, createApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { Bus } from '../src/platform/bus.ts'
import type { Db } from '../src/platform/db.ts'
import { createFakeClock, type FakeClock } from '../src/platform/fake-clock.ts'
import { createLog, type Log, type LogLevel } from '../src/platform/log.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { createMetrics, type Metrics } from '../src/platform/metrics.ts'
import { createPasswordHasher, type PasswordHasher } from '../src/platform/password-hasher.ts'
import type { SecretBox } from '../src/platform/secret-box.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import type { Signer } from '../src/proof/signer.ts'
import { createScriptedFeed, type ScriptedFeed } from './scripted-feed.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { openTestDb } from './test-database.ts'
import { createTestExports } from './test-exports.ts'
import { testFileWorker } from './test-file-worker.ts'
import { createTestSecrets } from './test-secrets.ts'
import { createTestSigner } from './test-signer.ts'
import { openTestSocket, type SocketOptions, type TestSocket } from './test-socket.ts'

export interface TestAppOptions {
  /** Environment on top of generous limits, such as `{ LIMIT_ORDER_PER_MINUTE: '2' }`. */
  env?: Record<string, string>
  /** Opens a listening socket on a free port of 127.0.0.1. */
  listen?: boolean
  /** Starts feeds and jobs (driven by the fake clock). */
  start?: boolean
  startMs?: number
  webRoot?: string
  /** `scripted` (default): `feed` gives what the test pushes; `configured`: the one the environment asks for. */
  feed?: 'scripted' | 'configured'
  /** Another process of the same installation: the same database and clock. The first one is closed last. */
  beside?: TestApp
  /** Another bus than one within the process; closed with the app. */
  bus?: Bus
  /** Beyond how many undecided contracts nobody counts what a void gives back. */
  behindMax?: number
  /** What is kept in `logged`; default warnings and errors. */
  logLevel?: LogLevel
  /** False: as it is served, where nobody holds answers against their schemas. */
  checkAnswers?: boolean
  /** Adds routes and channels of the test's own before anything is called. */
  extend?: (app: App) => void
}

export interface TestApp {
  app: App
  db: Db
  bus: Bus
  clock: FakeClock
  /** Prices by hand. */
  feed: ScriptedFeed
  config: Config
  /** Has the test's key; apps on one database share it. */
  signer: Signer
  /** Apps on one database share its keys. */
  secrets: SecretBox
  /** Lines of warnings and errors, or from `logLevel` on, parsed. */
  logged: Record<string, unknown>[]
  metrics: Metrics
  /** Passwords hashed, or checked against a hash, so far. */
  hashes(): number
  /** Invite code and first administrator. */
  firstRun: FirstRunResult
  /** 0 when not listening. */
  port: number
  /** A browser of its own: cookies, XSRF token, bearer token. */
  client(): TestClient
  socket(path: '/ws' | '/trade', options?: SocketOptions): Promise<TestSocket>
  close(): Promise<void>
}

const GENEROUS = {
  LIMIT_SIGN_IN_PER_MINUTE: '1000000',
  LIMIT_ORDER_PER_MINUTE: '1000000',
  LIMIT_READ_PER_MINUTE: '1000000',
  LIMIT_LOG_PER_MINUTE: '1000000',
  LIMIT_WRITE_PER_MINUTE: '1000000',
  LIMIT_UPLOAD_PER_MINUTE: '1000000',
  LIMIT_SOCKETS_PER_ADDRESS: '1000000',
  LIMIT_SOCKET_MESSAGES_PER_MINUTE: '1000000',
  LIMIT_CODES_PER_HOUR: '1000000',
  FEED_SEED: '91a960718896b64bda9479e3cd8992a3',
  // No mails, unless the test says where they go.
  DEV_INBOX: 'false',
}

/** The whole app on a database of its own and a clock moved by hand. Close it in `afterAll`/`afterEach`. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options
  const { db, drop } = beside === undefined ? await openTestDb() : { db: beside.db, drop: async () => {} }
  const start = options.startMs === undefined ? {} : { startMs: options.startMs }
  const clock = beside?.clock ?? (await createFakeClock({ db, ...start }))
  const logged: Record<string, unknown>[] = []
  const log: Log = createLog(
    options.logLevel ?? 'warn',
    (line) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  )
  const bus =
    options.bus ??
    createMemoryBus((error, subject) => log.error({ err: error, subject }, 'a bus handler failed'))
  const dataDir = await mkdtemp(join(tmpdir(), 'truestrike-'))
  const config = readConfig({ ...GENEROUS, DATA_DIR: dataDir, ...options.env })
  // Passwords of tests need no protection: a hash takes next to no time.
  const { hasher, hashes } = countHashes(createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } }))
  const signer = beside?.signer ?? (await createTestSigner(db, dataDir))
  const secrets = beside?.secrets ?? createTestSecrets()
  const random = systemRandom
  const exports = createTestExports({ db, secrets })
  const ground = { db, bus, clock, log, random, hasher, exports, signer, secrets, wallMs: clock.nowMs }
  const metrics = createMetrics(false)
  const webRoot = options.webRoot ?? null
  const feed = createScriptedFeed(clock.nowMs)
  const scripted = options.feed === 'configured' ? {} : { createFeed: feed.attach }
  const bound = options.behindMax === undefined ? {} : { behindMax: options.behindMax }
  const app = await createApp({
    ...{ ...ground, ...scripted, ...bound, config, metrics, webRoot },
    fileWorker: testFileWorker,
    checkAnswers: options.checkAnswers ?? true,
  })
  options.extend?.(app)
  const firstRun = await prepareFirstRun({ ...ground, dataDir, publicUrl: 'http://localhost:3000' })
  if (options.start === true) await app.start()
  const port = options.listen === true ? await app.http.listen('127.0.0.1', 0) : 0
  const sockets: TestSocket[] = []
  return {
    app,
    db,
    bus,
    clock,
    feed,
    config,
    signer,
    secrets,
    logged,
    metrics,
    hashes,
    firstRun,
    port,
    client: () => createTestClient(app.http.app, firstRun.inviteCode),
    socket: async (path, socketOptions) => {
      const socket = await openTestSocket(port, path, socketOptions)
      sockets.push(socket)
      return socket
    },
    close: async () => {
      for (const socket of sockets) socket.terminate()
      await app.stop()
      await exports.stop()
      await bus.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function countHashes({ hash, verify }: PasswordHasher): { hasher: PasswordHasher; hashes(): number } {
  let count = 0
  return {
    hashes: () => count,
    hasher: {
      hash: (password, ip) => {
        count += 1
        return hash(password, ip)
      },
      verify: (stored, password, ip) => {
        count += 1
        return verify(stored, password, ip)
      },
    },
  }
}
