import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatTime } from '../../lib/time-format.ts'

const groups = new Intl.NumberFormat('en-US')

/** `18,942`: figures look alike in all languages. */
export const countText = (count: number): string => groups.format(count)

/** `12.5%` of basis points; `+6.20%` with its sign. */
export function shareText(bps: number, isSigned = false): string {
  const text = `${(Math.abs(bps) / 100).toFixed(isSigned ? 2 : 1).replace(/\.0$/, '')}%`
  return bps < 0 ? `−${text}` : isSigned && bps > 0 ? `+${text}` : text
}

/** What may be lost, to the last decimal: `−240.00`; nothing is `0.00`. */
export function lossText(amount: string): string {
  const text = formatMoneyExact(amount)
  return /[1-9]/.test(text) ? `−${text}` : text
}

/** `38 ms`, `0.4 s`, `75 s`. */
export function delayText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`
}

/** `14:30`, UTC. */
export const utcMinute = (ms: number): string =>
  formatTime(ms, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })
