import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import type { AdminPrincipal, Authenticator, UserAuthenticator, UserPrincipal } from './route.ts'

/** Filled by `accounts` and `admin` while the app is put together; without one, nobody is signed in. */
export interface Authenticators {
  user: UserAuthenticator | null
  admin: Authenticator<AdminPrincipal> | null
}

/** Who calls, by the bearer token; refused as the audience's web pages expect it. */
export async function identify(
  request: FastifyRequest,
  audience: 'user' | 'admin',
  authenticators: Authenticators,
): Promise<UserPrincipal | AdminPrincipal> {
  const refusal = audience === 'user' ? 'UNAUTHORIZED' : 'ADMIN_SESSION_INVALID'
  const authenticator = authenticators[audience]
  const token = bearerToken(request)
  if (authenticator === null || token === null) throw new AppError(refusal)
  return await authenticator.authenticate(token, request.info)
}

function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') === true && header.length > 7 ? header.slice(7) : null
}
