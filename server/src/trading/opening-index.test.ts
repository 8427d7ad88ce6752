import type { TickItem } from '@truestrike/protocol/frames.ts'
import { describe, expect, test } from 'vitest'
import { OpeningIndex } from './opening-index.ts'

const tick = (seq: number, prevTickSeq: number, timeMs: number, price = '100.00'): TickItem => [
  'BTCUSDT',
  1,
  seq,
  prevTickSeq,
  timeMs,
  price,
  '0.00',
  'h'.repeat(43),
]
const waiting = (id: bigint, openAfterSeq: number, fromMs: number) => ({
  id,
  openAfterSeq,
  fromMs,
  deadlineMs: fromMs + 5_000,
})

describe('opening index', () => {
  test('[T5] the first tick with a higher number and late enough opens, also when it was seen before the contract', () => {
    const index = new OpeningIndex(2)
    index.see([tick(10, 8, 1_000), tick(12, 10, 1_200, '100.01'), tick(13, 12, 1_400, '100.02')])
    index.add(waiting(1n, 10, 1_300))
    index.add(waiting(2n, 13, 1_300))
    expect(index.take()).toEqual([{ id: 1n, price: 10_002n, timeMs: 1_400, seq: 13 }])
    expect(index.take()).toEqual([])
    index.see([tick(15, 13, 1_600, '99.99')])
    expect(index.take()).toEqual([{ id: 2n, price: 9_999n, timeMs: 1_600, seq: 15 }])
    expect(index.size).toBe(0)
  })

  test('[T5] what it has not seen whole it leaves to the log', () => {
    const index = new OpeningIndex(2)
    index.see([tick(10, 8, 1_000)])
    index.add(waiting(1n, 7, 900))
    index.add(waiting(2n, 10, 900))
    // 11 to 13 were lost on the way.
    index.see([tick(14, 13, 1_400)])
    expect(index.take()).toEqual([])
    expect(index.hasTimedOut(5_900)).toBe(true)
    index.dropTimedOut(5_900)
    expect(index.size).toBe(0)
  })

  test('[T6] a tick past the time allowed opens nothing', () => {
    const index = new OpeningIndex(2)
    index.see([tick(10, 8, 1_000)])
    index.add(waiting(1n, 10, 1_300))
    index.see([tick(11, 10, 6_301)])
    expect(index.take()).toEqual([])
    expect(index.size).toBe(0)
  })

  test('it keeps a bounded number of ticks, and knows which it has forgotten', () => {
    const index = new OpeningIndex(2)
    for (let seq = 2; seq <= 2_000; seq += 1) index.see([tick(seq, seq - 1, seq * 100)])
    index.add(waiting(1n, 100, 0))
    index.add(waiting(2n, 1_990, 199_050))
    expect(index.take()).toEqual([{ id: 2n, price: 10_000n, timeMs: 199_100, seq: 1_991 }])
  })
})
