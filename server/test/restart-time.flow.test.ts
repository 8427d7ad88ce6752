import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensure } from '@truestrike/core/assert.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpTrader, type HttpTrader } from './http-trader.ts'
import { bundleServer, type ServerBundle, type ServerProcess } from './server-process.ts'
import { createDatabaseWithoutPast, testDatabaseUrl } from './test-database.ts'
import { orderOf } from './trading-app.ts'

const TRADERS = 4
/** Taken of each trader before the server ends. */
const ORDERS = 10
const TURNS = 2
/** A restart in order has no log to read again, and no leases that a dead process holds. */
const TIMES_RESTART_IN_ORDER_MAX = 1.5
/** Between two tries of an order that was refused or not answered. */
const LOOK_MS = 10

let bundle: ServerBundle
beforeAll(async () => {
  bundle = await bundleServer()
})
afterAll(() => bundle.remove())

/** Orders, one after another, until the server is gone; `begun` resolves once `ORDERS` were taken. */
function orderUntilGone({ address }: ServerProcess, trader: HttpTrader) {
  let tell = (): void => {}
  const begun = new Promise<void>((resolve) => {
    tell = resolve
  })
  const run = async (): Promise<void> => {
    for (let taken = 0; ; ) {
      const answer = await trader.place(address, orderOf()).catch(() => null)
      if (answer === null) return
      if (answer.success) taken += 1
      else await delay(LOOK_MS)
      if (taken === ORDERS) tell()
    }
  }
  return { begun, ended: run() }
}

async function untilTaken({ address }: ServerProcess, trader: HttpTrader): Promise<void> {
  while (!(await trader.place(address, orderOf())).success) await delay(LOOK_MS)
}

test.each(['embedded database', ...(testDatabaseUrl === undefined ? [] : ['PostgreSQL'])])(
  `[O11] after kill -9 while orders are placed a server takes orders again in at most ${TIMES_RESTART_IN_ORDER_MAX} times what a restart in order takes: %s`,
  { timeout: 300_000 },
  async (kind) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'truestrike-restart-'))
    const isEmbedded = kind === 'embedded database'
    const database = isEmbedded ? null : await createDatabaseWithoutPast(ensure(testDatabaseUrl))
    const env = {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      LIMIT_ORDER_PER_MINUTE: '100000',
      ...(database === null ? {} : { DATABASE_URL: database.url }),
    }
    let running = await bundle.start(env)
    const { inviteCode } = JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8'))
    const traders: HttpTrader[] = []
    for (let at = 0; at < TRADERS; at += 1)
      traders.push(await createHttpTrader(running.address, `restart_${at}`, inviteCode))

    const tookMs: Record<'SIGTERM' | 'SIGKILL', number[]> = { SIGTERM: [], SIGKILL: [] }
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const orders = traders.map((trader) => orderUntilGone(running, trader))
        await Promise.all(orders.map(({ begun }) => begun))
        await running.end(signal)
        await Promise.all(orders.map(({ ended }) => ended))
        const fromMs = performance.now()
        running = await bundle.start(env)
        await untilTaken(running, ensure(traders[0]))
        tookMs[signal].push(performance.now() - fromMs)
      }
    }
    console.log(`restarts on the ${kind}, ms:`, tookMs)
    expect(Math.min(...tookMs.SIGKILL)).toBeLessThan(TIMES_RESTART_IN_ORDER_MAX * Math.min(...tookMs.SIGTERM))
    await running.end('SIGKILL')
    await database?.drop()
    await rm(dataDir, { recursive: true })
  },
)
