import { type ByteReader, MalformedBytes } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type PriceLegs, QUOTE_PAIR, QUOTE_TEXT, QUOTE_TEXT_MAX, type SourceQuote } from './log-entry.ts'

/** What legs are told as a difference from. */
interface LegsState {
  /** Of the entry they belong to. */
  timeMs: number
  /** Of the last entry of the run that had any. */
  before: PriceLegs | null
}

/**
 * Base, then quote. A quote that stands unchanged since the last entry with legs, as one of the two mostly does, is a zero; else
 * pair, bid and ask (length u8, then ASCII), entry's time − its time (zigzag).
 */
export function writeLegs(out: ByteWriter, legs: PriceLegs, { timeMs, before }: LegsState): void {
  for (const side of ['base', 'quote'] as const) {
    const quote = legs[side]
    if (before !== null && isSame(quote, before[side])) {
      out.u8(0)
      continue
    }
    out.ascii(quote.pair)
    out.ascii(quote.bid)
    out.ascii(quote.ask)
    out.zigzag(BigInt(timeMs) - BigInt(quote.timeMs))
  }
}

/** Throws `MalformedBytes`. */
export function readLegs(reader: ByteReader, { timeMs, before }: LegsState): PriceLegs {
  const side = (known: SourceQuote | undefined): SourceQuote => {
    const pair = textOf(reader)
    if (pair === '') {
      if (known === undefined) throw new MalformedBytes('no quote before it')
      return known
    }
    const quote = { pair, bid: textOf(reader), ask: textOf(reader) }
    const toldMs = Number(BigInt(timeMs) - reader.zigzag())
    const fits = QUOTE_PAIR.test(pair) && isPrice(quote.bid) && isPrice(quote.ask)
    if (!fits || !Number.isSafeInteger(toldMs) || toldMs < 0) throw new MalformedBytes('no quote')
    return { ...quote, timeMs: toldMs }
  }
  return { base: side(before?.base), quote: side(before?.quote) }
}

function isSame(a: SourceQuote, b: SourceQuote): boolean {
  return a.pair === b.pair && a.bid === b.bid && a.ask === b.ask && a.timeMs === b.timeMs
}

function isPrice(text: string): boolean {
  return text.length <= QUOTE_TEXT_MAX && QUOTE_TEXT.test(text)
}

function textOf(reader: ByteReader): string {
  return String.fromCharCode(...reader.raw(reader.u8()))
}
