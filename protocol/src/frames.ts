import * as Type from 'typebox'
import { BookBalance } from './account-endpoints.ts'
import { Ticker } from './market-endpoints.ts'
import { Notice } from './notice-endpoints.ts'
import { SignedHeader } from './proof-endpoints.ts'
import { Amount, Hash, PairSymbol, Price, Seq, TimeMs } from './scalars.ts'
import { Contract } from './trade-endpoints.ts'

/**
 * Socket messages: JSON text, one object a message.
 * `/ws` (general): channels `tickers` (all products), `user` (balances, notices).
 * `/trade`: channels `ticks` (one product, `symbol` required), `contracts` (the user's own).
 */

export const Channel = Type.Union([
  Type.Literal('tickers'),
  Type.Literal('user'),
  Type.Literal('ticks'),
  Type.Literal('contracts'),
])
export type Channel = Type.Static<typeof Channel>

export const ClientMessage = Type.Union([
  Type.Object({ op: Type.Literal('auth'), token: Type.String({ minLength: 10, maxLength: 200 }) }),
  Type.Object({ op: Type.Literal('ping'), atMs: Type.Number() }),
  Type.Object({
    op: Type.Literal('subscribe'),
    channel: Channel,
    symbol: Type.Optional(PairSymbol),
    /**
     * Resume: entries after this seq are sent first (channel `ticks`). A socket that subscribes again to what it follows gets
     * only what it has not been sent; after unsubscribing it begins anew.
     */
    afterSeq: Type.Optional(Seq),
    epoch: Type.Optional(Seq),
  }),
  Type.Object({ op: Type.Literal('unsubscribe'), channel: Channel, symbol: Type.Optional(PairSymbol) }),
])
export type ClientMessage = Type.Static<typeof ClientMessage>

/** `[symbol, epoch, seq, prevTickSeq, timeMs, price, quoteVolume, runningHash]`: prevTickSeq tells a reader that it missed one. */
export const TickItem = Type.Tuple([PairSymbol, Seq, Seq, Seq, TimeMs, Price, Amount, Hash])
export type TickItem = Type.Static<typeof TickItem>

export const Balances = Type.Object({ demo: BookBalance, real: BookBalance, version: Type.Integer() })
export type Balances = Type.Static<typeof Balances>

export const ServerMessage = Type.Union([
  Type.Object({ type: Type.Literal('hello'), serverTimeMs: TimeMs, clockSpeed: Type.Number() }),
  Type.Object({ type: Type.Literal('pong'), atMs: Type.Number(), serverTimeMs: TimeMs }),
  Type.Object({ type: Type.Literal('authenticated'), uid: Type.String() }),
  Type.Object({ type: Type.Literal('signed-out'), code: Type.String() }),
  Type.Object({ type: Type.Literal('error'), code: Type.String(), message: Type.String() }),
  Type.Object({ type: Type.Literal('subscribed'), channel: Channel, symbol: Type.Optional(PairSymbol) }),
  /** Snapshot of all products, sent once after subscribing to `tickers` and whenever a status or 24 h figure changes much. */
  Type.Object({ type: Type.Literal('tickers'), serverTimeMs: TimeMs, items: Type.Array(Ticker) }),
  /** Increment: on `tickers` the newest tick of each product that moved, on `ticks` every tick since the last frame. */
  Type.Object({ type: Type.Literal('ticks'), items: Type.Array(TickItem) }),
  /** The watermark of a product, about once a second: nothing later has a time at or before it. */
  Type.Object({ type: Type.Literal('watermark'), symbol: PairSymbol, epoch: Seq, seq: Seq, timeMs: TimeMs }),
  /** On `ticks`: a block of the product is sealed; the newest one also after subscribing. Numbers without gaps, unless frames were missed. */
  Type.Object({
    type: Type.Literal('block'),
    symbol: PairSymbol,
    precision: Type.Integer({ minimum: 0, maximum: 12 }),
    header: SignedHeader,
  }),
  /** On `ticks`: the product was voided for an interval, by this entry of its log (docs/proof.md, Voids). */
  Type.Object({
    type: Type.Literal('void'),
    symbol: PairSymbol,
    seq: Seq,
    timeMs: TimeMs,
    fromMs: TimeMs,
    toMs: TimeMs,
    contracts: Type.Integer({ minimum: 0 }),
    houseEffect: Amount,
    reason: Type.String({ maxLength: 200 }),
  }),
  Type.Object({ type: Type.Literal('balances'), balances: Balances }),
  /** Snapshot (`snapshot: true`: all pending ones and those settled in the last 10 minutes) or changed contracts. */
  Type.Object({ type: Type.Literal('contracts'), snapshot: Type.Boolean(), items: Type.Array(Contract) }),
  Type.Object({ type: Type.Literal('notices'), items: Type.Array(Notice) }),
  Type.Object({ type: Type.Literal('closing'), reason: Type.String() }),
])
export type ServerMessage = Type.Static<typeof ServerMessage>
