import { ensure } from '@truestrike/core/assert.ts'
import type { Db } from '../platform/db.ts'
import { getInviteCodeOf } from './invite-codes.store.ts'

export type InvitationCodes = ReturnType<typeof createInvitationCodes>

export function createInvitationCodes({ db }: { db: Db }) {
  return {
    /** Given to every user when he is made. */
    codeOf: async (userId: bigint): Promise<string> => ensure(await getInviteCodeOf(db, userId)),
  }
}
