import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProductRecord } from './product.store.ts'
import { readRecordedTicks } from './recorded-ticks.ts'
import type { RecordingKind } from './recording-index.ts'

const PRODUCT: ProductRecord = {
  id: 1,
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  category: 'crypto',
  precision: 2,
  version: 1,
  source: 'replay',
  calendar: null,
  calendarVersion: 0,
  staleMs: 3_000,
  outlierBps: 1_000,
  deviationBps: 100,
  enabled: true,
  sort: 1,
  pastHours: [],
  firstUnits: null,
  edits: 0,
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'truestrike-recorded-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const START_MS = Date.UTC(2021, 0, 5)

async function tradeIdsOf(kind: RecordingKind, lines: string[]): Promise<number[]> {
  const path = join(folder, 'BTCUSDT.gz')
  await writeFile(path, gzipSync(`${lines.join('\n')}\n`))
  const recording = { path, kind, pair: 'BTCUSDT', firstMs: START_MS, endMs: START_MS + 60_000 }
  const ids: number[] = []
  for await (const tick of readRecordedTicks({ recording, product: PRODUCT, seed: 'test' }, START_MS))
    ids.push(tick.tradeId)
  return ids
}

function frame(id: number, fields: object = {}): string {
  const timeMs = START_MS + id
  const data = { e: 'trade', s: 'BTCUSDT', t: id, p: '50000.10', q: '0.5', T: timeMs, ...fields }
  return `${timeMs}000000 ${JSON.stringify({ stream: 'btcusdt@trade', data })}`
}

test('[M5] a frame that is cut off or broken is left out, the recording goes on', async () => {
  const broken = [
    frame(2).slice(0, -3),
    `${frame(3)}}`,
    frame(4, { p: null }),
    frame(5, { p: '-1' }),
    frame(6, { t: 'six' }),
    `${START_MS}000000 "e":"trade","T":${START_MS}`,
    `${START_MS}000000 {"data":null,"was":{"e":"trade","T":${START_MS}}}`,
    '',
  ]
  const lines = [frame(1), ...broken, frame(7, { q: 'much' }), frame(8)]
  expect(await tradeIdsOf('frames', lines)).toEqual([1, 7, 8])
})

test('[M5] so is a quote that cannot be read', async () => {
  const quote = (row: number, text: string): string => `${START_MS + row},${text}`
  const lines = [
    'time_ms,bid,ask',
    quote(1, '1.10,1.20'),
    quote(2, '1.1'),
    quote(3, 'x,y'),
    quote(4, '1.1,1.3'),
  ]
  expect(await tradeIdsOf('quotes', lines)).toEqual([2, 5])
})
