import { ERRORS, type ErrorCode } from '@truestrike/protocol/errors.ts'
import i18next from 'i18next'

/** Without an answer of ours: no answer, too late, or something that broke in this browser. */
const OWN_FAULTS = ['NETWORK_ERROR', 'REQUEST_TIMEOUT', 'UNKNOWN'] as const
/** `HTTP_STATUS`: an answer of something in between. */
type TransportFault = (typeof OWN_FAULTS)[number] | 'HTTP_STATUS'
export type FaultCode = ErrorCode | TransportFault

const TEXT_STATUSES: readonly number[] = [400, 401, 403, 404, 405, 408, 500, 501, 502, 503, 504, 505]

function translated(key: string): string | null {
  return i18next.exists(`errors:${key}`) ? i18next.t(`errors:${key}`) : null
}

/** The words for a code in the user's language, else the server's own, else 'operation failed'. */
export function errorText(code: FaultCode | string, serverMessage?: string): string {
  const known = Object.hasOwn(ERRORS, code) || (OWN_FAULTS as readonly string[]).includes(code)
  const own = known ? translated(code) : null
  if (own !== null) return own
  if (serverMessage !== undefined && serverMessage !== '') return serverMessage
  return translated('OPERATION_FAILED') ?? 'Operation failed'
}

/** The words for an answer that carries none of our codes, such as a proxy's. */
export function statusText(status: number): string {
  const key = TEXT_STATUSES.includes(status) ? `HTTP_${status}` : 'HTTP_OTHER'
  return translated(key) ?? errorText('OPERATION_FAILED')
}
