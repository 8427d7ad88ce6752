import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Accounts, createAccounts } from '../src/accounts/accounts.module.ts'
import { registerAccountsRoutes } from '../src/accounts/accounts.routes.ts'
import { registerProfileRoutes } from '../src/accounts/profile.routes.ts'
import { registerSecurityRoutes } from '../src/accounts/security.routes.ts'
import { createAdmin } from '../src/admin/admin.module.ts'
import { registerAdminRoutes } from '../src/admin/admin.routes.ts'
import { type FirstRunParts, type FirstRunResult, prepareFirstRun } from '../src/admin/first-run.ts'
import { createLedgerService } from '../src/ledger/ledger.service.ts'
import type { Bus } from '../src/platform/bus.ts'
import { createFakeClock, type FakeClock } from '../src/platform/fake-clock.ts'
import type { Authenticators } from '../src/platform/http-identity.ts'
import { createRateLimiter } from '../src/platform/http-rate-limit.ts'
import { createHttp, type Http, type HttpOptions } from '../src/platform/http-server.ts'
import { createLog } from '../src/platform/log.ts'
import { createMailQueue } from '../src/platform/mail-queue.ts'
import { createSmtpTransport } from '../src/platform/mail-transport.ts'
import { createMemoryBus } from '../src/platform/memory-bus.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'
import type { SecretBox } from '../src/platform/secret-box.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { openTestDb, type TestDb } from './test-database.ts'
import { createTestExports } from './test-exports.ts'
import { testFileWorker } from './test-file-worker.ts'
import { smtpOptions, type TestMailbox } from './test-mailbox.ts'
import { createTestSecrets } from './test-secrets.ts'

/** Sign-in, accounts and administrators behind the real HTTP layer, on a database of their own. */
export interface AccountsApp {
  http: Http
  db: TestDb['db']
  clock: FakeClock
  bus: Bus
  accounts: Accounts
  firstRun: FirstRunResult
  firstRunParts: FirstRunParts
  dataDir: string
  /** Everything the app has logged, as one text. */
  logged(): string
  close(): Promise<void>
}

const PLENTY = 100_000

interface AccountsAppOptions {
  /** Without jobs the clock can be moved by days at once; mails then go out when they are posted, and are not repeated. */
  jobs?: boolean
  /** Where mails go; none are sent without. */
  mailbox?: TestMailbox
  codesPerHour?: number
  signInPerMinute?: number
  patience?: HttpOptions['patience']
  origin?: string
  secrets?: SecretBox
}

export async function openAccountsApp(options: AccountsAppOptions = {}): Promise<AccountsApp> {
  const { jobs = true, mailbox, origin = 'http://localhost:3000', secrets = createTestSecrets() } = options
  const opened = await openTestDb()
  const { db } = opened
  const dataDir = await mkdtemp(join(tmpdir(), 'ts-accounts-'))
  const clock = await createFakeClock({ db })
  const lines: string[] = []
  const log = createLog('debug', (line) => lines.push(line))
  const bus = createMemoryBus((error) => log.error({ err: error }, 'bus'))
  const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } })
  const parts = { db, clock, bus, hasher, random: systemRandom, dataDir, publicUrl: 'http://localhost:3000' }
  const exports = createTestExports({ db, secrets })
  const sealing = { secrets, wallMs: clock.nowMs }
  const queue =
    mailbox === undefined
      ? null
      : createMailQueue({
          ...{ db, log, secrets, domain: 'example.com', metrics: createMetrics(false) },
          clock: jobs ? clock : { ...clock, every: () => () => {} },
        })
  const accounts = createAccounts({
    ...parts,
    ...sealing,
    fileWorker: testFileWorker,
    ledger: createLedgerService(parts),
    fundsMode: 'test',
    ownOrigin: () => origin,
    mails: queue,
    codesPerHour: options.codesPerHour ?? PLENTY,
  })
  if (mailbox !== undefined) queue?.start(createSmtpTransport(smtpOptions(mailbox)))
  const { throttle, files, settings, users } = accounts
  const rules = { networks: [], twoFactorRequired: false }
  const admin = createAdmin({ ...parts, ...sealing, exports, throttle, files, settings, users, rules })
  const authenticators: Authenticators = { user: accounts.authenticator, admin: admin.authenticator }
  const http = await createHttp({
    publicUrl: null,
    trustedProxies: [],
    limits: {
      signIn: options.signInPerMinute ?? PLENTY,
      order: PLENTY,
      read: PLENTY,
      log: PLENTY,
      write: PLENTY,
      upload: PLENTY,
    },
    limiter: createRateLimiter(),
    authenticators,
    log,
    checks: {} as never,
    webRoot: null,
    checkAnswers: true,
    ...(options.patience === undefined ? {} : { patience: options.patience }),
  })
  registerAccountsRoutes(http.router, accounts)
  registerSecurityRoutes(http.router, accounts)
  registerProfileRoutes(http.router, accounts)
  registerAdminRoutes(http.router, admin)
  const stop = jobs ? accounts.start((error) => log.error({ err: error }, 'accounts job')) : () => {}
  const firstRun = await prepareFirstRun(parts)
  return {
    http,
    db,
    clock,
    bus,
    accounts,
    firstRun,
    firstRunParts: parts,
    dataDir,
    logged: () => lines.join('\n'),
    async close() {
      stop()
      await http.stop()
      await queue?.stop()
      await bus.close()
      await exports.stop()
      await opened.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
