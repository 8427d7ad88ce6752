import { isDeepStrictEqual } from 'node:util'
import { type Calendar, isOpen, validateCalendar } from '@truestrike/core/calendar.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import { parsePrice } from '@truestrike/core/price.ts'
import { genesisHash } from '@truestrike/core/running-hash.ts'
import { AppError, faultyField } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Sql } from '../platform/db.ts'
import { PRODUCTS_CHANGED_SUBJECT } from './adopt-products.ts'
import { holdProduct, insertProduct, markAdded, type ProductRecord, updateProduct } from './product.store.ts'
import { DEVIATION_BPS, OUTLIER_BPS, STALE_MS } from './product-seed.ts'

const QUOTE = 'USDT'
/** What a simulated path can begin with: room above and below for every day to come. */
const FIRST_UNITS_MIN = 100n
const FIRST_UNITS_MAX = 10_000_000_000n

interface Editable {
  name: string
  calendar: Calendar
  enabled: boolean
  sort: number
}

export interface AddedProduct extends Editable {
  base: string
  category: 'crypto' | 'forex'
  precision: number
  firstPrice: string
}

interface Parts {
  bus: Bus
  source: FeedSource
  refresh(): Promise<void>
}

export type ProductAdmin = ReturnType<typeof createProductAdmin>

/** Products as administrators add and change them; in the caller's transaction, told of after it. */
export function createProductAdmin({ bus, source, refresh }: Parts) {
  return {
    source,

    /** Errors: PRODUCT_EXISTS, INVALID_PARAMETERS. */
    async add(sql: Sql, asked: AddedProduct): Promise<ProductRecord> {
      const { base, category, precision, enabled } = asked
      const symbol = `${base}${QUOTE}`
      const first = parsePrice(asked.firstPrice, precision)
      if (!first.ok || first.value < FIRST_UNITS_MIN || first.value > FIRST_UNITS_MAX)
        throw faultyField('firstPrice', 'range')
      const isNew = await insertProduct(sql, {
        ...{ symbol, base, quote: QUOTE, category, precision, source, sort: asked.sort },
        ...{ name: asked.name.trim(), calendar: usable(asked.calendar) },
        ...{ staleMs: STALE_MS[category], outlierBps: OUTLIER_BPS[category], deviationBps: DEVIATION_BPS },
        genesis: genesisHash({ symbol, version: 1 }),
      })
      if (!isNew) throw new AppError('PRODUCT_EXISTS', { symbol })
      await markAdded(sql, symbol, { enabled, firstUnits: first.value })
      return await held(sql, symbol)
    },

    /**
     * `keepMs`: how long contracts accepted until now may live; prices go on coming by the hours of before for so long.
     * Errors: PRODUCT_NOT_FOUND, CONFIG_CHANGED, INVALID_PARAMETERS.
     */
    async change(
      sql: Sql,
      symbol: string,
      { edits, ...asked }: Editable & { edits: number },
      { nowMs, keepMs }: { nowMs: number; keepMs: (productId: number) => Promise<number> },
    ): Promise<{ before: ProductRecord; after: ProductRecord }> {
      const before = await held(sql, symbol)
      if (before.edits !== edits) throw new AppError('CONFIG_CHANGED')
      const calendar = usable(asked.calendar)
      const kept = before.pastHours.filter(({ untilMs }) => untilMs > nowMs)
      const isOther = !isDeepStrictEqual(calendar, before.calendar)
      const untilMs = nowMs + (isOther ? await keepMs(before.id) : 0)
      const pastHours = isOther ? [...kept, { calendar: before.calendar, untilMs }] : kept
      await updateProduct(sql, before.id, { ...asked, name: asked.name.trim(), calendar, pastHours })
      return { before, after: await held(sql, symbol) }
    },

    /** After the commit: here at once, in all other processes as soon as they hear of it. */
    async tell(): Promise<void> {
      await refresh()
      bus.publish(PRODUCTS_CHANGED_SUBJECT, {})
    },
  }
}

async function held(sql: Sql, symbol: string): Promise<ProductRecord> {
  const record = await holdProduct(sql, symbol)
  if (record === null) throw new AppError('PRODUCT_NOT_FOUND', { symbol })
  return record
}

/** Errors: INVALID_PARAMETERS. */
function usable(asked: Calendar): Calendar {
  const valid = validateCalendar(asked)
  if (!valid.ok) throw faultyField('calendar', valid.code === 'ZONE_UNKNOWN' ? 'zone' : 'sessions')
  if (asked === null) return null
  for (const [at, { fromDay, fromMinute, toDay, toMinute }] of asked.sessions.entries())
    if (fromDay === toDay && fromMinute === toMinute) throw faultyField(`calendar.sessions.${at}`, 'empty')
  // Never open is not hours, but a product that is off.
  const week = Array.from({ length: 7 * 24 * 4 }, (_, at) => at * 900_000)
  if (!week.some((ms) => isOpen(asked, ms))) throw faultyField('calendar', 'sessions')
  return asked
}
