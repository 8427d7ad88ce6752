import { createTransport } from 'nodemailer'

/** A mail as it goes out. The text says all that the HTML says. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The same when it is tried again: who gets it twice can tell. */
  messageId: string
  /** Of the texts, such as `ar-AR`. */
  locale: string
  /** Address that stops mails of its kind by one POST (RFC 8058). */
  unsubscribe?: string
  sender?: MailSender
}

/** What the operator wants mails to be sent as; empty: as the environment has it. */
export interface MailSender {
  senderName: string
  replyTo: string
}

/** `permanent`: the server will not take this mail however often it is tried. Says nothing of whom it was for. */
export class MailNotSentError extends Error {
  readonly permanent: boolean

  constructor(what: string, permanent: boolean) {
    super(`the SMTP server did not take a mail: ${what}`)
    this.name = 'MailNotSentError'
    this.permanent = permanent
  }
}

export interface MailTransport {
  /** Resolves when the server has taken the mail for good. Throws `MailNotSentError`. */
  send(mail: Mail): Promise<void>
  /** Makes all of the mail, and gives it to nobody. */
  make(mail: Mail): Promise<Uint8Array>
  close(): void
}

export interface SmtpOptions {
  /** `smtp://user:password@host:port` (STARTTLS) or `smtps://…` (TLS from the start). */
  url: URL
  from: string
  /** Mails may cross the network unencrypted. */
  plaintext: boolean
}

const CONNECTIONS_MAX = 4
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 20_000
const SUBMISSION_PORT = 587
const SUBMISSION_TLS_PORT = 465

export function createSmtpTransport({ url, from, plaintext }: SmtpOptions): MailTransport {
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? SUBMISSION_TLS_PORT : SUBMISSION_PORT),
    secure,
    requireTLS: !secure && !plaintext,
    ignoreTLS: plaintext,
    ...(url.username === '' ? {} : { auth: credentials(url) }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // What a mail says is made here: nothing in it may have files or addresses fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sink = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const asSent = ({ locale, unsubscribe, sender, ...mail }: Mail) => {
    const headers = {
      ...{ 'Content-Language': locale, 'Auto-Submitted': 'auto-generated' },
      ...(unsubscribe === undefined ? {} : oneClick(unsubscribe)),
    }
    return { ...mail, ...sentAs(from, sender), headers }
  }
  return {
    async send(mail) {
      try {
        await transport.sendMail(asSent(mail))
      } catch (error) {
        throw notSent(error)
      }
    },
    make: async (mail) => (await sink.sendMail(asSent(mail))).message as Buffer,
    close: () => transport.close(),
  }
}

/** The address stays the environment's: servers refuse others. */
function sentAs(from: string, { senderName, replyTo }: MailSender = { senderName: '', replyTo: '' }) {
  const address = /<([^>]*)>/.exec(from)?.[1] ?? from
  return {
    from: senderName === '' ? from : { name: senderName, address },
    ...(replyTo === '' ? {} : { replyTo }),
  }
}

const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const credentials = (url: URL) => ({
  user: decodeURIComponent(url.username),
  pass: decodeURIComponent(url.password),
})

/** The server's words may repeat the address: only its numbers and the step are kept. */
function notSent(error: unknown): MailNotSentError {
  const { code, command, responseCode } = error as Partial<Record<string, string | number>>
  const refused = typeof responseCode === 'number' && responseCode >= 500
  // A refused password or a missing TLS is the operator's to mend: such mails wait.
  const permanent = refused && code !== 'EAUTH' && code !== 'ETLS'
  return new MailNotSentError(
    [code, command, responseCode].filter((part) => part !== undefined).join(' '),
    permanent,
  )
}
