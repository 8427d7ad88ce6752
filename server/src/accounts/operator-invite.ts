import type { Sql } from '../platform/db.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { getOperatorInviteCode } from './invite-codes.store.ts'
import { giveInviteCode } from './registration.service.ts'

/** Null: there is none yet. */
export const findOperatorInvite = (sql: Sql): Promise<string | null> => getOperatorInviteCode(sql)

/** The code the operator gives to the first users; those who use it have nobody above them. */
export async function getOrCreateOperatorInvite(
  sql: Sql,
  nowMs: number,
  random: RandomBytes,
): Promise<string> {
  return (await getOperatorInviteCode(sql)) ?? (await giveInviteCode(sql, null, nowMs, random))
}
