import { create } from 'zustand'
import { ApiError } from './api-error.ts'
import type { WalletSession } from './wallet-session.ts'

/** Whose address nobody had confirmed: the sign-in waits for a choice between the old password and a new one. */
export interface UnconfirmedAccount {
  username: string
  createdAtMs: number
}

interface SecondStep {
  /** Of a sign-in whose first step was right; null: none is under way. */
  ticket: string | null
  /** What that first step was made with, to be remembered with the session. */
  wallet: WalletSession | null
  /** Null: a code of the authenticator app is asked for. */
  account: UnconfirmedAccount | null
}

const NONE: SecondStep = { ticket: null, wallet: null, account: null }

/** Never stored: it is this tab's alone. */
export const useSecondStep = create<SecondStep>()(() => NONE)

/** Whether a refused sign-in only waits for its second step, which the sign-in page then shows. */
export function asksSecondStep(error: unknown, wallet: WalletSession | null = null): boolean {
  if (!(error instanceof ApiError)) return false
  const isChoice = error.is('ADDRESS_UNCONFIRMED')
  const ticket = error.details?.ticket
  if (!(isChoice || error.is('TWO_FACTOR_REQUIRED')) || typeof ticket !== 'string') return false
  useSecondStep.setState({
    ticket,
    wallet,
    account: isChoice ? (error.details as unknown as UnconfirmedAccount) : null,
  })
  return true
}

export function endSecondStep(): void {
  useSecondStep.setState(NONE)
}
