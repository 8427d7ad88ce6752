/** A payment is on a blockchain, or in the books of a bank. */
export type PaymentNetwork = 'eth' | 'tron' | 'bank'

const HASH = /^[0-9a-f]{64}$/
/** Printable characters of any script: nothing that is invisible or changes the direction of writing. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{4,64}$/u

/**
 * The one spelling of what identifies a payment outside of this site: the hash of its transaction on a blockchain (`0x` and
 * 64 hexadecimal digits on Ethereum, 64 digits on TRON), 4 to 64 printable characters at a bank. Null: it is none.
 */
export function paymentReference(network: PaymentNetwork, typed: string): string | null {
  const text = typed.trim()
  if (network === 'bank') return PRINTABLE.test(text) ? text : null
  const hash = text.toLowerCase()
  const digits = network === 'eth' ? (hash.startsWith('0x') ? hash.slice(2) : '') : hash
  return HASH.test(digits) ? hash : null
}
