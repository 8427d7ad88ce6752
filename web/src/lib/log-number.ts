import { formatClock } from './time-format.ts'

/** `48 201 733`: numbers of the log are grouped by narrow spaces, so that nobody takes one for an amount. */
export function groupedSeq(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f')
}

/** `12:58:04.214` */
export function formatClockMs(timeMs: number): string {
  return `${formatClock(timeMs)}.${String(timeMs % 1000).padStart(3, '0')}`
}
