import type { Sql } from '../platform/db.ts'
import { type ConfigVersionRow, listConfigHistory, listNewestConfig } from './config-versions.store.ts'

export type { ConfigVersionRow }

/** The newest version of each section that was ever changed. */
export const readNewestConfig = (sql: Sql): Promise<ConfigVersionRow[]> => listNewestConfig(sql)

/** All versions, newest first. */
export const readConfigHistory = (
  sql: Sql,
  query: Parameters<typeof listConfigHistory>[1],
): Promise<ConfigVersionRow[]> => listConfigHistory(sql, query)
