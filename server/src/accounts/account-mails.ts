import { DEFAULT_LOCALE, isLocale, type Locale } from '@truestrike/protocol/messages/locales.ts'
import type { Db, Sql } from '../platform/db.ts'
import { layOutMail } from '../platform/mail-layout.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import {
  CODE_LIFE_MINUTES,
  type CodeLetter,
  type EmailLetter,
  type MoneyLetter,
  type PasswordLetter,
} from './mail-letters.ts'
import { mailWordsFor, worded } from './mail-words/mail-words.ts'
import { getMailedUser, getUserByEmail } from './users.store.ts'

/** Notices to a user are tried for three days. */
const NOTICE_KEEP_MS = 3 * 24 * 3_600_000

interface Parts {
  db: Db
  mails: MailQueue
  siteName(): Promise<string>
  fundsMode: 'test' | 'live'
}

const known = (locale: string): Locale => (isLocale(locale) ? locale : DEFAULT_LOCALE)

type Reader = { username: string; email: string }
type More = { code?: string; note?: string; values?: Record<string, string> }

/** The mails about an account, in the language of the call that caused them, or of their reader when none of his did. */
export function composeAccountMails({ db, mails, siteName, fundsMode }: Parts): void {
  /** Before anybody is looked up: what is cached afterwards must not tell whether somebody was found. */
  const site = async ({ locale: asked, origin }: { locale: string; origin: string }) => {
    return { locale: known(asked), origin, name: await siteName() }
  }
  const frame = (reader: Reader, { locale, origin, name }: Awaited<ReturnType<typeof site>>) => {
    const words = mailWordsFor(locale)
    const values = { site: name, name: reader.username, minutes: String(CODE_LIFE_MINUTES), origin }
    const fill = (text: string, more: Record<string, string> = {}) => worded(text, { ...values, ...more })
    const footer = [fill(words.sender), ...(fundsMode === 'test' ? [words.testMode] : [])]
    /** `code` stands before the last two paragraphs, `note` before the footer. */
    const lay = (subject: string, texts: readonly string[], more: More = {}) => {
      const { code, note, values = {} } = more
      const content = layOutMail({
        ...{ locale, siteName: name, subject: fill(subject) },
        footer: [...(note === undefined ? [] : [fill(note)]), ...footer],
        paragraphs: texts.map((text) => fill(text, values)),
        ...(code === undefined ? {} : { code: { text: code, after: texts.length - 2 } }),
      })
      return { ...content, to: reader.email, locale }
    }
    return { words, lay }
  }

  mails.compose('code', async (letter) => {
    const { purpose, emailKey, code, newOf, ...call } = letter as CodeLetter
    const here = await site(call)
    const owner = await getUserByEmail(db, emailKey)
    if (newOf === undefined) {
      if (owner === null) return null
      const { words, lay } = frame(owner, here)
      const { subject, text } = words[purpose]
      return lay(subject, [words.hello, text, words.codeRule, words.codeNotAsked], { code })
    }
    if (owner === null) {
      // Without a name: whose address it is nobody knows yet.
      const { words, lay } = frame({ username: '', email: newOf.email }, here)
      const { subject, text } = words.email
      return lay(subject, [text, words.codeRule, words.codeNotAsked], { code })
    }
    if (owner.id === BigInt(newOf.userId)) return null
    const { words, lay } = frame(owner, { ...here, locale: known(owner.locale) })
    const { subject, text, advice } = words.addressTaken
    return lay(subject, [words.hello, text, advice])
  })

  mails.compose('password-changed', async (letter) => {
    const { userId, atMs, oneStays, ...call } = letter as PasswordLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null) return null
    const { words, lay } = frame(user, await site(call))
    const { subject, text, textOthers, notYou } = words.passwordChanged
    const texts = [words.hello, oneStays ? textOthers : text, words.lock, notYou]
    return lay(subject, texts, { values: { time: mailTime(atMs) } })
  })

  mails.compose('email-changed', async (letter) => {
    const { to, username, atMs, ...call } = letter as EmailLetter
    const { words, lay } = frame({ username, email: to }, await site(call))
    const { subject, text, notYou } = words.emailChanged
    return lay(subject, [words.hello, text, words.lock, notYou], { values: { time: mailTime(atMs) } })
  })

  mails.compose('money', async (letter) => {
    const { userId, news, amount, remark, origin } = letter as MoneyLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null) return null
    const { words, lay } = frame(user, await site({ locale: user.locale, origin }))
    const { subjects, amountIs, remarkIs, where, settings } = words.money
    return lay(
      subjects[news],
      [words.hello, subjects[news], amountIs, ...(remark === null ? [] : [remarkIs]), where],
      {
        note: settings,
        values: { amount: `\u2066${amount} USDT\u2069`, remark: `\u2068${remark}\u2069` },
      },
    )
  })
}

/** Left to right in every language: its hyphens would turn day and year round after Arabic letters. */
function mailTime(atMs: number): string {
  return `\u2066${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')}\u2069`
}

/** What became of a request of money; in the transaction of the step. */
export async function postMoneyNews(sql: Sql, mails: MailQueue, letter: MoneyLetter): Promise<void> {
  await mails.post(sql, 'money', letter, NOTICE_KEEP_MS)
}

/** Tells the owner, in the transaction of the change. */
export async function postPasswordChanged(
  sql: Sql,
  mails: MailQueue,
  change: { userId: bigint; atMs: number; oneStays: boolean; locale: string; origin: string },
): Promise<void> {
  const letter: PasswordLetter = { ...change, userId: change.userId.toString() }
  await mails.post(sql, 'password-changed', letter, NOTICE_KEEP_MS)
}

/** Tells the address before, in the transaction of the change. */
export async function postEmailChanged(sql: Sql, mails: MailQueue, letter: EmailLetter): Promise<void> {
  await mails.post(sql, 'email-changed', letter, NOTICE_KEEP_MS)
}
