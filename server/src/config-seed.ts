import type { EnvironmentReader } from './config-reader.ts'

const BYTES_MIN = 16
/** Different digits or letters, and different steps from one to the next. Of 16 random bytes one in 20 million has fewer. */
const DIFFERENT_MIN = 8
/** So many digits or letters in a row never come twice in random bytes. */
const REPEAT_LENGTH = 8
/** Share of neighbours of different kinds (capital, small letter, digit, sign): 0.64 in random base64url, 0.25 in words. */
const CHANGES_MIN = 0.4

/**
 * `FEED_SEED`. Whoever finds it knows every simulated price in advance, and can try as many guesses as they like against the
 * published commitments, so it has to be 16 random bytes or more. No check can tell how a seed was made; this one takes
 * encoded bytes only, and refuses what people make up: words, counted and repeated digits.
 */
export function readSeed(reader: EnvironmentReader): string | null {
  const seed = reader.text('FEED_SEED')
  if (seed === null || isRandomBytes(seed)) return seed
  // The value itself is a secret: it is not repeated.
  reader.fault(
    'FEED_SEED',
    `at least ${BYTES_MIN} random bytes (128 bits) as 32 or more hexadecimal digits or as base64url, without words, counting or repeated parts, as \`openssl rand -hex 32\` prints; or nothing`,
  )
  return null
}

function isRandomBytes(seed: string): boolean {
  const bytes = bytesOf(seed)
  return bytes !== null && bytes.length >= BYTES_MIN && !isText(bytes) && !isRegular(seed.toLowerCase())
}

/** The bytes of hexadecimal digits or of base64url without padding; null where it is neither, or a number, or words. */
function bytesOf(seed: string): Buffer | null {
  if (/^[0-9a-f]+$/i.test(seed)) return /[a-f]/i.test(seed) ? Buffer.from(seed, 'hex') : null
  const bytes = Buffer.from(seed, 'base64url')
  const isExact = bytes.toString('base64url') === seed
  return isExact && /[A-Z]/.test(seed) && /[a-z]/.test(seed) && !isWordy(seed) ? bytes : null
}

/** Words that were encoded: bytes that can all be printed. */
const isText = (bytes: Buffer): boolean => bytes.every((byte) => byte >= 0x20 && byte < 0x7f)

function isWordy(seed: string): boolean {
  const kinds = seed.replaceAll(/[A-Z]/g, 'A').replaceAll(/[a-z]/g, 'a').replaceAll(/[0-9]/g, '0')
  const changes = [...kinds].filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
  return changes < CHANGES_MIN * (seed.length - 1)
}

/** Few different digits, digits that count up or down, or a part that comes twice. */
function isRegular(seed: string): boolean {
  const codes = [...Buffer.from(seed, 'latin1')]
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  const parts = codes.slice(REPEAT_LENGTH - 1).map((_, at) => seed.slice(at, at + REPEAT_LENGTH))
  const isRepeated = new Set(parts).size < parts.length
  return isRepeated || new Set(codes).size < DIFFERENT_MIN || new Set(steps).size < DIFFERENT_MIN
}
