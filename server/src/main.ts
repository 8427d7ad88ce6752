import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensure } from '@truestrike/core/assert.ts'
import { readPasswordWords } from './accounts/password-strength.ts'
import { prepareFirstRun } from './admin/first-run.ts'
import { type FirstRun, firstRunPath } from './admin/first-run-file.ts'
import { type App, createApp } from './app.ts'
import { type Config, connectionsOfThread, readServerConfig } from './config.ts'
import { createEngineHost, type EngineHost, EngineThreadError } from './engine-host.ts'
import { guardFundsMode } from './funds-mode-guard.ts'
import { hasRealTransfers } from './ledger/transfers.store.ts'
import { guardFeedChange } from './market/feed-change-guard.ts'
import { replayClockMode } from './market/replay-clock.ts'
import { isOperatorError } from './operator-errors.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import { BACKUP_ASK, createEmbeddedBackups, type EmbeddedBackups } from './platform/embedded-backup.ts'
import { startEmbeddedUpkeep } from './platform/embedded-upkeep.ts'
import { createFileWorker } from './platform/file-worker.ts'
import { createListExports, type ListExports } from './platform/list-exports.ts'
import { startLocalControl } from './platform/local-control.ts'
import { createLog, type Log } from './platform/log.ts'
import { makeFolder } from './platform/make-folder.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { migrate, readMigrations } from './platform/migrate.ts'
import { busTrouble, openBus } from './platform/open-bus.ts'
import { explainFullDisk, type OpenDatabase, openSharedDatabase } from './platform/open-database.ts'
import { type OpsServer, startOpsServer } from './platform/ops-server.ts'
import { ownOrigins } from './platform/own-origins.ts'
import { createPasswordHasher } from './platform/password-hasher.ts'
import { keepNewFilesPrivate } from './platform/private-umask.ts'
import type { SecretBox } from './platform/secret-box.ts'
import { openSecretBox } from './platform/secret-keys.ts'
import { systemRandom } from './platform/secret-token.ts'
import { type ServiceClockMode, setServiceClock } from './platform/service-clock.ts'
import { createSystemClock } from './platform/system-clock.ts'
import { createSigner, type Signer } from './proof/signer.ts'
import { SECRET_HOLDERS } from './secret-holders.ts'
import { namingSetting } from './start-fault.ts'

/** A stop that takes longer than this is cut short. */
const STOP_TIMEOUT_MS = 20_000

interface Running {
  stop(): Promise<void>
}

async function run(config: Config, log: Log): Promise<void> {
  const engine = config.roles.engine ? createConfiguredEngine(config, log) : null
  const { bus, isConnected } = await openBus({
    natsUrl: config.natsUrl,
    prefix: config.natsPrefix,
    log,
    engineBus: engine?.bus ?? null,
  })
  const database = await prepareDatabase(config, log)
  const { db } = database
  const clock = await createSystemClock({ db, log })
  const metrics = createMetrics(true)
  const { signer, secrets } = await openKeys(config, db, clock)
  const exports = createExports(config, { database, secrets, log })
  const ground = {
    db,
    bus,
    clock,
    log,
    metrics,
    random: systemRandom,
    hasher: createPasswordHasher(),
    fileWorker: createFileWorker({ onLost: (err) => log.warn({ err }, 'a file was not checked') }),
    exports,
    signer,
    secrets,
    wallMs: () => Date.now(),
  }
  const app = await createApp({
    ...ground,
    // This thread serves calls and sockets, which strangers reach; prices and outcomes are made in another one.
    config: { ...config, roles: { ...config.roles, engine: false } },
    ...(engine === null ? {} : { checkEngine: engine.check }),
    isBusConnected: isConnected,
    webRoot: webFolder(config),
  })
  const backups = createEmbeddedBackups(db, engine?.atRest ?? app.market.atRest)
  const endUpkeep = startEmbeddedUpkeep({ db, clock, log, isHeld: backups.isUnderWay })
  // Before anything listens: what the operator has to mend shows here.
  await Promise.all([app.start(), engine?.start(database)])
  const endControl = await openControl(config, { db, log, backups })
  const ops = config.opsPort === null ? null : await startOps(config.opsPort, config.opsHost, metrics, engine)
  const { dataDir } = config
  const addressesAt = (port: number): string[] =>
    config.publicUrl === null ? ownOrigins(config.host, port) : [config.publicUrl]
  // Before listening: who finds the server answering finds the file too. Port 0 becomes known only then.
  await namingSetting('DATA_DIR', WRITABLE_FOLDER, () =>
    prepareFirstRun({ ...ground, dataDir, publicUrl: mainOf(addressesAt(config.port)) }),
  )
  const running: Running = {
    stop: async () => {
      await endControl()
      try {
        await app.stop()
        await exports.stop()
        await engine?.stop()
      } finally {
        await ops?.close()
        endUpkeep()
        clock.close()
        await bus.close()
        await db.close()
      }
    },
  }
  // Before listening: who finds the server answering may stop it in order.
  stopOnSignals(running, log)
  const addresses = addressesAt(await listen(app, config))
  const firstRun = await prepareFirstRun({ ...ground, dataDir, publicUrl: mainOf(addresses) })
  welcome(addresses, firstRun, dataDir)
  if (config.mail.kind === 'inbox') say(`  Mails:          ${mainOf(addresses)}/dev/inbox`)
}

/** The database, migrated, once feed and funds of the configuration are those it has been used with, and its clock. */
async function prepareDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const opening = openConfiguredDatabase(config, log)
  // Other threads open it meanwhile.
  readPasswordWords()
  const database = await opening
  const { db } = database
  await migrate(db, readMigrations(), log)
  // First: what is refused must not have made the database live.
  await guardFeedChange(db, config.market.feed)
  await guardFundsMode(db, config.funds.mode, { hasRealTransfers })
  await setServiceClock(db, await clockMode(config))
  return database
}

/** Files of lists are made in a thread of their own, which reaches the database as the engine's does. */
function createExports(
  { databaseUrl }: Config,
  { database, secrets, log }: { database: OpenDatabase; secrets: SecretBox; log: Log },
): ListExports {
  return createListExports({
    secrets,
    connect: () => databaseUrl ?? ensure(database.connectThread, 'the embedded database is shared')(),
    onLost: (err) => log.error({ err }, 'files of lists were lost'),
  })
}

/** The keys the site signs with, and those its stored secrets are encrypted with. */
async function openKeys(
  config: Config,
  db: Db,
  clock: Clock,
): Promise<{ signer: Signer; secrets: SecretBox }> {
  const signer = await namingSetting(
    'SIGNING_KEYS_FILE, DATA_DIR',
    'a file this process may read and write',
    () => createSigner({ db, file: config.signingKeysFile, random: systemRandom }),
  )
  const secrets = await namingSetting('SECRET_KEYS_FILE', 'a file this process may read and write', () =>
    openSecretBox({
      ...{ db, file: config.secretKeysFile, random: systemRandom, nowMs: clock.nowMs() },
      holders: SECRET_HOLDERS,
    }),
  )
  return { signer, secrets }
}

function clockMode({ market }: Config): Promise<ServiceClockMode> | ServiceClockMode {
  const { dataDir, replayStartMs: startMs, replaySpeed: speed } = market
  if (market.feed !== 'replay' || dataDir === null) return { kind: 'real' }
  return replayClockMode({ dataDir, startMs, speed })
}

/** Commands ask the server for what only it can do: PostgreSQL does it by itself. */
async function openControl(
  { dataDir }: Config,
  { db, log, backups }: { db: Db; log: Log; backups: EmbeddedBackups },
): Promise<() => Promise<void>> {
  if (db.kind !== 'pglite') return async () => undefined
  return await namingSetting('DATA_DIR', WRITABLE_FOLDER, () =>
    startLocalControl({
      ...{ dataDir, log, random: systemRandom },
      serve: async (ask, line) => {
        if (ask === BACKUP_ASK) await backups.serve(line)
      },
    }),
  )
}

const LOOPBACK_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/
const WRITABLE_FOLDER = 'a folder this process may write to'
const FREE_ADDRESS = 'an address of this machine at a free port'

function startOps(
  port: number,
  host: string,
  metrics: Metrics,
  engine: EngineHost | null,
): Promise<OpsServer> {
  const render = async () => metrics.render(engine === null ? [] : [await engine.metricValues()])
  return namingSetting('OPS_PORT, OPS_HOST', FREE_ADDRESS, () =>
    startOpsServer({ port, host, metrics: { render } }),
  )
}

function listen({ http }: App, { host, port }: Config): Promise<number> {
  return namingSetting('PORT, HOST', FREE_ADDRESS, () => http.listen(host, port))
}

function createConfiguredEngine(config: Config, log: Log): EngineHost {
  return createEngineHost({
    config,
    onBusTrouble: busTrouble(log),
    onLost(error) {
      const { databaseUrl, dataDir } = config
      const cause = databaseUrl === null ? explainFullDisk(error, dataDir) : error
      endWith(log, cause, 'the engine was lost')
    },
  })
}

function openConfiguredDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  return namingSetting('DATA_DIR', WRITABLE_FOLDER, () => {
    makeFolder(config.dataDir)
    return openSharedDatabase({
      databaseUrl: config.databaseUrl,
      connectionsMax: connectionsOfThread(config),
      dataDir: config.dataDir,
      embeddedBuffersMb: config.embeddedBuffersMb,
      onTrouble: (error, fatal) => {
        if (fatal) endWith(log, error, 'the embedded database was lost')
        else log.warn({ err: error }, 'an idle database connection failed')
      },
    })
  })
}

/** The built pages lie at the same place seen from the source and from the bundle (`server/dist`). */
function webFolder(config: Config): string | null {
  const folder = config.webDir ?? fileURLToPath(new URL('../../web/dist', import.meta.url))
  return existsSync(folder) ? folder : null
}

function mainOf(addresses: readonly string[]): string {
  return ensure(addresses[0], 'a server has an address')
}

/** What an operator needs first is told at every start until he has used it: an earlier one may have ended before this. */
function welcome(addresses: readonly string[], firstRun: FirstRun, dataDir: string): void {
  const address = mainOf(addresses)
  say(`Truestrike is running at ${address}`)
  const others = addresses.filter((other) => !LOOPBACK_ORIGIN.test(other) && other !== address)
  if (others.length > 0) {
    say(`  From elsewhere: ${others.join(' ')}`)
    say('  Under any other name or port it refuses to act: name that address in PUBLIC_URL.')
  }
  if (firstRun.adminPassword === undefined) return
  say(`  Invite link:    ${firstRun.inviteLink}`)
  say(`  Back office:    ${address}/admin/login`)
  say(`  Administrator:  ${firstRun.adminUsername}`)
  if (process.stdout.isTTY) {
    say(`  Password:       ${firstRun.adminPassword} (works once, within 24 hours)`)
  }
  say(`The invite link and the administrator's first password are kept in ${firstRunPath(dataDir)}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function endWith(log: Log, error: unknown, message: string): void {
  log.error({ err: error }, message)
  process.exit(1)
}

let isStopping = false

function stopOnSignals(running: Running, log: Log): void {
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => endWith(log, new Error('the stop took too long'), 'cut short'), STOP_TIMEOUT_MS).unref()
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => endWith(log, error, 'the stop failed'),
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}

async function main(): Promise<void> {
  try {
    keepNewFilesPrivate()
    const config = readServerConfig()
    const log = createLog(config.logLevel)
    process.on('uncaughtException', (error) => endWith(log, error, 'uncaught'))
    process.on('unhandledRejection', (error) => endWith(log, error, 'unhandled'))
    await run(config, log)
  } catch (error) {
    // What a start misses once a stop has begun is the stop's doing.
    if (isStopping) return
    const isForOperator =
      isOperatorError(error) || (error instanceof EngineThreadError && error.isOperatorError)
    const text = error instanceof Error ? (isForOperator ? error.message : error.stack) : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}

await main()
