import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Source of randomness; `length` bytes that nobody can guess. */
export type RandomBytes = (length: number) => Uint8Array

export const systemRandom: RandomBytes = (length) => randomBytes(length)

const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits, base64url, 43 characters. */
export function newSecretToken(random: RandomBytes): string {
  return Buffer.from(random(TOKEN_BYTES)).toString('base64url')
}

export function isSecretToken(value: string | undefined): value is string {
  return value !== undefined && TOKEN_PATTERN.test(value)
}

/** What is stored in place of a token: reading the database does not sign anybody in. */
export function sha256(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** Compares without telling by its time where the difference is. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** `length` characters of `alphabet` (at most 256), each equally likely. */
export function randomText(random: RandomBytes, alphabet: string, length: number): string {
  const evenLimit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < evenLimit && text.length < length) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}
