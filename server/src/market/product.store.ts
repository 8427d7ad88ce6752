import type { Calendar } from '@truestrike/core/calendar.ts'
import type { FeedSource } from '@truestrike/core/log-entry.ts'
import type { Sql } from '../platform/db.ts'

export interface ProductRecord {
  id: number
  symbol: string
  base: string
  quote: string
  name: string
  category: 'crypto' | 'forex'
  precision: number
  version: number
  source: FeedSource
  /** Null: always open. */
  calendar: Calendar | null
  calendarVersion: number
  staleMs: number
  outlierBps: number
  enabled: boolean
  sort: number
}

const COLUMNS = `id, symbol, base, quote, name, category, "precision", version, source, calendar, enabled, sort,
  calendar_version as "calendarVersion", stale_ms as "staleMs", outlier_bps as "outlierBps"`

export async function listProductRecords(sql: Sql): Promise<ProductRecord[]> {
  return await sql.query<ProductRecord>(`select ${COLUMNS} from products order by sort, id`)
}

export type NewProduct = Omit<ProductRecord, 'id' | 'version' | 'calendarVersion' | 'enabled'> & {
  /** Running hash before the first entry of the log. */
  genesis: Uint8Array
}

/** Creates the product with the head of its log; one that exists is left as it is. */
export async function insertProduct(sql: Sql, product: NewProduct): Promise<void> {
  await sql.query(
    `with added as (
       insert into products (symbol, base, quote, name, category, precision, source, calendar, stale_ms, outlier_bps, sort)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (symbol) do nothing returning id
     )
     insert into log_heads (product_id, hash) select id, $12 from added`,
    [
      product.symbol,
      product.base,
      product.quote,
      product.name,
      product.category,
      product.precision,
      product.source,
      product.calendar,
      product.staleMs,
      product.outlierBps,
      product.sort,
      product.genesis,
    ],
  )
}

/** All products take their prices from `source` from now on. */
export async function updateProductSource(sql: Sql, source: FeedSource): Promise<void> {
  await sql.query('update products set source = $1 where source <> $1', [source])
}

/** Trading hours of a category; a change is a new calendar version. */
export async function updateCategoryCalendar(
  sql: Sql,
  category: 'crypto' | 'forex',
  calendar: Calendar | null,
): Promise<void> {
  await sql.query(
    `update products set calendar = $2, calendar_version = calendar_version + 1
     where category = $1 and calendar is distinct from $2::jsonb`,
    [category, calendar],
  )
}
