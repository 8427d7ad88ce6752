import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Locale, localeFor } from '@truestrike/protocol/messages/locales.ts'
import type { AddressReader } from './http-address.ts'
import type { RequestInfo } from './route.ts'

const USER_AGENT_LENGTH_MAX = 300

/** What is known of a call before anything of it is believed. Also used for the upgrade to a socket. */
export function readRequestInfo(
  source: { id: string; headers: IncomingHttpHeaders; remoteAddress: string | undefined },
  cookies: RequestInfo['cookies'],
  addresses: AddressReader,
): RequestInfo & { locale: Locale } {
  const { headers } = source
  const named = headers['accept-language']
  const locale = localeFor(named)
  return {
    requestId: source.id,
    ip: addresses.clientAddress(source.remoteAddress, headers['x-forwarded-for']),
    userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
    locale,
    namedLocale: named === undefined ? null : locale,
    cookies,
    origin: headers.origin,
    isUnattended: headers['x-unattended'] !== undefined,
  }
}

/**
 * Whether a request names two hosts. Node reads the first one, a proxy on the way may have read the second: the request is refused
 * (RFC 9112, 3.2).
 */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const names = rawHeaders.filter((_text, at) => at % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'host').length > 1
}
