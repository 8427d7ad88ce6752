import { findLogFault } from '@truestrike/core/log-excerpt.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AcceptedRoot, draftEntries, WATERMARK_EVERY_MS } from './draft-entries.ts'
import type { RawTick } from './feed.ts'
import type { LogHead } from './log.store.ts'
import { OutlierGuard } from './outlier-guard.ts'

const HEAD: LogHead = {
  productId: 1,
  epoch: 1,
  lastSeq: 10,
  lastTimeMs: 1_000,
  lastTickSeq: 9,
  lastTickTimeMs: 950,
  lastTickPrice: 100_000n,
  lastTradeId: 50,
  watermarkMs: 999,
  hash: new Uint8Array(32),
  source: 'simulated',
  blockedSeq: 0,
  productVersion: 1,
}

const tick = (dueMs: number, tradeId: number, price = 100_000n, volumeMicros = 1n): RawTick => ({
  productId: 1,
  dueMs,
  sourceTimeMs: dueMs - 7,
  price,
  volumeMicros,
  tradeId,
})

const draft = (ticks: RawTick[], beforeMs: number, head = HEAD) =>
  draftEntries({ head, source: 'simulated', guard: new OutlierGuard(1_000), ticks, roots: [], beforeMs })

const rootAt = (acceptedAtMs: number): AcceptedRoot => ({
  root: `root of ${acceptedAtMs}`,
  count: 3,
  acceptedAtMs,
})

test('[M4] all ticks of a slot become one: the last by trade id, with the volume of all', () => {
  const { entries, head } = draft(
    [tick(1_110, 53, 100_300n, 4n), tick(1_190, 52, 100_200n, 2n), tick(1_105, 51)],
    1_200,
  )
  expect(entries).toEqual([
    {
      kind: 'tick',
      seq: 11,
      timeMs: 1_190,
      price: 100_300n,
      volumeMicros: 7n,
      source: 'simulated',
      firstTradeId: 51,
      lastTradeId: 53,
      sourceTimeMs: 1_103,
    },
    { kind: 'watermark', seq: 12, timeMs: 1_199 },
  ])
  expect(head).toMatchObject({
    lastSeq: 12,
    lastTimeMs: 1_199,
    lastTickSeq: 11,
    lastTradeId: 53,
    watermarkMs: 1_199,
  })
})

test('[M4] ticks of two slots stay two', () => {
  const { entries } = draft([tick(1_150, 51), tick(1_250, 52)], 1_300)
  expect(entries.map((entry) => [entry.kind, entry.timeMs])).toEqual([
    ['tick', 1_150],
    ['watermark', 1_199],
    ['tick', 1_250],
    ['watermark', 1_299],
  ])
})

test('[M5] a tick that was there before or comes out of order is logged as rejected', () => {
  const { entries, head } = draft([tick(1_010, 50), tick(1_150, 60), tick(1_250, 55)], 1_300)
  expect(entries.map((entry) => [entry.kind, entry.kind === 'rejected' ? entry.rule : null])).toEqual([
    ['rejected', 'order'],
    ['tick', null],
    ['watermark', null],
    ['rejected', 'order'],
    ['watermark', null],
  ])
  expect(head.lastTickPrice).toBe(100_000n)
  expect(head.lastTradeId).toBe(60)
})

test('[M5] [T11] a tick from before what was told is rejected whatever its number, and its number holds no other back', () => {
  const { entries } = draft([tick(940, 60, 101_000n), tick(999, 61, 102_000n), tick(1_150, 52)], 1_200)
  expect(entries.map((entry) => ('rule' in entry ? entry.rule : entry.kind))).toEqual([
    'order',
    'tick',
    'watermark',
  ])
  expect(entries[1]).toMatchObject({ price: 100_000n, lastTradeId: 52 })
})

test('[M5] [P1] a price of an exchange that verifiers would not take, for its source’s time, is rejected; the last one they take is not', () => {
  const from = (lagMs: number) =>
    draftEntries({
      ...{ head: { ...HEAD, source: 'exchange' }, source: 'exchange', guard: new OutlierGuard(1_000) },
      ...{ ticks: [{ ...tick(11_099, 51), sourceTimeMs: 11_099 - lagMs }], roots: [], beforeMs: 11_100 },
    }).entries.find(({ kind }) => kind !== 'watermark')
  expect(from(6_000)).toMatchObject({ kind: 'rejected', rule: 'order', sourceTimeMs: 5_099 })
  expect(from(5_001)?.kind).toBe('rejected')
  expect(from(5_000)?.kind).toBe('tick')
  expect(from(-2_000)?.kind).toBe('tick')
  expect(from(-2_001)?.kind).toBe('rejected')
})

test('[M5] an outlier is logged as rejected until ticks in a row confirm it', () => {
  const far = 130_000n
  const ticks = [
    tick(1_010, 51, far),
    tick(1_110, 52),
    tick(1_210, 53, far),
    tick(1_310, 54, far),
    tick(1_410, 55, far),
  ]
  const judged = draft(ticks, 1_500).entries.filter(({ kind }) => kind !== 'watermark')
  expect(judged.map((entry) => (entry.kind === 'tick' ? entry.price : entry.kind))).toEqual([
    'rejected',
    100_000n,
    'rejected',
    'rejected',
    far,
  ])
})

test('[M5] a tick made from a recorded bar is no outlier, however far its minute goes; order counts for it too', () => {
  const ticks = [tick(1_110, 51, 200_000n), tick(1_210, 52, 100_000n), tick(1_310, 52, 150_000n)]
  const judged = draft(
    ticks.map((one) => ({ ...one, isOfBar: true })),
    1_400,
  ).entries.filter(({ kind }) => kind !== 'watermark')
  expect(judged).toMatchObject([
    { kind: 'tick', price: 200_000n },
    { kind: 'tick', price: 100_000n },
    { kind: 'rejected', rule: 'order' },
  ])
})

test('[M5] after a minute without ticks any price is taken', () => {
  expect(draft([tick(61_000, 51, 200_000n)], 61_100).entries[0]?.kind).toBe('tick')
})

test('[M5] a change of source is an entry of its own, before the first tick of the new one', () => {
  const { entries, head } = draft([tick(1_150, 3)], 1_200, { ...HEAD, source: 'replay' })
  expect(entries.map((entry) => entry.kind)).toEqual(['source', 'tick', 'watermark'])
  expect(head.source).toBe('simulated')
  expect(head.lastTradeId).toBe(3)
})

test('[D9] [P1] a void comes first, at the earliest time there is, before a change of source too', () => {
  const voided = {
    ...{ fromMs: 900, toMs: 999, reason: 'wrong prices' },
    ...{ contractCount: 3, houseEffectMicros: -5n },
  }
  const { entries } = draftEntries({
    ...{ head: { ...HEAD, source: 'replay' }, source: 'simulated', guard: new OutlierGuard(1_000) },
    ...{ ticks: [tick(1_150, 51)], roots: [rootAt(1_040)], beforeMs: 1_200, voided },
  })
  expect(entries[0]).toEqual({ kind: 'void', seq: 11, timeMs: 1_000, ...voided })
  expect(entries.map(({ kind }) => kind).slice(1)).toEqual(['source', 'acceptance', 'tick', 'watermark'])
})

test('[P1] [T11] a root stands at its acceptance, before a tick of the same moment, or as soon after as the log goes on', () => {
  const placed = (roots: AcceptedRoot[], ticks: RawTick[], beforeMs: number) =>
    draftEntries({ head: HEAD, source: 'simulated', guard: new OutlierGuard(1_000), ticks, roots, beforeMs })
      .entries
  const roots = [rootAt(950), rootAt(1_150), rootAt(1_260)]
  const entries = placed(roots, [tick(1_150, 51), tick(1_250, 52)], 1_300)
  expect(entries.map(({ kind, timeMs }) => [kind, timeMs])).toEqual([
    ['acceptance', 1_000],
    ['acceptance', 1_150],
    ['tick', 1_150],
    ['watermark', 1_199],
    ['tick', 1_250],
    ['acceptance', 1_260],
    ['watermark', 1_299],
  ])
  expect(entries[1]).toEqual({ kind: 'acceptance', seq: 12, timeMs: 1_150, root: 'root of 1150', count: 3 })
  // Nothing ran for an hour: no watermark has said that its moment is over.
  expect(placed([rootAt(1_050)], [], 3_600_000).map(({ kind, timeMs }) => [kind, timeMs])).toEqual([
    ['acceptance', 1_050],
    ['watermark', 3_599_999],
  ])
})

test('[P1] watermarks come without ticks too', () => {
  expect(draft([], 1_000 + WATERMARK_EVERY_MS).entries).toEqual([
    { kind: 'watermark', seq: 11, timeMs: 1_199 },
  ])
  expect(draft([], 1_100).entries).toEqual([])
})

test('[P1] [M5] a flush of many slots has the watermarks in between: none is more than 250 ms after the one before', () => {
  for (const watermarkMs of [999, 1_000, 1_049, 1_050, 1_099]) {
    for (const beforeMs of [1_500, 2_500, 60_000]) {
      const ticks = [tick(1_150, 51), tick(1_299, 52), tick(1_399, 53), tick(1_400, 54)]
      const { entries, head } = draft(ticks, beforeMs, { ...HEAD, lastTimeMs: watermarkMs, watermarkMs })
      expect(findLogFault(entries)).toBeNull()
      expect(entries.filter(({ kind }) => kind === 'tick').map(({ timeMs }) => timeMs)).toEqual([
        1_150, 1_299, 1_399, 1_400,
      ])
      const marks = entries.filter(({ kind }) => kind === 'watermark').map(({ timeMs }) => timeMs)
      const gaps = marks.map((timeMs, index) => timeMs - (marks[index - 1] ?? watermarkMs))
      expect(Math.max(...gaps)).toBeLessThanOrEqual(250)
      expect(marks.at(-1)).toBe(beforeMs - 1)
      expect(head.watermarkMs).toBe(beforeMs - 1)
    }
  }
})

test('[P1] a time in which nothing ran is not marked afterwards', () => {
  expect(draft([], 7_200_000).entries).toEqual([{ kind: 'watermark', seq: 11, timeMs: 7_199_999 }])
})

test('[P1] whatever the feed gives, the log is numbered without gaps and never runs back in time', () => {
  const raw = fc.record({
    at: fc.integer({ min: 0, max: 9_000 }),
    id: fc.integer({ min: 40, max: 90 }),
    price: fc.bigInt(90_000n, 130_000n),
  })
  const times = fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 4 })
  const flush = fc.record({
    raws: fc.array(raw, { maxLength: 8 }),
    accepted: times.map((list) => list.sort((a, b) => a - b)),
  })
  const slots = fc.constantFrom(1, 5, 15)
  fc.assert(
    fc.property(fc.array(flush, { maxLength: 12 }), slots, (flushes, many) => {
      let head = HEAD
      const guard = new OutlierGuard(1_000)
      const log = []
      for (const [index, { raws, accepted }] of flushes.entries()) {
        const beforeMs = 1_000 + (index + 1) * many * 100
        const ticks = raws.map(({ at, id, price }) => tick(Math.min(at, beforeMs - 1), id, price))
        const drafted = draftEntries({
          head,
          source: 'simulated',
          guard,
          ticks,
          roots: accepted.map((at) => rootAt(Math.min(at, beforeMs - 1))),
          beforeMs,
        })
        log.push(...drafted.entries)
        head = drafted.head
      }
      expect(log.map((entry) => entry.seq)).toEqual(log.map((_, index) => 11 + index))
      expect(findLogFault(log)).toBeNull()
      expect(head.lastSeq).toBe(10 + log.length)
      const roots = log.filter(({ kind }) => kind === 'acceptance')
      expect(roots).toHaveLength(flushes.flatMap(({ accepted }) => accepted).length)
    }),
  )
})
