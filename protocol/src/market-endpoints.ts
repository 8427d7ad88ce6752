import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import {
  Amount,
  Category,
  Day,
  Hash,
  KeyId,
  PairSymbol,
  Period,
  Price,
  Seq,
  Signature,
  TimeMs,
} from './scalars.ts'

/** `open`: orders are taken · `closed`: outside trading hours · `stale`: no recent price · `disabled`: by the operator. */
export const ProductStatus = Type.Union([
  Type.Literal('open'),
  Type.Literal('closed'),
  Type.Literal('stale'),
  Type.Literal('disabled'),
])
export type ProductStatus = Type.Static<typeof ProductStatus>

export const FeedSource = Type.Union([
  Type.Literal('simulated'),
  Type.Literal('replay'),
  Type.Literal('exchange'),
])
export type FeedSource = Type.Static<typeof FeedSource>

/** The last 24 hours of a product; null where nothing is known. Shown as `--`. */
export const Ticker = Type.Object({
  symbol: PairSymbol,
  status: ProductStatus,
  epoch: Seq,
  seq: Seq,
  timeMs: TimeMs,
  price: Type.Union([Price, Type.Null()]),
  open24h: Type.Union([Price, Type.Null()]),
  high24h: Type.Union([Price, Type.Null()]),
  low24h: Type.Union([Price, Type.Null()]),
  /** Quote volume in USDT. */
  volume24h: Type.Union([Amount, Type.Null()]),
  hash: Type.Union([Hash, Type.Null()]),
})
export type Ticker = Type.Static<typeof Ticker>

export const Product = Type.Object({
  symbol: PairSymbol,
  base: Type.String({ maxLength: 12 }),
  quote: Type.String({ maxLength: 12 }),
  /** Full name of the base, such as `Bitcoin`; for forex the pair of currencies. */
  name: Type.String({ maxLength: 60 }),
  category: Category,
  /** Decimals of its prices. */
  precision: Type.Integer({ minimum: 0, maximum: 12 }),
  source: FeedSource,
  sort: Type.Integer(),
  /** A newest price older than this is stale, ms of the service's time. */
  staleMs: Type.Integer({ minimum: 0 }),
  /** A price further than this from the last one is refused until later ones confirm it (docs/trading-rules.md). */
  outlierBps: Type.Integer({ minimum: 1 }),
  /** An exchange further than this from its second source is in quarantine (docs/trading-rules.md). */
  deviationBps: Type.Integer({ minimum: 1 }),
  /** When trading opens or closes next; null: always open. */
  nextOpenMs: Type.Union([TimeMs, Type.Null()]),
  nextCloseMs: Type.Union([TimeMs, Type.Null()]),
  /** Replay only: how far the recorded time of its prices lies behind the service's time (before it: negative). */
  recordedShiftMs: Type.Optional(Type.Integer()),
  ticker: Ticker,
  /** Closing prices of the last 24 hours, about 24 points, oldest first: the sparkline. */
  spark: Type.Array(Price, { maxItems: 48 }),
})
export type Product = Type.Static<typeof Product>

/** `[openTimeMs, open, high, low, close, quoteVolume, origin]`; origin `t` from ticks, `g` generated or imported history. */
export const Candle = Type.Tuple([
  TimeMs,
  Price,
  Price,
  Price,
  Price,
  Amount,
  Type.Union([Type.Literal('t'), Type.Literal('g')]),
])
export type Candle = Type.Static<typeof Candle>

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/market/products',
  audience: 'public',
  data: Type.Object({ serverTimeMs: TimeMs, source: FeedSource, products: Type.Array(Product) }),
})

/** Newest first page of candles, oldest first inside the page; `before` is the open time to page back from. */
export const listCandles = endpoint({
  method: 'GET',
  path: '/api/market/candles',
  audience: 'public',
  query: Type.Object({
    symbol: PairSymbol,
    period: Period,
    before: Type.Optional(TimeMs),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  data: Type.Object({
    candles: Type.Array(Candle),
    /** Whether older ones exist or are still being generated. */
    hasMore: Type.Boolean(),
    /** The newest candle of all counts the ticks up to this number and no later ones; 0: none yet. */
    throughSeq: Seq,
  }),
})

/** Best bid and ask of a pair, as the source wrote them. */
const SourceQuote = Type.Object({
  pair: Type.String({ maxLength: 21 }),
  bid: Type.String({ maxLength: 40 }),
  ask: Type.String({ maxLength: 40 }),
  timeMs: TimeMs,
})

/** One public log entry; which fields it has depends on `kind`, as in a receipt (docs/proof.md): its leaf follows from them. */
export const LogEntry = Type.Object({
  seq: Seq,
  kind: Type.Union([
    Type.Literal('tick'),
    Type.Literal('watermark'),
    Type.Literal('acceptance'),
    Type.Literal('void'),
    Type.Literal('source'),
    Type.Literal('rejected'),
    Type.Literal('restart'),
  ]),
  timeMs: TimeMs,
  price: Type.Optional(Price),
  volume: Type.Optional(Amount),
  firstTradeId: Type.Optional(Seq),
  lastTradeId: Type.Optional(Seq),
  sourceTimeMs: Type.Optional(TimeMs),
  source: Type.Optional(FeedSource),
  afterSeq: Type.Optional(Seq),
  rule: Type.Optional(
    Type.Union([Type.Literal('outlier'), Type.Literal('order'), Type.Literal('deviation')]),
  ),
  /** Of a deviation: the second source's price. */
  secondPrice: Type.Optional(Price),
  /** The two quotes a derived price was made of. */
  legs: Type.Optional(Type.Object({ base: SourceQuote, quote: SourceQuote })),
  root: Type.Optional(Hash),
  count: Type.Optional(Type.Integer({ minimum: 0 })),
  fromMs: Type.Optional(TimeMs),
  toMs: Type.Optional(TimeMs),
  contractCount: Type.Optional(Type.Integer({ minimum: 0 })),
  houseEffect: Type.Optional(Amount),
  reason: Type.Optional(Type.String({ maxLength: 200 })),
})
export type LogEntry = Type.Static<typeof LogEntry>

/** Entries of the public log, ascending by seq: from a seq, or of a span of time. */
export const listTicks = endpoint({
  method: 'GET',
  path: '/api/market/ticks',
  audience: 'public',
  query: Type.Object({
    symbol: PairSymbol,
    fromSeq: Type.Optional(Seq),
    fromMs: Type.Optional(TimeMs),
    toMs: Type.Optional(TimeMs),
    /** Only ticks, no watermarks. */
    ticksOnly: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
  }),
  data: Type.Object({
    symbol: PairSymbol,
    epoch: Seq,
    entries: Type.Array(LogEntry),
    /** Running hash after the last entry of this page; null when the page is empty or filtered, or of the oldest block kept. */
    hash: Type.Union([Hash, Type.Null()]),
    nextSeq: Type.Union([Seq, Type.Null()]),
  }),
})

/** A day of the simulated feed, as docs/simulated-feed.md has it. */
export const SimulatedDay = Type.Object({
  day: Day,
  precision: Type.Integer({ minimum: 0, maximum: 12 }),
  profile: Type.Object({
    annualVolatilityBps: Seq,
    dailyVolumeUsdt: Seq,
    rhythm: Type.Array(Seq, { minItems: 24, maxItems: 24 }),
    volumeSpread: Seq,
  }),
  /** Binds start, profile and seed. */
  commitment: Hash,
  /** When it was made: after the day began where no service ran before it. */
  committedMs: TimeMs,
  /** Where the seeds of all days come from; `configured`: whoever set it knows every price in advance. */
  masterSeed: Type.Union([Type.Literal('random'), Type.Literal('configured')]),
  /** Under symbol, day, commitment, its time and `masterSeed`; null: made before commitments were signed. */
  keyId: Type.Union([KeyId, Type.Null()]),
  signature: Type.Union([Signature, Type.Null()]),
  /** State of the path at 00:00; null until then, as it is the price at which the day before ends. */
  start: Type.Union([Type.Object({ mantissa: Seq, shift: Seq, volatility: Seq }), Type.Null()]),
  /** Null until the day is over. */
  seed: Type.Union([Hash, Type.Null()]),
})
export type SimulatedDay = Type.Static<typeof SimulatedDay>

/** Days of a simulated product, tomorrow included, ascending: from one on, or the newest. */
export const listDays = endpoint({
  method: 'GET',
  path: '/api/market/days',
  audience: 'public',
  query: Type.Object({
    symbol: PairSymbol,
    fromDay: Type.Optional(Day),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
  }),
  data: Type.Object({
    symbol: PairSymbol,
    /** A price further than this from the last one is refused until later ones confirm it (docs/trading-rules.md). */
    outlierBps: Type.Integer({ minimum: 1 }),
    days: Type.Array(SimulatedDay),
    nextDay: Type.Union([Day, Type.Null()]),
  }),
})
