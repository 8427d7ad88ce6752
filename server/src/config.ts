import { join, resolve } from 'node:path'
import type { ApproximateRate } from '@truestrike/protocol/account-endpoints.ts'
import ipaddr from 'ipaddr.js'
import { checkExchange, checkExchangeLive, type ExchangeConfig, readExchange } from './config-exchange.ts'
import { type MailConfig, readMail } from './config-mail.ts'
import { readRates } from './config-rates.ts'
import {
  type ConfigFault,
  createEnvironmentReader,
  type Environment,
  type EnvironmentReader,
} from './config-reader.ts'
import { readSeed } from './config-seed.ts'
import type { LogLevel } from './platform/log.ts'
import { isFolder } from './platform/make-folder.ts'

/** With one, a statement beside an open transaction would wait for ever. */
const CONNECTIONS_MIN = 2

export type FundsMode = 'test' | 'live'
type MarketFeed = 'simulated' | 'replay' | 'exchange'

export interface Config {
  production: boolean
  logLevel: LogLevel
  host: string
  port: number
  opsHost: string
  /** 0: any free port; null: no ops server. */
  opsPort: number | null
  /** What this process does: serve clients, own products, or both. */
  roles: { edge: boolean; engine: boolean }
  /** Absolute. Database, secrets and uploads lie below it. */
  dataDir: string
  /** Absolute. The private keys the site signs with. */
  signingKeysFile: string
  /** Absolute. The keys that stored secrets are encrypted with. */
  secretKeysFile: string
  /** null: the embedded database. */
  databaseUrl: string | null
  databaseConnectionsMax: number
  embeddedBuffersMb: number
  natsUrl: string | null
  natsPrefix: string
  /** Origin without a trailing slash, the only source of own addresses; null: `http://HOST:PORT`. */
  publicUrl: string | null
  /** CIDR list. */
  trustedProxies: string[]
  admin: AdminConfig
  /** Folder of the built web pages. */
  webDir: string | null
  market: MarketConfig
  mail: MailConfig
  funds: FundsConfig
  /** Shown beside amounts, and nothing more. */
  rates: readonly ApproximateRate[]
  limits: LimitsConfig
  /** Days of raw log in the database; folder (absolute) for older ones. */
  retention: { rawLogDays: number; archiveDir: string }
}

interface AdminConfig {
  /** CIDR list; empty: administrators call from anywhere. */
  networks: string[]
  /** Every administrator needs a second factor. */
  twoFactorRequired: boolean
}

interface MarketConfig {
  feed: MarketFeed
  /** Folder of recorded market data (replay). */
  dataDir: string | null
  /** Fixes the simulated prices and the order within replayed bars: tests and demos only. */
  seed: string | null
  /** Forex without closing times, for demos with the simulated feed. */
  forexAlwaysOpen: boolean
  replaySpeed: number
  /** Service time at which the recording starts; null: its own start. */
  replayStartMs: number | null
  exchange: ExchangeConfig
}

interface FundsConfig {
  mode: FundsMode
  licenceName: string | null
  /** ISO 3166-1 alpha-2, upper case; empty: all. */
  allowedCountries: string[]
}

/** Calls a minute; codes and sockets by address. */
interface LimitsConfig {
  signInPerMinute: number
  orderPerMinute: number
  readPerMinute: number
  /** Pages of the public price log. */
  logPerMinute: number
  writePerMinute: number
  uploadPerMinute: number
  /** Codes by mail, asked for from one address. */
  codesPerHour: number
  socketsPerAddress: number
  socketMessagesPerMinute: number
}

/** Connections to PostgreSQL of each thread: where the process owns products, the serving thread and the engine have half each. */
export function connectionsOfThread({ roles, databaseConnectionsMax }: Config): number {
  return roles.engine
    ? Math.max(CONNECTIONS_MIN, Math.floor(databaseConnectionsMax / 2))
    : databaseConnectionsMax
}

/** Every fault of the environment at once. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    super(
      [
        'The configuration is not usable:',
        ...faults.map(({ name, expected }) => `  ${name}: expected ${expected}`),
      ].join('\n'),
    )
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** The environment as typed values. Throws `ConfigError` naming every fault; nothing may listen before this has passed. */
export function readConfig(env: Environment = process.env): Config {
  return readChecked(env, checkTogether)
}

/** As the server needs it, which lacks nothing it works with; an operator's command takes no price from anywhere. */
export function readServerConfig(env: Environment = process.env): Config {
  return readChecked(env, (reader, config) => {
    checkTogether(reader, config)
    const { market, roles } = config
    if (market.feed === 'exchange' && roles.engine) checkExchange(reader, market.exchange)
  })
}

function readChecked(env: Environment, check: (reader: EnvironmentReader, config: Config) => void): Config {
  const reader = createEnvironmentReader(env)
  const config = readAll(reader)
  check(reader, config)
  if (reader.faults.length > 0) throw new ConfigError(reader.faults)
  return config
}

function readAll(reader: EnvironmentReader): Config {
  const ops = reader.integer('OPS_PORT', { fallback: 9464, min: -1, max: 65_535 })
  const dataDir = resolve(reader.text('DATA_DIR') ?? './data')
  const around = {
    production:
      reader.choice('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production',
    host: reader.text('HOST') ?? '127.0.0.1',
    roles: readRoles(reader),
    publicUrl: readOrigin(reader),
    trustedProxies: readNetworks(reader, 'TRUSTED_PROXIES'),
  }
  const funds = readFunds(reader)
  return {
    ...around,
    logLevel: reader.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    port: reader.integer('PORT', { fallback: 3000, min: 0, max: 65_535 }),
    opsHost: reader.text('OPS_HOST') ?? '127.0.0.1',
    opsPort: ops === -1 ? null : ops,
    dataDir,
    signingKeysFile: resolve(reader.text('SIGNING_KEYS_FILE') ?? join(dataDir, 'signing-keys.json')),
    secretKeysFile: resolve(reader.text('SECRET_KEYS_FILE') ?? join(dataDir, 'secret-keys.json')),
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:'])?.href ?? null,
    databaseConnectionsMax: reader.integer('DATABASE_CONNECTIONS', {
      fallback: 16,
      min: CONNECTIONS_MIN,
      max: 200,
    }),
    embeddedBuffersMb: reader.integer('EMBEDDED_BUFFERS_MB', { fallback: 16, min: 1, max: 1_024 }),
    natsUrl: reader.url('NATS_URL', ['nats:', 'tls:'])?.href ?? null,
    natsPrefix: reader.text('NATS_PREFIX') ?? 'truestrike',
    webDir: readFolder(reader, 'WEB_DIR'),
    admin: {
      networks: readNetworks(reader, 'ADMIN_NETWORKS'),
      // Real funds are never one password away.
      twoFactorRequired: reader.flag('ADMIN_TWO_FACTOR_REQUIRED', false) || funds.mode === 'live',
    },
    market: readMarket(reader),
    mail: readMail(reader, around),
    funds,
    rates: readRates(reader),
    limits: readLimits(reader),
    retention: {
      rawLogDays: reader.integer('RETENTION_RAW_DAYS', {
        fallback: 30,
        min: 1,
        max: 3_650,
      }),
      archiveDir: resolve(reader.text('ARCHIVE_DIR') ?? join(dataDir, 'archive')),
    },
  }
}

function readRoles(reader: EnvironmentReader): Config['roles'] {
  const role = reader.choice('ROLE', ['all', 'edge', 'engine'], 'all')
  return { edge: role !== 'engine', engine: role !== 'edge' }
}

function readOrigin(reader: EnvironmentReader): string | null {
  const url = reader.url('PUBLIC_URL', ['http:', 'https:'])
  if (url === null) return null
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    reader.fault('PUBLIC_URL', 'an origin without path, such as https://trade.example.com')
  }
  return url.origin
}

function readNetworks(reader: EnvironmentReader, name: string): string[] {
  const networks = reader.list(name)
  for (const network of networks) {
    if (!ipaddr.isValid(network) && !ipaddr.isValidCIDR(network)) {
      reader.fault(name, `addresses or networks such as 10.0.0.0/8, not '${network}'`)
    }
  }
  return networks
}

/** Absolute, or null. */
function readFolder(reader: EnvironmentReader, name: string): string | null {
  const folder = reader.text(name)
  return folder === null ? null : resolve(folder)
}

function readMarket(reader: EnvironmentReader): MarketConfig {
  return {
    feed: reader.choice('MARKET_FEED', ['simulated', 'replay', 'exchange'], 'simulated'),
    dataDir: readFolder(reader, 'MARKET_DATA_DIR'),
    seed: readSeed(reader),
    forexAlwaysOpen: reader.flag('FOREX_ALWAYS_OPEN', false),
    replaySpeed: reader.decimal('REPLAY_SPEED', { fallback: 1, min: 1, max: 100 }),
    replayStartMs: readTime(reader, 'REPLAY_START'),
    exchange: readExchange(reader),
  }
}

function readTime(reader: EnvironmentReader, name: string): number | null {
  const value = reader.text(name)
  if (value === null) return null
  const isWritten = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?$/.test(value)
  const parsedMs = isWritten ? Date.parse(asUtc(value)) : Number.NaN
  // The parser takes 31 February for 3 March, and 24:00 for the next day: what is meant is asked for.
  const isReal = !Number.isNaN(parsedMs) && new Date(parsedMs).toISOString().startsWith(value.slice(0, 10))
  const ms = isReal ? parsedMs : Number.NaN
  if (Number.isNaN(ms)) reader.fault(name, `a UTC time such as 2024-03-05T14:30:00Z, not '${value}'`)
  return Number.isNaN(ms) ? null : ms
}

function asUtc(value: string): string {
  return value.includes('T') && !value.endsWith('Z') ? `${value}Z` : value
}

function readFunds(reader: EnvironmentReader): FundsConfig {
  const allowedCountries = reader.list('ALLOWED_COUNTRIES').map((country) => country.toUpperCase())
  for (const country of allowedCountries) {
    if (!/^[A-Z]{2}$/.test(country)) {
      reader.fault('ALLOWED_COUNTRIES', `two-letter country codes such as DE,FR, not '${country}'`)
    }
  }
  return {
    mode: reader.choice('FUNDS_MODE', ['test', 'live'], 'test'),
    licenceName: reader.text('LICENCE_NAME'),
    allowedCountries,
  }
}

function readLimits(reader: EnvironmentReader): LimitsConfig {
  const limit = (name: string, fallback: number): number =>
    reader.integer(name, { fallback, min: 1, max: 10_000_000 })
  return {
    signInPerMinute: limit('LIMIT_SIGN_IN_PER_MINUTE', 20),
    orderPerMinute: limit('LIMIT_ORDER_PER_MINUTE', 120),
    readPerMinute: limit('LIMIT_READ_PER_MINUTE', 600),
    logPerMinute: limit('LIMIT_LOG_PER_MINUTE', 120),
    writePerMinute: limit('LIMIT_WRITE_PER_MINUTE', 120),
    uploadPerMinute: limit('LIMIT_UPLOAD_PER_MINUTE', 10),
    codesPerHour: limit('LIMIT_CODES_PER_HOUR', 30),
    socketsPerAddress: limit('LIMIT_SOCKETS_PER_ADDRESS', 50),
    socketMessagesPerMinute: limit('LIMIT_SOCKET_MESSAGES_PER_MINUTE', 300),
  }
}

/** What depends on several values: funds mode, feed, database. */
function checkTogether(reader: EnvironmentReader, config: Config): void {
  const { market, funds } = config
  if (market.feed === 'replay' && market.dataDir === null) {
    reader.fault('MARKET_DATA_DIR', 'the folder of recorded market data, as MARKET_FEED is replay')
  }
  if (market.feed === 'replay' && market.dataDir !== null && !isFolder(market.dataDir)) {
    reader.fault('MARKET_DATA_DIR', `a folder that exists, not '${market.dataDir}'`)
  }
  if (market.feed !== 'replay' && (market.replaySpeed !== 1 || market.replayStartMs !== null)) {
    reader.fault('REPLAY_SPEED, REPLAY_START', 'nothing unless MARKET_FEED is replay')
  }
  if (config.production && config.databaseUrl === null && !reader.flag('ALLOW_EMBEDDED_DATABASE', false)) {
    reader.fault(
      'DATABASE_URL',
      'the address of a PostgreSQL database, as NODE_ENV is production (ALLOW_EMBEDDED_DATABASE=true accepts the embedded one)',
    )
  }
  if (config.databaseUrl === null && !(config.roles.edge && config.roles.engine)) {
    reader.fault('ROLE', 'all, as the embedded database serves one process only')
  }
  if (!(config.roles.edge && config.roles.engine) && config.natsUrl === null) {
    reader.fault('NATS_URL', 'the address of a NATS server, as ROLE splits the work between processes')
  }
  if (funds.mode === 'live') checkLive(reader, config)
}

function checkLive(reader: EnvironmentReader, { funds, market, publicUrl, databaseUrl }: Config): void {
  const why = 'as FUNDS_MODE is live'
  if (funds.licenceName === null) reader.fault('LICENCE_NAME', `the name of the licence, ${why}`)
  if (funds.allowedCountries.length === 0) reader.fault('ALLOWED_COUNTRIES', `at least one country, ${why}`)
  if (publicUrl === null || !publicUrl.startsWith('https:')) {
    reader.fault('PUBLIC_URL', `the public https address, ${why}`)
  }
  if (market.feed !== 'exchange') reader.fault('MARKET_FEED', `exchange, ${why}`)
  checkExchangeLive(reader, market.exchange)
  if (market.exchange.crossCheck === 'off') reader.fault('EXCHANGE_CROSS_CHECK', `ccxt, ${why}`)
  if (market.seed !== null) reader.fault('FEED_SEED', `nothing, ${why}`)
  if (databaseUrl === null) reader.fault('DATABASE_URL', `the address of a PostgreSQL database, ${why}`)
}
