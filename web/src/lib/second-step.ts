import { create } from 'zustand'
import { ApiError } from './api-error.ts'
import type { WalletSession } from './wallet-session.ts'

interface SecondStep {
  /** Of a sign-in whose first step was right; null: none is under way. */
  ticket: string | null
  /** What that first step was made with, to be remembered with the session. */
  wallet: WalletSession | null
}

const NONE: SecondStep = { ticket: null, wallet: null }

/** Never stored: it is this tab's alone. */
export const useSecondStep = create<SecondStep>()(() => NONE)

/** Whether a refused sign-in only waits for its second step, which the sign-in page then shows. */
export function asksSecondStep(error: unknown, wallet: WalletSession | null = null): boolean {
  const ticket =
    error instanceof ApiError && error.is('TWO_FACTOR_REQUIRED') ? error.details?.ticket : undefined
  if (typeof ticket !== 'string') return false
  useSecondStep.setState({ ticket, wallet })
  return true
}

export function endSecondStep(): void {
  useSecondStep.setState(NONE)
}
