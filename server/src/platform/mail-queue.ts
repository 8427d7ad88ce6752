import type { Cancel, Clock } from './clock.ts'
import type { Db, Sql } from './db.ts'
import type { Log } from './log.ts'
import {
  claimMails,
  deleteMail,
  deleteSlotsBefore,
  holdsMailOf,
  insertMail,
  lockSlot,
  postponeMail,
  type QueuedMail,
  releaseMails,
  setSlot,
} from './mail-queue.store.ts'
import { type Mail, MailNotSentError, type MailTransport } from './mail-transport.ts'
import type { Metrics } from './metrics.ts'
import type { SecretBox } from './secret-box.ts'

/** Real time between two looks; a new mail of this process is looked at at once. */
const LOOK_EVERY_MS = 1_000
/** Under way at a time: a server that hangs holds so many, and no call. */
const UNDER_WAY_MAX = 8
/** Then a mail is anybody’s again: the process that tried it may be gone. */
const CLAIM_MS = 60_000
const RETRY_FIRST_MS = 2_000
const RETRY_GREATEST_MS = 600_000
/** Between two mails of a slot: whoever causes them floods no mailbox. */
const SPACE_MS = 10 * 60_000
/** Waits for mails under way when the process ends; what is not through by then is tried again after its start. */
const STOP_WAIT_MS = 3_000

type MailContent = Omit<Mail, 'messageId'> & {
  /** Nobody is to get it: made as far as that goes, so that the work does not tell. */
  forNobody?: boolean
}
/** Makes the mail out of what was posted; null: there is nobody to write to. */
type Compose = (letter: unknown) => Promise<MailContent | null>

/** Mails written in the transaction they tell of, sent afterwards, at least once. */
export interface MailQueue {
  /** One composer a kind, given before the start. */
  compose(kind: string, compose: Compose): void
  /** Writes a letter, in the caller's transaction; `keepMs` of real time later it is no longer worth sending. */
  post(sql: Sql, kind: string, letter: object, keepMs: number): Promise<void>
  /** As `post`, at most once in ten minutes of real time for a slot: one that comes too soon waits, and a newer one takes its place. */
  postSpaced(sql: Sql, slot: string, kind: string, letter: object, keepMs: number): Promise<void>
  /** Whether mails of a kind wait to be sent. */
  holds(kind: string): Promise<boolean>
  /** Forgets slots that hold nothing back. */
  prune(): Promise<void>
  /** After the commit: sends without waiting for the next look. */
  hurry(): void
  /** Tries what is due now, waiting for the end; answers how many were tried. */
  run(): Promise<number>
  start(transport: MailTransport): Cancel
  stop(): Promise<void>
}

interface Parts {
  db: Db
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'mailTried'>
  secrets: SecretBox
  /** Domain of message ids. */
  domain: string
}

export function createMailQueue(parts: Parts): MailQueue {
  const { db, clock, log, secrets } = parts
  const composers = new Map<string, Compose>()
  const underWay = new Set<Promise<void>>()
  let transport: MailTransport | null = null
  let cancel: Cancel = () => {}
  const carry = createCarrier(parts, composers, () => transport)

  /** Claims as many as may be under way; does not wait for them. */
  async function look(): Promise<Promise<void>[]> {
    const limit = UNDER_WAY_MAX - underWay.size
    if (limit <= 0) return []
    const nowMs = clock.nowMs()
    const mails = await claimMails(db, { nowMs, untilMs: Math.floor(nowMs + CLAIM_MS * clock.speed), limit })
    return mails.map((mail) => {
      const carried = carry(mail)
        .catch((error: unknown) => log.error({ err: error }, 'the mail queue could not be written'))
        .finally(() => underWay.delete(carried))
      underWay.add(carried)
      return carried
    })
  }

  const lookSafely = (): Promise<unknown> =>
    look().catch((error: unknown) => log.error({ err: error }, 'the mail queue could not be read'))

  const put = (sql: Sql, kind: string, letter: object, keepMs: number, dueMs = clock.nowMs()) =>
    insertMail(sql, {
      kind,
      sealed: secrets.seal(JSON.stringify(letter), contextOf(kind)),
      createdMs: clock.nowMs(),
      dueMs,
      expiresMs: Math.floor(dueMs + keepMs * clock.speed),
    })

  return {
    compose: (kind, compose) => void composers.set(kind, compose),
    async post(sql, kind, letter, keepMs) {
      await put(sql, kind, letter, keepMs)
    },
    async postSpaced(sql, slot, kind, letter, keepMs) {
      const nowMs = clock.nowMs()
      const spaceMs = Math.ceil(SPACE_MS * clock.speed)
      const last = await lockSlot(sql, slot)
      // One further ahead is of a clock that was set back.
      const waits = last.dueMs > nowMs && last.dueMs <= nowMs + spaceMs
      const isFree = last.dueMs + spaceMs <= nowMs || last.dueMs > nowMs + spaceMs
      const dueMs = waits ? last.dueMs : isFree ? nowMs : last.dueMs + spaceMs
      if (waits && last.mailId !== null) await deleteMail(sql, last.mailId)
      await setSlot(sql, slot, dueMs, await put(sql, kind, letter, keepMs, dueMs))
    },
    holds: (kind) => holdsMailOf(db, kind),
    async prune() {
      await deleteSlotsBefore(db, Math.floor(clock.nowMs() - SPACE_MS * clock.speed))
    },
    hurry() {
      if (transport !== null) void lookSafely()
    },
    async run() {
      const started = await look()
      await Promise.all(started)
      return started.length
    },
    start(through) {
      transport = through
      // The embedded database has one process: what a former one had claimed is nobody's.
      if (db.kind === 'pglite') {
        releaseMails(db, clock.nowMs()).catch((error: unknown) =>
          log.error({ err: error }, 'the mail queue could not be written'),
        )
      }
      cancel = clock.every(LOOK_EVERY_MS, async () => void (await lookSafely()))
      return cancel
    },
    async stop() {
      cancel()
      const through = transport
      transport = null
      await withinMs(STOP_WAIT_MS, Promise.all(underWay))
      through?.close()
    },
  }
}

/** Tries one claimed mail: removes it, or says when it is tried again. */
function createCarrier(
  { db, clock, log, metrics, secrets, domain }: Parts,
  composers: ReadonlyMap<string, Compose>,
  transportNow: () => MailTransport | null,
) {
  async function send(mail: QueuedMail, transport: MailTransport): Promise<void> {
    const letter: unknown = JSON.parse(secrets.open(mail.sealed, contextOf(mail.kind)))
    const content = await composers.get(mail.kind)?.(letter)
    if (content === null) return
    if (content === undefined) throw new Error(`nobody composes mails of the kind ${mail.kind}`)
    const { forNobody = false, ...said } = content
    const made = { ...said, messageId: `<${mail.createdMs}.${mail.id}@${domain}>` }
    if (forNobody) return void (await transport.make(made))
    await transport.send(made)
    metrics.mailTried('sent')
  }

  async function fail(mail: QueuedMail, error: unknown): Promise<void> {
    const about = { err: error, kind: mail.kind, attempts: mail.attempts }
    if (error instanceof MailNotSentError && error.permanent) {
      metrics.mailTried('dropped')
      log.warn(about, 'a mail was given up: it is refused')
      return await deleteMail(db, mail.id)
    }
    metrics.mailTried('failed')
    log.error(about, 'a mail was not sent, and will be tried again')
    const waitMs = Math.min(RETRY_FIRST_MS * 2 ** Math.min(mail.attempts - 1, 20), RETRY_GREATEST_MS)
    await postponeMail(db, mail, Math.floor(clock.nowMs() + waitMs * clock.speed))
  }

  return async (mail: QueuedMail): Promise<void> => {
    const transport = transportNow()
    if (transport === null) return
    try {
      if (clock.nowMs() < Number(mail.expiresMs)) await send(mail, transport)
      else {
        metrics.mailTried('dropped')
        log.warn({ kind: mail.kind, attempts: mail.attempts }, 'a mail was given up: its time is over')
      }
    } catch (error) {
      return await fail(mail, error)
    }
    await deleteMail(db, mail.id)
  }
}

async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}

const contextOf = (kind: string): string => `mail:${kind}`
