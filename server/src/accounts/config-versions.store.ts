import type { Sql } from '../platform/db.ts'

export interface ConfigVersionRow {
  id: bigint
  section: string
  version: number
  before: object
  value: object
  adminId: bigint
  createdMs: bigint
}

const COLUMNS = `id, section, version, before, value, admin_id as "adminId", created_ms as "createdMs"`

/** The newest version of each section, or of those that are named. */
export function listNewestConfig(
  sql: Sql,
  sections: readonly string[] | null = null,
): Promise<ConfigVersionRow[]> {
  return sql.query<ConfigVersionRow>(
    `select distinct on (section) ${COLUMNS} from config_versions
    where $1::text[] is null or section = any ($1::text[]) order by section, version desc`,
    [sections === null ? null : [...sections]],
  )
}

interface HistoryQuery {
  /** A section, or the beginning of several. */
  section: string | null
  beforeId: bigint | null
  limit: number
}

export function listConfigHistory(sql: Sql, query: HistoryQuery): Promise<ConfigVersionRow[]> {
  return sql.query<ConfigVersionRow>(
    `select ${COLUMNS} from config_versions
    where ($1::text is null or section = $1 or section like $1 || '/%') and ($2::bigint is null or id < $2)
    order by id desc limit $3`,
    [query.section, query.beforeId, query.limit],
  )
}

/** False when there is a version of this number already: of two writers at once one waits for the other. */
export async function insertConfigVersion(
  sql: Sql,
  row: Omit<ConfigVersionRow, 'id' | 'createdMs'> & { nowMs: number },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into config_versions (section, version, before, value, admin_id, created_ms)
    values ($1, $2, $3, $4, $5, $6) on conflict (section, version) do nothing returning id`,
    [row.section, row.version, row.before, row.value, row.adminId, row.nowMs],
  )
  return rows.length > 0
}
