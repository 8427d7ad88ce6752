/** First of the ten digits in the scripts whose keyboards our readers use: Arabic, Persian, Devanagari, full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10]
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g

function latinDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  const zero = ZEROS.find((first) => code >= first && code < first + 10) ?? code
  return String(code - zero)
}

/** The text with digits of other scripts as those the servers read. */
export const latinDigits = (text: string): string => text.replace(FOREIGN_DIGIT, latinDigit)
