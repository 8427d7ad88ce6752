import { create } from 'zustand'
import { ApiError } from './api-error.ts'

/** The ticket of a sign-in whose first step was right; null: none is under way. Never stored. */
export const useSecondStep = create<{ ticket: string | null }>()(() => ({ ticket: null }))

/** Whether a refused sign-in only waits for its second step, which the sign-in page then shows. */
export function asksSecondStep(error: unknown): boolean {
  const ticket =
    error instanceof ApiError && error.is('TWO_FACTOR_REQUIRED') ? error.details?.ticket : undefined
  if (typeof ticket !== 'string') return false
  useSecondStep.setState({ ticket })
  return true
}

export function endSecondStep(): void {
  useSecondStep.setState({ ticket: null })
}
