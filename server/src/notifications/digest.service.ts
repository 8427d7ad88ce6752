import type { Accounts } from '../accounts/accounts.module.ts'
import type { DigestLetter } from '../accounts/mail-letters.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { newSecretToken, type RandomBytes } from '../platform/secret-token.ts'
import { claimDigests, endDigest, listUnread, putDigests, type UnreadRow } from './digest.store.ts'
import { digestDay, digestMs } from './digest-day.ts'

const USERS_AT_ONCE_MAX = 100
/** After an outage a mail reaches back so many days at most. */
const DAYS_MAX = 7

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  accounts: Pick<Accounts, 'mailDigest' | 'hurryMails'>
}

export type Digest = ReturnType<typeof createDigest>

/**
 * One mail a day, for those who ask for it, with what they have not read. That it is due is settled in the transaction that
 * posts it: it goes once, whoever looks, and whatever is killed.
 */
export function createDigest({ db, clock, random, accounts }: Parts) {
  const some = (day: number): Promise<number> =>
    db.tx(async (sql) => {
      const due = await claimDigests(sql, day, USERS_AT_ONCE_MAX)
      if (due.length === 0) return 0
      const digests = due.map(({ userId, lastDay, token }) => ({
        userId,
        token: token ?? newSecretToken(random),
        fromMs: digestMs(Math.max(lastDay, day - DAYS_MAX)),
      }))
      await putDigests(sql, day, digests)
      const unread = await listUnread(sql, digests, digestMs(day))
      for (const { userId, token } of digests) {
        const rows = unread.filter((row) => row.userId === userId)
        if (rows.length > 0)
          await accounts.mailDigest(sql, { ...summarise(rows), userId: userId.toString(), token })
      }
      return due.length
    })
  return {
    /** Posts what is due. */
    async run(): Promise<void> {
      const day = digestDay(clock.nowMs())
      let due = 0
      for (let more = USERS_AT_ONCE_MAX; more === USERS_AT_ONCE_MAX; due += more) more = await some(day)
      if (due > 0) accounts.hurryMails()
    },

    /** False: nobody was given this token. */
    end: (token: string): Promise<boolean> => endDigest(db, token),
  }
}

const FUNDS = /^((deposit|withdrawal|transfer)-|balance-adjusted$)/

function summarise(rows: readonly UnreadRow[]): Omit<DigestLetter, 'userId' | 'token' | 'origin'> {
  const count = (some: readonly UnreadRow[]) => Number(some.reduce((sum, row) => sum + row.count, 0n))
  const settled = rows.filter(({ kind, cancelled }) => kind === 'contract-settled' && !cancelled)
  const cancelled = rows.filter((row) => row.cancelled)
  const alerts = rows.filter(({ kind }) => kind === 'price-alert')
  const funds = rows.filter(({ kind }) => FUNDS.test(kind))
  const all = count(rows)
  return {
    contracts: settled.map((row) => ({
      book: row.book === 'real' ? 'real' : 'demo',
      count: Number(row.count),
      profitMicros: row.profitMicros.toString(),
    })),
    cancelled: count(cancelled),
    reached: alerts.flatMap(({ reached }) => reached),
    funds: count(funds),
    other: all - count([...settled, ...cancelled, ...alerts, ...funds]),
    all,
  }
}
