import { type Calendar, type OpenSpan, openSpan } from '@truestrike/core/calendar.ts'

/** A calendar that remembers the span it was last asked about: asking the calendar itself costs tens of microseconds. */
export class TradingHours {
  private readonly calendar: Calendar
  private span: OpenSpan | null = null
  private fromMs = 0
  private toMs = 0

  constructor(calendar: Calendar) {
    this.calendar = calendar
  }

  spanAt(timeMs: number): OpenSpan {
    if (this.span === null || timeMs < this.fromMs || timeMs >= this.toMs) {
      this.span = openSpan(this.calendar, timeMs)
      this.fromMs = timeMs
      this.toMs = (this.span.open ? this.span.closesAtMs : this.span.opensAtMs) ?? Number.POSITIVE_INFINITY
    }
    return this.span
  }

  isOpen(timeMs: number): boolean {
    return this.spanAt(timeMs).open
  }
}
