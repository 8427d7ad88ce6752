import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { prepareFirstRun } from '../../src/admin/first-run.ts'
import { type App, type AppGround, createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Bus } from '../../src/platform/bus.ts'
import type { Cancel, Clock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/db.ts'
import { CommitUnknownError, DbUnavailableError } from '../../src/platform/db-error.ts'
import { createFakeClock, type FakeClock } from '../../src/platform/fake-clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { createMemoryBus } from '../../src/platform/memory-bus.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createPasswordHasher } from '../../src/platform/password-hasher.ts'
import { createScriptedFeed, type ScriptedFeed } from '../scripted-feed.ts'
import { createTestClient, type TestClient } from '../test-client.ts'
import { openTestDb } from '../test-database.ts'
import { createTestExports } from '../test-exports.ts'
import { testFileWorker } from '../test-file-worker.ts'
import { createTestSecrets } from '../test-secrets.ts'
import { createTestSigner } from '../test-signer.ts'
import { createFaultyDb, type FaultyDb } from './faulty-db.ts'
import type { Random } from './seeded-random.ts'

const GENEROUS = {
  LIMIT_SIGN_IN_PER_MINUTE: '1000000',
  LIMIT_ORDER_PER_MINUTE: '1000000',
  LIMIT_READ_PER_MINUTE: '1000000',
  LIMIT_WRITE_PER_MINUTE: '1000000',
  FEED_SEED: '2c004998a281bde1d90580b7a68201b9',
}

/** A process of the site: the whole application, with everything it stands on of its own but database and time. */
export interface SiteProcess {
  app: App
  db: FaultyDb
  feed: ScriptedFeed
  /** Messages on its bus that are lost from now on. */
  loseMessages(count: number): void
  /** Ends as SIGTERM ends it; cut off from the database meanwhile it is gone all the same. */
  stop(): Promise<void>
}

export interface SimulatedSite {
  db: Db
  clock: FakeClock
  /** Those that run, oldest first. Killed ones are gone. */
  running(): SiteProcess[]
  /** How many ended without having let their products go. */
  killed(): number
  start(): Promise<SiteProcess>
  /** A browser of a user, at any process. */
  client(at: SiteProcess): TestClient
  close(): Promise<void>
}

export async function createSimulatedSite(random: Random): Promise<SimulatedSite> {
  const { db, drop } = await openTestDb()
  const clock = await createFakeClock({ db })
  const dataDir = await mkdtemp(join(tmpdir(), 'truestrike-simulation-'))
  const config = readConfig({ ...GENEROUS, DATA_DIR: dataDir })
  const signer = await createTestSigner(db, dataDir)
  await endLeasesByHand(db)
  const secrets = createTestSecrets()
  const ground = { db, clock, config, signer, secrets, wallMs: clock.nowMs, random: seededBytes(random) }
  let processes: SiteProcess[] = []
  let killed = 0
  let inviteCode: string | undefined
  const running = (): SiteProcess[] => {
    processes = processes.filter((process) => !process.db.isKilled)
    return processes
  }
  return {
    db,
    clock,
    running,
    killed: () => killed,
    async start() {
      const process = await startProcess(ground, () => {
        killed += 1
      })
      processes.push(process)
      const stop = process.stop
      process.stop = async () => {
        processes = processes.filter((other) => other !== process)
        await stop()
      }
      const parts = { ...ground, hasher: quickHasher, log: silentLog }
      inviteCode ??= (await prepareFirstRun({ ...parts, dataDir, publicUrl: 'http://localhost:3000' }))
        .inviteCode
      return process
    },
    client: ({ app }) => createTestClient(app.http.app, inviteCode),
    async close() {
      for (const process of running().reverse()) await process.stop()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Ground = Pick<AppGround, 'config' | 'signer' | 'secrets' | 'wallMs' | 'random'> & {
  db: Db
  clock: FakeClock
}

const quickHasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } })

async function startProcess(ground: Ground, onKilled: () => void): Promise<SiteProcess> {
  const { clock, end } = mortalClock(ground.clock)
  const { bus, lose, close } = lossyBus()
  const db = createFaultyDb(ground.db, () => {
    onKilled()
    end()
    close()
  })
  const feed = createScriptedFeed(clock.nowMs)
  const app = await createApp({
    ...{ ...ground, db, clock, bus, hasher: quickHasher, log: silentLog, metrics: createMetrics(false) },
    fileWorker: testFileWorker,
    exports: createTestExports({ db, secrets: ground.secrets }),
    ...{ webRoot: null, createFeed: feed.attach },
  })
  await app.start()
  return {
    app,
    db,
    feed,
    loseMessages: lose,
    async stop() {
      try {
        await app.stop()
      } catch (error) {
        if (!(error instanceof DbUnavailableError || error instanceof CommitUnknownError)) throw error
        db.kill()
      } finally {
        end()
        close()
      }
    },
  }
}

/** Timers of a killed process never fire. */
function mortalClock(clock: Clock): { clock: Clock; end(): void } {
  let ended = false
  const cancels = new Set<Cancel>()
  const kept = (cancel: Cancel): Cancel => {
    cancels.add(cancel)
    return () => {
      cancels.delete(cancel)
      cancel()
    }
  }
  return {
    clock: {
      ...clock,
      after: (delayMs, run) => {
        if (ended) return () => {}
        const cancel = kept(
          clock.after(delayMs, () => {
            cancel()
            return run()
          }),
        )
        return cancel
      },
      every: (periodMs, run) => (ended ? () => {} : kept(clock.every(periodMs, run))),
    },
    end: () => {
      ended = true
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
  }
}

function lossyBus(): { bus: Bus; lose(count: number): void; close(): void } {
  const inner = createMemoryBus(() => {})
  let losing = 0
  const bus: Bus = {
    ...inner,
    publish(subject, payload) {
      if (losing > 0) losing -= 1
      else inner.publish(subject, payload)
    },
  }
  return {
    bus,
    lose: (count) => {
      losing = count
    },
    close: () => void inner.close(),
  }
}

/** Leases count by the database's real clock: here they end when the simulation says so, however fast the machine is. */
async function endLeasesByHand(db: Db): Promise<void> {
  await db.exec(`
    create function lease_by_hand() returns trigger language plpgsql as $$
    begin
      if new.expires_db_ms > 0 then new.expires_db_ms := 9000000000000000; end if;
      return new;
    end
    $$;
    create trigger lease_by_hand before insert or update on product_leases
      for each row execute function lease_by_hand()`)
}

/** What stands for real time passing, after an owner was killed. */
export async function endLeases({ db }: Pick<SimulatedSite, 'db'>): Promise<void> {
  await db.query('update product_leases set expires_db_ms = 0')
}

function seededBytes(random: Random): (length: number) => Uint8Array {
  return (length) => Uint8Array.from({ length }, () => random(256))
}

/** One of some. */
export function oneOf<T>(random: Random, items: readonly T[]): T {
  return ensure(items[random(items.length)])
}
