import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { addressKey } from './http-address.ts'
import { gzipped } from './http-compress.ts'
import { type Download, sendDownload } from './http-download.ts'
import { checkXsrf, type OriginPolicy, XSRF_COOKIE, XSRF_HEADER } from './http-guard.ts'
import { type Authenticators, identify } from './http-identity.ts'
import { ADDRESS_FACTOR, type LimitClass, type RateLimiter, type RateLimits } from './http-rate-limit.ts'
import type { FormReader } from './http-upload.ts'
import { type Check, compileCheck, compileCoercion, refuseUnstorable } from './http-validation.ts'
import type { Log } from './log.ts'
import type {
  AdminPrincipal,
  Call,
  CookieToSet,
  DownloadCall,
  Router,
  UploadCall,
  UserPrincipal,
} from './route.ts'

export type AnyEndpoint = Endpoint<unknown, unknown, unknown>
type AnyPrincipal = UserPrincipal | AdminPrincipal | null

export interface RegisteredRoute {
  endpoint: AnyEndpoint
  /** Whether a path, without its query, is this route's. */
  matches(path: string): boolean
}

export interface RouterOptions {
  publicUrl: string | null
  limits: RateLimits
  limiter: RateLimiter
  origins: OriginPolicy
  authenticators: Authenticators
  forms: FormReader
  log: Pick<Log, 'error'>
  checkAnswers?: boolean
}

const noCheck: Check = () => {}

export function createRouter(
  app: FastifyInstance,
  routes: RegisteredRoute[],
  options: RouterOptions,
): Router {
  const isSecure = options.publicUrl?.startsWith('https:') === true
  return {
    route(endpoint, handle, routeOptions) {
      const erased = endpoint as AnyEndpoint
      const run = handle as (call: Call<unknown, unknown>, principal: AnyPrincipal) => unknown
      const limit = routeOptions?.limit ?? (endpoint.method === 'GET' ? 'read' : 'write')
      const readInput = compileInput(erased)
      const checkAnswer = options.checkAnswers === true ? compileCheck(endpoint.data) : noCheck
      routes.push({ endpoint: erased, matches: pathMatcher(endpoint.path) })
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        // Before the body is read: who may not call does not get to send one.
        onRequest: async (request) => {
          request.principal = await admit(request, erased, limit, options)
          if (routeOptions?.duringPasswordChange !== true) refuseOneTimePassword(request.principal)
        },
        handler: async (request, reply) => {
          if (erased.body !== undefined) await admitAgain(request, erased, options)
          const input = readInput(request)
          const setCookie = (toSet: CookieToSet): void => sendCookie(reply, toSet, isSecure)
          const work = async () =>
            await run({ ...input, request: request.info, setCookie }, request.principal)
          const data = await work().catch((error: unknown) => {
            if (error instanceof AppError) error.cookies.forEach(setCookie)
            throw error
          })
          return await answer(request, reply, envelopeOf(endpoint.path, checkAnswer, data))
        },
      })
    },
    download(endpoint, handle, routeOptions) {
      const erased = endpoint as AnyEndpoint
      const run = handle as (
        call: DownloadCall<unknown>,
        principal: AnyPrincipal,
      ) => Promise<Download> | Download
      const limit = routeOptions?.limit ?? 'read'
      const readInput = compileInput(erased)
      routes.push({ endpoint: erased, matches: pathMatcher(endpoint.path) })
      app.get(endpoint.path, {
        onRequest: async (request) => {
          request.principal = await admit(request, erased, limit, options)
          refuseOneTimePassword(request.principal)
        },
        handler: async (request, reply) => {
          const { query, params } = readInput(request)
          const file = await run({ query, params, request: request.info }, request.principal)
          return sendDownload(request, reply, file, options.log)
        },
      })
    },
    upload(endpoint, handle, { filesMax }) {
      const erased = endpoint as AnyEndpoint
      const run = handle as (call: UploadCall<unknown>, principal: AnyPrincipal) => unknown
      const checkFields = endpoint.body === undefined ? noCheck : compileCheck(endpoint.body)
      const readParams = compileInput(withoutBody(erased))
      const checkAnswer = options.checkAnswers === true ? compileCheck(endpoint.data) : noCheck
      routes.push({ endpoint: erased, matches: pathMatcher(endpoint.path) })
      options.forms.scope.post(endpoint.path, {
        config: { takesFiles: true },
        onRequest: async (request) => {
          request.principal = await admit(request, erased, 'upload', options)
          refuseOneTimePassword(request.principal)
          options.forms.checkSize(request, filesMax)
        },
        handler: async (request, reply) => {
          const { fields, files } = await readForm(options.forms, request, reply, filesMax)
          await admitAgain(request, erased, options)
          checkFields(fields)
          const call = { body: fields, files, params: readParams(request).params, request: request.info }
          const data = await run(call, request.principal)
          return await answer(request, reply, envelopeOf(endpoint.path, checkAnswer, data))
        },
      })
    },
    document(path, read) {
      const endpoint: AnyEndpoint = { method: 'GET', path, audience: 'public', data: {} }
      app.get(path, {
        onRequest: async (request) => {
          request.principal = await admit(request, endpoint, 'read', options)
        },
        handler: (request, reply) => answer(request, reply, `${JSON.stringify(read(), null, 2)}\n`),
      })
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: AnyPrincipal
  }
}

/** Origin, XSRF, limits and identity, cheapest first. */
async function admit(
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  limit: LimitClass,
  options: RouterOptions,
): Promise<AnyPrincipal> {
  const { info } = request
  if (endpoint.method !== 'GET') {
    if (!options.origins.isAllowed(request.headers.origin)) throw new AppError('ORIGIN_REJECTED')
    checkXsrf(info.cookies[XSRF_COOKIE], request.headers[XSRF_HEADER])
  }
  const callsPerMinute = options.limits[limit]
  const perAddress = endpoint.audience === 'public' ? callsPerMinute : callsPerMinute * ADDRESS_FACTOR
  takeCall(options.limiter, `${limit}:${endpoint.audience}:${addressKey(info.ip)}`, perAddress)
  if (endpoint.audience === 'public') return null
  const principal = await identify(request, endpoint.audience, options.authenticators)
  takeCall(options.limiter, `${limit}:${ownerOf(principal)}`, callsPerMinute)
  return principal
}

/** A body may take its time: a session that ended meanwhile gets nothing done any more. */
async function admitAgain(
  request: FastifyRequest,
  { audience }: AnyEndpoint,
  { authenticators }: RouterOptions,
): Promise<void> {
  if (audience !== 'public') request.principal = await identify(request, audience, authenticators)
}

const senderOf = ({ principal, info }: FastifyRequest): string =>
  principal === null ? info.ip : ownerOf(principal)

function ownerOf(principal: UserPrincipal | AdminPrincipal): string {
  return `${principal.kind}#${principal.kind === 'user' ? principal.userId : principal.adminId}`
}

/** An administrator still on a one-time password may only replace it. */
function refuseOneTimePassword(principal: AnyPrincipal): void {
  if (principal?.kind === 'admin' && principal.mustChangePassword) {
    throw new AppError('ADMIN_PASSWORD_CHANGE_REQUIRED')
  }
}

function takeCall(limiter: RateLimiter, key: string, callsPerMinute: number): void {
  const waitSeconds = limiter.take(key, callsPerMinute)
  if (waitSeconds > 0)
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds }, waitSeconds)
}

type Input = Pick<Call<unknown, unknown>, 'query' | 'body' | 'params'>

const withoutBody = ({ body: _read, ...endpoint }: AnyEndpoint): AnyEndpoint => endpoint

function compileInput(endpoint: AnyEndpoint): (request: FastifyRequest) => Input {
  const checkQuery = endpoint.query === undefined ? noCheck : compileCheck(endpoint.query)
  const coerceQuery = endpoint.query === undefined ? () => undefined : compileCoercion(endpoint.query)
  const checkParams = endpoint.params === undefined ? noCheck : compileCheck(endpoint.params)
  const checkBody = endpoint.body === undefined ? noCheck : compileCheck(endpoint.body)
  return (request) => {
    refuseUnstorable(request.params)
    refuseUnstorable(request.query)
    const query = coerceQuery(request.query)
    checkParams(request.params)
    checkQuery(query)
    const body = endpoint.body === undefined ? undefined : request.body
    checkBody(body)
    return { query, body, params: request.params as Record<string, string> }
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store')
  if (request.method !== 'GET') return text
  reply.header('vary', 'accept-encoding')
  const bytes = await gzipped(text, request.headers['accept-encoding'])
  if (bytes === null) return text
  reply.header('content-encoding', 'gzip')
  return bytes
}

/** Of a form that was not read to its end the rest is not waited for. */
async function readForm(forms: FormReader, request: FastifyRequest, reply: FastifyReply, filesMax: number) {
  return await forms.read(request, filesMax, senderOf(request)).catch((error: unknown) => {
    reply.header('connection', 'close')
    throw error
  })
}

function sendCookie(reply: FastifyReply, cookie: CookieToSet, secure: boolean): void {
  const attributes = { path: '/', sameSite: 'strict', secure, httpOnly: cookie.httpOnly } as const
  if (cookie.value === null) reply.clearCookie(cookie.name, attributes)
  else if (cookie.maxAgeSeconds === undefined) reply.setCookie(cookie.name, cookie.value, attributes)
  else reply.setCookie(cookie.name, cookie.value, { ...attributes, maxAge: cookie.maxAgeSeconds })
}

function envelopeOf(path: string, check: Check, data: unknown): string {
  try {
    check(data)
  } catch (fault) {
    const fields = fault instanceof AppError ? JSON.stringify(fault.details) : String(fault)
    throw new Error(`the answer of ${path} does not fit its schema: ${fields}`)
  }
  return `{"success":true,"data":${JSON.stringify(data)}}`
}

function pathMatcher(pattern: string): (path: string) => boolean {
  const source = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  const expression = new RegExp(`^${source}$`)
  return (path) => expression.test(path)
}
