// NATS as the bus of a million connected users, simulated: one server of its own, a connection for each edge, a
// subscription for each user who is there, and what engines and settlement publish. No edge runs: only the bus is measured.
// What an engine publishes of prices is counted first, on PostgreSQL and this server, as every edge hears it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Bus } from '../server/src/platform/bus.ts'
import { connectNatsBus } from '../server/src/platform/nats-bus.ts'
import { startBenchServer } from './bench-process.ts'
import { printTable } from './print-table.ts'

const EDGES = Number(process.env.BENCH_EDGES ?? 150)
const USERS = Number(process.env.BENCH_USERS ?? 1_000_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
/** Messages of users a second: a balance and a contract for each order and each settlement. */
const USER_MESSAGES = Number(process.env.BENCH_USER_MESSAGES ?? 10_000)
const PRODUCTS = 21
/** All that every edge hears of prices. */
const OF_PRICES = ['market.entries.*', 'market.blocks.*']
const PORT = Number(process.env.BENCH_NATS_PORT ?? 21_390)
/** As long as what engines publish of one product, and what a user is told of one contract. */
const ENTRIES = 'e'.repeat(420)
const USER_EVENT = 'u'.repeat(600)
const SLICE_MS = 10
const SUBSCRIBED_AT_ONCE = 2_000
/** /proc counts in hundredths of a second. */
const MICROS_PER_TICK = 10_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const server = spawn(process.env.NATS_SERVER ?? 'nats-server', ['-a', '127.0.0.1', '-p', String(PORT)], {
  stdio: 'ignore',
})
const spent = (): { cpuMicros: number; rssMb: number } => {
  const stat = readFileSync(`/proc/${server.pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'latin1'))
  return {
    cpuMicros: (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK,
    rssMb: Number(rss?.[1]) / 1_024,
  }
}

let heard = 0
const count = (): void => {
  heard += 1
}
const url = `nats://127.0.0.1:${PORT}`
const open = (prefix = 'bench'): Promise<Bus> =>
  connectNatsBus({
    ...{ url, prefix, onConnection: () => {} },
    onTrouble: (error) => console.error(error),
  })

/**
 * Messages a second of an engine's 21 products, each ticking five times a second: those with ticks, watermarks that no tick
 * goes with, and headers of blocks. What ticks is always the same, when a watermark has a tick beside it is not.
 */
async function countOfPrices(): Promise<{ ticks: number; watermarks: number; blocks: number }> {
  const cluster = { NATS_URL: url, NATS_PREFIX: 'counted', DATABASE_CONNECTIONS: '5' }
  const env = { ...cluster, ROLE: 'engine', BENCH_FEED: 'five-a-second', BENCH_USERS: '0' }
  const engine = await startBenchServer('postgres', env)
  const edge = await open('counted')
  const counts = { ticks: 0, watermarks: 0, blocks: 0 }
  const cancels = OF_PRICES.map((subject) =>
    edge.subscribe(subject, (payload) => {
      const { ticks } = payload as { ticks?: unknown[] }
      if (ticks === undefined) counts.blocks += 1
      else if (ticks.length > 0) counts.ticks += 1
      else counts.watermarks += 1
    }),
  )
  await pause(SECONDS * 2_000)
  for (const cancel of cancels) cancel()
  await edge.close()
  await engine.stop()
  const perSecond = (value: number): number => value / (SECONDS * 2)
  return {
    ticks: perSecond(counts.ticks),
    watermarks: perSecond(counts.watermarks),
    blocks: perSecond(counts.blocks),
  }
}

/** Publishes `perSecond` messages evenly for `SECONDS`; CPU of the server for each that arrived. */
async function load(perSecond: number, publish: (at: number) => void) {
  const before = spent()
  heard = 0
  const startMs = performance.now()
  let sent = 0
  for (let passed = 0; passed < SECONDS * 1_000; passed = performance.now() - startMs) {
    for (const due = Math.floor((passed * perSecond) / 1_000); sent < due; sent += 1) publish(sent)
    await pause(SLICE_MS)
  }
  await pause(500)
  const after = spent()
  const cpuMicros = after.cpuMicros - before.cpuMicros
  return { sent, heard, cpuMicros, cores: cpuMicros / 1e6 / SECONDS }
}

await pause(1_000)
const prices = await countOfPrices()
const pricesPerSecond = prices.ticks + prices.watermarks + prices.blocks
const publisher = await open()
const edges: Bus[] = []
for (let edge = 0; edge < EDGES; edge += 1) edges.push(await open())
for (const edge of edges) edge.subscribe('market.entries.*', count)
await pause(1_000)
const empty = spent()
const entries = await load(pricesPerSecond, (at) =>
  publisher.publish(`market.entries.${at % PRODUCTS}`, ENTRIES),
)
const startMs = performance.now()
for (let user = 0; user < USERS; user += 1) {
  edges[user % EDGES]?.subscribe(`user.${user}`, count)
  if (user % SUBSCRIBED_AT_ONCE === 0) await pause(0)
}
// The last one of each edge hears: the server has them all.
for (let from = heard; heard - from < EDGES; ) {
  from = heard
  for (let edge = 0; edge < EDGES; edge += 1) publisher.publish(`user.${USERS - 1 - edge}`, '')
  await pause(500)
}
const joinedMs = performance.now() - startMs
const full = spent()
const users = await load(USER_MESSAGES, (at) => publisher.publish(`user.${(at * 7_919) % USERS}`, USER_EVENT))
const both = await load(pricesPerSecond, (at) =>
  publisher.publish(`market.entries.${at % PRODUCTS}`, ENTRIES),
)
printTable('What every edge hears of prices, a second', [
  {
    ticks: prices.ticks.toFixed(1),
    watermarks: prices.watermarks.toFixed(1),
    blocks: prices.blocks.toFixed(1),
  },
])
printTable(`NATS with ${EDGES} edges and ${USERS} users`, [
  {
    what: `prices of ${PRODUCTS} products to every edge`,
    'published/s': (entries.sent / SECONDS).toFixed(0),
    'delivered/s': (entries.heard / SECONDS).toFixed(0),
    'CPU µs a delivery': (entries.cpuMicros / entries.heard).toFixed(1),
    cores: entries.cores.toFixed(3),
    'resident MB': empty.rssMb.toFixed(0),
  },
  {
    what: `the same beside ${USERS} subscriptions`,
    'published/s': (both.sent / SECONDS).toFixed(0),
    'delivered/s': (both.heard / SECONDS).toFixed(0),
    'CPU µs a delivery': (both.cpuMicros / both.heard).toFixed(1),
    cores: both.cores.toFixed(3),
    'resident MB': full.rssMb.toFixed(0),
  },
  {
    what: 'messages to one user each',
    'published/s': (users.sent / SECONDS).toFixed(0),
    'delivered/s': (users.heard / SECONDS).toFixed(0),
    'CPU µs a delivery': (users.cpuMicros / users.heard).toFixed(1),
    cores: users.cores.toFixed(3),
    'resident MB': full.rssMb.toFixed(0),
  },
])
process.stdout.write(`\nAll subscriptions were made in ${(joinedMs / 1_000).toFixed(1)} s, by one process.\n`)
server.kill()
process.exit(0)
