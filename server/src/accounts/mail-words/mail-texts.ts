import type { AccountNews, AddressNews, MoneyNews } from '../mail-letters.ts'

/**
 * Texts of the mails about an account. `{site}`, `{name}`, `{minutes}`, `{time}`, `{amount}`, `{remark}`, `{uid}`, `{count}`, `{list}`, `{address}`,
 * `{until}` and `{origin}` are filled in.
 */
export interface MailWords {
  hello: string
  login: CodeWords
  reset: CodeWords
  /** For a new address, to that address. */
  email: CodeWords
  /** To show anew, in an open session, who its owner is. */
  prove: CodeWords
  /** How a code counts. */
  codeRule: string
  codeNotAsked: string
  passwordChanged: {
    subject: string
    text: string
    /** Changed in an open session, which stays. */
    textOthers: string
    notYou: string
  }
  /** Of other ways in, what protects them, and breaks. */
  news: Record<AccountNews | AddressNews, { subject: string; text: string }>
  /** To the address before. */
  emailChanged: {
    subject: string
    text: string
    notYou: string
  }
  /** To the owner of an address that somebody else wanted. */
  addressTaken: {
    subject: string
    text: string
    advice: string
  }
  /** After a change of what protects the account. */
  lock: string
  money: {
    /** Also the first line. */
    subjects: Record<MoneyNews, string>
    amountIs: string
    /** Of a transfer. */
    recipientIs: string
    /** What the reviewer wrote. */
    remarkIs: string
    where: string
    /** How to get no more of these. */
    settings: string
  }
  digest: {
    subject: string
    intro: string
    demo: string
    real: string
    cancelled: string
    reached: string
    funds: string
    other: string
    where: string
    settings: string
    unsubscribe: string
    /** The page the link leads to. */
    page: { title: string; question: string; button: string; done: string; unknown: string }
  }
  /** Of what the operator tells all users by mail: why this one comes, and the page that stops it. */
  announcement: Record<
    'newsletter' | 'marketing',
    { settings: string; title: string; question: string; done: string }
  >
  /** Who sends it. */
  sender: string
  testMode: string
}

interface CodeWords {
  subject: string
  text: string
}
