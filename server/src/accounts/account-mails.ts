import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { sha256 } from '../platform/secret-token.ts'
import { createMailFrame, knownLocale, ltr, type MailFrameParts } from './mail-frame.ts'
import type {
  AccountNewsLetter,
  CodeLetter,
  EmailLetter,
  MoneyLetter,
  PasswordLetter,
} from './mail-letters.ts'
import { getEmailKey, getMailedUser, getUserByEmail } from './users.store.ts'

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
      // For an address nobody has, the same work: what the server does after the answer would tell.
      const { words, lay } = frame(owner ?? { username: emailKey, email: emailKey }, here)
      const { subject, text } = words[purpose]
      const mail = lay(subject, [words.hello, text, words.codeRule, words.codeNotAsked], { code })
      return { ...mail, forNobody: owner === null }
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

  mails.compose('account-news', async (letter) => {
    const { userId, news, atMs, ...call } = letter as AccountNewsLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null) return null
    const { words, lay } = frame(user, await site(call))
    const { subject, text } = words.news[news]
    const locks = news === 'two-factor-off' || news === 'address-claimed'
    // Who has just proved his address is the one it was done for.
    const after = news === 'address-claimed' ? words.newPassword : words.passwordChanged.notYou
    const texts = [words.hello, text, ...(locks ? [words.lock] : []), after]
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

interface Change {
  userId: bigint
  atMs: number
  locale: string
  origin: string
}

/** Tells the owner, in the transaction of the change. */
export async function postPasswordChanged(
  sql: Sql,
  mails: MailQueue,
  change: Change & { oneStays: boolean },
): Promise<void> {
  const letter: PasswordLetter = { ...change, userId: change.userId.toString() }
  await postToUser(sql, mails, change.userId, 'password-changed', 'password-changed', letter)
}

/** The same of what else adds or removes a way in, or a protection. */
export async function postAccountNews(
  sql: Sql,
  mails: MailQueue,
  change: Change & { news: AccountNewsLetter['news'] },
): Promise<void> {
  const letter: AccountNewsLetter = { ...change, userId: change.userId.toString() }
  await postToUser(sql, mails, change.userId, change.news, 'account-news', letter)
}

async function postToUser(
  sql: Sql,
  mails: MailQueue,
  userId: bigint,
  news: string,
  kind: string,
  letter: object,
): Promise<void> {
  const emailKey = await getEmailKey(sql, userId)
  if (emailKey !== null) await mails.postSpaced(sql, slotOf(news, emailKey), kind, letter, NOTICE_KEEP_MS)
}

/** One mailbox hears of one kind of change every ten minutes: whoever named its address for an account of his floods nobody. */
const slotOf = (news: string, emailKey: string): string =>
  `${news} ${Buffer.from(sha256(emailKey)).toString('hex')}`

/** Tells the address before, in the transaction of the change. */
export async function postEmailChanged(sql: Sql, mails: MailQueue, letter: EmailLetter): Promise<void> {
  await mails.postSpaced(sql, slotOf('email-changed', letter.toKey), 'email-changed', letter, NOTICE_KEEP_MS)
}
