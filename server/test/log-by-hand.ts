import { ensure } from '@truestrike/core/assert.ts'
import { leafHash } from '@truestrike/core/canonical-bytes.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { packEntries } from '@truestrike/core/packed-log.ts'
import { nextRunningHash } from '@truestrike/core/running-hash.ts'
import { appendToLog } from '../src/market/log.store.ts'
import type { TestApp } from './test-app.ts'

/** Logs an entry by hand, as an engine would. */
export async function logByHand(
  { app, clock, db }: Pick<TestApp, 'app' | 'clock' | 'db'>,
  symbol: string,
  entry: (at: { seq: number; timeMs: number }) => LogEntry,
): Promise<void> {
  const { engine } = app.market
  const lane = ensure(engine.lanes.find(({ product }) => product.symbol === symbol))
  await engine.inTurn(async () => {
    const head = ensure(lane.head)
    const logged = entry({ seq: head.lastSeq + 1, timeMs: clock.nowMs() })
    const hash = nextRunningHash(head.hash, leafHash(logged, lane.logProduct))
    const after = { ...head, lastSeq: logged.seq, lastTimeMs: logged.timeMs, hash }
    const append = { head: after, firstSeq: logged.seq, packed: packEntries([logged]), batches: [] }
    await db.tx((sql) => appendToLog(sql, [append]))
    engine.forget()
  })
}
