import { afterEach, expect, test, vi } from 'vitest'
import { JOIN, scriptedLog, sink, tick } from './scripted-log.ts'
import { SecondsFeed } from './seconds-feed.ts'

afterEach(() => vi.useRealTimers())

test('[T7] a short contract has a point a second from the public log and then from the ticks', async () => {
  const shown = sink()
  const entry = (seq: number, timeMs: number, price: string) => ({
    seq,
    kind: 'tick' as const,
    timeMs,
    price,
  })
  const feed = new SecondsFeed({
    precision: 2,
    fromMs: 1_000,
    // Pages are never full of ticks: watermarks lie between them.
    load: async ({ fromMs, fromSeq }) =>
      fromSeq === undefined
        ? { entries: [entry(1, (fromMs ?? 0) + 100, '1.00'), entry(2, 1_900, '1.50')], nextSeq: 3 }
        : { entries: [entry(fromSeq, 2_000, '2.00')], nextSeq: null },
    sink: shown,
  })
  await feed.start()
  feed.applyTicks([tick(4, 2_999, '2.50'), tick(5, 4_000, '3.00')])
  expect(shown.bars().map(({ timeSeconds, close }) => [timeSeconds, close])).toEqual([
    [1, 1.5],
    [2, 2.5],
    [4, 3],
  ])
})

test('[S2] [T7] a line that missed ticks is read on from the last number it knows, and loses none that come meanwhile', async () => {
  vi.useFakeTimers()
  const log = scriptedLog()
  for (let index = 0; index < 60; index += 1) log.add(1_000, 1_000 + index, 4)
  const asked: { fromMs?: number; fromSeq?: number; limit: number }[] = []
  let fails = false
  const shown = sink()
  const feed = new SecondsFeed({
    precision: 2,
    fromMs: 30_000,
    load: async (query) => {
      asked.push(query)
      if (fails) throw new Error('away')
      const { fromMs = 0, fromSeq = 0 } = query
      const found = log.ticks.filter((item) => item[4] >= fromMs && item[2] >= fromSeq)
      const entries = found.map(([, , seq, , timeMs, price]) => ({
        seq,
        kind: 'tick' as const,
        timeMs,
        price,
      }))
      // More pages than are read at once.
      const page = entries.slice(0, 100)
      return { entries: page, nextSeq: page.length < entries.length ? (page.at(-1)?.seq ?? 0) + 1 : null }
    },
    sink: shown,
  })
  const loading = feed.start()
  feed.applyTicks(log.ticks.slice(-20))
  await loading
  const lastSeq = log.head()
  for (let index = 0; index < 2_000; index += 1) log.add(500, 2_000 + index, 4)
  fails = true
  feed.applyTicks(log.ticks.slice(-JOIN))
  await vi.advanceTimersByTimeAsync(2_000)
  fails = false
  feed.applyTicks([log.add(500, 7_000)])
  await vi.advanceTimersByTimeAsync(30_000)
  feed.applyTicks([log.add(500, 7_100)])
  feed.stop()
  const closes = new Map<number, number>()
  for (const [, , , , timeMs, price] of log.ticks) {
    if (timeMs >= 30_000) closes.set(Math.floor(timeMs / 1_000), Number(price))
  }
  expect(shown.bars().map(({ timeSeconds, close }) => [timeSeconds, close])).toEqual([...closes])
  expect(asked.slice(0, 3)).toEqual([
    { fromMs: 30_000, limit: 5_000 },
    { fromSeq: lastSeq + 1, limit: 5_000 },
    { fromSeq: lastSeq + 1, limit: 5_000 },
  ])
})
