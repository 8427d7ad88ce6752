import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { createMailFrame, knownLocale, ltr, type MailFrameParts } from './mail-frame.ts'
import type { CodeLetter, EmailLetter, MoneyLetter, PasswordLetter } from './mail-letters.ts'
import { getMailedUser, getUserByEmail } from './users.store.ts'

/** Notices to a user are tried for three days. */
const NOTICE_KEEP_MS = 3 * 24 * 3_600_000

interface Parts extends MailFrameParts {
  db: Db
  mails: MailQueue
}

/** The mails about an account, in the language of the call that caused them, or of their reader when none of his did. */
export function composeAccountMails({ db, mails, ...parts }: Parts): void {
  const { site, frame } = createMailFrame(parts)

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
    const { words, lay } = frame(owner, { ...here, locale: knownLocale(owner.locale) })
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
        values: { amount: ltr(`${amount} USDT`), remark: `\u2068${remark}\u2069` },
      },
    )
  })
}

/** Its hyphens would turn day and year round after Arabic letters. */
function mailTime(atMs: number): string {
  return ltr(new Date(atMs).toISOString().slice(0, 16).replace('T', ' '))
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
