/** First of the ten digits that keyboards of our languages type beside 0 to 9: Arabic, Persian, Devanagari. */
const ZEROS = ['\u0660', '\u06f0', '\u0966'].map((zero) => zero.charCodeAt(0))

function latinDigit(digit: string): string {
  const at = digit.charCodeAt(0)
  const zero = ZEROS.find((first) => at >= first && at < first + 10)
  return zero === undefined ? digit : String(at - zero)
}

/**
 * A code as it is compared: in capitals, without the spaces, dashes and marks of direction that are typed or pasted with it,
 * and with the digits every keyboard types.
 */
export function bareCode(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, latinDigit)
    .toUpperCase()
}
