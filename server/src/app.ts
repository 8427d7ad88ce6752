import { assert } from '@truestrike/core/assert.ts'
import { createAccounts } from './accounts/accounts.module.ts'
import { registerAccountsRoutes } from './accounts/accounts.routes.ts'
import { registerProfileRoutes } from './accounts/profile.routes.ts'
import { registerSecurityRoutes } from './accounts/security.routes.ts'
import { createAdmin } from './admin/admin.module.ts'
import { registerAdminRoutes } from './admin/admin.routes.ts'
import { addDashboard } from './admin/dashboard.routes.ts'
import { createAlerts } from './alerts/alerts.module.ts'
import type { Config } from './config.ts'
import { createFunds } from './funds/funds.module.ts'
import { registerFundsRoutes } from './funds/funds.routes.ts'
import { registerReviewRoutes } from './funds/review.routes.ts'
import { addInvitations } from './invitations/invitations.module.ts'
import { registerBillsRoutes } from './ledger/bills.routes.ts'
import { createBillsService } from './ledger/bills.service.ts'
import { createLedgerService, type LedgerService } from './ledger/ledger.service.ts'
import { createLiabilities } from './liabilities/liabilities.module.ts'
import { createConfiguredFeed } from './market/create-feed.ts'
import type { Feed } from './market/feed.ts'
import { createMarketModule, type MarketModule, type MarketModuleOptions } from './market/market.module.ts'
import type { ProductRecord } from './market/product.store.ts'
import { tellSeeds } from './market/tell-seeds.ts'
import { createNotifications } from './notifications/notifications.module.ts'
import type { Bus } from './platform/bus.ts'
import { type Cancel, type Clock, isClockOff } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import { createEdge } from './platform/edge.ts'
import type { ReadyChecks } from './platform/http-health.ts'
import type { Authenticators } from './platform/http-identity.ts'
import type { Http } from './platform/http-server.ts'
import type { Log } from './platform/log.ts'
import { createMailing } from './platform/mailing.ts'
import type { Metrics } from './platform/metrics.ts'
import { createOutbox } from './platform/outbox.ts'
import type { PasswordHasher } from './platform/password-hasher.ts'
import type { SecretBox } from './platform/secret-box.ts'
import type { RandomBytes } from './platform/secret-token.ts'
import type { SocketServer } from './platform/socket-server.ts'
import { registerProofRoutes } from './proof/proof.routes.ts'
import type { Signer } from './proof/signer.ts'
import { createOwnLimits } from './trading/own-limits.module.ts'
import { createTradingModule } from './trading/trading.module.ts'
import { addVoids } from './trading/voids.module.ts'

/** How soon a process signs with a key that another one has made, at most. Real time. */
const KEYS_EVERY_MS = 5_000

/** What the app is put on: made by `main.ts`, or by tests with a fake clock and a scripted feed. */
export interface AppGround {
  config: Config
  db: Db
  bus: Bus
  /** False while a bus between processes has lost its connection. */
  isBusConnected?: () => boolean
  clock: Clock
  log: Log
  metrics: Metrics
  random: RandomBytes
  hasher: PasswordHasher
  signer: Signer
  secrets: SecretBox
  /** Real time in ms, whatever the service's clock says. */
  wallMs(): number
  /** Another feed than the configured one (tests). */
  createFeed?: (products: readonly ProductRecord[]) => Feed
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
  const starts: (() => Promise<void> | void)[] = []
  const stops: (Cancel | (() => Promise<void>))[] = []
  const lives = ({ start, stop }: { start: Life['starts'][0]; stop: Life['stops'][0] }) =>
    void (starts.push(start) + stops.push(stop))
  let stopped: Promise<void> | null = null

  const { http, hub } = await createEdge(ground, authenticators, checks)
  const { router } = http
  const onError = (error: unknown): void => log.error({ err: error }, 'a job failed')
  const outbox = createOutbox(ground)
  starts.push(() => void stops.push(outbox.start()))

  // Modules, left to right; each adds its routes, channels, checks, starts and stops.
  registerProofRoutes(router, signer)
  starts.push(() => void stops.push(clock.every(KEYS_EVERY_MS, () => signer.refresh().catch(onError))))
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
  const market = await createMarket(ground, { router, hub })
  checks.feed = market.checkFeed
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
  const funds = createFunds({ ...ground, outbox, ledger, notices, accounts, trading })
  registerFundsRoutes(router, funds)
  registerReviewRoutes(router, funds)
  starts.push(funds.start)
  addInvitations(router, { ...ground, codes: accounts.invitationCodes, ownOrigin: http.origins.own })
  const { throttle, files } = accounts
  const admin = createAdmin({ ...ground, throttle, files, dataDir: config.dataDir })
  authenticators.admin = admin.authenticator
  registerAdminRoutes(router, admin.logins)
  addVoids(router, { ...ground, ...trading, administrators: admin.administrators })
  addDashboard(router, { ...ground, ...trading, accounts, funds, market: market.service })

  return {
    http,
    hub,
    market,
    start: async () => {
      for (const start of starts) await start()
    },
    stop: () => {
      stopped ??= stopAll(http, hub, stops)
      return stopped
    },
  }
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
  starts.push(() => void stops.push(accounts.start(onError)))
  if (mailing !== null) {
    starts.push(mailing.start)
    stops.push(mailing.stop)
  }
  return accounts
}

/** Prices from the configured feed. */
function createMarket(ground: AppGround, edge: Pick<MarketModuleOptions, 'router' | 'hub'>) {
  const { config } = ground
  return createMarketModule({
    ...{ ...ground, ...edge },
    source: config.market.feed,
    forexAlwaysOpen: config.market.forexAlwaysOpen,
    runsEngine: config.roles.engine,
    ...config.retention,
    tellSeeds: () => tellSeeds(ground),
    createFeed: ground.createFeed ?? ((products) => createConfiguredFeed(ground, products)),
  })
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
