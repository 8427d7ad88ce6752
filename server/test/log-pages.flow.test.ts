import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fillLog } from './full-log.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Of six entries each: more than one page has. */
const BLOCKS = 200

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ start: false })
  await fillLog(app, 'BTCUSDT', BLOCKS)
  await app.app.start()
})
afterAll(() => app.close())

test('[K4] [P1] [S-2] a page of the log is read, worded and written in parts, in the turns of the caller’s address', async () => {
  const turns = vi.spyOn(app.app.http.turns, 'next')
  const answer = await app.client().raw('GET', '/api/market/ticks?symbol=BTCUSDT')
  // A thousand entries: 500 at a time are unpacked and worded, 200 written.
  expect(turns.mock.calls.map(([address]) => address)).toEqual(
    Array.from({ length: 1 + 1 + 4 }, () => '127.0.0.1'),
  )
  turns.mockRestore()
  const page = await app.app.market.service.listTicks({ symbol: 'BTCUSDT' })
  expect(page.entries).toHaveLength(1_000)
  expect(answer.body).toBe(`{"success":true,"data":${JSON.stringify(page)}}`)
})
