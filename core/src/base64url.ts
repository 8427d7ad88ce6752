import { fail, ok, type Result } from './result.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES: ReadonlyMap<string, number> = new Map([...ALPHABET].map((letter, value) => [letter, value]))

/** Base64url without padding (RFC 4648, section 5). A SHA-256 hash becomes 43 characters. */
export function encodeBase64url(bytes: Uint8Array): string {
  // Joined at the end: a text grown letter by letter stays a chain of parts, twenty times its size, as long as it lives.
  const letters: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const left = Math.min(3, bytes.length - at)
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let letter = 0; letter <= left; letter += 1)
      letters.push(ALPHABET.charAt((word >> (18 - 6 * letter)) & 63))
  }
  return letters.join('')
}

/** The bytes again. Only the one canonical spelling is taken: no padding, no stray bits, so that text compares like bytes. */
export function decodeBase64url(text: string): Result<Uint8Array, 'MALFORMED'> {
  const tail = text.length % 4
  if (tail === 1) return fail('MALFORMED')
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let filled = 0
  let word = 0
  let bits = 0
  for (const letter of text) {
    const value = VALUES.get(letter)
    if (value === undefined) return fail('MALFORMED')
    word = ((word << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[filled] = (word >> bits) & 0xff
    filled += 1
  }
  return (word & ((1 << bits) - 1)) === 0 ? ok(bytes) : fail('MALFORMED')
}
