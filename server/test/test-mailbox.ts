import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { SmtpOptions } from '../src/platform/mail-transport.ts'

export interface DeliveredMail {
  to: string[]
  /** As it came over the line. */
  source: string
  mail: Email
}

/** A real SMTP server that keeps what it is given. */
export interface TestMailbox {
  url: string
  mails: DeliveredMail[]
  /** What it answers to the next mails instead of taking them. */
  refusal: { code: number; text: string } | null
  /** While set, a mail is taken only when it resolves. */
  hold: Promise<void> | null
  /** Mails that wait for it. */
  holding: number
  /** Resolves with the mail number `count` (from 1). */
  delivered(count?: number): Promise<DeliveredMail>
  /** The six digits of the mail number `count`. */
  code(count?: number): Promise<string>
  close(): Promise<void>
}

export async function openMailbox(options: SMTPServerOptions = {}, at = 0): Promise<TestMailbox> {
  let waiting: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    ...options,
    onData(stream, session, done) {
      const take = async (): Promise<void> => {
        const source = await readText(stream)
        if (mailbox.hold !== null) {
          mailbox.holding += 1
          await mailbox.hold
        }
        if (mailbox.refusal !== null) {
          throw Object.assign(new Error(mailbox.refusal.text), { responseCode: mailbox.refusal.code })
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mailbox.mails.push({ to, source, mail: await PostalMime.parse(source) })
        for (const wake of waiting) wake()
        waiting = []
      }
      take().then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(at, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
  })
  const mailbox: TestMailbox = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refusal: null,
    hold: null,
    holding: 0,
    async delivered(count = 1) {
      for (;;) {
        const found = mailbox.mails[count - 1]
        if (found !== undefined) return found
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    async code(count) {
      const { mail } = await mailbox.delivered(count)
      const code = /^\d{6}$/m.exec(mail.text ?? '')?.[0]
      if (code === undefined) throw new Error(`there is no code in: ${mail.text}`)
      return code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailbox
}

export const smtpOptions = ({ url }: TestMailbox): SmtpOptions => ({
  ...{ url: new URL(url), from: 'Truestrike <no-reply@example.com>', plaintext: true },
})

/** Environment of an app whose mails go there. */
export const mailEnvironment = (mailbox: TestMailbox): Record<string, string> => ({
  SMTP_URL: mailbox.url,
  SMTP_PLAINTEXT: 'true',
  MAIL_FROM: 'Truestrike <no-reply@example.com>',
})
