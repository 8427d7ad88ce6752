import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import type { Download } from './http-download.ts'

export interface UserPrincipal {
  kind: 'user'
  userId: bigint
  uid: string
  sessionId: bigint
  /** How the session was opened. */
  signedInBy: 'password' | 'email' | 'wallet'
}

export interface AdminPrincipal {
  kind: 'admin'
  adminId: bigint
  sessionId: bigint
  username: string
  role: string
  /** Those of his role, or his own in their place. */
  permissions: readonly string[]
  mustChangePassword: boolean
  /** This site asks for a second factor, and he has none yet. */
  mustSetUpTwoFactor: boolean
}

/** What every handler knows of its request. */
export interface RequestInfo {
  requestId: string
  /** Caller's address as `TRUSTED_PROXIES` allows it to be told; IPv6 as /64 in limits. */
  ip: string
  userAgent: string
  /** One of the eight locales, from `Accept-Language`. */
  locale: Locale
  /** The same; null when the caller names no language. */
  namedLocale: string | null
  cookies: Readonly<Record<string, string | undefined>>
  /** As the browser names the page that calls; what changes something was refused unless it is an own one. */
  origin: string | undefined
  /** The page calls by itself, nobody has touched it since it called last: an administrator’s session stays idle. */
  isUnattended: boolean
}

/** Cookies to set with the answer; `value: null` deletes. All are SameSite=Strict, path `/`, Secure behind TLS. */
export interface CookieToSet {
  name: string
  value: string | null
  httpOnly: boolean
  maxAgeSeconds?: number
}

export interface Call<Q, B> {
  query: Q
  body: B
  params: Record<string, string>
  request: RequestInfo
  setCookie(cookie: CookieToSet): void
  /** Resolves when the next part of long work may be done for the caller's address: others are served between the parts. */
  nextTurn(): Promise<unknown>
}

/** What a file is asked for with; files are got, they change nothing. */
export type DownloadCall<Q> = Pick<Call<Q, undefined>, 'query' | 'params' | 'request'>

/** A form with files; `body` holds its texts. */
export interface UploadCall<B> {
  body: B
  params: Record<string, string>
  /** In the order in which they came; none is larger than 5 MB. What they hold nobody has looked at yet. */
  files: Uint8Array[]
  request: RequestInfo
}

type PrincipalOf<A> = A extends 'user' ? UserPrincipal : A extends 'admin' ? AdminPrincipal : null

export interface RouteOptions {
  /** Calls a minute for one user or, without one, one address; the configured default otherwise. */
  limit?: 'signIn' | 'order' | 'read' | 'log' | 'write' | 'upload'
  /** Open also to an administrator who must replace his one-time password first; all other calls refuse him. */
  duringPasswordChange?: boolean
  /** Open also to an administrator who must set up a second factor first; as is what is open during the change of a password. */
  duringTwoFactorSetup?: boolean
  /**
   * What signed-in users change waits for its turn, few calls of an address and a user at a time; `none`: this call does
   * not. `reading`: a reading that costs so much that few of its kind are under way at a time, in turns by address;
   * `history`: so is one that may go through all that a user has ever done, to add it up or to find what matches a filter.
   */
  turns?: 'reading' | 'history' | 'none'
}

/** Of a public call that names an account: whether this account knows the caller's browser. */
export type KnowsCaller<B> = (body: B, request: RequestInfo) => Promise<boolean>

/**
 * Registers one endpoint: validation by its schemas (400 `INVALID_PARAMETERS` with the fields), authentication by its
 * audience (401), the permission it names of an administrator (403), XSRF check on every method but GET, rate limit (429
 * with Retry-After), envelope, serialisation. Handlers ask for no permission of their own.
 */
export interface Router {
  route<Q, B, R, E extends Endpoint<Q, B, R>>(
    endpoint: E & Endpoint<Q, B, R>,
    handle: (call: Call<Q, B>, principal: PrincipalOf<E['audience']>) => Promise<R> | R,
    options?: RouteOptions & { knowsCaller?: KnowsCaller<B> },
  ): void
  /** As `route`, for a `GET` that answers with a file instead of an envelope; what it refuses is worded like any refusal. */
  download<Q, R, E extends Endpoint<Q, undefined, R>>(
    endpoint: E & Endpoint<Q, undefined, R>,
    handle: (call: DownloadCall<Q>, principal: PrincipalOf<E['audience']>) => Promise<Download> | Download,
    options?: Pick<RouteOptions, 'limit'>,
  ): void
  /**
   * As `route`, for a `POST` of `multipart/form-data`: files in parts named `file`, the texts beside them by the schema of
   * the body. Counts as an upload; a user has one under way at a time.
   */
  upload<B, R, E extends Endpoint<undefined, B, R>>(
    endpoint: E & Endpoint<undefined, B, R>,
    handle: (call: UploadCall<B>, principal: PrincipalOf<E['audience']>) => Promise<R> | R,
    options: { filesMax: number },
  ): void
  /** A JSON document as it is, without an envelope: for whoever fetches a file. Public, limited as a reading call. */
  document(path: string, read: () => object): void
  /** The same of a text of another type, such as a page. */
  text(path: string, type: string, read: () => string): void
}

interface KnownBrowser {
  /** Of this browser alone. */
  key: string
  /** Who is known by it. */
  userId: bigint
}

/** Sockets outlive calls: theirs are asked for again when an end may have gone unheard. */
export interface UserAuthenticator extends Authenticator<UserPrincipal> {
  /** The caller's browser when some user is known by it, else null. Cheap, however many ask. */
  knownBrowser(request: RequestInfo): Promise<KnownBrowser | null>
  /** Those of the sessions that no longer count, by the database. */
  listEnded(sessionIds: readonly bigint[]): Promise<bigint[]>
  /** A socket of theirs is open: they are in use though they call nothing. */
  noteListening(sessionIds: readonly bigint[]): Promise<void>
}

/** Implemented by `accounts` (users) and `admin` (administrators), called by `platform/http` and the socket hub. */
export interface Authenticator<P> {
  /**
   * `token` from `Authorization: Bearer`, or from the socket's `auth` message; the session's cookie must match, or,
   * for a token bound to an address, the address. Throws `AppError` UNAUTHORIZED / SESSION_EXPIRED (users) or
   * ADMIN_SESSION_INVALID (administrators).
   */
  authenticate(token: string, request: RequestInfo): Promise<P>
}
