import { isLocale, type Locale } from '@truestrike/protocol/messages/locales.ts'
import type { Db, Sql } from '../platform/db.ts'
import { layOutMail } from '../platform/mail-layout.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { CODE_LIFE_MINUTES, type CodeLetter, type MoneyLetter, type PasswordLetter } from './mail-letters.ts'
import { mailWordsFor, worded } from './mail-words/mail-words.ts'
import { getMailedUser, getUserByEmail, type MailedUser } from './users.store.ts'

/** Notices to a user are tried for three days. */
const NOTICE_KEEP_MS = 3 * 24 * 3_600_000

interface Parts {
  db: Db
  mails: MailQueue
  siteName(): Promise<string>
  fundsMode: 'test' | 'live'
}

/** The mails about an account, in the language of the call that caused them. */
export function composeAccountMails({ db, mails, siteName, fundsMode }: Parts): void {
  /** Before anybody is looked up: what is cached afterwards must not tell whether somebody was found. */
  const site = async ({ locale: asked, origin }: { locale: string; origin: string }) => {
    const locale: Locale = isLocale(asked) ? asked : 'en-US'
    return { locale, words: mailWordsFor(locale), origin, name: await siteName() }
  }
  const frame = (user: MailedUser, { locale, words, origin, name }: Awaited<ReturnType<typeof site>>) => {
    const values = { site: name, name: user.username, minutes: String(CODE_LIFE_MINUTES), origin }
    const fill = (text: string, more: Record<string, string> = {}) => worded(text, { ...values, ...more })
    const footer = [fill(words.sender), ...(fundsMode === 'test' ? [words.testMode] : [])]
    return { words, fill, parts: { locale, siteName: name, footer }, locale, to: user.email }
  }

  mails.compose('code', async (letter) => {
    const { purpose, emailKey, code, ...call } = letter as CodeLetter
    const here = await site(call)
    const user = await getUserByEmail(db, emailKey)
    if (user === null) return null
    const { words, fill, parts, locale, to } = frame(user, here)
    const content = layOutMail({
      ...parts,
      subject: fill(words[purpose].subject),
      paragraphs: [words.hello, words[purpose].text, words.codeRule, words.codeNotAsked].map((text) =>
        fill(text),
      ),
      code: { text: code, after: 2 },
    })
    return { ...content, to, locale }
  })

  mails.compose('password-changed', async (letter) => {
    const { userId, atMs, oneStays, ...call } = letter as PasswordLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null) return null
    const { words, fill, parts, locale, to } = frame(user, await site(call))
    const { subject, text, textOthers, lock, notYou } = words.passwordChanged
    // Left to right in every language: its hyphens would turn day and year round after Arabic letters.
    const time = `\u2066${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')}\u2069`
    const content = layOutMail({
      ...parts,
      subject: fill(subject),
      paragraphs: [words.hello, oneStays ? textOthers : text, lock, notYou].map((each) =>
        fill(each, { time }),
      ),
    })
    return { ...content, to, locale }
  })

  mails.compose('money', async (letter) => {
    const { userId, news, amount, remark, origin } = letter as MoneyLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null) return null
    const { words, fill, parts, locale, to } = frame(user, await site({ locale: user.locale, origin }))
    const { subjects, amountIs, remarkIs, where, settings } = words.money
    const content = layOutMail({
      ...parts,
      subject: fill(subjects[news]),
      paragraphs: [words.hello, subjects[news], amountIs, ...(remark === null ? [] : [remarkIs]), where].map(
        (text) => fill(text, { amount: `\u2066${amount} USDT\u2069`, remark: `\u2068${remark}\u2069` }),
      ),
      footer: [fill(settings), ...parts.footer],
    })
    return { ...content, to, locale }
  })
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
