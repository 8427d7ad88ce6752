import type { EnvironmentReader } from './config-reader.ts'
import { isLoopbackName } from './platform/own-origins.ts'

/** How mails leave: by an SMTP server, into the development inbox, or not at all. */
export type MailConfig =
  | { kind: 'none' }
  | { kind: 'inbox'; from: string }
  /** `plaintext`: passwords and mails may cross the network unencrypted. */
  | { kind: 'smtp'; url: string; from: string; plaintext: boolean }

/** What the development inbox depends on: whoever reads it can sign in as anyone. */
interface Surroundings {
  production: boolean
  host: string
  publicUrl: string | null
  trustedProxies: readonly string[]
  roles: { edge: boolean; engine: boolean }
}

const INBOX_SENDER = 'no-reply@localhost'
/** `name@host`, alone or as `Name <name@host>`; nothing that could begin another header. */
const SENDER = /^(?:[^<>"\r\n]*<[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/

/** Notes a fault for each setting that cannot be followed. */
export function readMail(reader: EnvironmentReader, around: Surroundings): MailConfig {
  const url = reader.url('SMTP_URL', ['smtp:', 'smtps:'])
  const from = readSender(reader)
  const plaintext = reader.flag('SMTP_PLAINTEXT', false)
  const hindrance = inboxHindrance(around)
  const byDefault = url === null && hindrance === null
  const inbox = reader.flag('DEV_INBOX', byDefault)
  if (inbox && hindrance !== null) reader.fault('DEV_INBOX', `false, ${hindrance}`)
  if (inbox && url !== null) reader.fault('DEV_INBOX', 'false, as SMTP_URL names a server that sends mails')
  if (url !== null && from === null) {
    reader.fault('MAIL_FROM', 'the address mails come from, as SMTP_URL names a server that sends them')
  }
  if (url === null && plaintext) reader.fault('SMTP_PLAINTEXT', 'nothing unless SMTP_URL is set')
  if (url !== null) return { kind: 'smtp', url: url.href, from: from ?? INBOX_SENDER, plaintext }
  return inbox ? { kind: 'inbox', from: from ?? INBOX_SENDER } : { kind: 'none' }
}

function readSender(reader: EnvironmentReader): string | null {
  const from = reader.text('MAIL_FROM')
  if (from !== null && !SENDER.test(from)) {
    reader.fault('MAIL_FROM', 'an address such as Truestrike <no-reply@example.com>')
  }
  return from
}

/** Why nobody may open the inbox here, or null: it is for one developer at his own machine. */
function inboxHindrance(around: Surroundings): string | null {
  if (around.production) return 'as NODE_ENV is production'
  if (!isLoopbackName(around.host)) return 'as HOST is no loopback address'
  if (around.publicUrl !== null && !isLoopbackName(new URL(around.publicUrl).hostname)) {
    return 'as PUBLIC_URL is no loopback address'
  }
  if (around.trustedProxies.length > 0) return 'as TRUSTED_PROXIES says that others reach this server'
  return around.roles.edge && around.roles.engine ? null : 'as ROLE splits the work between processes'
}
