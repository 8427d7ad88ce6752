import * as Type from 'typebox'
import { SHOWN_TEXT } from './text-rules.ts'

/** Decimal string, at most six decimals: an amount of USDT. */
export const Amount = Type.String({ pattern: '^-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,6})?$', maxLength: 24 })
/** Decimal string with the product's precision. */
export const Price = Type.String({ pattern: '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,12})?$', maxLength: 30 })
export const PairSymbol = Type.String({ pattern: '^[A-Z0-9]{2,20}$', maxLength: 20 })
/** Milliseconds since 1970-01-01 UTC by the service clock. */
export const TimeMs = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })
/** A UTC day, such as `2026-11-20`. */
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 })
export const Seq = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Row id as a decimal string (64 bits). */
export const Id = Type.String({ pattern: '^[1-9][0-9]{0,18}$', maxLength: 19 })
export const Hash = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43 })
/** First 16 bytes of SHA-256(public key), base64url. */
export const KeyId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', maxLength: 22 })
/** Ed25519, 64 bytes in base64url. */
export const Signature = Type.String({ pattern: '^[A-Za-z0-9_-]{86}$', maxLength: 86 })
export const Book = Type.Union([Type.Literal('demo'), Type.Literal('real')])
export const Direction = Type.Union([Type.Literal('up'), Type.Literal('down')])
export const Category = Type.Union([Type.Literal('crypto'), Type.Literal('forex')])
export const Period = Type.Union([
  Type.Literal('1m'),
  Type.Literal('5m'),
  Type.Literal('15m'),
  Type.Literal('30m'),
  Type.Literal('1h'),
  Type.Literal('4h'),
  Type.Literal('1d'),
  Type.Literal('1w'),
])
/** Of something acted on: the one that was looked at. Who acts on an older one is told (REVIEW_CONFLICT). */
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
/** Why an administrator does something, in their words. */
export const Remark = Type.String({ minLength: 1, maxLength: 500, pattern: SHOWN_TEXT })
/** Empty answer of a call that only acts. */
export const Nothing = Type.Object({})

export type Book = Type.Static<typeof Book>
export type Direction = Type.Static<typeof Direction>
export type Category = Type.Static<typeof Category>
export type Period = Type.Static<typeof Period>
