import { assert } from '@truestrike/core/assert.ts'
import packageJson from '../package.json' with { type: 'json' }
import { createAccounts } from './accounts/accounts.module.ts'
import { registerAccountsRoutes } from './accounts/accounts.routes.ts'
import { registerAppManifest } from './accounts/app-manifest.routes.ts'
import { registerProfileRoutes } from './accounts/profile.routes.ts'
import { registerSecurityRoutes } from './accounts/security.routes.ts'
import { createAdmin } from './admin/admin.module.ts'
import { registerAdminRoutes } from './admin/admin.routes.ts'
import { addDashboard } from './admin/dashboard.routes.ts'
import { addOperatorSettings } from './admin/operator-settings.ts'
import { createAlerts } from './alerts/alerts.module.ts'
import { addApprovals } from './approvals/approvals.module.ts'
import type { Config } from './config.ts'
import { createConfiguredMarket } from './configured-market.ts'
import { createFunds } from './funds/funds.module.ts'
import { registerFundsRoutes } from './funds/funds.routes.ts'
import { registerReviewRoutes } from './funds/review.routes.ts'
import { addInvitations } from './invitations/invitations.module.ts'
import { registerBillsRoutes } from './ledger/bills.routes.ts'
import { createBillsService } from './ledger/bills.service.ts'
import { createLedgerService, type LedgerService } from './ledger/ledger.service.ts'
import { createLiabilities } from './liabilities/liabilities.module.ts'
import type { Feed } from './market/feed.ts'
import type { MarketModule } from './market/market.module.ts'
import type { ProductRecord } from './market/product.store.ts'
import { addAnnouncements } from './notifications/announcements.routes.ts'
import type { NoticesService } from './notifications/notices.service.ts'
import { createNotifications } from './notifications/notifications.module.ts'
import { addPeople } from './people/people.module.ts'
import type { Bus } from './platform/bus.ts'
import { type Cancel, type Clock, isClockOff } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import { createEdge } from './platform/edge.ts'
import type { FileWorker } from './platform/file-worker.ts'
import { type ReadyChecks, runChecks } from './platform/http-health.ts'
import type { Authenticators } from './platform/http-identity.ts'
import type { Http } from './platform/http-server.ts'
import type { ListExports } from './platform/list-exports.ts'
import type { Log } from './platform/log.ts'
import { createMailing } from './platform/mailing.ts'
import type { Metrics } from './platform/metrics.ts'
import { createOutbox } from './platform/outbox.ts'
import type { PasswordHasher } from './platform/password-hasher.ts'
import type { Router } from './platform/route.ts'
import type { SecretBox } from './platform/secret-box.ts'
import type { RandomBytes } from './platform/secret-token.ts'
import type { SocketServer } from './platform/socket-server.ts'
import { registerProofRoutes } from './proof/proof.routes.ts'
import { followSiteKeys, type Signer } from './proof/signer.ts'
import { addContractLists } from './trading/contract-list.routes.ts'
import { createOwnLimits } from './trading/own-limits.module.ts'
import { createTradingModule } from './trading/trading.module.ts'
import { isTradingHalted } from './trading/trading-settings.store.ts'
import { addVoids } from './trading/voids.module.ts'

/** What the app is put on: made by `main.ts`, or by tests with a fake clock and a scripted feed. */
export interface AppGround {
  config: Config
  db: Db
  bus: Bus
  /** Throws when the engine in a thread of its own cannot do its work; none where the app itself runs it, or another process. */
  checkEngine?: () => void
  /** False while a bus between processes has lost its connection. */
  isBusConnected?: () => boolean
  clock: Clock
  log: Log
  metrics: Metrics
  random: RandomBytes
  hasher: PasswordHasher
  fileWorker: FileWorker
  exports: ListExports
  signer: Signer
  secrets: SecretBox
  /** Real time in ms, whatever the service's clock says. */
  wallMs(): number
  /** Another feed than the configured one (tests). */
  createFeed?: (products: readonly ProductRecord[]) => Feed
  /** Beyond how many undecided contracts nobody counts what a void gives back, where it is another number (tests). */
  behindMax?: number
  /** Folder of the built web pages; null serves none. */
  webRoot: string | null
  /** Checks every answer against its schema (tests). */
  checkAnswers?: boolean
}

export interface App {
  http: Http
  hub: SocketServer
  market: MarketModule
  /** Starts what works on its own: feeds, settlement, sweeps. */
  start(): Promise<void>
  /** Tells the sockets, refuses new calls, lets running ones end, stops the rest. The ground stays open. */
  stop(): Promise<void>
}

/** The map of the system: every part is made here, by hand, left to right. */
export async function createApp(ground: AppGround): Promise<App> {
  const { config, db, log, clock, signer } = ground
  const authenticators: Authenticators = { user: null, admin: null }
  const checks: ReadyChecks = {
    database: async () => void (await db.query('select 1')),
    bus: () => assert(ground.isBusConnected?.() !== false, 'the bus is not connected'),
    clock: () => assert(!isClockOff(clock.offsetMs()), 'the clock is too far from the database’s'),
    keys: () => assert(signer.canSignAt(clock.nowMs()), 'there is no private key to sign with'),
  }
  ground.metrics.trackClockOffset(() => clock.offsetMs())
  ground.metrics.trackParts(() => partsOf(checks, db))
  const starts: (() => Promise<void> | void)[] = []
  const stops: (Cancel | (() => Promise<void>))[] = []
  const lives = ({ start, stop }: { start: Life['starts'][0]; stop: Life['stops'][0] }) =>
    void (starts.push(start) + stops.push(stop))
  let stopped: Promise<void> | null = null

  const edge = await createEdge({ ...ground, version: packageJson.version }, authenticators, checks)
  const { http, hub } = edge
  const { router } = http
  const onError = (error: unknown): void => log.error({ err: error }, 'a job failed')
  const outbox = createOutbox(ground)
  starts.push(() => void stops.push(edge.shareLimits(), outbox.start()))

  // Modules, left to right; each adds its routes, channels, checks, starts and stops.
  registerProofRoutes(router, signer)
  starts.push(() => void stops.push(followSiteKeys(signer, clock, onError)))
  const ledger = createLedgerService(ground)
  registerBillsRoutes(router, createBillsService(ground))
  const accounts = addAccounts(ground, http, ledger, { starts, stops, onError })
  authenticators.user = accounts.authenticator
  const liabilities = createLiabilities({
    ...ground,
    ...{ router, ledger, onError, uidsOf: accounts.users.uidsOf, engine: config.roles.engine },
  })
  lives(liabilities)
  const notifications = await createNotifications({
    ...{ ...ground, router, outbox, accounts, onError },
    ...{ pages: http.app, perMinute: config.limits.writePerMinute },
  })
  const { notices } = notifications
  lives(notifications)
  const market = await createConfiguredMarket(ground, { router, hub })
  checks.feed = ground.checkEngine ?? market.checkFeed
  lives(market)
  lives(createAlerts({ ...ground, router, notices, market, engine: config.roles.engine }))
  const trading = createTradingModule({
    ...ground,
    ...{ router, hub, ledger, notices, market },
    funds: config.funds,
    engine: config.roles.engine,
  })
  lives(trading)
  const ownLimits = createOwnLimits({ ...ground, router, ledger, accounts, onError })
  starts.push(() => void stops.push(ownLimits.start()))
  const admin = createAdmin({ ...ground, ...accounts, dataDir: config.dataDir, rules: config.admin })
  const { administrators } = admin
  const funds = createFunds({ ...ground, outbox, ledger, notices, accounts, trading, administrators })
  registerFundsRoutes(router, funds)
  registerReviewRoutes(router, funds)
  starts.push(funds.start)
  const { invitationCodes: codes, users } = accounts
  const invitations = addInvitations(router, { ...ground, codes, users, ownOrigin: http.origins.own })
  const parts = { router, accounts, ledger, notices, market, trading, ownLimits, funds, invitations, admin }
  authenticators.admin = addBackOffice(ground, parts)

  const start = async (): Promise<void> => {
    for (const begin of starts) await begin()
  }
  const stop = (): Promise<void> => {
    stopped ??= stopAll(http, hub, stops)
    return stopped
  }
  return { http, hub, market, start, stop }
}

/** What `/readyz` looks at, and whether orders are taken: a halt is no reason to take a process away from its users. */
async function partsOf(checks: ReadyChecks, db: Db): Promise<[part: string, works: boolean][]> {
  const trading = async (): Promise<void> => assert(!(await isTradingHalted(db)), 'trading is halted')
  const outcomes = await runChecks({ ...checks, trading })
  return Object.entries(outcomes).map(([part, outcome]) => [part, outcome === 'ok'])
}

interface Life {
  starts: (() => Promise<void> | void)[]
  stops: (Cancel | (() => Promise<void>))[]
  onError(error: unknown): void
}

/** Users, and the mails they get. */
function addAccounts(ground: AppGround, http: Http, ledger: LedgerService, { starts, stops, onError }: Life) {
  const { config } = ground
  const mailing = createMailing({ ...ground, config: config.mail, pages: http.app })
  const accounts = createAccounts({
    ...ground,
    ...{ ledger, fundsMode: config.funds.mode, rates: config.rates, ownOrigin: http.origins.own },
    mails: mailing?.queue ?? null,
    codesPerHour: config.limits.codesPerHour,
  })
  registerAccountsRoutes(http.router, accounts)
  registerSecurityRoutes(http.router, accounts)
  registerProfileRoutes(http.router, accounts)
  http.nameFilesBy(async () => (await accounts.settings.get()).siteName)
  registerAppManifest(http.app, { ...ground, site: () => accounts.settings.getSiteInfo() })
  mailing?.sendAs(accounts.mailSender.get)
  starts.push(() => void stops.push(accounts.start(onError)))
  if (mailing !== null) {
    starts.push(mailing.start)
    stops.push(mailing.stop)
  }
  return accounts
}

interface BackOfficeParts {
  router: Router
  accounts: ReturnType<typeof addAccounts>
  ledger: LedgerService
  notices: NoticesService
  market: MarketModule
  trading: ReturnType<typeof createTradingModule>
  ownLimits: ReturnType<typeof createOwnLimits>
  funds: ReturnType<typeof createFunds>
  invitations: ReturnType<typeof addInvitations>
  admin: ReturnType<typeof createAdmin>
}

/** Administrators, and the pages of theirs that show what several modules have. Answers who tells their sessions. */
function addBackOffice(ground: AppGround, parts: BackOfficeParts) {
  const { router, accounts, trading, funds, market, admin } = parts
  registerAdminRoutes(router, admin)
  const { administrators } = admin
  // Modules register their kinds of acts for two here.
  const approvals = addApprovals(router, { ...ground, administrators })
  addPeople(router, { ...ground, ...parts, approvals, administrators })
  addContractLists(router, { ...ground, ...trading, ledger: parts.ledger, users: accounts.users })
  addVoids(router, { ...ground, ...trading, administrators })
  addAnnouncements(router, { ...ground, ...accounts, administrators })
  addOperatorSettings(router, { ...ground, ...parts, approvals, administrators })
  addDashboard(router, { ...ground, ...trading, accounts, funds, market: market.service })
  return admin.authenticator
}

/** Outside in: sockets, calls, then the modules from right to left; all of them, whichever fails. */
async function stopAll(
  http: Http,
  hub: SocketServer,
  stops: (Cancel | (() => Promise<void>))[],
): Promise<void> {
  const failures: unknown[] = []
  for (const stop of [() => hub.close('restarting'), () => http.stop(), ...stops.reverse()]) {
    try {
      await stop()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
