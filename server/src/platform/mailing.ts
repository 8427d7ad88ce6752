import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'
import { createDevInbox } from './dev-inbox.ts'
import { registerDevInbox } from './dev-inbox-pages.ts'
import type { Log } from './log.ts'
import { createMailQueue, type MailQueue } from './mail-queue.ts'
import {
  createSmtpTransport,
  type MailSender,
  type MailTransport,
  type SmtpOptions,
} from './mail-transport.ts'
import type { Metrics } from './metrics.ts'
import type { SecretBox } from './secret-box.ts'

interface Parts {
  config: Config['mail']
  db: Db
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'mailTried'>
  secrets: SecretBox
  /** Where the pages of the development inbox are added. */
  pages: FastifyInstance
}

/** Mails on their way out, with what takes them. */
export interface Mailing {
  queue: MailQueue
  /** Asked for each mail. */
  sendAs(read: () => Promise<MailSender>): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Null: this site sends no mails. */
export function createMailing(parts: Parts): Mailing | null {
  const { config, clock, pages } = parts
  if (config.kind === 'none') return null
  const queue = createMailQueue({ ...parts, domain: domainOf(config.from) })
  let readSender: (() => Promise<MailSender>) | null = null
  const sendAs: Mailing['sendAs'] = (read) => {
    readSender = read
  }
  const through = (options: SmtpOptions) =>
    void queue.start(withSender(createSmtpTransport(options), async () => await readSender?.()))
  if (config.kind === 'smtp') {
    return {
      queue,
      sendAs,
      start: async () => through({ ...config, url: new URL(config.url) }),
      stop: queue.stop,
    }
  }
  const inbox = createDevInbox(clock.nowMs)
  registerDevInbox(pages, inbox)
  return {
    ...{ queue, sendAs },
    start: async () => through({ url: await inbox.listen(), from: config.from, plaintext: true }),
    stop: async () => {
      await queue.stop()
      await inbox.close()
    },
  }
}

function withSender(through: MailTransport, read: () => Promise<MailSender | undefined>): MailTransport {
  return {
    ...through,
    send: async (mail) => {
      const sender = await read()
      await through.send(sender === undefined ? mail : { ...mail, sender })
    },
  }
}

/** Of an address, alone or as `Name <name@host>`. */
function domainOf(from: string): string {
  return /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost'
}
