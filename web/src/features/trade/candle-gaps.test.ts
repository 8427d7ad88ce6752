import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { CandleFeed } from './candle-feed.ts'
import { feedOf, JOIN, scriptedLog, sink } from './scripted-log.ts'

afterEach(() => vi.useRealTimers())

test.each([
  ['three minutes', 3, 1],
  ['twenty minutes', 20, 2],
  ['six hours', 360, 3],
])('[S2] [M4] away for %s: the chart has no hole', async (_, minutes, loads) => {
  vi.useFakeTimers()
  const log = scriptedLog()
  for (let index = 0; index < 600; index += 1) log.add(1_000, 1_000 + index)
  const { feed, shown, queries } = feedOf((query) => log.page(query, log.head()))
  await feed.start()
  for (let index = 0; index < minutes * 6; index += 1) log.add(10_000, 1_200 + index)
  for (let index = 0; index < JOIN; index += 1) log.add(100, 1_100 + index)
  feed.applyTicks(log.ticks.slice(-JOIN))
  await vi.advanceTimersByTimeAsync(3_000)
  feed.stop()
  expect(shown.bars()).toEqual(log.bars())
  expect(queries).toHaveLength(1 + loads)
})

test('[S2] [M4] away for longer than the server gives at once: the feed begins anew, and scrolls back as ever', async () => {
  vi.useFakeTimers()
  const log = scriptedLog()
  for (let index = 0; index < 100; index += 1) log.add(1_000, 1_000 + index)
  const { feed, shown } = feedOf((query) => log.page(query, log.head()))
  await feed.start()
  for (let index = 0; index < 1_200; index += 1) log.add(60_000, 1_200 + index)
  feed.applyTicks(log.ticks.slice(-JOIN))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(shown.bars()).toEqual(log.bars().slice(-JOIN))
  for (let page = 0; page < 3; page += 1) await feed.loadOlder()
  feed.stop()
  expect(shown.bars()).toEqual(log.bars())
})

test('[S2] [M2] an older page that was under way when the feed began anew does not join it', async () => {
  vi.useFakeTimers()
  const log = scriptedLog()
  for (let index = 0; index < 400; index += 1) log.add(60_000, 1_000 + index)
  let answerOlder: () => void = () => undefined
  const shown = sink()
  const feed = new CandleFeed({
    period: '1m',
    precision: 2,
    load: async (query) => {
      const page = log.page(query, log.head())
      if (query.before === undefined) return page
      return new Promise((done) => {
        answerOlder = () => done(page)
      })
    },
    sink: shown,
  })
  await feed.start()
  const older = feed.loadOlder()
  for (let index = 0; index < 1_200; index += 1) log.add(60_000, 1_200 + index)
  feed.applyTicks(log.ticks.slice(-JOIN))
  await vi.advanceTimersByTimeAsync(3_000)
  answerOlder()
  await older
  feed.stop()
  expect(shown.bars()).toEqual(log.bars().slice(-JOIN))
})

test('[S2] [E5] candles that cannot be had are asked for until they are there', async () => {
  vi.useFakeTimers()
  const log = scriptedLog()
  for (let index = 0; index < 100; index += 1) log.add(1_000, 1_000 + index)
  let fails = false
  const { feed, shown } = feedOf((query) => {
    if (fails) throw new Error('away')
    return log.page(query, log.head())
  })
  await feed.start()
  fails = true
  for (let index = 0; index < 400; index += 1) log.add(1_000, 1_200 + index)
  feed.applyTicks(log.ticks.slice(-JOIN))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown.bars()).not.toEqual(log.bars())
  fails = false
  await vi.advanceTimersByTimeAsync(7_000)
  feed.stop()
  expect(shown.bars()).toEqual(log.bars())
})

test('[S2] [M4] a look at the newest candles that an absence overtook leaves no hole', async () => {
  vi.useFakeTimers()
  const log = scriptedLog()
  for (let index = 0; index < 100; index += 1) log.add(1_000, 1_000 + index)
  const { feed, shown } = feedOf((query) => log.page(query, log.head()))
  await feed.start()
  // A minute ends, and before its candles are asked for the machine sleeps for an hour: no tick has told of it yet.
  feed.applyTicks([log.add(30_000, 1_111)])
  for (let index = 0; index < 360; index += 1) log.add(10_000, 1_200 + index)
  await vi.advanceTimersByTimeAsync(2_000)
  feed.stop()
  expect(shown.bars()).toEqual(log.bars())
})

test('[S2] [M4] whatever is lost or late, in the end the bars are the candles of the log, volume and all', async () => {
  vi.useFakeTimers()
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('tick' as const),
      gapMs: fc.nat(40_000),
      cents: fc.integer({ min: 1, max: 9_999 }),
    }),
    fc.record({ kind: fc.constant('away' as const), count: fc.nat(30), gapMs: fc.nat(400_000) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(4_000) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 40 }),
      fc.infiniteStream(fc.record({ askMs: fc.nat(2_000), answerMs: fc.nat(2_000) })),
      async (events, delays) => {
        const log = scriptedLog()
        const shown = sink()
        const later = (ms: number) => new Promise((done) => setTimeout(done, ms))
        const feed = new CandleFeed({
          period: '1m',
          precision: 2,
          load: async (query) => {
            const { value: delay } = delays.next()
            await later(delay?.askMs ?? 0)
            const page = log.page(query, log.head())
            await later(delay?.answerMs ?? 0)
            return page
          },
          sink: shown,
        })
        void feed.start()
        for (const each of events) {
          if (each.kind === 'tick') feed.applyTicks([log.add(each.gapMs, each.cents, 3)])
          if (each.kind === 'wait') await vi.advanceTimersByTimeAsync(each.ms)
          if (each.kind === 'away') {
            for (let index = 0; index < each.count; index += 1) log.add(each.gapMs, 5_000 + index)
            feed.applyTicks([log.add(100, 4_000)])
          }
        }
        await vi.advanceTimersByTimeAsync(60_000)
        feed.stop()
        expect(shown.bars()).toEqual(log.bars())
      },
    ),
    { numRuns: 150 },
  )
})
