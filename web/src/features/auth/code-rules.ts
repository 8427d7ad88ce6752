import { EMAIL, MAIL_CODE } from '@truestrike/protocol/text-rules.ts'
import { formResolver } from '../../lib/form-check.ts'

export interface CodeValues {
  email: string
  code: string
  /** Only asked for where it signs in. */
  remember: boolean
}

export const CODE_FIELDS = ['email', 'code']

const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const codeResolver = formResolver<CodeValues>({
  texts: { email: EMAIL, code: MAIL_CODE },
  required: ['email', 'code'],
  more: ({ email }) => ({ email: EMAIL_FORM.test(email.trim()) ? undefined : 'format' }),
})
