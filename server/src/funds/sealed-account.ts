import { mayDo, type Permission } from '@truestrike/protocol/permissions.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'

/** An account at a bank, or where a payment comes from. */
export interface BankAccount {
  accountName: string
  accountNumber: string
  bankName: string
}

/** Whose account, for what: a text sealed for one user opens for no other. */
type Purpose = 'payer' | 'payee'

/** Bank data is kept encrypted, and read for its owner and for who decides on his request. */
export function createAccountSeal(secrets: SecretBox) {
  const contextOf = (purpose: Purpose, userId: bigint): string => `${purpose}:${userId}`
  return {
    seal: (purpose: Purpose, userId: bigint, account: BankAccount): string =>
      secrets.seal(JSON.stringify(account), contextOf(purpose, userId)),
    open: (purpose: Purpose, userId: bigint, sealed: string): BankAccount =>
      JSON.parse(secrets.open(sealed, contextOf(purpose, userId))) as BankAccount,
    /** Tell a payer's account by its number, whoever names it; the first is the one to keep, the others are of older keys. */
    marksOf: ({ accountNumber }: BankAccount) =>
      secrets.marks(bareNumber(accountNumber) || accountNumber.trim(), 'payer-number'),
  }
}

export type AccountSeal = ReturnType<typeof createAccountSeal>

/** What makes two spellings of a number the same account: its letters and digits. */
export const bareNumber = (number: string): string => number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

const END_LENGTH = 4

/** The end of a number, by which its owner knows it; nothing of a short one. */
export function endOfNumber(number: string): string {
  const bare = number.replaceAll(/\s/g, '')
  return bare.length >= 2 * END_LENGTH ? bare.slice(-END_LENGTH) : ''
}

/** As an administrator sees it: who may only look sees of the number its end, as in files. */
export const accountFor = (
  { permissions }: Pick<AdminPrincipal, 'permissions'>,
  acting: Permission,
  account: BankAccount,
): BankAccount =>
  mayDo(permissions, acting)
    ? account
    : { ...account, accountNumber: `·· ${endOfNumber(account.accountNumber)}`.trim() }
