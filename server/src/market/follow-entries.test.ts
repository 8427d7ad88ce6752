import type { TickItem } from '@truestrike/protocol/frames.ts'
import { expect, test } from 'vitest'
import type { Bus } from '../platform/bus.ts'
import { createMemoryBus } from '../platform/memory-bus.ts'
import { followEntries } from './follow-entries.ts'
import type { LiveProduct } from './live-product.ts'
import type { MarketEntries } from './market-entries.ts'

const tick = (seq: number): TickItem => ['BTCUSDT', 1, seq, seq - 1, seq * 100, '50000.00', '1.00', 'hash']

function entriesOf(...seqs: number[]): MarketEntries {
  return {
    ...{ productId: 1, symbol: 'BTCUSDT', epoch: 1, ticks: seqs.map(tick), watermark: null, watermarkMs: 0 },
    ...{ headSeq: seqs.at(-1) ?? 0, isClockOff: false },
  }
}

/** One that hears; the log is read when `answer` is called, or fails. */
function follow(lastTick: TickItem | null = null) {
  const told: string[] = []
  const errors: unknown[] = []
  const asked: { afterSeq: number; answer(ticks: TickItem[] | null): void; fail(): void }[] = []
  let onMissed = (): void => {}
  const bus: Bus = {
    ...createMemoryBus((error) => errors.push(error)),
    onMissed: (handle) => {
      onMissed = handle
      return () => {}
    },
  }
  const product = { lastTick } as unknown as LiveProduct
  const numbers = (ticks: readonly TickItem[]): string => ticks.map(([, , seq]) => seq).join()
  followEntries(
    {
      ...{ bus, products: new Map([['BTCUSDT', product]]) },
      onError: (error) => errors.push(error),
      ticksAfter: (_product, afterSeq) =>
        new Promise((answer, fail) => asked.push({ afterSeq, answer, fail: () => fail(new Error('away')) })),
    },
    {
      entries: (_product, { ticks }) => void told.push(numbers(ticks)),
      missed: (_product, ticks) => void told.push(`missed ${numbers(ticks)}`),
    },
  )
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    ...{ told, errors, asked, settled },
    missed: () => onMissed(),
    hear: async (...seqs: number[]) => {
      bus.publish('market.entries.BTCUSDT', entriesOf(...seqs))
      await settled()
    },
  }
}

test('[S2] [O5] what an engine stored and could not tell any more is read from the log before what came after it', async () => {
  const { told, asked, hear, settled } = follow()
  await hear(1, 2)
  await hear(5)
  await hear(6)
  expect(told).toEqual(['1,2'])
  expect(asked.map(({ afterSeq }) => afterSeq)).toEqual([2])
  // The log is ahead of what was heard.
  asked[0]?.answer([tick(3), tick(4), tick(5)])
  await settled()
  expect(told).toEqual(['1,2', 'missed 3,4,5', '', '6'])
  await hear(7)
  expect(told.at(-1)).toBe('7')
  expect(asked).toHaveLength(1)
})

test('[S2] when the bus was away all that is missing is read, and what comes meanwhile waits', async () => {
  const { told, asked, hear, missed, settled } = follow()
  await hear(1)
  missed()
  await hear(4)
  expect(told).toEqual(['1'])
  asked[0]?.answer([tick(2), tick(3)])
  await settled()
  expect(told).toEqual(['1', 'missed 2,3', '4'])
})

test('[S2] a log that cannot be read holds nothing up: readers see the hole', async () => {
  const { told, errors, asked, hear, settled } = follow()
  await hear(1)
  await hear(3)
  asked[0]?.fail()
  await settled()
  expect(told).toEqual(['1', '3'])
  expect(errors).toHaveLength(1)
  await hear(5)
  // Too many, or no longer held.
  asked[1]?.answer(null)
  await settled()
  expect(told).toEqual(['1', '3', '5'])
})

test('[S2] [O4] after a start a watermark before the first tick makes no hole: nothing is read that is known', async () => {
  const { told, asked, hear } = follow(tick(700))
  await hear()
  await hear(701)
  expect(told).toEqual(['', '701'])
  expect(asked).toEqual([])
})
