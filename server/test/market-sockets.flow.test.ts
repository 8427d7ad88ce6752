import type { TickItem } from '@truestrike/protocol/frames.ts'
import { listTicks } from '@truestrike/protocol/market-endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ start: true, listen: true })
})
afterEach(() => app.close())

async function tick(price: string): Promise<void> {
  app.feed.push('BTCUSDT', price)
  await app.clock.advance(200)
}

test('[S2] after a reconnect nothing is missed: ticks after the last seq come first, then the new ones', async () => {
  const first = await app.socket('/trade')
  first.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT' })
  await first.next('subscribed')
  await tick('50000.00')
  const seen = (await first.next('ticks')).items.at(-1) as TickItem
  first.terminate()
  for (let step = 1; step <= 5; step += 1) await tick(`5000${step}.00`)
  const second = await app.socket('/trade')
  second.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT', afterSeq: seen[2], epoch: seen[1] })
  const resumed = await second.next('ticks')
  expect(resumed.items.map((item) => item[5])).toEqual([
    '50001.00',
    '50002.00',
    '50003.00',
    '50004.00',
    '50005.00',
  ])
  await second.next('subscribed')
  await tick('50006.00')
  const next = await second.next('ticks')
  const chain = [seen, ...resumed.items, ...next.items]
  // Each names the tick before it: no reader can miss one unnoticed.
  for (const [index, item] of chain.slice(1).entries()) expect(item[3]).toBe(chain[index]?.[2])
})

test('[S2] [K2] who was away for longer than memory goes back starts anew: no guest makes the log be read', async () => {
  for (const price of ['50000.00', '50001.00', '50002.00']) await tick(price)
  const product = app.app.market.service.productOf('BTCUSDT')
  const [first, , last] = product.newestTicks(3) as [TickItem, TickItem, TickItem]
  // Memory begins anew behind a gap.
  const [symbol, epoch, seq, , timeMs, price, volume, hash] = last
  const newest: TickItem = [symbol, epoch, seq + 2, seq + 1, timeMs, price, volume, hash]
  product.show(newest)
  const socket = await app.socket('/trade')
  socket.send({ op: 'subscribe', channel: 'ticks', symbol, afterSeq: first[2], epoch })
  expect((await socket.next('ticks')).items).toEqual([newest])
})

test('[K2] [S-2] a subscription that is repeated costs only what is new; with a gap, or after leaving, it gets what is missing', async () => {
  for (const price of ['50000.00', '50001.00', '50002.00']) await tick(price)
  const product = app.app.market.service.productOf('BTCUSDT')
  const [first, second, third] = product.newestTicks(3) as [TickItem, TickItem, TickItem]
  const socket = await app.socket('/trade')
  /** Prices of the ticks that come between the answer and the answer to a ping behind it. */
  const pricesAfter = async (resume: { afterSeq?: number }): Promise<string[]> => {
    const from = socket.messages.length
    socket.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT', ...resume })
    await socket.next('subscribed')
    await socket.next('tickers')
    // Refused behind it, in the order of the messages.
    socket.send({ op: 'subscribe', channel: 'ticks', symbol: 'NOPEUSDT' })
    await socket.next('error')
    return socket.messages
      .slice(from)
      .flatMap((each) => (each.type === 'ticks' ? each.items : []))
      .map((item) => item[5])
  }
  expect(await pricesAfter({ afterSeq: second[2] })).toEqual(['50002.00'])
  expect(await pricesAfter({ afterSeq: second[2] })).toEqual([])
  expect(await pricesAfter({})).toEqual([])
  await tick('50003.00')
  await socket.next('ticks', ({ items }) => items.at(-1)?.[5] === '50003.00')
  expect(await pricesAfter({ afterSeq: third[2] })).toEqual([])
  // Its reader stands before what was sent.
  expect(await pricesAfter({ afterSeq: first[2] })).toEqual(['50001.00', '50002.00', '50003.00'])
  expect(await pricesAfter({ afterSeq: first[2] })).toEqual([])
  socket.send({ op: 'unsubscribe', channel: 'ticks', symbol: 'BTCUSDT' })
  expect(await pricesAfter({ afterSeq: second[2] })).toEqual(['50002.00', '50003.00'])
})

test('[S2] what another process has missed is read from the log, with the same hash', async () => {
  await tick('50000.00')
  await tick('50001.00')
  await tick('50002.00')
  const { service } = app.app.market
  const product = service.productOf('BTCUSDT')
  const held = product.newestTicks(3)
  const fromLog = await service.ticksAfterInLog(product, held[0]?.[2] ?? 0)
  expect(fromLog).toEqual(held.slice(1))
})

test('[M4] [S2] the market list gets a snapshot, then the newest tick of what moved, and every change of a status', async () => {
  const list = await app.socket('/ws')
  list.send({ op: 'subscribe', channel: 'tickers' })
  const snapshot = await list.next('tickers')
  expect(snapshot.items).toHaveLength(21)
  expect(snapshot.items.find((item) => item.symbol === 'BTCUSDT')).toMatchObject({
    status: 'stale',
    price: null,
  })
  await tick('50000.00')
  // Lists are sent what moved a little later.
  await app.clock.advance(100)
  expect((await list.next('ticks')).items.map((item) => [item[0], item[5]])).toEqual([
    ['BTCUSDT', '50000.00'],
  ])
  const opened = await list.next('tickers', (message) => message.items.length === 1)
  expect(opened.items[0]).toMatchObject({ symbol: 'BTCUSDT', status: 'open' })
  await app.clock.advance(3_500)
  const stale = await list.next('tickers', (message) => message.items.length === 1)
  expect(stale.items[0]).toMatchObject({ symbol: 'BTCUSDT', status: 'stale', price: '50000.00' })
})

test('[P1] the trade socket tells the watermark every second, also without ticks', async () => {
  const trade = await app.socket('/trade')
  trade.send({ op: 'subscribe', channel: 'ticks', symbol: 'ETHUSDT' })
  await trade.next('subscribed')
  await app.clock.advance(2_500)
  const first = await trade.next('watermark')
  const second = await trade.next('watermark')
  expect(second.timeMs - first.timeMs).toBeGreaterThanOrEqual(1_000)
  expect(second.timeMs - first.timeMs).toBeLessThanOrEqual(1_250)
})

test('[P1] an unknown symbol is refused with its own code, on the socket and in calls', async () => {
  const trade = await app.socket('/trade')
  trade.send({ op: 'subscribe', channel: 'ticks', symbol: 'NOPEUSDT' })
  expect((await trade.next('error')).code).toBe('PRODUCT_NOT_FOUND')
  expect(await app.client().refused(listTicks, { query: { symbol: 'NOPEUSDT' } })).toBe('PRODUCT_NOT_FOUND')
})
