import { sha256 } from '@noble/hashes/sha2.js'
import { fail, ok, type Result } from '../result.ts'

/** Without 0, O, I and l, which look alike (Bitcoin's alphabet, which TRON took over). */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 4
/** Far more than an address has; the work grows with the square. */
const LETTERS_MAX = 64

const checksumOf = (payload: Uint8Array): Uint8Array => sha256(sha256(payload)).subarray(0, CHECKSUM_LENGTH)

/** Payload and the first four bytes of its double SHA-256, in base 58. */
export function encodeBase58Check(payload: Uint8Array): string {
  const bytes = new Uint8Array([...payload, ...checksumOf(payload)])
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = ALPHABET.charAt(Number(number % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return ALPHABET.charAt(0).repeat(zeros === -1 ? bytes.length : zeros) + text
}

/** The payload, when the text is the one spelling of it and its checksum holds. */
export function decodeBase58Check(text: string): Result<Uint8Array, 'MALFORMED'> {
  if (text.length > LETTERS_MAX) return fail('MALFORMED')
  let number = 0n
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter)
    if (value === -1) return fail('MALFORMED')
    number = number * 58n + BigInt(value)
  }
  const tail: number[] = []
  for (; number > 0n; number /= 256n) tail.unshift(Number(number % 256n))
  const zeros = [...text].findIndex((letter) => letter !== ALPHABET.charAt(0))
  const bytes = new Uint8Array([...Array<number>(zeros === -1 ? text.length : zeros).fill(0), ...tail])
  if (bytes.length <= CHECKSUM_LENGTH) return fail('MALFORMED')
  const payload = bytes.slice(0, -CHECKSUM_LENGTH)
  const checksum = checksumOf(payload)
  return checksum.every((byte, at) => byte === bytes[payload.length + at]) ? ok(payload) : fail('MALFORMED')
}
