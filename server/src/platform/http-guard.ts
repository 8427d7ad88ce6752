import { randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from './app-error.ts'
import { ownOrigins, publicOrigins } from './own-origins.ts'

export const XSRF_COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'x-xsrf-token'
const XSRF_BYTES = 24

export function createXsrfToken(): string {
  return randomBytes(XSRF_BYTES).toString('base64url')
}

/** Double submit: only a page of our own origin can read the cookie and repeat it in the header. */
export function checkXsrf(cookie: string | undefined, header: string | string[] | undefined): void {
  if (cookie === undefined || cookie === '' || typeof header !== 'string') throw new AppError('CSRF_REJECTED')
  const expected = Buffer.from(cookie)
  const given = Buffer.from(header)
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    throw new AppError('CSRF_REJECTED')
}

export interface OriginPolicy {
  /** Browsers send `Origin` on every call that could change something and on every socket; other clients send none. */
  isAllowed(origin: string | undefined): boolean
  /** The site's own origin: the caller's when it is one of these, else that of `PUBLIC_URL`; without one the most local. */
  own(origin: string | undefined): string
}

/**
 * Own addresses: that of `PUBLIC_URL` (and of a loopback one its other names), or, without one, those that are listened on.
 * The Host header is never asked: whoever reaches the server under a foreign name controls it.
 */
export function createOriginPolicy(
  publicUrl: string | null,
  listening: () => { host: string; port: number } | null,
): OriginPolicy {
  const told = publicUrl === null ? null : publicOrigins(publicUrl)
  // Asked each time: a machine gets and loses addresses.
  const local = (): string[] => {
    const at = listening()
    return at === null ? [] : ownOrigins(at.host, at.port)
  }
  const all = (): string[] => told ?? local()
  return {
    isAllowed: (origin) => origin === undefined || all().includes(origin),
    own(origin) {
      const origins = all()
      return origins.find((each) => each === origin) ?? origins[0] ?? 'http://localhost'
    },
  }
}
