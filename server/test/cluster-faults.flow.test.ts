import { loadavg } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { ensure } from '@truestrike/core/assert.ts'
import type { Candle } from '@truestrike/protocol/market-endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHashedEntries } from '../src/market/read-log.ts'
import { checkAuditChain } from '../src/platform/audit-chain.ts'
import {
  type Cluster,
  databaseNowMs,
  FAULT_WAIT_MS,
  handOverSince,
  holdLock,
  type LogEnd,
  logEnd,
  type Member,
  NEXT_MIGRATION,
  noteMoves,
  standstillSince,
  startCluster,
  takenOver,
  waitsForLock,
} from './cluster-rig.ts'
import { addTradersRule, type ClusterTrader, startTrader } from './cluster-traders.ts'
import { startOwnServices } from './own-services.ts'
import { allSettled, allThere, auditContracts, provenOf } from './process-trading.ts'
import { readProducts } from './second-trading.ts'
import { testDatabaseUrl } from './test-database.ts'

const natsUrl = process.env.TEST_NATS_URL
const TRADERS = 4
/**
 * How long prices may stand still when an engine is lost, in ms. What is promised is 5 s (O5, docs/operations.md, with what
 * was measured); here two other stories run on the same two cores.
 */
const STANDSTILL_MAX_MS = 12_000
/**
 * How long what an engine gives up when it is stopped in order may wait for another one, in ms: who stands by looks every
 * 500 ms, and three of these looks may be lost to a machine where everything together stood still for 1.7 s (load 15). It
 * is less than what a lease that nobody gives up has left, 2 s and more, and reading what was taken is not in it. How long
 * prices stand still tells less: on one machine 1.8 s with and 2.6 s without.
 */
const HAND_OVER_MAX_MS = 2_000
const ENTRIES_MAX = 100_000
const COMMIT_LOCK = 7_482_913_099n
/** Of the orders of a trader, through all faults, each so many-th receipt is verified. */
const PROVEN_EVERY = 10
/** How long an engine stands still, in ms. */
const STOPPED_MS = 10_000

let cluster: Cluster
let services: Awaited<ReturnType<typeof startOwnServices>>
let traders: ClusterTrader[] = []

const patience = { timeout: FAULT_WAIT_MS, interval: 100 }

async function becomes(status: number, ...members: readonly Member[]): Promise<void> {
  for (const member of members)
    try {
      await expect.poll(() => member.readiness(), { ...patience, message: member.name }).toBe(status)
    } catch (error) {
      console.log(`${member.name}: ${member.running.output()}`)
      throw error
    }
}

/** The log goes on for a second and more. */
async function goesOn(from: LogEnd): Promise<void> {
  await expect
    .poll(async () => (await logEnd(cluster.db)).timeMs - from.timeMs, patience)
    .toBeGreaterThan(1_000)
}

/** Since a fault the prices of no product stood still for longer than may be. */
async function movedInTime(sinceMs: number, fault: string): Promise<void> {
  const stoodMs = await standstillSince(cluster.db, sinceMs)
  console.log(`stood still for ${stoodMs} ms: ${fault} (load ${ensure(loadavg()[0]).toFixed(1)})`)
  expect(stoodMs).toBeLessThan(STANDSTILL_MAX_MS)
}

// The embedded database has one process, and one process needs no bus.
describe.skipIf(testDatabaseUrl === undefined || natsUrl === undefined)(
  'four processes and their faults',
  () => {
    beforeAll(async () => {
      services = await startOwnServices()
      cluster = await startCluster(
        services?.postgres.url ?? ensure(testDatabaseUrl),
        services?.nats.url ?? ensure(natsUrl),
      )
      await noteMoves(cluster.db)
      await addTradersRule(cluster.db)
      const { edges, inviteCode } = cluster
      traders = await Promise.all(
        Array.from({ length: TRADERS }, (_, at) =>
          startTrader(edges, `cluster_${at}`, { home: at % 2, inviteCode }),
        ),
      )
      await Promise.all(traders.map((trader) => trader.nextAcknowledged()))
    }, 2 * FAULT_WAIT_MS)
    afterAll(async () => {
      for (const { page } of traders) page.close()
      await cluster?.close()
      await services?.postgres.remove()
      await services?.nats.remove()
    })

    test('[O4] [O5] kill -9 of an engine inside a commit: what it stored and could not tell is told, another one goes on in time', {
      timeout: 2 * FAULT_WAIT_MS,
    }, async () => {
      const { db, engines } = cluster
      const [owner] = engines
      await db.exec(`
      create function hold_commit() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(${COMMIT_LOCK}); return null; end $$;
      create constraint trigger hold_commit after insert on log_tail deferrable initially deferred
        for each row execute function hold_commit();`)
      const release = await holdLock(db, `select pg_advisory_xact_lock(${COMMIT_LOCK})`)
      await waitsForLock(db, 'commit')
      const before = await logEnd(db)
      const killedMs = await databaseNowMs(db)
      await owner.kill()
      await release()
      await expect.poll(async () => (await logEnd(db)).lastSeq, patience).toBeGreaterThan(before.lastSeq)
      await db.exec('drop trigger hold_commit on log_tail')
      await takenOver(db, before)
      await movedInTime(killedMs, 'killed')
    })

    test('[O4] [O5] it comes back as the next version, whose schema the older processes go on with', {
      timeout: 2 * FAULT_WAIT_MS,
    }, async () => {
      const { db, engines, members } = cluster
      await engines[0].start(true)
      const [newest] = await db.query<{ name: string }>(
        'select name from schema_migrations order by number desc limit 1',
      )
      expect(newest?.name).toBe(NEXT_MIGRATION.name)
      await becomes(200, ...members)
      await Promise.all(traders.map((trader) => trader.nextAcknowledged()))
    })

    test('[O5] an engine that stands still inside a transaction holds nobody up, and writes nothing when it wakes', {
      timeout: 2 * FAULT_WAIT_MS,
    }, async () => {
      const { db, engines } = cluster
      const [, owner] = engines
      const release = await holdLock(db, 'lock table log_tail in share row exclusive mode')
      await waitsForLock(db, '%market_append%')
      const before = await logEnd(db)
      const stoppedMs = await databaseNowMs(db)
      owner.signal('SIGSTOP')
      await release()
      const after = await takenOver(db, before)
      await movedInTime(stoppedMs, 'stopped')
      await expect
        .poll(async () => (await logEnd(db)).timeMs - before.timeMs, patience)
        .toBeGreaterThan(STOPPED_MS)
      owner.signal('SIGCONT')
      await expect.poll(() => owner.running.output(), patience).toMatch(/"warn".*market: fenced/)
      expect(owner.running.output()).not.toMatch(/"error".*market: fenced/)
      await becomes(200, owner)
      await goesOn(after)
      expect((await logEnd(db)).epoch).toBe(after.epoch)
    })

    test('[O4] [O5] an engine that is cut off PostgreSQL lets its products go, and stands by when it is back', {
      timeout: 2 * FAULT_WAIT_MS,
    }, async () => {
      const { db, engines } = cluster
      const [owner] = engines
      const before = await logEnd(db)
      const cutMs = await databaseNowMs(db)
      owner.database.cut()
      const after = await takenOver(db, before)
      await movedInTime(cutMs, 'cut off')
      await becomes(503, owner)
      owner.database.mend()
      await becomes(200, owner)
      await goesOn(after)
      expect((await logEnd(db)).epoch).toBe(after.epoch)
    })

    test('[O3] [S2] an edge that is cut off NATS says so, takes orders all the same, and makes good what it missed', {
      timeout: 2 * FAULT_WAIT_MS,
    }, async () => {
      const [edge] = cluster.edges
      edge.bus.cut()
      await becomes(503, edge)
      await ensure(traders[0]).nextAcknowledged()
      await goesOn(await logEnd(cluster.db))
      edge.bus.mend()
      await becomes(200, edge)
    })

    test('[O4] [S2] kill -9 of an edge: its users go on at another one', {
      timeout: 2 * FAULT_WAIT_MS,
    }, async () => {
      const [, edge] = cluster.edges
      const ofEdge = traders.filter((_, at) => at % 2 === 1)
      await edge.kill()
      await Promise.all(ofEdge.map((trader) => trader.nextAcknowledged()))
      for (const { page } of ofEdge) await expect.poll(() => page.connections, patience).toBeGreaterThan(1)
      await edge.start(true)
    })

    test('[O3] [O4] NATS dies and comes back, then PostgreSQL does', {
      timeout: 3 * FAULT_WAIT_MS,
    }, async (context) => {
      if (services === null) return context.skip('the programs of PostgreSQL and NATS are not installed here')
      const { db, members } = cluster
      for (const service of [services.nats, services.postgres]) {
        await service.kill()
        await becomes(503, ...members)
        await service.start()
        await becomes(200, ...members)
        await goesOn(await logEnd(db))
        await Promise.all(traders.map((trader) => trader.nextAcknowledged()))
      }
    })

    test('[O4] [O5] what is left of the older version is stopped in order while orders go on: it hands its products over, and no lease has to run out', {
      timeout: 2 * FAULT_WAIT_MS,
    }, async () => {
      const { db, engines, edges } = cluster
      // After all that went before either may have the products: those of the next version stand by when it is back.
      expect(await engines[0].stop()).toBe(0)
      await goesOn(await logEnd(db))
      await engines[0].start(true)
      const [before, sinceMs] = [await logEnd(db), await databaseNowMs(db)]
      expect(await engines[1].stop()).toBe(0)
      expect(await edges[0].stop()).toBe(0)
      await takenOver(db, before)
      await movedInTime(sinceMs, 'stopped in order')
      const tookMs = await handOverSince(db, sinceMs)
      console.log(`handed over within ${tookMs} ms`)
      expect(tookMs).toBeLessThan(HAND_OVER_MAX_MS)
      await Promise.all(traders.map((trader) => trader.nextAcknowledged()))
    })

    test('[O4] [O5] [T8] [T11] [S2] [F8] after all of it nothing acknowledged is lost, everything has ended and been told, and every page saw one log', {
      timeout: 3 * FAULT_WAIT_MS,
    }, async () => {
      const { db, edges } = cluster
      await Promise.all(traders.map((trader) => trader.endOrders()))
      const sent = traders.flatMap((trader) => trader.sent)
      await allSettled(
        edges[1].running,
        traders.map(({ trader }) => trader),
      )
      await Promise.all(traders.map((trader) => allThere(edges[1].running, trader.sent)))
      await auditContracts(db, sent)
      for (const { sent: own } of traders)
        for (const order of own.filter((_, at) => at % PROVEN_EVERY === 0))
          await provenOf(edges[1].running, order)
      expect((await checkAuditChain(db)).fault).toBeNull()
      for (const trader of traders) await toldOfAll(trader)
      await sawTheLog()
      await sameCandles([cluster.engines[0], edges[1]])
      for (const { running } of cluster.members)
        expect(running.output()).not.toMatch(/"(uncaught|unhandled)"/)
    })
  },
)

/** Every contract of the trader ended on the trader's page too. */
async function toldOfAll({ sent, page }: ClusterTrader): Promise<void> {
  const untold = () =>
    sent.filter(({ acknowledged: id }) => !/^(completed|cancelled)$/.test(page.states.get(ensure(id)) ?? ''))
  await expect.poll(untold, patience).toEqual([])
}

/** The numbers of the log are without holes, and each page has every tick between its first and its last one, as it stands there. */
async function sawTheLog(): Promise<void> {
  const { db } = cluster
  const product = ensure((await readProducts(cluster)).find('BTCUSDT'))
  for (const { page } of traders) page.close()
  const entries = await readHashedEntries(db, product.id, product, { fromSeq: 1, limit: ENTRIES_MAX })
  expect(entries.map(({ entry }) => entry.seq)).toEqual(entries.map((_, at) => at + 1))
  for (const { page } of traders) {
    expect(page.contradictions).toEqual([])
    const seqs = [...page.ticks.keys()]
    const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
    const logged = entries.flatMap(({ entry, hash }) =>
      entry.kind === 'tick' && entry.seq >= first && entry.seq <= last
        ? [[entry.seq, Buffer.from(hash).toString('base64url')]]
        : [],
    )
    expect(logged.length).toBeGreaterThan(50)
    expect(seqs.sort((a, b) => a - b).map((seq) => [seq, page.ticks.get(seq)?.[7]])).toEqual(logged)
  }
}

/** What every process says of the minutes that are over. */
async function sameCandles(members: readonly Member[]): Promise<void> {
  const read = async ({ running }: Member): Promise<Candle[]> => {
    const answer = await fetch(`${running.address}/api/market/candles?symbol=BTCUSDT&period=1m&limit=10`)
    return ((await answer.json()) as { data: { candles: Candle[] } }).data.candles
  }
  const ended = async (): Promise<Candle[][]> => {
    const all = await Promise.all(members.map(read))
    const overMs = Math.min(...all.map((candles) => ensure(candles.at(-1))[0]))
    return all.map((candles) => candles.filter(([openMs]) => openMs < overMs))
  }
  await expect
    .poll(async () => {
      const [first, ...others] = await ended()
      return others.flatMap((candles) => (isDeepStrictEqual(candles, first) ? [] : [{ candles, first }]))
    }, patience)
    .toEqual([])
}
