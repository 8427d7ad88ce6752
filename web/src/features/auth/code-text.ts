import { MAIL_CODE } from '@truestrike/protocol/text-rules.ts'

/** First of the ten digits of the other scripts our languages are typed in: Arabic, Persian, Devanagari. */
const ZEROS = ['\u0660', '\u06f0', '\u0966'].map((zero) => zero.charCodeAt(0))

function latinDigit(sign: string): string {
  const at = sign.charCodeAt(0)
  const zero = ZEROS.find((first) => at >= first && at < first + 10)
  return zero === undefined ? sign : String(at - zero)
}

/** The digits of a code as it was typed or pasted: spaces, hyphens and words around it do not count. */
export function codeOf(text: string): string {
  return [...text].map(latinDigit).join('').replace(/\D/g, '').slice(0, MAIL_CODE.maxLength)
}
