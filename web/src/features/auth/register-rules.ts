import { EMAIL as EMAIL_LENGTH, PASSWORD, USERNAME } from '@truestrike/protocol/text-rules.ts'
import { formResolver } from '../../lib/form-check.ts'
import { INVITE_CODE_LENGTH } from '../../lib/invite-code.ts'

export interface RegisterValues {
  username: string
  email: string
  password: string
  confirmPassword: string
  inviteCode: string
  agreeTerms: boolean
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
