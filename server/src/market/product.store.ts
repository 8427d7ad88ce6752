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
  /** How far its source may lie from a second one. */
  deviationBps: number
  enabled: boolean
  sort: number
  /** Hours of before, by which prices go on coming for contracts accepted under them. */
  pastHours: readonly PastHours[]
  /** Where a simulated path begins on the very first day; null: as the product's seed has it. */
  firstUnits: bigint | null
  /** One up with every change of an administrator. */
  edits: number
}

interface PastHours {
  calendar: Calendar
  untilMs: number
}

const COLUMNS = `id, symbol, base, quote, name, category, "precision", version, source, calendar, enabled, sort, edits,
  calendar_version as "calendarVersion", stale_ms as "staleMs", outlier_bps as "outlierBps", deviation_bps as "deviationBps", past_hours as "pastHours",
  first_units as "firstUnits"`

export async function listProductRecords(sql: Sql): Promise<ProductRecord[]> {
  return await sql.query<ProductRecord>(`select ${COLUMNS} from products order by sort, id`)
}

/** Held for a change; null: there is none. */
export async function holdProduct(sql: Sql, symbol: string): Promise<ProductRecord | null> {
  const [row] = await sql.query<ProductRecord>(
    `select ${COLUMNS} from products where symbol = $1 for update`,
    [symbol],
  )
  return row ?? null
}

/** What an administrator may change of a product. Other hours are another version of the calendar. */
export type ProductEdit = Pick<ProductRecord, 'name' | 'enabled' | 'sort' | 'calendar' | 'pastHours'>

export async function updateProduct(sql: Sql, id: number, edit: ProductEdit): Promise<void> {
  await sql.query(
    `update products set name = $2, enabled = $3, sort = $4, edits = edits + 1, past_hours = $6,
      own_hours = own_hours or calendar is distinct from $5::jsonb,
      calendar_version = calendar_version + case when calendar is distinct from $5::jsonb then 1 else 0 end,
      calendar = $5::jsonb
    where id = $1`,
    [id, edit.name, edit.enabled, edit.sort, edit.calendar, JSON.stringify(edit.pastHours)],
  )
}

/** Of a product an administrator added: hours and switch are his from the beginning. */
export async function markAdded(
  sql: Sql,
  symbol: string,
  { enabled, firstUnits }: Pick<ProductRecord, 'enabled' | 'firstUnits'>,
): Promise<void> {
  await sql.query(
    `update products set own_hours = true, edits = 1, enabled = $2, first_units = $3 where symbol = $1`,
    [symbol, enabled, firstUnits],
  )
}

export type NewProduct = Omit<
  ProductRecord,
  'id' | 'version' | 'calendarVersion' | 'enabled' | 'pastHours' | 'firstUnits' | 'edits'
> & {
  /** Running hash before the first entry of the log. */
  genesis: Uint8Array
}

/** Creates the product with the head of its log; one that exists is left as it is. Answers whether it is new. */
export async function insertProduct(sql: Sql, product: NewProduct): Promise<boolean> {
  const rows = await sql.query(
    `with added as (
       insert into products
         (symbol, base, quote, name, category, precision, source, calendar, stale_ms, outlier_bps, deviation_bps, sort)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (symbol) do nothing returning id
     )
     insert into log_heads (product_id, hash) select id, $13 from added returning product_id`,
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
      product.deviationBps,
      product.sort,
      product.genesis,
    ],
  )
  return rows.length > 0
}

/** All products take their prices from `source` from now on. */
export async function updateProductSource(sql: Sql, source: FeedSource): Promise<void> {
  await sql.query('update products set source = $1 where source <> $1', [source])
}

/** Trading hours of a category, but of products an administrator has set them for; a change is a new calendar version. */
export async function updateCategoryCalendar(
  sql: Sql,
  category: 'crypto' | 'forex',
  calendar: Calendar | null,
): Promise<void> {
  await sql.query(
    `update products set calendar = $2, calendar_version = calendar_version + 1
     where category = $1 and not own_hours and calendar is distinct from $2::jsonb`,
    [category, calendar],
  )
}
