import { ensure } from '@truestrike/core/assert.ts'
import { isMark, MARK_KINDS } from '@truestrike/core/proof/hidden-marks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listHeaders } from '../src/market/log-blocks.store.ts'
import { readEntries } from '../src/market/read-log.ts'
import { readMarks } from '../src/market/read-marks.ts'
import { logByHand } from './log-by-hand.ts'
import { createTradingApp, START_PRICE, type TradingApp } from './trading-app.ts'

let app: TradingApp
beforeAll(async () => {
  app = await createTradingApp()
})
afterAll(() => app?.close())

const SYMBOL = 'BTCUSDT'
const logVoid = () =>
  logByHand(app, SYMBOL, (at) => ({
    ...{ kind: 'void', ...at, fromMs: at.timeMs - 10, toMs: at.timeMs - 1 },
    ...{ contractCount: 0, houseEffectMicros: 0n, reason: 'wrong prices' },
  }))
const changeSource = () => {
  Object.assign(app.feed, { source: app.feed.source === 'replay' ? 'simulated' : 'replay' })
  return app.run(500, START_PRICE)
}

test('[T8] [T11] marks found from header to header are those a look at every entry finds, wherever one begins and ends', {
  timeout: 120_000,
}, async () => {
  // None at all in the first blocks; several in one, in neighbours, blocks apart; the last ones not sealed yet.
  await app.run(25_000, START_PRICE)
  for (const [acts, restMs] of [
    [[logVoid], 500],
    [[logVoid, changeSource, logVoid], 35_000],
    [[changeSource], 11_000],
    [[changeSource, changeSource], 22_000],
    [[logVoid], 1_000],
    [[logVoid, changeSource], 500],
  ] as const) {
    for (const act of acts) {
      await act()
      await app.run(1_000, START_PRICE)
    }
    await app.run(restMs, START_PRICE)
  }
  const [product] = await app.db.query<{ id: number }>('select id from products where symbol = $1', [SYMBOL])
  const productId = ensure(product).id
  const entries = await readEntries(app.db, productId, { limit: 100_000 })
  const marked = entries.filter((entry) => MARK_KINDS.some((kind) => isMark(entry, kind)))
  const sealed = ensure((await listHeaders(app.db, productId, 'newest', 1))[0]).header.lastSeq
  expect(marked.filter(({ seq }) => seq > sealed).length).toBeGreaterThan(0)
  expect(marked.filter(({ seq }) => seq <= sealed).length).toBeGreaterThan(5)
  const edges = [0, ...marked.flatMap(({ seq }) => [seq - 1, seq, seq + 1]), ensure(entries.at(-1)).seq + 1]
  for (const afterSeq of edges)
    for (const beforeSeq of edges) {
      const found = await readMarks(app.db, productId, { afterSeq, beforeSeq })
      const between = marked.filter(({ seq }) => afterSeq < seq && seq < beforeSeq)
      expect(found, `between ${afterSeq} and ${beforeSeq}`).toEqual(between)
    }
})
