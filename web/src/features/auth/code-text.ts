import { latinDigits } from '@truestrike/protocol/latin-digits.ts'
import { MAIL_CODE } from '@truestrike/protocol/text-rules.ts'

/** The digits of a code as it was typed or pasted: spaces, hyphens and words around it do not count. */
export function codeOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '').slice(0, MAIL_CODE.maxLength)
}
