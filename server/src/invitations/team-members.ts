import type { TeamMember } from '@truestrike/protocol/people-endpoints.ts'
import type { Sql } from '../platform/db.ts'
import type { CountRow } from './invitations.store.ts'
import { listCountsOf, type TeamRow } from './teams.store.ts'

/** All three of a user; those with nobody in them are not kept. */
export function threeGenerations(rows: readonly CountRow[]): TeamMember['generations'] {
  const of = (wanted: number) => {
    const { members = 0n, certified = 0n } = rows.find(({ generation }) => generation === wanted) ?? {}
    return { members: Number(members), certified: Number(certified) }
  }
  return [of(1), of(2), of(3)]
}

export async function toTeamMembers(sql: Sql, rows: readonly TeamRow[]): Promise<TeamMember[]> {
  const counts = await listCountsOf(
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, uid, username, certified, status, joinedMs }) => ({
    ...{ uid, username, certified, status, joinedMs: Number(joinedMs) },
    generations: threeGenerations(counts.filter(({ userId }) => userId === id)),
  }))
}
