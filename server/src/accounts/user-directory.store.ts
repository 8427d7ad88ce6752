import type { IdentityStatus } from '@truestrike/protocol/profile-endpoints.ts'
import type { Sql, SqlValue } from '../platform/db.ts'
import type { Standing } from './user-standing.store.ts'

export interface UserFilter {
  status: Standing | null
  identity: IdentityStatus | null
  /** All of these; null: anybody. */
  found: readonly bigint[] | null
  /** Whom this user invited, whom those invited, and whom those did. */
  teamOf: bigint | null
  fromMs: number | null
  toMs: number | null
  by: 'joined' | 'seen'
  isAscending: boolean
}

/** Those after a place of the list: what it is in order by, and the row there. */
export interface UserPage {
  after: { value: bigint; id: bigint } | null
  limit: number
}

export interface ListedUserRow {
  id: bigint
  uid: string
  username: string
  nickname: string
  email: string | null
  phone: string
  status: Standing
  identity: IdentityStatus
  loginType: 'account' | 'email' | 'wallet'
  twoFactor: boolean
  joinedMs: bigint
  lastLoginMs: bigint | null
  invitedByUid: string | null
}

const SELECT = `select u.id, u.uid, u.username, u.nickname, u.email, u.phone, u.status, u.identity_status as identity,
    u.login_type as "loginType", u.created_at_ms as "joinedMs", u.last_login_at_ms as "lastLoginMs",
    (select i.uid from users i where i.id = u.referred_by) as "invitedByUid",
    exists (select 1 from user_two_factor t where t.user_id = u.id and t.confirmed_at_ms is not null) as "twoFactor"
  from users u`

const SORTED = { joined: 'u.created_at_ms', seen: 'coalesce(u.last_login_at_ms, 0)' } as const

/** A filter as a statement: conditions left out are left out of it too, so that each is read by the index that fits. */
function usersQuery(filter: UserFilter, { after, limit }: UserPage) {
  const params: SqlValue[] = []
  const at = (value: SqlValue): string => `$${params.push(value)}`
  const conditions: string[] = []
  if (filter.status !== null) conditions.push(`u.status = ${at(filter.status)}`)
  if (filter.identity !== null) conditions.push(`u.identity_status = ${at(filter.identity)}`)
  if (filter.found !== null) conditions.push(`u.id = any (${at([...filter.found])}::bigint[])`)
  if (filter.fromMs !== null) conditions.push(`u.created_at_ms >= ${at(filter.fromMs)}`)
  if (filter.toMs !== null) conditions.push(`u.created_at_ms <= ${at(filter.toMs)}`)
  if (filter.teamOf !== null) {
    const top = `${at(filter.teamOf)}::bigint`
    const first = `select a.id from users a where a.referred_by = ${top}`
    const second = `select b.id from users b where b.referred_by in (${first})`
    conditions.push(`(u.referred_by = ${top} or u.referred_by in (${first}) or u.referred_by in (${second}))`)
  }
  const [sign, way] = filter.isAscending ? ['>', ''] : ['<', ' desc']
  const column = SORTED[filter.by]
  if (after !== null)
    conditions.push(`(${column}, u.id) ${sign} (${at(after.value)}::bigint, ${at(after.id)}::bigint)`)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  return { text: `${SELECT} ${where} order by ${column}${way}, u.id${way} limit ${at(limit)}`, params }
}

export function listUsers(sql: Sql, filter: UserFilter, page: UserPage): Promise<ListedUserRow[]> {
  const { text, params } = usersQuery(filter, page)
  return sql.query<ListedUserRow>(text, params)
}

export async function getListedUser(sql: Sql, userId: bigint): Promise<ListedUserRow | null> {
  const [row] = await sql.query<ListedUserRow>(`${SELECT} where u.id = $1`, [userId])
  return row ?? null
}

/** After every text that begins so, byte by byte. */
const LAST = '\u{10FFFF}'

/** Those whose address, in its folded form, or telephone number begins so, or holds it anywhere when it is long enough. */
export async function listUsersReached(
  sql: Sql,
  { emailKey, phone, limit }: { emailKey: string | null; phone: string | null; limit: number },
): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `(select id from users where email_key is not null and email_key ~>=~ $1::text and email_key ~<=~ $2::text limit $5)
    union
    (select id from users where search_runs(email_key) @> search_runs($1::text) and strpos(email_key, $1::text) > 0 limit $5)
    union
    (select id from users where phone <> '' and ltrim(phone, '+') ~>=~ $3::text and ltrim(phone, '+') ~<=~ $4::text limit $5)
    union
    (select id from users
     where phone <> '' and search_runs(phone) @> search_runs($3::text) and strpos(phone, $3::text) > 0 limit $5)`,
    [
      emailKey,
      emailKey === null ? null : emailKey + LAST,
      phone,
      phone === null ? null : phone + LAST,
      limit,
    ],
  )
  return rows.map(({ id }) => id)
}
