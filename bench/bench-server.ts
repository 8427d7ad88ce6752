// The product as a process of its own, with two additions a bench needs: an empty validated POST on the same server,
// and users made without sign-in. Speaks with its parent over IPC.
import { ensure } from '@truestrike/core/assert.ts'
import { endpoint } from '@truestrike/protocol/endpoint.ts'
import { Nothing } from '@truestrike/protocol/scalars.ts'
import { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { createApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { createFileWorker } from '../server/src/platform/file-worker.ts'
import { createListExports } from '../server/src/platform/list-exports.ts'
import { createLog } from '../server/src/platform/log.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { openBus } from '../server/src/platform/open-bus.ts'
import { openSharedDatabase } from '../server/src/platform/open-database.ts'
import { createPasswordHasher } from '../server/src/platform/password-hasher.ts'
import { openSecretBox } from '../server/src/platform/secret-keys.ts'
import { systemRandom } from '../server/src/platform/secret-token.ts'
import { setServiceClock } from '../server/src/platform/service-clock.ts'
import { createSystemClock } from '../server/src/platform/system-clock.ts'
import { createSigner } from '../server/src/proof/signer.ts'
import { SECRET_HOLDERS } from '../server/src/secret-holders.ts'
import { createFiveASecondFeed } from './five-a-second-feed.ts'
import { idleSigner } from './proofs-off/nothing-signed.ts'
import { seedUsers } from './seed-users.ts'

const emptyPost = endpoint({
  method: 'POST',
  path: '/bench/empty',
  audience: 'public',
  body: PlaceOrder,
  data: Nothing,
})

const config = readConfig()
const log = createLog(config.logLevel)
const { db, connectThread } = await openSharedDatabase({
  databaseUrl: config.databaseUrl,
  connectionsMax: config.databaseConnectionsMax,
  dataDir: config.dataDir,
  embeddedBuffersMb: config.embeddedBuffersMb,
  onTrouble: (error) => log.error({ err: error }, 'database'),
})
await migrate(db)
await setServiceClock(db, { kind: 'real' })
const clock = await createSystemClock({ db, log })
const { bus } = await openBus({ natsUrl: config.natsUrl, prefix: config.natsPrefix, log })
const secrets = await openSecretBox({
  db,
  file: config.secretKeysFile,
  random: systemRandom,
  nowMs: 0,
  holders: SECRET_HOLDERS,
})
const connect = () => config.databaseUrl ?? ensure(connectThread)()
const exports = createListExports({ secrets, connect })
const signer = await createSigner({ db, file: config.signingKeysFile, random: systemRandom })
const ground = {
  db,
  bus,
  clock,
  log,
  metrics: createMetrics(false),
  random: systemRandom,
  hasher: createPasswordHasher(),
  fileWorker: createFileWorker(),
  signer: process.env.BENCH_PROOFS === 'off' ? idleSigner(signer) : signer,
  exports,
  secrets,
  wallMs: () => Date.now(),
}
// Before the app subscribes: the stamp must be older than any frame.
const published: [string, number][] = []
if (process.env.BENCH_FEED !== undefined) {
  bus.subscribe('market.entries.*', (payload) => {
    const atMs = performance.timeOrigin + performance.now()
    for (const [symbol, , seq] of (payload as { ticks: [string, number, number][] }).ticks) {
      published.push([`${symbol} ${seq}`, atMs])
    }
  })
}
const benchFeed = process.env.BENCH_FEED === 'five-a-second' ? { createFeed: createFiveASecondFeed } : {}
const app = await createApp({ ...ground, ...benchFeed, config, webRoot: process.env.BENCH_WEB_ROOT ?? null })
app.http.router.route(emptyPost, () => ({}))
await app.start()
const users = await seedUsers(db, Number(process.env.BENCH_USERS ?? 512))
const port = await app.http.listen('127.0.0.1', 0)

const asText = (rows: object[]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))

process.send?.({
  port,
  tokens: users.map((user) => user.token),
  userIds: users.map((user) => String(user.userId)),
})
// The bench has died: nobody would ever stop this process.
process.on('disconnect', () => process.exit(1))
process.on(
  'message',
  async (message: { sql?: string; cpu?: boolean; published?: boolean; stop?: boolean }) => {
    if (message.sql !== undefined) process.send?.({ rows: await db.query(message.sql).then(asText, String) })
    if (message.cpu) process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss })
    if (message.published) process.send?.({ published: published.splice(0) })
    if (message.stop) {
      await app.stop()
      await exports.stop()
      clock.close()
      await bus.close()
      await db.close()
      process.exit(0)
    }
  },
)
