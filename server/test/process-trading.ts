import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensure } from '@truestrike/core/assert.ts'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { ReceiptJson } from '@truestrike/protocol/proof-endpoints.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { expect } from 'vitest'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import { seedProducts } from '../src/market/seed-products.ts'
import type { Db } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openDatabase } from '../src/platform/open-database.ts'
import { layDatabase } from './embedded-archive.ts'
import { createHttpTrader, type HttpTrader } from './http-trader.ts'
import { putRule } from './put-rule.ts'
import { rootsOf } from './receipt-checks.ts'
import { bundledWorker } from './server-bundle.ts'
import { bundleServer, type ServerProcess } from './server-process.ts'

export const TRADERS = 6
export const DURATION_SECONDS = 2
const OPEN_TIMEOUT_MS = 1_000
export const START_AND_STOP_MS = 60_000
/** Receipts that are verified of each trader and start. */
const PROVEN_EACH = 4
/** After a refusal, before the next order. */
const REFUSED_PAUSE_MS = 20

export interface Sent {
  trader: HttpTrader
  order: PlaceOrder
  /** Id of the contract when it was acknowledged, with the receipt of its acceptance. */
  acknowledged: string | null
  receipt: ReceiptJson | null
}

/** Traders of a server that runs as a process of its own, on a real database: for stories of kills and outages. */
export interface ProcessTrading {
  readonly sent: Sent[]
  /**
   * Starts the server on the same folder and database; the first time the traders register. `databaseUrl`: another way
   * to the same database.
   */
  start(databaseUrl?: string): Promise<ServerProcess>
  /** Before the first start: adds the short rule. */
  prepare(): Promise<void>
  /** All traders order, one order after another, until the server is gone or `isOver`. */
  order(running: ServerProcess, name: string, isOver?: () => boolean): Promise<void>
  /** Resolves with the next order acknowledged. */
  nextAcknowledged(): Promise<void>
  /** All that was acknowledged is there, all is settled, and receipts hold; stops the server. */
  settleAndStop(running: ServerProcess): Promise<void>
  /** The ledger balances, no contract is unfinished, and none is there that nobody sent. */
  audit(): Promise<void>
  inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** `databaseUrl` null: the embedded database. */
export async function createProcessTrading(databaseUrl: string | null): Promise<ProcessTrading> {
  const server = await bundleServer()
  const workerFile = await bundledWorker('pglite-worker')
  const folder = await mkdtemp(join(tmpdir(), 'truestrike-process-'))
  const traders: HttpTrader[] = []
  const sent: Sent[] = []
  let waiting: (() => void)[] = []

  const start = async (url = databaseUrl): Promise<ServerProcess> => {
    const running = await server.start({
      DATA_DIR: folder,
      FEED_SEED: '3ece6f5c38619bead21f11d5bc7aa31b',
      LOG_LEVEL: 'warn',
      LIMIT_ORDER_PER_MINUTE: '1000000',
      LIMIT_READ_PER_MINUTE: '1000000',
      LIMIT_LOG_PER_MINUTE: '1000000',
      LIMIT_SIGN_IN_PER_MINUTE: '1000000',
      LIMIT_WRITE_PER_MINUTE: '1000000',
      ...(url === null ? {} : { DATABASE_URL: url }),
    })
    if (traders.length === 0) await register(running)
    return running
  }
  const register = async (running: ServerProcess): Promise<void> => {
    const file = readFileSync(join(folder, 'first-run.json'), 'utf8')
    const { inviteCode } = JSON.parse(file) as { inviteCode: string }
    for (let at = 0; at < TRADERS; at += 1)
      traders.push(await createHttpTrader(running.address, `killed_${at}`, inviteCode))
  }
  const inDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = await openDatabase({
      databaseUrl,
      connectionsMax: 2,
      dataDir: folder,
      embeddedBuffersMb: 16,
      onTrouble: () => {},
      workerFile,
    })
    return work(db).finally(() => db.close())
  }
  const orderAs = async (
    trader: HttpTrader,
    { running, name, isOver }: { running: ServerProcess; name: string; isOver: () => boolean },
  ): Promise<void> => {
    for (let count = 0; !isOver(); count += 1) {
      const entry: Sent = { trader, order: orderOf(name, count), acknowledged: null, receipt: null }
      sent.push(entry)
      try {
        const answer = await trader.place(running.address, entry.order)
        if (!answer.success) {
          await delay(REFUSED_PAUSE_MS)
          continue
        }
        entry.acknowledged = answer.data.contract.id
        entry.receipt = answer.data.receipt
        for (const resolve of waiting) resolve()
        waiting = []
      } catch {
        return
      }
    }
  }
  return {
    sent,
    start,
    inDatabase,
    async prepare() {
      if (databaseUrl === null) await layDatabase(folder)
      await inDatabase(async (db) => {
        await migrate(db)
        await seedProducts(db, { source: 'simulated', forexAlwaysOpen: false })
        await addShortRule(db)
      })
    },
    async order(running, name, isOver = () => false) {
      await Promise.all(
        traders.map((trader, at) => orderAs(trader, { running, name: `${name}-t${at}`, isOver })),
      )
    },
    nextAcknowledged: () => new Promise((resolve) => void waiting.push(resolve)),
    async settleAndStop(running) {
      await Promise.all(
        traders.map((trader) =>
          allThere(
            running,
            sent.filter((entry) => entry.trader === trader),
          ),
        ),
      )
      await allSettled(running, traders)
      for (const entry of lastOfEach(sent)) await provenOf(running, entry)
      expect(await running.end('SIGTERM')).toBe(0)
    },
    audit: () => inDatabase((db) => auditContracts(db, sent)),
    async remove() {
      await server.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Of those a trader sends, one after another. */
export function orderOf(name: string, count: number, durationSeconds = DURATION_SECONDS): PlaceOrder {
  return {
    clientOrderId: `${name}-${count.toString().padStart(6, '0')}`,
    book: 'demo',
    symbol: 'BTCUSDT',
    direction: count % 2 === 0 ? 'up' : 'down',
    durationSeconds,
    stake: '1.000001',
    ruleVersion: 1,
  }
}

/** A rule short enough to expire between two kills, unless another duration is given. */
export async function addShortRule(
  db: Db,
  { durationSeconds = DURATION_SECONDS, openTimeoutMs = OPEN_TIMEOUT_MS } = {},
): Promise<void> {
  await putRule(db, {
    ...{ symbol: 'BTCUSDT', durationSeconds, stakeMaxMicros: 10_000_000n },
    ...{ windowMs: 300, openingDelayMs: 100, openTimeoutMs },
  })
}

/** Orders acknowledged shortly before a trader's server was gone. */
function lastOfEach(sent: readonly Sent[]): Sent[] {
  const rounds = new Map<string, Sent[]>()
  for (const entry of sent) {
    const name = entry.order.clientOrderId.replace(/-\d+$/, '')
    if (entry.acknowledged !== null) rounds.set(name, [...(rounds.get(name) ?? []), entry])
  }
  return [...rounds.values()].flatMap((round) => round.slice(-PROVEN_EACH))
}

/** The settlement receipt holds, and says what the order was acknowledged with. */
export async function provenOf(
  running: Pick<ServerProcess, 'address' | 'output'>,
  { trader, acknowledged, receipt }: Sent,
): Promise<void> {
  const deadline = performance.now() + START_AND_STOP_MS
  for (;;) {
    const shown = await trader.receipt(running.address, ensure(acknowledged))
    const keys = unwrap(parseSiteKeys(await trader.siteKeys(running.address)))
    const verdict = verifyReceipt(shown.receipt, keys)
    expect(verdict, JSON.stringify(shown.receipt)).toMatchObject({ ok: true })
    const { contract, acceptance } = shown.receipt as unknown as Record<string, unknown>
    expect({ contract, acceptance }).toEqual({ ...receipt, format: undefined, product: undefined })
    if (shown.state === 'settled') return
    if (performance.now() > deadline) throw new Error(`the receipt stays ${shown.state}\n${running.output()}`)
    await delay(100)
  }
}

/** Sent again, an acknowledged order answers with the same contract. */
export async function allThere(
  running: Pick<ServerProcess, 'address'>,
  sent: readonly Sent[],
): Promise<void> {
  for (const { trader, order, acknowledged: id, receipt } of sent) {
    if (id === null || receipt === null) continue
    const again = await trader.place(running.address, order)
    expect(again).toMatchObject({ success: true, data: { contract: { id }, receipt } })
  }
}

/** Waits until none of them has an open contract. */
export async function allSettled(
  running: Pick<ServerProcess, 'address' | 'output'>,
  traders: readonly HttpTrader[],
): Promise<void> {
  const deadline = performance.now() + START_AND_STOP_MS
  for (;;) {
    const pending = await Promise.all(traders.map((trader) => trader.listPending(running.address)))
    if (pending.flat().length === 0) return
    if (performance.now() > deadline)
      throw new Error(`${pending.flat().length} contracts are not settled\n${running.output()}`)
    await delay(100)
  }
}

/** The ledger balances, every contract has ended, and the log has every batch once. */
export async function auditContracts(db: Db, sent: readonly Sent[]): Promise<void> {
  const report = await auditLedger(db)
  expect(report.checks.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))).toEqual([])
  const rows = await db.query<{ state: string; n: bigint }>(
    'select state, count(*) as n from contracts group by state',
  )
  const counts = new Map(rows.map((row) => [row.state, Number(row.n)]))
  expect([...counts.keys()].filter((state) => state !== 'completed' && state !== 'cancelled')).toEqual([])
  expect(counts.get('completed')).toBeGreaterThan(0)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(sent.filter(({ acknowledged }) => acknowledged !== null).length)
  expect(total).toBeLessThanOrEqual(sent.length)
  await auditRoots(db)
}

/** Every batch has its root in the log of its product, once. */
async function auditRoots(db: Db): Promise<void> {
  const batches = await db.query<{ seqs: bigint[]; open: number[] }>(
    'select seqs, open_products as open from acceptance_batches',
  )
  expect(batches.filter(({ open }) => open.length > 0)).toEqual([])
  const roots = await rootsOf(db, 'BTCUSDT')
  expect(roots.map(({ seq }) => seq)).toEqual(
    batches.flatMap(({ seqs }) => seqs.map(Number)).sort((a, b) => a - b),
  )
  expect(new Set(roots.map(({ root }) => root)).size).toBe(batches.length)
}
