import { formatMicros } from '@truestrike/core/money.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import { createMailFrame, ltr, type MailFrameParts } from './mail-frame.ts'
import type { DigestLetter } from './mail-letters.ts'
import { getMailedUser } from './users.store.ts'

/** A day's mail is tried for so long: then the next one is due. */
const KEEP_MS = 20 * 3_600_000

interface Parts extends MailFrameParts {
  db: Db
  mails: MailQueue
}

/** The daily mail, in its reader's language. */
export function composeDigests({ db, mails, ...parts }: Parts): void {
  const { site, frame } = createMailFrame(parts)
  mails.compose('digest', async (letter) => {
    const { userId, token, origin, contracts, cancelled, reached, funds, other, all } = letter as DigestLetter
    const user = await getMailedUser(db, BigInt(userId))
    if (user === null || !user.proved) return null
    const { words, fill, lay } = frame(user, await site({ locale: user.locale, origin }))
    const { digest } = words
    const counted = (text: string, count: number) =>
      count === 0 ? [] : [fill(text, { count: String(count) })]
    const lines = [
      ...contracts.map(({ book, count, profitMicros }) =>
        fill(digest[book], { count: String(count), amount: result(BigInt(profitMicros)) }),
      ),
      ...counted(digest.cancelled, cancelled),
      ...(reached.length === 0 ? [] : [fill(digest.reached, { list: reached.map(ltr).join(', ') })]),
      ...counted(digest.funds, funds),
      ...counted(digest.other, other),
    ]
    const unsubscribe = unsubscribeUrl(origin, token)
    const mail = lay(digest.subject, [words.hello, digest.intro, ...lines, digest.where], {
      ...{ note: digest.settings, values: { count: String(all) } },
      link: { text: digest.unsubscribe, url: unsubscribe },
    })
    return { ...mail, unsubscribe }
  })
}

/** Where one POST stops the daily mails; a page asks first. */
const unsubscribeUrl = (origin: string, token: string): string => `${origin}/unsubscribe/${token}`

function result(micros: bigint): string {
  const text = formatMicros(micros, { maxDecimals: 2, group: true })
  return ltr(`${micros > 0n ? '+' : ''}${text.replace('-', '−')} USDT`)
}

/** In the transaction that settles that it is due. */
export async function postDigest(sql: Sql, mails: MailQueue, letter: DigestLetter): Promise<void> {
  await mails.post(sql, 'digest', letter, KEEP_MS)
}
