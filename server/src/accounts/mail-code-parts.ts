import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import { sha256 } from '../platform/secret-token.ts'
import { isKnownDeviceOfEmail } from './devices.store.ts'
import { deviceKnownBy } from './known-device.ts'
import type { CodePurpose } from './mail-codes.store.ts'
import { parseEmail } from './registration-fields.ts'

/** One cookie each: asking for the one code does not spoil the other. */
export const CODE_COOKIES: Record<CodePurpose, string> = {
  login: 'ts_login_code',
  reset: 'ts_reset_code',
  email: 'ts_email_code',
  prove: 'ts_proof_code',
}

/** An address as it is kept, and the key by which two spellings of it are the same one. Errors: INVALID_PARAMETERS. */
export function emailOf(text: string): { email: string; key: string } {
  const email = parseEmail(text)
  if (email !== null) return email
  throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'email', rule: 'format' }] })
}

/** The token is what makes it slow to find: six digits alone are found by trying. */
export const codeHash = (browser: string, emailKey: string, code: string): Uint8Array =>
  sha256(`mail code ${browser} ${emailKey} ${code}`)

/** The caller's device when the owner of the address has signed in from it before. */
export function deviceKnownTo(db: Db, emailKey: string, request: RequestInfo): Promise<Uint8Array | null> {
  return deviceKnownBy(request, (device) => isKnownDeviceOfEmail(db, emailKey, device))
}
