import type { InvitationCodes } from '../accounts/invitation-codes.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { listCounts, listInvitees } from './invitations.store.ts'
import { maskName } from './masked-name.ts'
import { threeGenerations } from './team-members.ts'

const PAGE_DEFAULT = 20
const SKIP_MAX = 10_000_000

export interface InvitationsParts {
  db: Db
  clock: Clock
  codes: InvitationCodes
  /** The site's own origin for a caller; see `OriginPolicy.own`. */
  ownOrigin(origin: string | undefined): string
}

export type InvitationsService = ReturnType<typeof createInvitationsService>

/** What a user invites others with, and who came. The counts are kept by the database, see 0021-invitations.sql. */
export function createInvitationsService({ db, clock, codes, ownOrigin }: InvitationsParts) {
  return {
    async get(userId: bigint, origin: string | undefined) {
      const [code, rows] = await Promise.all([codes.codeOf(userId), listCounts(db, userId)])
      const link = `${ownOrigin(origin)}/login/register?code=${code}`
      return { code, link, generations: threeGenerations(rows) }
    },

    /** How many came by a user, for administrators. */
    generationsOf: async (userId: bigint) => threeGenerations(await listCounts(db, userId)),

    /** One page, newest first; `nextCursor` null on the last. A cursor that is none: `INVALID_PARAMETERS`. */
    async list(userId: bigint, { cursor, limit = PAGE_DEFAULT }: { cursor?: string; limit?: number }) {
      // Who comes while one reads on belongs to a later look, and moves no page.
      const at = cursor === undefined ? { untilMs: clock.nowMs(), skip: 0 } : parseCursor(cursor)
      const rows = await listInvitees(db, { ...at, userId, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      return {
        invitees: shown.map(({ username, joinedMs, certified }) => ({
          maskedName: maskName(username),
          joinedMs: Number(joinedMs),
          certified,
        })),
        nextCursor: rows.length > limit ? `${at.untilMs}.${at.skip + limit}` : null,
      }
    },
  }
}

function parseCursor(text: string): { untilMs: number; skip: number } {
  const match = /^(\d{1,15})\.(\d{1,8})$/.exec(text)
  const [untilMs, skip] = match === null ? [] : [Number(match[1]), Number(match[2])]
  if (untilMs === undefined || skip === undefined || skip > SKIP_MAX) {
    throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'cursor', rule: 'pattern' }] })
  }
  return { untilMs, skip }
}
