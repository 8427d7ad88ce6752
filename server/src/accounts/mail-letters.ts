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

/** Money that leaves, before or when it is out of reach: told to everybody, a thief would switch his victim's mails off. */
const LEAVING_NEWS = ['withdrawal-pending', 'withdrawal-corrected', 'transfer-sent'] as const

/** What became of a request: what users are told of by mail, unless they want no mails. */
const DECIDED_NEWS = [
  'deposit-completed',
  'deposit-rejected',
  'withdrawal-completed',
  'withdrawal-rejected',
  'withdrawal-failed',
  'withdrawal-returned',
] as const
export type MoneyNews = (typeof LEAVING_NEWS | typeof DECIDED_NEWS)[number]

export const isLeaving = (kind: string): boolean => (LEAVING_NEWS as readonly string[]).includes(kind)
export const isMoneyNews = (kind: string): kind is MoneyNews =>
  isLeaving(kind) || (DECIDED_NEWS as readonly string[]).includes(kind)

/** In the language the user was last seen in: an administrator's call has caused it. */
export interface MoneyLetter {
  /** Row id, decimal. */
  userId: string
  news: MoneyNews
  amount: string
  remark: string | null
  /** Of a transfer: who gets it. */
  uid?: string
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

/** What the operator tells all users, to one who wants such mails. */
export interface AnnouncementLetter {
  /** Row id, decimal. */
  userId: string
  topic: 'newsletter' | 'marketing'
  /** In his language, or the one it falls back to. */
  title: string
  text: string
  /** Stops mails of the topic. */
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

/** What a user is told of ways into his account, and of what else lasts, beside a changed password. */
export const ACCOUNT_NEWS = [
  /** The first word from the mailbox of an address that nobody had proved: what was there before no longer signs in. */
  'address-claimed',
  'two-factor-on',
  'two-factor-off',
  /** Too many wrong codes of the app in a row. */
  'two-factor-blocked',
  'recovery-codes',
  'wallet-linked',
  'wallet-unlinked',
  /** No new contracts for a while: nobody can take that back. */
  'self-excluded',
] as const
export type AccountNews = (typeof ACCOUNT_NEWS)[number]

/** Of addresses that withdrawals are paid to. */
export type AddressNews = 'address-saved' | 'address-removed' | 'address-default'

export interface AccountNewsLetter {
  /** Row id, decimal. */
  userId: string
  news: AccountNews | AddressNews
  /** Of news of one: goes only to who has proved where he is written to. */
  address?: string
  /** Of news of one: its beginning and end. */
  wallet?: string
  /** Of what ends by itself. */
  untilMs?: number
  atMs: number
  origin: string
}

export interface PasswordLetter {
  /** Row id, decimal. */
  userId: string
  atMs: number
  /** Changed in an open session, which stays signed in; the others ended. */
  oneStays?: boolean
  origin: string
}
