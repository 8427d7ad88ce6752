import { setTimeout as delay } from 'node:timers/promises'
import { ensure } from '@truestrike/core/assert.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headsOf } from '../src/market/log.store.ts'
import { createProcessTrading, type ProcessTrading, START_AND_STOP_MS } from './process-trading.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { createDatabaseWithoutPast, testDatabaseUrl } from './test-database.ts'

/** Longer than it takes until the log is packed the next time, so that this fails once. */
const OUTAGE_MS = 12_000

// The embedded database has no connection that could be cut.
describe.skipIf(testDatabaseUrl === undefined)('PostgreSQL is away for a while', () => {
  let database: Awaited<ReturnType<typeof createDatabaseWithoutPast>>
  let trading: ProcessTrading
  let proxy: TcpProxy
  beforeAll(async () => {
    database = await createDatabaseWithoutPast(ensure(testDatabaseUrl))
    trading = await createProcessTrading(database.url)
    const { hostname, port } = new URL(database.url)
    proxy = await openTcpProxy(hostname, Number(port || 5432))
  })
  afterAll(async () => {
    await trading.remove()
    proxy.close()
    await database.drop()
  })

  /** How far the logs of all products go, and how far they are packed. */
  async function logEnds(): Promise<{
    lastSeqs: Map<number, number>
    packedTo(seqs: Map<number, number>): boolean
  }> {
    return trading.inDatabase(async (db) => {
      const ids = await db.query<{ id: number }>('select id from products')
      const heads = [
        ...(
          await headsOf(
            db,
            ids.map(({ id }) => id),
          )
        ).values(),
      ]
      return {
        lastSeqs: new Map(heads.map(({ productId, lastSeq }) => [productId, lastSeq])),
        packedTo: (seqs) =>
          heads.every(({ productId, blockedSeq }) => blockedSeq >= ensure(seqs.get(productId))),
      }
    })
  }

  test('[O4] [T4] [T8] [F8] cut off while ordering and settling: nothing acknowledged is lost, all is settled, the log is packed on', {
    timeout: 3 * START_AND_STOP_MS,
  }, async () => {
    await trading.prepare()
    const url = new URL(database.url)
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    const running = await trading.start(url.href)
    let isOver = false
    const begun = trading.nextAcknowledged()
    const ordering = trading.order(running, 'cut', () => isOver)
    await begun
    await delay(1_000)

    proxy.cut()
    await delay(OUTAGE_MS)
    const readiness = await fetch(`${running.address}/readyz`)
    expect(readiness.status).toBe(503)
    const { lastSeqs } = await logEnds()
    proxy.mend()

    await trading.nextAcknowledged()
    isOver = true
    await ordering
    await expect
      .poll(async () => (await logEnds()).packedTo(lastSeqs), { timeout: 30_000, interval: 500 })
      .toBe(true)
    await trading.settleAndStop(running)
    await trading.audit()
  })
})
