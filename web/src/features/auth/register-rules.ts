import { EMAIL as EMAIL_LENGTH, PASSWORD, USERNAME } from '@truestrike/protocol/text-rules.ts'
import { formResolver } from '../../lib/form-check.ts'
import { latinDigits } from '../../lib/latin-digits.ts'

export interface RegisterValues {
  username: string
  email: string
  password: string
  confirmPassword: string
  inviteCode: string
  agreeTerms: boolean
}

const INVITE_CODE_LENGTH = 8

/** A code as typed or pasted, without the spaces, dashes and marks of direction that come along; only then is it cut to its length. */
export function inviteCodeOf(text: string): string {
  return latinDigits(text)
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .slice(0, INVITE_CODE_LENGTH)
}

/** Only what is surely wrong: whether the address exists is for the server. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/
/** Such names are given to wallet users by the service. */
const RESERVED = /^wallet_/i

/** The rules of the registration form; the invite code may be left out only where the operator says so. */
export function registerResolver(inviteCodeRequired: boolean) {
  return formResolver<RegisterValues>({
    texts: { username: USERNAME, email: EMAIL_LENGTH, password: PASSWORD },
    required: [
      'username',
      'email',
      'password',
      'confirmPassword',
      'agreeTerms',
      ...(inviteCodeRequired ? (['inviteCode'] as const) : []),
    ],
    more: ({ username, email, password, confirmPassword, inviteCode }) => ({
      username: RESERVED.test(username.normalize('NFKC')) ? 'reserved' : undefined,
      email: EMAIL.test(email.trim()) ? undefined : 'format',
      confirmPassword: password === confirmPassword ? undefined : 'match',
      inviteCode: inviteCode === '' || inviteCode.length === INVITE_CODE_LENGTH ? undefined : 'length',
    }),
  })
}
