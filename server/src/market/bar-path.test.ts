import { buildCandles } from '@truestrike/core/candles.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bar, barTicks } from './bar-path.ts'

const OPEN_MS = 1_617_321_600_000

const bar = fc
  .tuple(
    fc.bigInt(1n, 10_000_000n),
    fc.bigInt(0n, 5_000n),
    fc.bigInt(0n, 5_000n),
    fc.bigInt(0n, 5_000n),
    fc.bigInt(0n, 10n ** 15n),
  )
  .map(
    ([low, height, open, close, volumeMicros]): Bar => ({
      openTimeMs: OPEN_MS,
      low,
      high: low + height,
      open: low + (height === 0n ? 0n : open % (height + 1n)),
      close: low + (height === 0n ? 0n : close % (height + 1n)),
      volumeMicros,
    }),
  )

test('[M5] the ticks of a recorded bar are the bar again: open, high, low, close and volume', () => {
  fc.assert(
    fc.property(bar, fc.string(), (minute, seed) => {
      const ticks = barTicks(minute, seed).map(({ offsetMs, price, volumeMicros }) => ({
        timeMs: OPEN_MS + offsetMs,
        price,
        volumeMicros,
      }))
      expect(buildCandles(ticks, '1m')).toEqual([minute])
    }),
  )
})

test('[M5] a bar gives a tick in every second, each in a slot of its own, and the same ones again', () => {
  const minute: Bar = {
    openTimeMs: OPEN_MS,
    open: 500n,
    high: 900n,
    low: 100n,
    close: 600n,
    volumeMicros: 61n,
  }
  const ticks = barTicks(minute, 'BTCUSDT')
  expect(ticks.map(({ offsetMs }) => Math.floor(offsetMs / 1_000))).toEqual(
    Array.from({ length: 60 }, (_, i) => i),
  )
  expect(barTicks(minute, 'BTCUSDT')).toEqual(ticks)
  expect(barTicks(minute, 'ETHUSDT')).not.toEqual(ticks)
})
