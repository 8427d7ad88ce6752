import { utf8ToBytes } from '@noble/hashes/utils.js'
import { HASH_BYTES } from '../canonical-bytes.ts'
import {
  type LogEntry,
  type PriceLegs,
  QUOTE_PAIR,
  QUOTE_TEXT,
  QUOTE_TEXT_MAX,
  type SourceQuote,
  VOID_REASON_BYTES_MAX,
} from '../log-entry.ts'
import { formatMicros, parseMicros } from '../money.ts'
import { formatPrice, parsePrice } from '../price.ts'
import {
  bytesText,
  type Codec,
  decimalText,
  FormatFault,
  isObject,
  matching,
  named,
  objectOf,
  oneOf,
  optional,
  whole,
} from './json-codec.ts'
import { timeMs } from './site-keys.ts'

export const I64_MAX = 2n ** 63n - 1n
export const PRECISION_MAX = 12
const U64_MAX = 2n ** 64n - 1n
const U32_MAX = 2 ** 32 - 1

const hash = bytesText(HASH_BYTES)
const seq = whole(1, Number.MAX_SAFE_INTEGER)
const count = whole(0, Number.MAX_SAFE_INTEGER)
const u32 = whole(0, U32_MAX)
export const symbolText = matching(/^[A-Z0-9]{2,20}$/)
export const sourceText = oneOf('simulated', 'replay', 'exchange')

/** Amounts have two to six decimals, no zeros beyond two. */
export const amountText = (min: bigint, max: bigint) =>
  decimalText({ parse: parseMicros, format: formatMicros, min, max })

export const priceText = (precision: number) =>
  decimalText({
    parse: (text) => parsePrice(text, precision),
    format: (value) => formatPrice(value, precision),
    min: 1n,
    max: I64_MAX,
  })

const reason: Codec<string> = {
  read(value, path) {
    // A lone surrogate has no UTF-8: another text would have the same bytes.
    const fits = typeof value === 'string' && !/\p{Surrogate}/u.test(value)
    if (!fits || utf8ToBytes(value).length > VOID_REASON_BYTES_MAX) throw new FormatFault(path)
    return value
  },
  write: (value) => value,
}

const quoteText: Codec<string> = {
  read(value, path) {
    const fits = typeof value === 'string' && value.length <= QUOTE_TEXT_MAX && QUOTE_TEXT.test(value)
    if (!fits) throw new FormatFault(path)
    return value
  },
  write: (value) => value,
}
const sourceQuote = objectOf<SourceQuote>({
  pair: matching(QUOTE_PAIR),
  bid: quoteText,
  ask: quoteText,
  timeMs,
})
const legs = optional(objectOf<PriceLegs>({ base: sourceQuote, quote: sourceQuote }))

type EntryOf<K extends LogEntry['kind']> = Extract<LogEntry, { kind: K }>

/** An entry of a log in JSON, as receipts and archives show it; prices have all decimals of the precision. */
export function entryCodec(precision: number): Codec<LogEntry> {
  const price = priceText(precision)
  const numbered = { seq, timeMs }
  const priced = {
    ...numbered,
    price,
    volumeMicros: named('volume', amountText(0n, U64_MAX)),
    source: sourceText,
    firstTradeId: count,
    lastTradeId: count,
    sourceTimeMs: timeMs,
    legs,
  }
  const codecs: { [K in LogEntry['kind']]: Codec<EntryOf<K>> } = {
    tick: objectOf<EntryOf<'tick'>>({ kind: oneOf('tick'), ...priced }),
    watermark: objectOf<EntryOf<'watermark'>>({ kind: oneOf('watermark'), ...numbered }),
    acceptance: objectOf<EntryOf<'acceptance'>>({
      kind: oneOf('acceptance'),
      ...numbered,
      root: hash,
      count: u32,
    }),
    void: objectOf<EntryOf<'void'>>({
      kind: oneOf('void'),
      ...numbered,
      fromMs: timeMs,
      toMs: timeMs,
      contractCount: u32,
      houseEffectMicros: named('houseEffect', amountText(-I64_MAX, I64_MAX)),
      reason,
    }),
    source: objectOf<EntryOf<'source'>>({ kind: oneOf('source'), ...numbered, source: sourceText }),
    restart: objectOf<EntryOf<'restart'>>({
      kind: oneOf('restart'),
      ...numbered,
      source: sourceText,
      afterSeq: seq,
    }),
    rejected: objectOf<EntryOf<'rejected'>>({
      kind: oneOf('rejected'),
      rule: oneOf('outlier', 'order', 'deviation'),
      ...priced,
      secondPrice: optional(price),
    }),
  }
  const kinds = oneOf('tick', 'watermark', 'acceptance', 'void', 'source', 'rejected', 'restart')
  return {
    read: (value, path) =>
      codecs[kinds.read(isObject(value) ? value.kind : null, `${path}/kind`)].read(value, path),
    write: (entry) => (codecs[entry.kind] as Codec<LogEntry>).write(entry),
  }
}
