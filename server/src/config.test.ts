import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Config, ConfigError, readConfig, readServerConfig } from './config.ts'
import { isCrossCheckInstalled } from './config-exchange.ts'

const faultsOf = (env: Record<string, string>, read = readConfig): Map<string, string> => {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError)
      return new Map(error.faults.map((fault) => [fault.name, fault.expected]))
    throw error
  }
  return new Map()
}

test('[O2] an empty environment is a working one, on loopback, embedded, simulated, test money', () => {
  const config: Config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    opsHost: '127.0.0.1',
    databaseUrl: null,
    natsUrl: null,
    publicUrl: null,
    trustedProxies: [],
    roles: { edge: true, engine: true },
    market: { feed: 'simulated', seed: null, replaySpeed: 1 },
    funds: { mode: 'test' },
    retention: { rawLogDays: 30 },
  })
  expect(config.dataDir.endsWith('/data')).toBe(true)
})

test('[O2] every fault is named with what was expected, all at once', () => {
  const faults = faultsOf({
    PORT: '70000',
    OPS_PORT: 'x',
    MARKET_FEED: 'binance',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    NATS_URL: 'nope',
    PUBLIC_URL: 'https://example.com/app',
    TRUSTED_PROXIES: '10.0.0.0/8,proxy',
    REPLAY_SPEED: '1e3',
    FUNDS_MODE: 'real',
    FOREX_ALWAYS_OPEN: 'yes',
    LIMIT_ORDER_PER_MINUTE: '0',
    ALLOWED_COUNTRIES: 'Germany',
    LOG_LEVEL: 'loud',
  })
  expect([...faults.keys()].sort()).toEqual([
    'ALLOWED_COUNTRIES',
    'DATABASE_URL',
    'FOREX_ALWAYS_OPEN',
    'FUNDS_MODE',
    'LIMIT_ORDER_PER_MINUTE',
    'LOG_LEVEL',
    'MARKET_FEED',
    'NATS_URL',
    'OPS_PORT',
    'PORT',
    'PUBLIC_URL',
    'REPLAY_SPEED',
    'TRUSTED_PROXIES',
  ])
  expect(faults.get('PORT')).toBe("a whole number from 0 to 65535, not '70000'")
  expect([...faults.values()].join()).not.toContain('hunter2')
})

test('[O2] an empty value counts as none', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: ' ', MARKET_FEED: '' }).port).toBe(3000)
})

test('[O2] replay needs its folder, and takes speed and a UTC start', () => {
  expect(faultsOf({ MARKET_FEED: 'replay' }).get('MARKET_DATA_DIR')).toContain(
    'folder of recorded market data',
  )
  for (const path of ['/nowhere/at/all', fileURLToPath(import.meta.url)]) {
    expect(faultsOf({ MARKET_FEED: 'replay', MARKET_DATA_DIR: path }).get('MARKET_DATA_DIR')).toContain(
      'a folder that exists',
    )
  }
  expect(faultsOf({ REPLAY_SPEED: '2' }).size).toBe(1)
  const env = {
    MARKET_FEED: 'replay',
    MARKET_DATA_DIR: tmpdir(),
    REPLAY_SPEED: '10',
    REPLAY_START: '2024-03-05T14:30',
  }
  const { market } = readConfig(env)
  expect(market).toMatchObject({ replaySpeed: 10, replayStartMs: Date.UTC(2024, 2, 5, 14, 30) })
  for (const time of ['noon', '2021-02-31', '2021-02-29T10:00:00Z', '2021-02-28T24:00', '2021-13-01'])
    expect(faultsOf({ ...env, REPLAY_START: time }).get('REPLAY_START')).toContain(`UTC time`)
  expect(readConfig({ ...env, REPLAY_START: '2024-02-29' }).market.replayStartMs).toBe(Date.UTC(2024, 1, 29))
})

test('[O2] [M5] the exchange feed wants its second source, or to be told to do without; its addresses can be set', () => {
  // Without the library nothing but the server is held up.
  expect(readConfig({ MARKET_FEED: 'exchange' }).market.exchange.crossCheck).toBe('ccxt')
  const faults = faultsOf({ MARKET_FEED: 'exchange' }, readServerConfig)
  if (!isCrossCheckInstalled())
    expect(faults.get('EXCHANGE_CROSS_CHECK')).toContain('npm install --no-save ccxt@')
  expect(faultsOf({ MARKET_FEED: 'exchange', EXCHANGE_CROSS_CHECK: 'off' }, readServerConfig).size).toBe(0)
  const env = { MARKET_FEED: 'exchange', EXCHANGE_CROSS_CHECK: 'off' }
  expect(readConfig(env).market.exchange).toEqual({
    streamUrl: 'wss://data-stream.binance.vision',
    restUrl: 'https://data-api.binance.vision',
    forexUrl: 'wss://ws.kraken.com/v2',
    crossCheck: 'off',
    crossCheckUrl: null,
  })
  const { exchange } = readConfig({ ...env, EXCHANGE_REST_URL: 'http://127.0.0.1:8080/' }).market
  expect(exchange.restUrl).toBe('http://127.0.0.1:8080')
  expect(
    [...faultsOf({ ...env, EXCHANGE_STREAM_URL: 'http://a', EXCHANGE_CROSS_CHECK: 'no' }).keys()].sort(),
  ).toEqual(['EXCHANGE_CROSS_CHECK', 'EXCHANGE_STREAM_URL'])
})

test('[O2] production refuses the embedded database unless it is accepted', () => {
  expect(faultsOf({ NODE_ENV: 'production' }).has('DATABASE_URL')).toBe(true)
  expect(faultsOf({ NODE_ENV: 'production', ALLOW_EMBEDDED_DATABASE: 'true' }).size).toBe(0)
  expect(faultsOf({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' }).size).toBe(0)
})

test('[O2] [O5] split roles need PostgreSQL and NATS', () => {
  expect([...faultsOf({ ROLE: 'edge' }).keys()].sort()).toEqual(['NATS_URL', 'ROLE'])
  expect(
    faultsOf({ ROLE: 'engine', DATABASE_URL: 'postgres://db/x', NATS_URL: 'nats://bus:4222' }).size,
  ).toBe(0)
})

const SEED = '0f3a9c71d2b84e56a7c0d91f3e5b2846'
const hexOf = (text: string): string => Buffer.from(text).toString('hex')

test.each([
  ['a word', 'demo'],
  ['a sentence', 'correct horse battery staple demo'],
  ['a sentence in the letters of base64url', 'correct-horse-battery-staple-demo-ok'],
  ['one with capitals and digits', 'CorrectHorseBatteryStaple2026DemoNow'],
  ['an encoded sentence', hexOf('correct horse battery staple demo')],
  ['another encoding of it', Buffer.from('correct horse battery staple demo!').toString('base64url')],
  ['one digit', 'a'.repeat(64)],
  ['a few digits again and again', 'abcabcab'.repeat(8)],
  ['counted digits twice', '0123456789abcdef'.repeat(2)],
  ['digits counted up and down', '0123456789abcdeffedcba9876543210'],
  ['pairs that count', '00112233445566778899aabbccddeeff'],
  ['64 random bits twice', SEED.slice(0, 16).repeat(2)],
  ['a long number', '31415926535897932384626433832795'],
  ['31 digits', SEED.slice(0, 31)],
  ['15 bytes of base64url', Buffer.from(SEED, 'hex').subarray(1).toString('base64url')],
  ['signs that are no encoding', `${SEED.slice(0, 31)}!`],
  ['an identifier of 122 bits', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
])(
  '[S-4] [M5] [K5] a seed of simulated prices that could be guessed is refused, and never repeated: %s',
  (_, seed) => {
    const said = faultsOf({ FEED_SEED: seed }).get('FEED_SEED') ?? ''
    expect(said).toContain('at least 16 random bytes')
    expect(said).toContain('openssl rand -hex 32')
    expect(said).not.toContain(seed)
  },
)

test('[S-4] [M5] [K5] random bytes are taken as a seed, as hexadecimal digits and as base64url', () => {
  for (const seed of [SEED.toUpperCase(), 'kQ3v_Zr8-mT1xWb6Yp0cJd5HsLf2GnEa'])
    expect(faultsOf({ FEED_SEED: seed }).size).toBe(0)
  for (let round = 0; round < 200; round++) {
    const bytes = createHash('sha512').update(String(round)).digest()
    for (const length of [16, 32, 64])
      expect(readConfig({ FEED_SEED: bytes.toString('hex', 0, length) }).market.seed).toHaveLength(2 * length)
    const text = bytes.toString('base64url', 0, 32)
    expect(readConfig({ FEED_SEED: text }).market.seed, text).toBe(text)
  }
})

const COMPLETE_LIVE = {
  FUNDS_MODE: 'live',
  LICENCE_NAME: 'Example Authority 123',
  ALLOWED_COUNTRIES: 'de, fr',
  PUBLIC_URL: 'https://trade.example.com',
  DATABASE_URL: 'postgres://db/x',
}

test('[T15] live mode needs licence, countries, public https address, exchange source and no seed', () => {
  const live = faultsOf({
    FUNDS_MODE: 'live',
    FEED_SEED: SEED,
    PUBLIC_URL: 'http://example.com',
  })
  expect([...live.keys()].sort()).toEqual([
    'ALLOWED_COUNTRIES',
    'DATABASE_URL',
    'FEED_SEED',
    'LICENCE_NAME',
    'MARKET_FEED',
    'PUBLIC_URL',
  ])
  expect([...faultsOf({ ...COMPLETE_LIVE, MARKET_FEED: 'simulated' }).keys()]).toEqual(['MARKET_FEED'])
  expect([
    ...faultsOf({ ...COMPLETE_LIVE, MARKET_FEED: 'replay', MARKET_DATA_DIR: tmpdir() }).keys(),
  ]).toEqual(['MARKET_FEED'])
  const exchange = { ...COMPLETE_LIVE, MARKET_FEED: 'exchange', EXCHANGE_CROSS_CHECK: 'off' }
  expect([...faultsOf(exchange).keys()]).toEqual(['EXCHANGE_CROSS_CHECK'])
  const bare = {
    STREAM_URL: 'ws://a',
    REST_URL: 'http://a',
    FOREX_URL: 'ws://a',
    CROSS_CHECK_URL: 'http://a',
  }
  const named = Object.fromEntries(Object.entries(bare).map(([name, url]) => [`EXCHANGE_${name}`, url]))
  expect([...faultsOf({ ...exchange, ...named }).keys()].sort()).toEqual([
    'EXCHANGE_CROSS_CHECK',
    ...Object.keys(named).sort(),
  ])
})

test('[O2] folders may be given relative to where the server is started', () => {
  const config = readConfig({ WEB_DIR: 'web/dist', DATA_DIR: 'data' })
  expect(config.webDir).toBe(resolve('web/dist'))
  expect(config.dataDir).toBe(resolve('data'))
})

test('[D2] [B-8] with live funds every administrator needs a second factor, whatever the setting says', () => {
  const required = (env: Record<string, string>): boolean => readConfig(env).admin.twoFactorRequired
  expect(required({ ...COMPLETE_LIVE, MARKET_FEED: 'exchange', ADMIN_TWO_FACTOR_REQUIRED: 'false' })).toBe(
    true,
  )
  expect([required({}), required({ ADMIN_TWO_FACTOR_REQUIRED: 'true' })]).toEqual([false, true])
})
