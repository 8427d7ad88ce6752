import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { sha256 } from '../platform/secret-token.ts'
import { createMailFrame, knownLocale, ltr, type MailFrameParts } from './mail-frame.ts'
import {
  type AccountNewsLetter,
  type CodeLetter,
  type EmailLetter,
  isLeaving,
  type MoneyLetter,
  type PasswordLetter,
} from './mail-letters.ts'
import { getMailedUser, getOwnAddress, getUserByEmail } from './users.store.ts'

/** Notices to a user are tried for three days. */
const NOTICE_KEEP_MS = 3 * 24 * 3_600_000

interface Parts extends MailFrameParts {
  db: Db
  mails: MailQueue
}

/** The mails about an account: codes in the language of the call, all else in that of its reader, as the caller may be a thief. */
export function composeAccountMails({ db, mails, ...parts }: Parts): void {
  const { site, frame } = createMailFrame(parts)

  mails.compose('code', async (letter) => {
    const { purpose, emailKey, code, newOf, ...call } = letter as CodeLetter
    const here = await site(call)
    const owner = await getUserByEmail(db, emailKey)
    if (newOf === undefined) {
      // For an address nobody has, the same work: what the server does after the answer would tell.
      const { words, lay } = frame(owner ?? { username: '', email: emailKey }, here)
      const { subject, text } = words[purpose]
      const mail = lay(subject, [words.hello, text, words.codeRule, words.codeNotAsked], { code })
      return { ...mail, forNobody: owner === null }
    }
    if (owner === null) {
      // Without a name: whose address it is nobody knows yet.
      const { words, lay } = frame({ username: '', email: newOf.email }, here)
      const { subject, text } = words.email
      return lay(subject, [words.hello, text, words.codeRule, words.codeNotAsked], { code })
    }
    if (owner.id === BigInt(newOf.userId)) return null
    const { words, lay } = frame(owner, { ...here, locale: knownLocale(owner.locale) })
    const { subject, text, advice } = words.addressTaken
    return lay(subject, [words.hello, text, advice])
  })

  mails.compose('password-changed', async (letter) => {
    const { userId, atMs, oneStays, origin } = letter as PasswordLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null) return null
    const { words, lay } = frame(user, await site({ locale: user.locale, origin }))
    const { subject, text, textOthers, notYou } = words.passwordChanged
    const texts = [words.hello, oneStays ? textOthers : text, words.lock, notYou]
    return lay(subject, texts, { values: { time: mailTime(atMs) } })
  })

  mails.compose('account-news', async (letter) => {
    const { userId, news, address, wallet, atMs, untilMs, origin } = letter as AccountNewsLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null || (address !== undefined && !user.proved)) return null
    const { words, lay } = frame(user, await site({ locale: user.locale, origin }))
    const { subject, text } = words.news[news]
    const locks = news === 'two-factor-off' || news === 'address-claimed'
    // Whoever has just confirmed the address chose this themselves.
    const after = news === 'address-claimed' ? [] : [words.passwordChanged.notYou]
    const about = address ?? wallet
    // Letters of before wallets were named know of none.
    const what = about === undefined ? text.replace(' {address}', '') : text
    const texts = [words.hello, what, ...(locks ? [words.lock] : []), ...after]
    const values = { time: mailTime(atMs), ...(about === undefined ? {} : { address: ltr(about) }) }
    return lay(subject, texts, { values: { ...values, ...endOf(untilMs) } })
  })

  mails.compose('email-changed', async (letter) => {
    const { to, username, atMs, ...call } = letter as EmailLetter
    const { words, lay } = frame({ username, email: to }, await site(call))
    const { subject, text, notYou } = words.emailChanged
    return lay(subject, [words.hello, text, words.lock, notYou], { values: { time: mailTime(atMs) } })
  })

  mails.compose('money', async (letter) => {
    const { userId, news, amount, remark, uid, origin } = letter as MoneyLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null || !user.proved) return null
    const { words, lay } = frame(user, await site({ locale: user.locale, origin }))
    const { subjects, amountIs, recipientIs, remarkIs, where, settings } = words.money
    const values = {
      ...{ amount: ltr(`${amount} USDT`), remark: `\u2068${remark}\u2069` },
      ...(uid === undefined ? {} : { uid: ltr(uid) }),
    }
    const about = [
      ...[words.hello, subjects[news], amountIs],
      ...(uid === undefined ? [] : [recipientIs]),
      ...(remark === null ? [] : [remarkIs]),
    ]
    return isLeaving(news)
      ? lay(subjects[news], [...about, where, words.passwordChanged.notYou], { values })
      : lay(subjects[news], [...about, where], { note: settings, values })
  })
}

const endOf = (untilMs: number | undefined): Record<string, string> =>
  untilMs === undefined ? {} : { until: mailTime(untilMs) }

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
  origin: string
}

/** Tells the owner, in the transaction of the change. */
export async function postPasswordChanged(
  sql: Sql,
  mails: MailQueue,
  change: Change & { oneStays: boolean },
): Promise<void> {
  const letter: PasswordLetter = { ...change, userId: change.userId.toString() }
  const about = { userId: change.userId, news: 'password-changed' }
  await postToUser(sql, mails, about, 'password-changed', letter)
}

/** The same of what else adds or removes a way in, or a protection, or stops trading. */
export async function postAccountNews(
  sql: Sql,
  mails: MailQueue,
  change: Change & Pick<AccountNewsLetter, 'news' | 'address' | 'wallet' | 'untilMs'>,
): Promise<void> {
  const letter: AccountNewsLetter = { ...change, userId: change.userId.toString() }
  const { news, address, wallet } = change
  await postToUser(
    sql,
    mails,
    { userId: change.userId, news, what: address ?? wallet },
    'account-news',
    letter,
  )
}

async function postToUser(
  sql: Sql,
  mails: MailQueue,
  { userId, news, what }: { userId: bigint; news: string; what?: string | undefined },
  kind: string,
  letter: object,
): Promise<void> {
  const mailbox = await getOwnAddress(sql, userId)
  if (mailbox === null) return
  // Of several addresses at once all are told, but to a mailbox that may be a stranger's.
  const about = what === undefined || !mailbox.proved ? news : `${news} ${what}`
  await mails.postSpaced(sql, slotOf(about, mailbox.key), kind, letter, NOTICE_KEEP_MS)
}

/** One mailbox hears of one kind of change every ten minutes: whoever named its address for an account of his floods nobody. */
const slotOf = (about: string, emailKey: string): string =>
  `${about} ${Buffer.from(sha256(emailKey)).toString('hex')}`

/** Tells the address before, in the transaction of the change. */
export async function postEmailChanged(sql: Sql, mails: MailQueue, letter: EmailLetter): Promise<void> {
  await mails.postSpaced(sql, slotOf('email-changed', letter.toKey), 'email-changed', letter, NOTICE_KEEP_MS)
}
