import type { Reviewed } from './outcome-allow-list.ts'

// The rest of that list: what sockets take and send, what the environment sets, what commands do.

export const SOCKET_MESSAGES: Reviewed = {
  near: {},
  far: [
    {
      why: 'a socket is listened to: what it takes says who listens, and to what',
      items: 'client auth, client ping, client subscribe, client unsubscribe',
    },
    {
      why: 'tells what is durable already',
      items: `server authenticated, server balances, server block, server closing, server contracts, server error, server hello,
        server notices, server pong, server signed-out, server subscribed, server tickers, server ticks, server void, server watermark`,
    },
  ],
}

export const CONFIGURATION: Reviewed = {
  near: {
    MARKET_FEED:
      'which feed prices come from. Another one than at acceptance is an entry of the public log and cancels what is open: stakes go back, nobody wins by it.',
    MARKET_DATA_DIR:
      'the recording of the replay feed. Its prices go into the public log before anybody can act on them; a replay is never live.',
    REPLAY_START: 'where the recording begins; the database refuses a start that would turn time back.',
    REPLAY_SPEED: 'how fast service time runs; the times in the log are service times at any speed.',
    FEED_SEED:
      'what simulated prices follow from: refused live, told with each day as configured, and a database keeps the one it began with.',
    DATA_DIR:
      'holds the secret of simulated prices. Each day is committed to before it begins, so that another secret is refused at the start.',
    EXCHANGE_STREAM_URL:
      'where the exchange’s trades come from. Whoever points it elsewhere feeds prices of his own: each carries trade ids anybody can hold against the exchange’s history, and a second source refuses what deviates.',
    EXCHANGE_REST_URL: 'status of products, and trades for candles. Of these none comes into the log.',
    EXCHANGE_FOREX_URL:
      'where currencies are quoted: quotes have no ids to look up; they are held against a second source.',
    EXCHANGE_CROSS_CHECK:
      'whether there is a second source; live there must be. It refuses prices, each in the public log with the rule, holds all of a product back for 30 s of a start at most, as a silent feed does, and makes none.',
    EXCHANGE_CROSS_CHECK_URL: 'by which way it is asked. It refuses prices and makes none.',
    FOREX_ALWAYS_OPEN:
      'trading hours, for demos. A contract is accepted for a life within the hours of its time; prices that end before it does make a gap, which cancels.',
    SIGNING_KEYS_FILE:
      'what the site signs with: says nothing of what is signed, and another key is not the one users pinned.',
    RETENTION_RAW_DAYS:
      'how long raw entries stay in the database; at least a day, contracts live seven at most and are settled from archives never.',
    ARCHIVE_DIR: 'where entries go that are older than that, after they have been sealed.',
    DATABASE_URL: 'which database: another one has other contracts and another log.',
    ROLE: 'what a process does. Who settles decides by the same function from the same log.',
    FUNDS_MODE: 'test or live: the same rules and the same engine.',
  },
  far: [
    {
      why: 'how it is reached, limited, told of and kept running',
      items: `ADMIN_NETWORKS ADMIN_TWO_FACTOR_REQUIRED ALLOWED_COUNTRIES ALLOW_EMBEDDED_DATABASE DATABASE_CONNECTIONS DEV_INBOX EMBEDDED_BUFFERS_MB HOST LICENCE_NAME
        LIMIT_CODES_PER_HOUR LIMIT_LOG_PER_MINUTE LIMIT_ORDER_PER_MINUTE LIMIT_READ_PER_MINUTE LIMIT_SIGN_IN_PER_MINUTE
        LIMIT_SOCKETS_PER_ADDRESS LIMIT_SOCKET_MESSAGES_PER_MINUTE LIMIT_UPLOAD_PER_MINUTE LIMIT_WRITE_PER_MINUTE LOG_LEVEL
        MAIL_FROM NATS_PREFIX NATS_URL NODE_ENV OPS_HOST OPS_PORT PORT PUBLIC_URL RATE_EUR RATE_INR SECRET_KEYS_FILE SMTP_PLAINTEXT SMTP_URL
        TRUSTED_PROXIES WEB_DIR`,
    },
  ],
}

export const COMMANDS: Reviewed = {
  near: {
    start: 'runs the product: see the configuration.',
    cluster: 'runs several processes of the product, as start runs one.',
    'trading:resume': 'takes orders again; what is open was never stopped.',
    restore:
      'into an empty place only; open contracts are cancelled by a public entry of every log, and what was published since stays signed: a restore to be rid of prices is seen by everybody.',
    'keys:rotate': 'the next key signs later blocks and batches, not what they say.',
  },
  far: [
    { why: 'reads and recomputes', items: 'audit:ledger audit:log verify regenerate' },
    { why: 'copies what is there; at most some entries are sealed sooner', items: 'backup' },
    { why: 'an administrator’s way in', items: 'admin:reset-password' },
    { why: 'secrets of users under another key', items: 'secrets:reseal' },
    {
      why: 'builds and tests the product, on data of its own',
      items: 'acts bench build dev e2e integrity permissions screenshots soak test test:all',
    },
    {
      why: 'changes the code of a checkout for the time of its tests, of no running product',
      items: 'mutations',
    },
  ],
}
