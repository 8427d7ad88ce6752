import { hasLettersAndDigits, RESET_PASSWORD } from '@truestrike/protocol/text-rules.ts'
import { formResolver } from '../../lib/form-check.ts'

export interface ResetValues {
  password: string
  confirmPassword: string
}

/** What a new password still lacks, as the list under it shows it. */
export function passwordProgress(password: string): { letters: boolean; length: boolean; signs: number } {
  const signs = [...password].length
  return { letters: hasLettersAndDigits(password), length: signs >= RESET_PASSWORD.minLength, signs }
}

export const resetResolver = formResolver<ResetValues>({
  texts: { password: RESET_PASSWORD },
  required: ['password', 'confirmPassword'],
  more: ({ password, confirmPassword }) => ({
    password: hasLettersAndDigits(password) ? undefined : 'lettersAndDigits',
    confirmPassword: confirmPassword === password ? undefined : 'match',
  }),
})
