import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Ticker } from '@truestrike/protocol/market-endpoints.ts'
import { expect, test } from 'vitest'
import { LivePrices } from './live-prices.ts'
import { TickStream } from './tick-stream.ts'

const ticker: Ticker = {
  symbol: 'BTCUSDT',
  status: 'open',
  epoch: 2,
  seq: 100,
  timeMs: 1_000,
  price: '100.00',
  open24h: '90.00',
  high24h: '101.00',
  low24h: '89.00',
  volume24h: '5',
  hash: null,
}
const tick = (epoch: number, seq: number, price: string, prev = seq - 1): TickItem => [
  'BTCUSDT',
  epoch,
  seq,
  prev,
  2_000 + seq,
  price,
  '1',
  'h',
]

test('[M4] listeners hear once a frame, with the newest price; older epochs and numbers are dropped', () => {
  const frames: (() => void)[] = []
  const prices = new LivePrices((run) => frames.push(run))
  prices.applyTickers([ticker])
  const heard: (string | null | undefined)[] = []
  prices.subscribe('BTCUSDT', () => heard.push(prices.get('BTCUSDT')?.price))
  prices.applyTicks([tick(2, 101, '102.50'), tick(2, 102, '88.10')])
  prices.applyTicks([tick(1, 500, '1.00'), tick(2, 102, '7.00'), tick(2, 90, '8.00')])
  expect(frames).toHaveLength(1)
  frames[0]?.()
  expect(heard).toEqual(['88.10'])
  expect(prices.get('BTCUSDT')).toMatchObject({ seq: 102, high24h: '102.50', low24h: '88.10' })
})

test('[M4] a snapshot brings its 24 h figures but never an older price', () => {
  const prices = new LivePrices(() => undefined)
  prices.applyTickers([ticker])
  prices.applyTicks([tick(2, 120, '99.00')])
  prices.applyTickers([{ ...ticker, seq: 110, price: '98.00', volume24h: '6', status: 'stale' }])
  expect(prices.get('BTCUSDT')).toMatchObject({ seq: 120, price: '99.00', volume24h: '6', status: 'stale' })
})

test('[M4] [X4] a price grows stale by itself, and the next one makes it fresh', () => {
  const prices = new LivePrices(() => undefined)
  const state = (symbol: string) => prices.get(symbol)?.status
  prices.applyTickers([ticker, { ...ticker, symbol: 'EURUSDT', status: 'closed' }])
  prices.ageTo(1_000_000)
  expect(state('BTCUSDT')).toBe('open')
  for (const symbol of ['BTCUSDT', 'EURUSDT']) prices.setStaleAfter(symbol, 3_000)
  prices.ageTo(4_000)
  expect(state('BTCUSDT')).toBe('open')
  prices.ageTo(4_001)
  expect([state('BTCUSDT'), state('EURUSDT')]).toEqual(['stale', 'closed'])
  prices.applyTicks([tick(2, 3_000, '102.50')])
  prices.ageTo(5_100)
  expect(state('BTCUSDT')).toBe('open')
})

test('[S2] the stream gives every tick once and in order, and tells of a missing one', () => {
  const gaps: string[] = []
  const stream = new TickStream((symbol) => gaps.push(symbol))
  const seen: number[] = []
  const leave = stream.listen('BTCUSDT', (items) => seen.push(...items.map((item) => item[2])))
  expect(stream.position('BTCUSDT')).toBeNull()
  stream.apply([tick(2, 10, '1.00'), tick(2, 11, '1.00')])
  // Resent after a reconnect, an older owner of the product, then one with a hole before it.
  stream.apply([tick(2, 11, '1.00'), tick(1, 99, '1.00'), tick(2, 12, '1.00'), tick(2, 15, '1.00', 14)])
  expect(seen).toEqual([10, 11, 12, 15])
  expect(gaps).toEqual(['BTCUSDT'])
  expect(stream.position('BTCUSDT')).toEqual({ afterSeq: 15, epoch: 2 })
  leave()
  expect(stream.position('BTCUSDT')).toBeNull()
})
