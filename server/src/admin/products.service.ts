import type { ConfiguredProduct } from '@truestrike/protocol/product-endpoints.ts'
import type { AdminActor } from '../accounts/config-record.ts'
import type { LiveProduct } from '../market/live-product.ts'
import type { MarketModule } from '../market/market.module.ts'
import type { AddedProduct } from '../market/product-admin.service.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { Trading } from '../trading/trading.module.ts'

/** Settlement comes a moment after the expiry, and reads a little past it. */
const SETTLED_MS = 120_000
/** A product whose rules were never read may still have contracts of the usual longest life. */
const LONGEST_MIN_MS = 86_400_000

export interface ProductsParts {
  db: Db
  clock: Clock
  market: Pick<MarketModule, 'products' | 'service' | 'administered' | 'refresh'>
  trading: Pick<Trading, 'rules' | 'records'>
}

interface ListQuery {
  category?: 'crypto' | 'forex' | undefined
  state?: 'enabled' | 'disabled' | undefined
  search?: string | undefined
}

type Edit = Pick<AddedProduct, 'name' | 'calendar' | 'enabled' | 'sort'> & { edits: number }

/** Products as the back office shows and changes them. None of it reaches a contract that is accepted. */
export function createProductsService({ db, clock, market, trading }: ProductsParts) {
  const audit = (sql: Sql, { admin, request }: AdminActor, action: string, said: object, symbol: string) =>
    writeAudit(sql, {
      ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: admin.adminId, ip: request.ip },
      ...{ action, subject: `product:${symbol}`, ...said },
    })

  return {
    async list({ category, state, search = '' }: ListQuery) {
      await market.refresh()
      const wanted = search.trim().toUpperCase()
      const open = await trading.records.countOpenByProduct()
      const products = [...market.products.values()]
        .filter(
          ({ record }) =>
            (category === undefined || record.category === category) &&
            (state === undefined || record.enabled === (state === 'enabled')) &&
            (record.symbol.includes(wanted) || record.name.toUpperCase().includes(wanted)),
        )
        .sort((a, b) => a.record.sort - b.record.sort || a.record.id - b.record.id)
        .map((product) => toWire(product, open.get(product.record.id) ?? 0))
      return { products, source: market.administered.source }
    },

    /** Errors: PRODUCT_EXISTS, INVALID_PARAMETERS. */
    async add(actor: AdminActor, asked: AddedProduct): Promise<{ symbol: string }> {
      const { symbol } = await db.tx(async (sql) => {
        const record = await market.administered.add(sql, asked)
        await trading.rules.seedFor(sql, record)
        await audit(sql, actor, 'product.add', { after: spoken(record) }, record.symbol)
        return record
      })
      await market.administered.tell()
      return { symbol }
    },

    /** Errors: PRODUCT_NOT_FOUND, CONFIG_CHANGED, INVALID_PARAMETERS. */
    async change(actor: AdminActor, symbol: string, edit: Edit): Promise<{ symbol: string }> {
      await db.tx(async (sql) => {
        const keepMs = async (productId: number): Promise<number> =>
          Math.max(await trading.rules.longestMs(sql, productId), LONGEST_MIN_MS) + SETTLED_MS
        const times = { nowMs: clock.nowMs(), keepMs }
        const { before, after } = await market.administered.change(sql, symbol, edit, times)
        const said = { before: spoken(before), after: spoken(after) }
        await audit(sql, actor, 'product.change', said, symbol)
      })
      await market.administered.tell()
      return { symbol }
    },
  }

  function toWire(product: LiveProduct, openContracts: number): ConfiguredProduct {
    const { record } = product
    const { id: _id, firstUnits: _first, pastHours, ...rest } = record
    const untilMs = Math.max(0, ...pastHours.map((hours) => hours.untilMs))
    return {
      ...rest,
      calendar:
        record.calendar === null ? null : { ...record.calendar, sessions: [...record.calendar.sessions] },
      status: market.service.statusOf(product),
      price: market.service.tickerOf(product).price,
      openContracts,
      pastHoursUntilMs: untilMs > clock.nowMs() ? untilMs : null,
    }
  }
}

/** What the audit log says of a product. */
function spoken(record: LiveProduct['record']): object {
  const { name, category, precision, source, calendar, calendarVersion, enabled, sort } = record
  return { name, category, precision, source, calendar, calendarVersion, enabled, sort }
}
