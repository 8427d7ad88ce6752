import type { CodePurpose } from './mail-codes.store.ts'

/** How long a code counts, and then how long the page it opened. */
export const CODE_LIFE_MINUTES = 10

/** What the mail queue holds of a code, whether or not somebody has the address. */
export interface CodeLetter {
  purpose: CodePurpose
  emailKey: string
  code: string
  /** Of a new address: whose it will be (row id, decimal), and how he wrote it. */
  newOf?: { userId: string; email: string }
  /** Of the call that caused it. */
  locale: string
  origin: string
}

/** What became of a request: what users are told of by mail, unless they want no mails. */
const MONEY_NEWS = [
  'deposit-completed',
  'deposit-rejected',
  'withdrawal-completed',
  'withdrawal-rejected',
  'withdrawal-failed',
  'withdrawal-returned',
] as const
export type MoneyNews = (typeof MONEY_NEWS)[number]

export const isMoneyNews = (kind: string): kind is MoneyNews =>
  (MONEY_NEWS as readonly string[]).includes(kind)

/** In the language the user was last seen in: an administrator's call has caused it. */
export interface MoneyLetter {
  /** Row id, decimal. */
  userId: string
  news: MoneyNews
  amount: string
  remark: string | null
  origin: string
}

/** What somebody has not read of a day, in the language he was last seen in. */
export interface DigestLetter {
  /** Row id, decimal. */
  userId: string
  contracts: { book: 'demo' | 'real'; count: number; profitMicros: string }[]
  cancelled: number
  /** Prices of alerts, `BTCUSDT 67500.00`. */
  reached: string[]
  funds: number
  other: number
  all: number
  /** Stops these mails. */
  token: string
  origin: string
}

export interface EmailLetter {
  /** The address before: the account no longer knows it. */
  to: string
  /** By which two spellings of it are the same one. */
  toKey: string
  username: string
  atMs: number
  locale: string
  origin: string
}

/** What a user is told of ways into his account, beside a changed password. */
export const ACCOUNT_NEWS = [
  /** The first word from the mailbox of an address that nobody had proved: what was there before no longer signs in. */
  'address-claimed',
  'two-factor-on',
  'two-factor-off',
  'wallet-linked',
  'wallet-unlinked',
] as const
export type AccountNews = (typeof ACCOUNT_NEWS)[number]

export interface AccountNewsLetter {
  /** Row id, decimal. */
  userId: string
  news: AccountNews
  atMs: number
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
