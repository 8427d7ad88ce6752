import { Secret, TOTP } from 'otpauth'
import { type RandomBytes, randomText } from '../platform/secret-token.ts'
import { INVITE_ALPHABET } from './registration-fields.ts'

// RFC 6238 with what every authenticator app takes: SHA-1, six digits, steps of 30 seconds.
const STEP_SECONDS = 30
/** Steps either side of now: clocks of phones are seldom further off. */
const STEPS_AROUND = 1
const SECRET_BYTES = 20

const RECOVERY_CODES = 10
const RECOVERY_GROUPS = 4
const RECOVERY_GROUP_LENGTH = 4

/** A new shared secret, Base32. */
export function newTotpSecret(random: RandomBytes): string {
  return new Secret({ buffer: new Uint8Array(random(SECRET_BYTES)).buffer }).base32
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })
}

/** What the QR code says: `otpauth://totp/Issuer:label?secret=…`. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return totpOf(secret, { issuer, label }).toString()
}

/** The step a code is of, at `wallMs` of real time or one step away; null when it is of none. */
export function stepOfCode(secret: string, code: string, wallMs: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: wallMs, window: STEPS_AROUND })
  return delta === null ? null : Math.floor(wallMs / 1000 / STEP_SECONDS) + delta
}

/** Ten codes such as `7KQM-2XWD-9HTB-RF4C`. */
export function newRecoveryCodes(random: RandomBytes): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_GROUPS }, () =>
      randomText(random, INVITE_ALPHABET, RECOVERY_GROUP_LENGTH),
    ).join('-'),
  )
}
