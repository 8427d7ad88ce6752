import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensure } from '@truestrike/core/assert.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import type { Db } from '../src/platform/db.ts'
import { createFakeClock } from '../src/platform/fake-clock.ts'
import { openDatabase } from '../src/platform/open-database.ts'
import { createGameRulesService } from '../src/trading/game-rules.service.ts'
import { createHttpTrader, type HttpTrader } from './http-trader.ts'
import { readProducts } from './second-trading.ts'
import { bundleServer, type ServerBundle, type ServerProcess } from './server-process.ts'
import { bundleWorker } from './worker-bundle.ts'

/** `npm run soak` takes 50. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 5)
const TRADERS = 6
const DURATION_SECONDS = 2
const START_AND_STOP_MS = 60_000

let server: ServerBundle
let worker: Awaited<ReturnType<typeof bundleWorker>>
let folder: string
beforeAll(async () => {
  server = await bundleServer()
  worker = await bundleWorker()
  folder = await mkdtemp(join(tmpdir(), 'truestrike-kill-'))
})
afterAll(async () => {
  await server.remove()
  await worker.remove()
  await rm(folder, { recursive: true, force: true })
})

async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase({
    databaseUrl: null,
    connectionsMax: 1,
    dataDir: folder,
    embeddedBuffersMb: 16,
    onTrouble: () => {},
    workerFile: worker.workerFile,
  })
  return work(db).finally(() => db.close())
}

/** A rule short enough to expire between two kills. */
function addShortRule(): Promise<void> {
  return inDatabase(async (db) => {
    const products = await readProducts({ db })
    const rules = createGameRulesService({ db, clock: await createFakeClock(), products })
    const added = await rules.updateRule(db, ensure(products.find('BTCUSDT')).id, {
      symbol: 'BTCUSDT',
      durationSeconds: DURATION_SECONDS,
      payoutBps: 8000,
      stakeMinMicros: 1_000_000n,
      stakeMaxMicros: 10_000_000n,
      windowMs: 300,
      openingDelayMs: 100,
      openTimeoutMs: 1_000,
      staleMs: 3_000,
      maxGapMs: 5_000,
    })
    expect(added).toMatchObject({ ok: true })
  })
}

interface Sent {
  trader: HttpTrader
  order: PlaceOrder
  /** Id of the contract when it was acknowledged. */
  acknowledged: string | null
}

/** Orders one after another until the server is gone. */
async function orderUntilKilled(
  address: string,
  trader: HttpTrader,
  name: string,
  sent: Sent[],
): Promise<void> {
  for (let count = 0; ; count += 1) {
    const order: PlaceOrder = {
      clientOrderId: `${name}-${count.toString().padStart(6, '0')}`,
      book: 'demo',
      symbol: 'BTCUSDT',
      direction: count % 2 === 0 ? 'up' : 'down',
      durationSeconds: DURATION_SECONDS,
      stake: '1.000001',
      ruleVersion: 1,
    }
    const entry: Sent = { trader, order, acknowledged: null }
    sent.push(entry)
    try {
      const answer = await trader.place(address, order)
      if (answer.success) entry.acknowledged = answer.data.contract.id
    } catch {
      return
    }
  }
}

async function allSettled(running: ServerProcess, traders: readonly HttpTrader[]): Promise<void> {
  const deadline = performance.now() + START_AND_STOP_MS
  for (;;) {
    const pending = await Promise.all(traders.map((trader) => trader.listPending(running.address)))
    if (pending.flat().length === 0) return
    if (performance.now() > deadline)
      throw new Error(`${pending.flat().length} contracts are not settled\n${running.output()}`)
    await delay(100)
  }
}

test(`[O4] [T4] [T8] [F8] kill -9 while ordering and settling, ${ROUNDS} times: nothing acknowledged is lost, all settled once`, {
  timeout: (ROUNDS + 3) * START_AND_STOP_MS,
}, async () => {
  const env = {
    DATA_DIR: folder,
    FEED_SEED: 'kill',
    LOG_LEVEL: 'warn',
    LIMIT_ORDER_PER_MINUTE: '1000000',
    LIMIT_READ_PER_MINUTE: '1000000',
    LIMIT_SIGN_IN_PER_MINUTE: '1000000',
    LIMIT_WRITE_PER_MINUTE: '1000000',
  }
  const first = await server.start(env)
  const { inviteCode } = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8')) as {
    inviteCode: string
  }
  const traders: HttpTrader[] = []
  for (let at = 0; at < TRADERS; at += 1) {
    traders.push(await createHttpTrader(first.address, `killed_${at}`, inviteCode))
  }
  expect(await first.end('SIGTERM')).toBe(0)
  await addShortRule()

  const sent: Sent[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const running = await server.start(env)
    const ordering = traders.map((trader, at) =>
      orderUntilKilled(running.address, trader, `r${round}-t${at}`, sent),
    )
    // Long enough for the first of them to expire; a different moment each time.
    await delay(DURATION_SECONDS * 1_000 + 700 + round * 137)
    await running.end('SIGKILL')
    await Promise.all(ordering)
  }

  const last = await server.start(env)
  const acknowledged = sent.filter((entry) => entry.acknowledged !== null)
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * TRADERS)
  for (const { trader, order, acknowledged: id } of acknowledged) {
    const again = await trader.place(last.address, order)
    expect(again).toMatchObject({ success: true, data: { contract: { id } } })
  }
  await allSettled(last, traders)
  expect(await last.end('SIGTERM')).toBe(0)

  await inDatabase(async (db) => {
    const report = await auditLedger(db)
    expect(report.checks.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))).toEqual(
      [],
    )
    const rows = await db.query<{ state: string; n: bigint }>(
      'select state, count(*) as n from contracts group by state',
    )
    const counts = new Map(rows.map((row) => [row.state, Number(row.n)]))
    expect([...counts.keys()].filter((state) => state !== 'completed' && state !== 'cancelled')).toEqual([])
    expect(counts.get('completed')).toBeGreaterThan(0)
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    expect(total).toBeGreaterThanOrEqual(acknowledged.length)
    expect(total).toBeLessThanOrEqual(sent.length)
  })
})
