import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { addressKey } from './http-address.ts'
import { checkXsrf, type OriginPolicy, XSRF_COOKIE, XSRF_HEADER } from './http-guard.ts'
import { type Authenticators, identify } from './http-identity.ts'
import { ADDRESS_FACTOR, type LimitClass, type RateLimiter, type RateLimits } from './http-rate-limit.ts'
import { requirePermission } from './permissions.ts'
import type { AdminPrincipal, KnowsCaller, RouteOptions, UserPrincipal } from './route.ts'

export type AnyEndpoint = Endpoint<unknown, unknown, unknown>
export type AnyPrincipal = UserPrincipal | AdminPrincipal | null

/** The known browsers of one account behind one address may do this many times what one may. */
const ACCOUNT_FACTOR = 2
/** Calls a minute of a known browser that no ceiling of all of them holds back: a sign-in, and its second step. */
const FIRST_CALLS = 2

export interface DoorParts {
  limits: RateLimits
  limiter: RateLimiter
  origins: OriginPolicy
  authenticators: Authenticators
}

export interface DoorRoute extends RouteOptions {
  limit: LimitClass
  /** Of a public call that names an account in its body. */
  knowsCaller?: KnowsCaller<unknown>
}

export interface Door {
  /** Before the body is read: who may not call does not get to send one. */
  admit(request: FastifyRequest): Promise<void>
  /** Of an address that has called too often, a browser gets only to the account that knows it. */
  admitTo(request: FastifyRequest, body: unknown): Promise<void>
  /** A body may take its time: a session that ended meanwhile, or lost a right, gets nothing done any more. */
  admitAgain(request: FastifyRequest): Promise<void>
}

/** Who may make a call: nothing else decides that. */
export function doorOf(endpoint: AnyEndpoint, route: DoorRoute, options: DoorParts): Door {
  const { method, path, audience, permission } = endpoint
  if (audience === 'admin' && permission === undefined) {
    throw new Error(`${method} ${path} says nothing of the permission it needs`)
  }
  const permit = (principal: AnyPrincipal): AnyPrincipal => {
    if (principal?.kind !== 'admin') return principal
    // An administrator still on a one-time password may only replace it.
    if (principal.mustChangePassword && route.duringPasswordChange !== true) {
      throw new AppError('ADMIN_PASSWORD_CHANGE_REQUIRED')
    }
    const { duringTwoFactorSetup: isOpen = route.duringPasswordChange } = route
    if (principal.mustSetUpTwoFactor && isOpen !== true) throw new AppError('ADMIN_TWO_FACTOR_REQUIRED')
    requirePermission(principal, permission ?? null)
    return principal
  }
  return {
    async admit(request) {
      request.principal = permit(await admit(request, endpoint, route, options))
    },
    async admitTo(request, body) {
      const { refusal } = request
      if (refusal !== null && (await route.knowsCaller?.(body, request.info)) !== true) throw refusal
    },
    async admitAgain(request) {
      if (audience !== 'public')
        request.principal = permit(await identify(request, audience, options.authenticators))
    },
  }
}

/** Origin, XSRF, limits and identity, cheapest first. */
async function admit(
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  route: DoorRoute,
  options: DoorParts,
): Promise<AnyPrincipal> {
  const { info } = request
  if (endpoint.method !== 'GET') {
    if (!options.origins.isAllowed(request.headers.origin)) throw new AppError('ORIGIN_REJECTED')
    checkXsrf(info.cookies[XSRF_COOKIE], request.headers[XSRF_HEADER])
  }
  await takeCallOfAddress(request, endpoint, route, options)
  if (endpoint.audience === 'public') return null
  const principal = await identify(request, endpoint.audience, options.authenticators)
  takeCall(options.limiter, `${route.limit}:${ownerOf(principal)}`, options.limits[route.limit])
  return principal
}

/**
 * Once an address has called too often, browsers that users are known by are counted by themselves, those of one account
 * together as two, and all of them together as ten such addresses: neighbours shut nobody out, and least of all who
 * calls little. A cookie that was made up is none of theirs, and a browser known to one account gets to no other.
 */
async function takeCallOfAddress(
  request: FastifyRequest,
  { audience }: AnyEndpoint,
  { limit, knowsCaller }: DoorRoute,
  { limits, limiter, authenticators }: DoorParts,
): Promise<void> {
  const { info } = request
  const perAddress = audience === 'public' ? limits[limit] : limits[limit] * ADDRESS_FACTOR
  const waitSeconds = limiter.take(`${limit}:${audience}:${addressKey(info.ip)}`, perAddress)
  if (waitSeconds === 0) return
  const namesNobody = audience === 'public' && limit === 'read'
  const isForUsers = audience === 'user' || namesNobody || knowsCaller !== undefined
  const browser = isForUsers ? ((await authenticators.user?.knownBrowser(info)) ?? null) : null
  if (browser === null) throw tooMany(waitSeconds)
  const here = addressKey(info.ip)
  // Each after the narrower count: a browser or an account that calls too often takes nothing from the others.
  takeCall(limiter, `${limit}:browser#${browser.key}`, limits[limit])
  takeCall(limiter, `${limit}:browsers-of-user#${browser.userId}:${here}`, limits[limit] * ACCOUNT_FACTOR)
  if (limiter.take(`${limit}:first-of-browser#${browser.key}`, FIRST_CALLS) > 0)
    takeCall(limiter, `${limit}:browsers-of:${audience}:${here}`, perAddress * ADDRESS_FACTOR)
  if (knowsCaller !== undefined) request.refusal = tooMany(waitSeconds)
}

export function ownerOf(principal: UserPrincipal | AdminPrincipal): string {
  return `${principal.kind}#${principal.kind === 'user' ? principal.userId : principal.adminId}`
}

function takeCall(limiter: RateLimiter, key: string, callsPerMinute: number): void {
  const waitSeconds = limiter.take(key, callsPerMinute)
  if (waitSeconds > 0) throw tooMany(waitSeconds)
}

const tooMany = (waitSeconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds }, waitSeconds)
