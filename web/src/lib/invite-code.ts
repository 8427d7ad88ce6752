import { latinDigits } from '@truestrike/protocol/latin-digits.ts'

export const INVITE_CODE_LENGTH = 8

/** A code as typed or pasted, without the spaces, dashes and marks of direction that come along; only then is it cut to its length. */
export function inviteCodeOf(text: string): string {
  return latinDigits(text)
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .slice(0, INVITE_CODE_LENGTH)
}
