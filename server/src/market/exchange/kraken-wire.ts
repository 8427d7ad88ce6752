import type { SourceQuote } from '@truestrike/core/log-entry.ts'
import { at, parseExactJson, textAt } from './exact-json.ts'

/** Asks for the best bid and ask of pairs, told whenever they change. */
export function subscription(pairs: readonly string[]): string {
  return JSON.stringify({
    method: 'subscribe',
    params: { channel: 'ticker', symbol: pairs, event_trigger: 'bbo', snapshot: true },
    req_id: 1,
  })
}

/** The quotes of a frame, none for other frames; a refusal of the subscription as its words. */
export function readQuotes(text: string, nowMs: number): SourceQuote[] | { refusal: string } {
  let frame: unknown
  try {
    frame = parseExactJson(text)
  } catch {
    return []
  }
  if (at(frame, 'success') === false || at(frame, 'error') !== undefined)
    return { refusal: textAt(frame, 'error') ?? 'refused' }
  if (textAt(frame, 'channel') !== 'ticker') return []
  const data = at(frame, 'data')
  return (Array.isArray(data) ? data : []).flatMap((each) => {
    const pair = textAt(each, 'symbol')
    const bid = textAt(each, 'bid')
    const ask = textAt(each, 'ask')
    const told = Date.parse(textAt(each, 'timestamp') ?? '')
    if (pair === null || bid === null || ask === null) return []
    // Without a time of its own a quote is as old as its arrival.
    return [{ pair, bid, ask, timeMs: told >= 0 ? told : nowMs }]
  })
}
