import { type Bar, barTicks } from './bar-path.ts'
import type { ProductRecord } from './product.store.ts'
import { createPriceReader, matchPair, type PriceReader, quoteVolumeMicros } from './recorded-decimal.ts'
import { type Recording, readLines, timeOfLine } from './recording-index.ts'

/** A tick in recorded time. */
export interface RecordedTick {
  recordedMs: number
  price: bigint
  volumeMicros: bigint
  tradeId: number
}

const MINUTE_MS = 60_000

export interface RecordedSource {
  recording: Recording
  product: ProductRecord
  /** Draws the paths through bars. */
  seed: string
}

function readerOf({ recording, product }: RecordedSource): PriceReader {
  return createPriceReader(product, matchPair(recording.pair, product.symbol) === 'inverse')
}

/** Ticks of a recording from a recorded time on, ascending. Rows that cannot be read are left out. */
export async function* readRecordedTicks(
  source: RecordedSource,
  fromMs: number,
): AsyncGenerator<RecordedTick> {
  switch (source.recording.kind) {
    case 'bars':
      yield* ticksOfBars(source, fromMs)
      break
    case 'frames':
      yield* ticksOfFrames(source, fromMs)
      break
    case 'quotes':
      yield* ticksOfQuotes(source, fromMs)
      break
  }
}

/** Bars of a recording that have not ended before a recorded time. A missing minute stays missing. */
export async function* readBars(source: RecordedSource, fromMs: number): AsyncGenerator<Bar> {
  const reader = readerOf(source)
  for await (const line of readLines(source.recording.path)) {
    const timeMs = timeOfLine('bars', line)
    if (timeMs === null || timeMs + MINUTE_MS <= fromMs) continue
    const bar = readBar(line, timeMs, reader, source.product)
    if (bar !== null) yield bar
  }
}

function readBar(line: string, openTimeMs: number, reader: PriceReader, product: ProductRecord): Bar | null {
  const [, openText = '', highText = '', lowText = '', closeText = '', volume = ''] = line.split(',')
  const open = reader.price(openText)
  const high = reader.price(reader.inverse ? lowText : highText)
  const low = reader.price(reader.inverse ? highText : lowText)
  const close = reader.price(closeText)
  if (open === null || high === null || low === null || close === null) return null
  if (low > open || low > close || high < open || high < close) return null
  // Volumes of forex recordings count quotes, not money.
  const volumeMicros = product.category === 'forex' ? 0n : quoteVolumeMicros(volume, close, product.precision)
  if (volumeMicros === null) return null
  return { openTimeMs, open, high, low, close, volumeMicros }
}

async function* ticksOfBars(source: RecordedSource, fromMs: number): AsyncGenerator<RecordedTick> {
  for await (const bar of readBars(source, fromMs)) {
    for (const tick of barTicks(bar, `${source.seed} ${source.product.symbol}`)) {
      const recordedMs = bar.openTimeMs + tick.offsetMs
      if (recordedMs < fromMs) continue
      yield { recordedMs, price: tick.price, volumeMicros: tick.volumeMicros, tradeId: recordedMs }
    }
  }
}

/** Trades by trade id, at the exchange's own time: the recorder's clock may be wrong. */
async function* ticksOfFrames(source: RecordedSource, fromMs: number): AsyncGenerator<RecordedTick> {
  const reader = readerOf(source)
  for await (const line of readLines(source.recording.path)) {
    const timeMs = timeOfLine('frames', line)
    if (timeMs === null || timeMs < fromMs) continue
    const { t: tradeId, p = '', q = '' } = tradeOfFrame(line)
    const price = reader.price(String(p))
    if (price === null || !Number.isSafeInteger(tradeId)) continue
    const volumeMicros = quoteVolumeMicros(String(q), price, source.product.precision)
    if (volumeMicros !== null) yield { recordedMs: timeMs, price, volumeMicros, tradeId: Number(tradeId) }
  }
}

/** What a frame says of its trade: nothing when the line is cut off or broken. */
function tradeOfFrame(line: string): { t?: unknown; p?: unknown; q?: unknown } {
  try {
    return (JSON.parse(line.slice(line.indexOf('{'))) as { data?: object | null }).data ?? {}
  } catch {
    return {}
  }
}

/** Quotes have no trade id: the number of the row stands for it. */
async function* ticksOfQuotes(source: RecordedSource, fromMs: number): AsyncGenerator<RecordedTick> {
  const reader = readerOf(source)
  let row = 0
  for await (const line of readLines(source.recording.path)) {
    row += 1
    const timeMs = timeOfLine('quotes', line)
    if (timeMs === null || timeMs < fromMs) continue
    const [, bid = '', ask = ''] = line.split(',')
    const price = reader.mid(bid, ask)
    if (price !== null) yield { recordedMs: timeMs, price, volumeMicros: 0n, tradeId: row }
  }
}
