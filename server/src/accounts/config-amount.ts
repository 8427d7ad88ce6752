import { parseMicros } from '@truestrike/core/money.ts'
import { AppError, faultyField } from '../platform/app-error.ts'

/** More than all the money there is; sums of such amounts stay far inside of 64 bits. */
const GREATEST_MICROS = 1_000_000_000_000_000n

/** An amount of the configuration. Errors: INVALID_PARAMETERS naming the field. */
export function micros(text: string, field: string, least = 0n): bigint {
  const parsed = parseMicros(text)
  if (!parsed.ok) throw faultyField(field, 'pattern')
  if (parsed.value < least) throw faultyField(field, 'minimum')
  if (parsed.value > GREATEST_MICROS) throw faultyField(field, 'maximum')
  return parsed.value
}

/** USDT as decimal strings; `from`: as it was when the proposer looked at it. */
export interface RaisedLimit {
  from: string
  to: string
}

/** What a limit becomes that is now `currentMicros`. Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
export function raisedTo({ from, to }: RaisedLimit, currentMicros: bigint): bigint {
  const toMicros = micros(to, 'to')
  if (currentMicros !== micros(from, 'from')) throw new AppError('CONFIG_CHANGED')
  if (toMicros <= currentMicros) throw faultyField('to', 'minimum')
  return toMicros
}
