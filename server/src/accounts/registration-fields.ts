import { domainToASCII } from 'node:url'
import { hasLettersAndDigits, RESET_PASSWORD } from '@truestrike/protocol/text-rules.ts'
import { bareCode } from './typed-code.ts'

/** Letters and digits of any script, inside also `_`, `-`, `.`; nothing invisible, no spaces, no markup. */
const USERNAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*$/u
/** Letters and marks among them that show nothing (fillers, joiners, variants): two names would look alike. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const USERNAME_SIGNS_MIN = 3
const USERNAME_POINTS_MAX = 20
/** Writings, each by itself; what is written together with others in one language is one. A letter of none is of one more. */
const WRITINGS = [
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}]/u,
  ...[/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u, /\p{sc=Georgian}/u],
  ...[/\p{sc=Arabic}/u, /\p{sc=Hebrew}/u, /\p{sc=Devanagari}/u, /\p{sc=Bengali}/u, /\p{sc=Thai}/u],
]
const LETTERS = /(?![\p{sc=Common}\p{sc=Inherited}])\p{L}/gu

const EMAIL_LENGTH_MAX = 254
const EMAIL_LOCAL_LENGTH_MAX = 64
const EMAIL_LOCAL_PATTERN =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const EMAIL_DOMAIN_PATTERN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** No 0 O 1 I L: codes are read aloud and copied by hand. */
export const INVITE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const INVITE_CODE_LENGTH = 8
const INVITE_PATTERN = new RegExp(`^[${INVITE_ALPHABET}]{${INVITE_CODE_LENGTH}}$`)

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The form in which two spellings of a name are the same one: NFKC, case-folded (upper, then lower: ß = ss, ſ = s). */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

/** The rule a username breaks, or null. Counts what a reader sees as one sign, not code units. */
export function usernameFault(username: string): 'minLength' | 'maxLength' | 'pattern' | null {
  const name = username.normalize('NFC')
  if ([...name].length > USERNAME_POINTS_MAX) return 'maxLength'
  if ([...signs.segment(name)].length < USERNAME_SIGNS_MIN) return 'minLength'
  return USERNAME_PATTERN.test(name) && !INVISIBLE.test(name) ? null : 'pattern'
}

/** Whether letters of several writings stand in one name: a Cyrillic а among Latin letters makes it look like another name. */
export function mixesWritings(username: string): boolean {
  const letters = username.normalize('NFKC').match(LETTERS) ?? []
  return new Set(letters.map((letter) => WRITINGS.findIndex((writing) => writing.test(letter)))).size > 1
}

/** Address as stored and key by which two addresses are the same one; null when it is none. */
export function parseEmail(text: string): { email: string; key: string } | null {
  const trimmed = text.trim().normalize('NFC')
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || trimmed.length > EMAIL_LENGTH_MAX) return null
  const local = trimmed.slice(0, at)
  const domain = domainToASCII(trimmed.slice(at + 1)).toLowerCase()
  if (local.length > EMAIL_LOCAL_LENGTH_MAX || !EMAIL_LOCAL_PATTERN.test(local)) return null
  if (INVISIBLE.test(local)) return null
  if (!EMAIL_DOMAIN_PATTERN.test(domain)) return null
  return { email: `${local}@${domain}`, key: `${usernameKey(local)}@${domain}` }
}

/** The code as stored, or null when it cannot be one. Small letters, other digits, spaces and marks are taken as meant. */
export function parseInviteCode(text: string): string | null {
  const code = bareCode(text)
  return INVITE_PATTERN.test(code) ? code : null
}

/** What a password lacks that replaces one nobody entered. */
export function newPasswordFault(password: string): 'minLength' | 'lettersAndDigits' | null {
  if ([...password].length < RESET_PASSWORD.minLength) return 'minLength'
  return hasLettersAndDigits(password) ? null : 'lettersAndDigits'
}
