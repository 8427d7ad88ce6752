import type { ServerMessage } from '@truestrike/protocol/frames.ts'

/** What is wrong with a message: not one of ours, or with a time that is none. */
export type MessageFault = 'MESSAGE_ERROR' | 'INVALID_TIMESTAMP'

const TIME_MAX_MS = 8_640_000_000_000_000

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= TIME_MAX_MS
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function tickFault(item: unknown): MessageFault | null {
  if (!isList(item) || item.length < 7) return 'MESSAGE_ERROR'
  const [symbol, epoch, seq, prevTickSeq, timeMs, price] = item
  if (typeof symbol !== 'string' || typeof price !== 'string') return 'MESSAGE_ERROR'
  if (![epoch, seq, prevTickSeq].every(Number.isSafeInteger)) return 'MESSAGE_ERROR'
  return isTime(timeMs) ? null : 'INVALID_TIMESTAMP'
}

function recordsFault(items: unknown, ...required: string[]): MessageFault | null {
  if (!isList(items)) return 'MESSAGE_ERROR'
  const whole = items.every(
    (item) =>
      typeof item === 'object' &&
      item !== null &&
      required.every((key) => typeof (item as Record<string, unknown>)[key] === 'string'),
  )
  return whole ? null : 'MESSAGE_ERROR'
}

function faultOf(message: Record<string, unknown>): MessageFault | null {
  switch (message.type) {
    case 'hello':
    case 'pong':
      return isTime(message.serverTimeMs) ? null : 'INVALID_TIMESTAMP'
    case 'ticks':
      if (!isList(message.items)) return 'MESSAGE_ERROR'
      return message.items.map(tickFault).find((fault) => fault !== null) ?? null
    case 'watermark':
      if (typeof message.symbol !== 'string') return 'MESSAGE_ERROR'
      return isTime(message.timeMs) ? null : 'INVALID_TIMESTAMP'
    case 'block':
      // Whoever keeps the header reads it as strictly as a receipt's.
      return typeof message.symbol === 'string' && Number.isInteger(message.precision)
        ? null
        : 'MESSAGE_ERROR'
    case 'tickers':
      return recordsFault(message.items, 'symbol', 'status')
    case 'contracts':
      return recordsFault(message.items, 'id', 'state', 'symbol')
    case 'notices':
      return recordsFault(message.items, 'id', 'kind')
    case 'balances':
      return typeof message.balances === 'object' && message.balances !== null ? null : 'MESSAGE_ERROR'
    case 'authenticated':
    case 'signed-out':
    case 'error':
    case 'subscribed':
    case 'closing':
    case 'void':
      return null
    default:
      return 'MESSAGE_ERROR'
  }
}

/**
 * Reads a socket message. The checks are light (the whole schema would weigh more than the rest of the client):
 * enough that nothing malformed reaches the stores.
 */
export function readServerMessage(data: unknown): ServerMessage | MessageFault {
  if (typeof data !== 'string') return 'MESSAGE_ERROR'
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return 'MESSAGE_ERROR'
  }
  if (typeof value !== 'object' || value === null) return 'MESSAGE_ERROR'
  return faultOf(value as Record<string, unknown>) ?? (value as ServerMessage)
}
