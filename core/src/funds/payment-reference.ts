/** A payment is on a blockchain, or in the books of a bank. */
export type PaymentNetwork = 'eth' | 'tron' | 'bank'

const HASH = /^[0-9a-f]{64}$/
/** Printable characters of any script: nothing that is invisible or changes the direction of writing. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{4,64}$/u
/** Whatever a bank gives a payment (SEPA, SWIFT, FPS, Pix, UPI) holds a digit; four dashes or a word name none. */
const LETTERS_OR_DIGITS = /^(?:[^\p{L}\p{Nd}]*[\p{L}\p{Nd}]){4}/u
const DIGIT = /\p{Nd}/u

/**
 * The one spelling of what identifies a payment outside of this site: the hash of its transaction on a blockchain (`0x` and
 * 64 hexadecimal digits on Ethereum, 64 digits on TRON); at a bank 4 to 64 printable characters, of which four are letters
 * or digits and one is a digit. Null: it is none.
 */
export function paymentReference(network: PaymentNetwork, typed: string): string | null {
  const text = typed.trim()
  if (network === 'bank') return isBankReference(text) ? text : null
  const hash = text.toLowerCase()
  const digits = network === 'eth' ? (hash.startsWith('0x') ? hash.slice(2) : '') : hash
  return HASH.test(digits) ? hash : null
}

const isBankReference = (text: string): boolean =>
  PRINTABLE.test(text) && LETTERS_OR_DIGITS.test(text) && DIGIT.test(text)
