import type { ProductRecord } from './product.store.ts'
import { TradingHours } from './trading-hours.ts'

type Timed = Pick<ProductRecord, 'calendar' | 'pastHours'>

/**
 * When prices of a product come: in its trading hours, and in those it had before until the last contract accepted under
 * them has ended. Other hours stop orders; they take no price from a contract.
 */
export class PriceHours {
  private readonly product: Timed
  private readonly now: TradingHours
  private past: ProductRecord['pastHours'] = []
  private before: { untilMs: number; hours: TradingHours }[] = []

  constructor(product: Timed) {
    this.product = product
    this.now = new TradingHours(product)
  }

  isOpen(timeMs: number): boolean {
    if (this.now.isOpen(timeMs)) return true
    if (this.product.pastHours !== this.past) {
      this.past = this.product.pastHours
      this.before = this.past.map(({ calendar, untilMs }) => ({
        untilMs,
        hours: new TradingHours({ calendar }),
      }))
    }
    return this.before.some(({ untilMs, hours }) => timeMs <= untilMs && hours.isOpen(timeMs))
  }
}
