import { ensure } from '@truestrike/core/assert.ts'
import type { ProposalLine } from '@truestrike/protocol/approval-endpoints.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { ProposalView } from '../approvals/approval-kinds.ts'

/** Whom a proposal is about: by his row, decimal, and by the number pages know him by. */
export interface ProposedUser {
  userId: string
  uid: string
}

export const subjectOfUser = (uid: string): string => `user:${uid}`

/** Proposals about users, each with his name of now. */
export async function describeUsers<P extends ProposedUser>(
  users: Pick<UserInfoService, 'namesOf'>,
  payloads: readonly P[],
  linesOf: (payload: P) => readonly ProposalLine[],
): Promise<ProposalView[]> {
  const names = await users.namesOf(payloads.map(({ userId }) => BigInt(userId)))
  return payloads.map((payload) => {
    const { uid, username } = ensure(names.get(BigInt(payload.userId)))
    return { subject: { kind: 'user', id: uid, label: username }, lines: linesOf(payload) }
  })
}
