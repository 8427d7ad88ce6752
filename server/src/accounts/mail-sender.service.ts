import type { MailConfig } from '@truestrike/protocol/config-endpoints.ts'
import { faultyField } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { type AdminActor, CONFIG_CHANGED_SUBJECT, recordConfig } from './config-record.ts'
import { listNewestConfig } from './config-versions.store.ts'
import { cleanLine } from './profile-texts.ts'

const DEFAULTS: MailConfig = { senderName: '', replyTo: '' }
const SECTION = 'mail'
const CACHE_MS = 1_000
const ADDRESS = /^[^\s@<>",;]+@[^\s@<>",;]+$/

interface Parts {
  db: Db
  bus: Bus
  clock: Clock
}

/** Under which name mails go out, and where answers to them go. The server they leave by is the environment's. */
export function createMailSenderService({ db, bus, clock }: Parts) {
  let cached: { sender: MailConfig; untilMs: number } | null = null
  const stop = bus.subscribe(CONFIG_CHANGED_SUBJECT, () => {
    cached = null
  })

  return {
    readNow: (): Promise<MailConfig> => readSender(db),

    async get(): Promise<MailConfig> {
      const nowMs = clock.nowMs()
      if (cached !== null && nowMs < cached.untilMs) return cached.sender
      const sender = await readSender(db)
      cached = { sender, untilMs: nowMs + CACHE_MS * clock.speed }
      return sender
    },

    /** By an administrator; answers the version that holds. Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
    async change(actor: AdminActor, version: number, asked: MailConfig): Promise<number> {
      const after = { senderName: cleanLine(asked.senderName), replyTo: asked.replyTo.trim() }
      if (after.replyTo !== '' && !ADDRESS.test(after.replyTo)) throw faultyField('mail.replyTo', 'email')
      const holds = await db.tx(async (sql) => {
        const step = { section: SECTION, version, before: await readSender(sql), after, nowMs: clock.nowMs() }
        return (await recordConfig(sql, actor, step)).version
      })
      cached = null
      bus.publish(CONFIG_CHANGED_SUBJECT, {})
      return holds
    },

    close: stop,
  }
}

async function readSender(sql: Sql): Promise<MailConfig> {
  const [row] = await listNewestConfig(sql, [SECTION])
  return { ...DEFAULTS, ...row?.value }
}
