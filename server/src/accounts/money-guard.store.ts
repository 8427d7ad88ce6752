import type { Sql } from '../platform/db.ts'
import { PROTECTION_CHANGED, type ProtectionChanged } from './withdrawal-lock.ts'

export interface GuardedUser extends ProtectionChanged {
  status: 'active' | 'frozen'
  hasPassword: boolean
  hasTwoFactor: boolean
  /** His identity was checked. */
  isIdentified: boolean
}

const GUARDED = `select u.status, ${PROTECTION_CHANGED},
    u.identity_status = 'verified' as "isIdentified", u.password_hash is not null as "hasPassword",
    exists (select 1 from user_two_factor t where t.user_id = u.id and t.confirmed_at_ms is not null) as "hasTwoFactor"
  from users u where u.id = $1`

export async function getGuardedUser(sql: Sql, userId: bigint): Promise<GuardedUser | null> {
  const [row] = await sql.query<GuardedUser>(GUARDED, [userId])
  return row ?? null
}

/** The same, and keeps who would change it out until the transaction ends. */
export async function holdGuardedUser(sql: Sql, userId: bigint): Promise<GuardedUser | null> {
  const [row] = await sql.query<GuardedUser>(`${GUARDED} for share of u`, [userId])
  return row ?? null
}

/** Who has this number and this name; null when nobody does, or he is frozen. */
export async function findUser(sql: Sql, uid: string, usernameKey: string): Promise<{ id: bigint } | null> {
  const [row] = await sql.query<{ id: bigint }>(
    `select id from users where uid = $1 and username_key = $2 and status = 'active'`,
    [uid, usernameKey],
  )
  return row ?? null
}
