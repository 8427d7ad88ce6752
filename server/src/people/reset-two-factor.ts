import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { ApprovalActor } from '../approvals/approval-kinds.ts'
import type { ApprovalsService } from '../approvals/approvals.service.ts'
import { AppError } from '../platform/app-error.ts'
import { describeUsers, type ProposedUser, subjectOfUser } from './proposed-user.ts'

interface Parts {
  accounts: Pick<Accounts, 'users' | 'standing' | 'twoFactorReset' | 'hurryMails'>
  approvals: Pick<ApprovalsService, 'register'>
}

/** Turning two-factor sign-in off for who lost his app and his codes: two administrators, and a day without withdrawals. */
export function createResetTwoFactor({ accounts, approvals }: Parts) {
  const { users, standing, twoFactorReset, hurryMails } = accounts
  const byTwo = approvals.register<ProposedUser>({
    ...{ kind: 'reset-two-factor', permission: 'users', action: 'user.reset-two-factor' },
    tell: hurryMails,
    async check(sql, { userId }) {
      if (!(await twoFactorReset.isOn(sql, BigInt(userId)))) throw new AppError('TWO_FACTOR_CHANGED')
    },
    async carryOut(sql, { userId }, { proposalId, reason, proposedBy, nowMs }) {
      const id = BigInt(userId)
      await twoFactorReset.reset(sql, id)
      await standing.addNote(sql, {
        ...{ userId: id, adminId: proposedBy, act: 'reset-two-factor', text: reason, atMs: nowMs },
        requestId: `proposal:${proposalId}`,
      })
      return { subject: `user:${id}`, before: { twoFactor: true }, after: { twoFactor: false } }
    },
    describe: (payloads) => describeUsers(users, payloads, () => []),
  })

  return {
    anotherFor: byTwo.anotherFor,

    /** Errors: those of `resetTwoFactor`. */
    async ask(
      actor: ApprovalActor,
      { uid, reason, requestId }: { uid: string; reason: string; requestId: string },
    ): Promise<Proposal> {
      const userId = await users.idOf(uid)
      const payload = { userId: userId.toString(), uid }
      return await byTwo.propose(actor, { subject: subjectOfUser(uid), payload, reason, requestId })
    },
  }
}
