import type { Sql } from '../platform/db.ts'

export interface TeamRow {
  id: bigint
  uid: string
  username: string
  status: 'active' | 'frozen'
  certified: boolean
  joinedMs: bigint
}

const COLUMNS = `u.id, u.uid, u.username, u.status, u.identity_status = 'verified' as certified, u.created_at_ms as "joinedMs"`

export interface SizedTeamRow extends TeamRow {
  /** In all three generations. */
  size: bigint
}

/** Who has invited anybody, the largest teams first, after a place; `found`: only these. */
export function listLargestTeams(
  sql: Sql,
  {
    found,
    after,
    limit,
  }: { found: readonly bigint[] | null; after: { size: bigint; id: bigint } | null; limit: number },
): Promise<SizedTeamRow[]> {
  return sql.query<SizedTeamRow>(
    `select ${COLUMNS}, t.size from team_sizes t join users u on u.id = t.user_id
    where t.size > 0 and ($1::bigint[] is null or t.user_id = any ($1))
      and ($2::bigint is null or (t.size, t.user_id) < ($2, $3::bigint))
    order by t.size desc, t.user_id desc limit $4`,
    [found === null ? null : [...found], after?.size ?? null, after?.id ?? null, limit],
  )
}

export async function getTeamUser(sql: Sql, userId: bigint): Promise<TeamRow | null> {
  const [row] = await sql.query<TeamRow>(`select ${COLUMNS} from users u where u.id = $1`, [userId])
  return row ?? null
}

/** Whom a user invited himself, newest first. */
export function listMembers(
  sql: Sql,
  userId: bigint,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<TeamRow[]> {
  return sql.query<TeamRow>(
    `select ${COLUMNS} from users u
    where u.referred_by = $1 and ($2::bigint is null or u.id < $2) order by u.id desc limit $3`,
    [userId, before, limit],
  )
}

/** Who stands above a user, nearest first, at most three. */
export function listAbove(sql: Sql, userId: bigint): Promise<{ uid: string; username: string }[]> {
  return sql.query(
    `with recursive line as (
      select referred_by as id, 1 as step from users where id = $1
      union all
      select u.referred_by, line.step + 1 from line join users u on u.id = line.id where line.step < 3
    )
    select u.uid, u.username from line join users u on u.id = line.id order by line.step`,
    [userId],
  )
}

/** The counts of several users. */
export function listCountsOf(
  sql: Sql,
  userIds: readonly bigint[],
): Promise<{ userId: bigint; generation: number; members: bigint; certified: bigint }[]> {
  return sql.query(
    `select user_id as "userId", generation, members, certified from invitation_counts where user_id = any ($1::bigint[])`,
    [[...userIds]],
  )
}
