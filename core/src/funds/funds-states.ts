import { fail, ok, type Result } from '../result.ts'

/** States of a request that moves money, and of its bill. The last three are final. */
export const FUNDS_STATES = ['pending', 'processing', 'completed', 'rejected', 'failed'] as const
export type FundsState = (typeof FUNDS_STATES)[number]

interface Step {
  readonly by: 'user' | 'administrator'
  readonly from: readonly FundsState[]
  readonly to: FundsState
}

/** A deposit (docs/funds.md). */
export const DEPOSIT_STEPS = {
  cancel: { by: 'user', from: ['pending'], to: 'failed' },
  /** An administrator takes it on, or over from another one. */
  take: { by: 'administrator', from: ['pending', 'processing'], to: 'processing' },
  /** What takes two administrators: the first says how much has arrived. */
  propose: { by: 'administrator', from: ['processing'], to: 'processing' },
  approve: { by: 'administrator', from: ['processing'], to: 'completed' },
  reject: { by: 'administrator', from: ['processing'], to: 'rejected' },
} as const satisfies Record<string, Step>

/** A withdrawal (docs/funds.md). */
export const WITHDRAWAL_STEPS = {
  take: { by: 'administrator', from: ['pending', 'processing'], to: 'processing' },
  /** Found in order, to be paid out: still frozen. */
  approve: { by: 'administrator', from: ['processing'], to: 'processing' },
  reject: { by: 'administrator', from: ['processing'], to: 'rejected' },
  /** Paid out of frozen. */
  pay: { by: 'administrator', from: ['processing'], to: 'completed' },
  /** Approved, but it could not be paid out. */
  fail: { by: 'administrator', from: ['processing'], to: 'failed' },
} as const satisfies Record<string, Step>

export type DepositStep = keyof typeof DEPOSIT_STEPS
export type WithdrawalStep = keyof typeof WITHDRAWAL_STEPS

/** The state after a step, or STEP_NOT_ALLOWED from where it does not begin. */
export function stateAfter(step: Step, state: FundsState): Result<FundsState, 'STEP_NOT_ALLOWED'> {
  return step.from.includes(state) ? ok(step.to) : fail('STEP_NOT_ALLOWED')
}

/** Open requests: an open withdrawal is what is frozen. */
export function isOpen(state: FundsState): boolean {
  return state === 'pending' || state === 'processing'
}
