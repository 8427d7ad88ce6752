import type { Sql } from '../platform/db.ts'

export interface CountRow {
  generation: number
  members: bigint
  certified: bigint
}

/** Generations with nobody in them are left out. */
export function listCounts(sql: Sql, userId: bigint): Promise<CountRow[]> {
  return sql.query<CountRow>(
    'select generation, members, certified from invitation_counts where user_id = $1',
    [userId],
  )
}

export interface InviteeRow {
  username: string
  joinedMs: bigint
  certified: boolean
}

/** Those invited until then, newest first, without the first `skip`. */
export function listInvitees(
  sql: Sql,
  { userId, untilMs, skip, limit }: { userId: bigint; untilMs: number; skip: number; limit: number },
): Promise<InviteeRow[]> {
  return sql.query<InviteeRow>(
    `select username, created_at_ms as "joinedMs", identity_status = 'verified' as certified from users
    where referred_by = $1 and created_at_ms <= $2 order by id desc limit $4 offset $3`,
    [userId, untilMs, skip, limit],
  )
}

/** Counts that a recount of the whole tree does not agree with, in words. Reads all users. */
export async function findWrongCounts(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ fault: string }>(
    `with recursive line as (
      select referred_by as above, 1 as generation, identity_status = 'verified' as certified
      from users where referred_by is not null
      union all
      select u.referred_by, line.generation + 1, line.certified
      from line join users u on u.id = line.above
      where line.generation < 3 and u.referred_by is not null
    ), recounted as (
      select above as user_id, generation, count(*) as members, count(*) filter (where certified) as certified
      from line group by above, generation
    )
    select format('user %s, generation %s: %s members, %s certified; kept as %s and %s', coalesce(r.user_id, c.user_id),
      coalesce(r.generation, c.generation), r.members, r.certified, c.members, c.certified) as fault
    from recounted r full join invitation_counts c on c.user_id = r.user_id and c.generation = r.generation
    where r.members is distinct from c.members or r.certified is distinct from c.certified
    limit 20`,
  )
  return rows.map(({ fault }) => fault)
}
