import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived. */
export interface ReceivedMail {
  id: number
  receivedMs: number
  to: string
  from: string
  subject: string
  text: string
  html: string
}

/** A real SMTP server on loopback that delivers nothing: what it takes is kept in memory and shown to the developer. */
export interface DevInbox {
  /** Newest first. */
  list(): readonly ReceivedMail[]
  get(id: number): ReceivedMail | null
  /** Starts it on a free port of 127.0.0.1; where it is. */
  listen(): Promise<URL>
  close(): Promise<void>
}

const MAILS_MAX = 200
const MAIL_BYTES_MAX = 1024 * 1024

export function createDevInbox(nowMs: () => number): DevInbox {
  const mails: ReceivedMail[] = []
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    banner: 'development inbox',
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      readText(stream)
        .then((source) => PostalMime.parse(source))
        .then(({ from, subject, text, html }) => {
          count += 1
          mails.unshift({
            id: count,
            receivedMs: nowMs(),
            to,
            from: from?.address ?? '',
            subject: subject ?? '',
            text: text ?? '',
            html: html ?? '',
          })
          mails.splice(MAILS_MAX)
        })
        .then(
          () => done(),
          (error: Error) => done(error),
        )
    },
  })
  // A client that goes away in the middle is none of our faults.
  server.on('error', () => {})
  return {
    list: () => mails,
    get: (id) => mails.find((mail) => mail.id === id) ?? null,
    listen: () =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject)
        const listening = server.listen(0, '127.0.0.1', () => {
          resolve(new URL(`smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`))
        })
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
