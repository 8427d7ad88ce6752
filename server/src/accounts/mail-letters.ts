import type { CodePurpose } from './mail-codes.store.ts'

/** How long a code counts, and then how long the page it opened. */
export const CODE_LIFE_MINUTES = 10

/** What the mail queue holds of a code, whether or not somebody has the address. */
export interface CodeLetter {
  purpose: CodePurpose
  emailKey: string
  code: string
  /** Of the call that caused it. */
  locale: string
  origin: string
}

export interface PasswordLetter {
  /** Row id, decimal. */
  userId: string
  atMs: number
  /** Changed in an open session, which stays signed in; the others ended. */
  oneStays?: boolean
  locale: string
  origin: string
}
