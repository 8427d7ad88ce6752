import { type Calendar, type OpenSpan, openSpan } from '@truestrike/core/calendar.ts'

/**
 * A product's calendar, which may be replaced under way. It remembers the span it was last asked about: asking the calendar
 * itself costs tens of microseconds.
 */
export class TradingHours {
  private readonly product: { readonly calendar: Calendar }
  private calendar: Calendar
  private span: OpenSpan | null = null
  private fromMs = 0
  private toMs = 0

  constructor(product: { readonly calendar: Calendar }) {
    this.product = product
    this.calendar = product.calendar
  }

  spanAt(timeMs: number): OpenSpan {
    const { calendar } = this.product
    if (this.span === null || calendar !== this.calendar || timeMs < this.fromMs || timeMs >= this.toMs) {
      this.calendar = calendar
      const span = openSpan(calendar, timeMs)
      this.span = span
      // To both ends: history is asked backwards, hour by hour over years.
      this.fromMs = span.open
        ? (span.openSinceMs ?? Number.NEGATIVE_INFINITY)
        : (span.closedSinceMs ?? timeMs)
      this.toMs = (span.open ? span.closesAtMs : span.opensAtMs) ?? Number.POSITIVE_INFINITY
    }
    return this.span
  }

  isOpen(timeMs: number): boolean {
    return this.spanAt(timeMs).open
  }
}
