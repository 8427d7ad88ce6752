import { ensure } from '@truestrike/core/assert.ts'
import { expect, test } from 'vitest'
import { createProcessTrading, type ProcessTrading, TRADERS } from './process-trading.ts'
import type { ServerProcess } from './server-process.ts'
import { createDatabaseWithoutPast, testDatabaseUrl } from './test-database.ts'

/** Taken before the server ends. */
const ORDERS = 10 * TRADERS
const TURNS = 2
/** A restart in order has no log to read again, and no leases that a dead process holds. */
const TIMES_RESTART_IN_ORDER_MAX = 1.5

/** Ends a server once orders were taken; answers what passes until the next one takes an order, in ms. */
async function restart(
  trading: ProcessTrading,
  running: ServerProcess,
  { name, signal }: { name: string; signal: 'SIGTERM' | 'SIGKILL' },
): Promise<{ running: ServerProcess; tookMs: number }> {
  const ordering = trading.order(running, name)
  for (let taken = 0; taken < ORDERS; taken += 1) await trading.nextAcknowledged()
  await running.end(signal)
  await ordering
  const fromMs = performance.now()
  const next = await trading.start()
  const isTaken = trading.nextAcknowledged()
  let isOver = false
  const first = trading.order(next, `${name}-again`, () => isOver)
  await isTaken
  const tookMs = performance.now() - fromMs
  isOver = true
  await first
  return { running: next, tookMs }
}

const kinds = ['embedded database', ...(testDatabaseUrl === undefined ? [] : ['PostgreSQL'])]

test.each(kinds)(
  '[O11] after kill -9 while orders are placed a server takes orders again in at most one and a half times what a restart in order takes: %s',
  { timeout: 300_000 },
  async (kind) => {
    const isEmbedded = kind === 'embedded database'
    const database = isEmbedded ? null : await createDatabaseWithoutPast(ensure(testDatabaseUrl))
    const trading = await createProcessTrading(database?.url ?? null)
    await trading.prepare()
    let running = await trading.start()
    const tookMs: Record<'SIGTERM' | 'SIGKILL', number[]> = { SIGTERM: [], SIGKILL: [] }
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const restarted = await restart(trading, running, { name: `${signal}-${turn}`, signal })
        running = restarted.running
        tookMs[signal].push(restarted.tookMs)
      }
    }
    console.log(`restarts on the ${kind}, ms:`, tookMs)
    expect(Math.min(...tookMs.SIGKILL)).toBeLessThan(TIMES_RESTART_IN_ORDER_MAX * Math.min(...tookMs.SIGTERM))
    await trading.remove()
    await database?.drop()
  },
)
