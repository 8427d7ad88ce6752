import { parseMicros } from '@truestrike/core/money.ts'
import type { ApproximateRate } from '@truestrike/protocol/account-endpoints.ts'
import type { EnvironmentReader } from './config-reader.ts'

const CURRENCIES = ['EUR', 'INR'] as const
const DATED = /^(\d{1,9}(?:\.\d{1,6})?)@(\d{4}-\d{2}-\d{2})$/

/** What a USDT is worth about, beside amounts in languages whose readers count in that money. Nothing is reckoned with it. */
export function readRates(reader: EnvironmentReader): ApproximateRate[] {
  return CURRENCIES.flatMap((currency) => {
    const name = `RATE_${currency}`
    const value = reader.text(name)
    if (value === null) return []
    const [, rate = '', day = ''] = DATED.exec(value) ?? []
    const micros = parseMicros(rate)
    if (!micros.ok || micros.value === 0n || !isDay(day)) {
      reader.fault(
        name,
        `a rate of at most six decimals and its day, such as 0.92@2026-11-20, not '${value}'`,
      )
      return []
    }
    return [{ currency, rate, day }]
  })
}

function isDay(text: string): boolean {
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(atMs) && new Date(atMs).toISOString().startsWith(text)
}
