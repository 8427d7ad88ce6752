import { type FundsState, stateAfter } from '@truestrike/core/funds/funds-states.ts'
import { AppError } from '../platform/app-error.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import type { Actor } from './record-step.ts'

export interface Reviewable {
  version: number
  state: FundsState
  reviewerId: bigint | null
}

/** What a reviewer acts on, as he looked at it. */
export interface ReviewAct {
  id: bigint | null
  version: number
  admin: AdminPrincipal
  request: RequestInfo
}

type Step = Parameters<typeof stateAfter>[0]

/**
 * The state after a reviewer's step on a row that is held. Errors: REVIEW_NOT_FOUND; REVIEW_CONFLICT when it is no longer
 * what the reviewer looked at, when another one has taken it on, or when the step does not begin there.
 */
export function admitStep(
  row: Reviewable | null,
  {
    admin,
    version,
    step,
    takes = false,
  }: {
    admin: AdminPrincipal
    version: number
    step: Step
    takes?: boolean
  },
): FundsState {
  if (row === null) throw new AppError('REVIEW_NOT_FOUND')
  const next = stateAfter(step, row.state)
  const isOthers = !takes && row.reviewerId !== admin.adminId
  if (row.version !== version || isOthers || !next.ok) throw new AppError('REVIEW_CONFLICT')
  return next.value
}

export const actorOf = (admin: AdminPrincipal, request: RequestInfo): Actor => ({
  kind: 'admin',
  id: admin.adminId,
  ip: request.ip,
})

export function takenBy({ reviewerId }: Reviewable, admin: AdminPrincipal): 'me' | 'other' | null {
  if (reviewerId === null) return null
  return reviewerId === admin.adminId ? 'me' : 'other'
}
