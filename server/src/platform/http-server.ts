import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import cookie from '@fastify/cookie'
import { localeFor } from '@truestrike/protocol/messages/locales.ts'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { createCallTurns } from './call-turns.ts'
import { answerClientError } from './client-error.ts'
import { type AddressReader, addressKey, createAddressReader } from './http-address.ts'
import { failureOf, httpStatusOf, refusalOf } from './http-errors.ts'
import { createOriginPolicy, createXsrfToken, type OriginPolicy, XSRF_COOKIE } from './http-guard.ts'
import { framedPageHeaders, securityHeaders } from './http-headers.ts'
import { type ReadyChecks, registerHealth } from './http-health.ts'
import type { Authenticators } from './http-identity.ts'
import type { RateLimiter, RateLimits } from './http-rate-limit.ts'
import { namesTwoHosts, readRequestInfo } from './http-request.ts'
import { createRouter, type RegisteredRoute } from './http-router.ts'
import { answerPage, registerStaticFiles } from './http-static.ts'
import { createFormReader } from './http-upload.ts'
import { isSuspicious, refuseUnstorable } from './http-validation.ts'
import type { Log } from './log.ts'
import { createLoopTurns, type LoopTurns } from './loop-turns.ts'
import type { RequestInfo, Router } from './route.ts'
import { limitUnread, type UnreadLimits } from './unread-answers.ts'

/** An address no page has. */
const NO_PAGE = '/404'
/** Largest JSON body; uploads have a limit of their own. */
export const BODY_BYTES_MAX = 64 * 1024
/** For all of a request with files, its body too: five megabytes over a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000
/** For the body of all others. */
const BODY_TIMEOUT_MS = 20_000
const HEADERS_TIMEOUT_MS = 20_000
/** A connection on which nothing has moved for so long is closed. */
const STILL_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 10_000
/** What callers behind one address read within seconds, and what a process has room for. */
const UNREAD_BYTES: UnreadLimits = { perAddress: 32 * 1024 * 1024, total: 256 * 1024 * 1024 }

export interface HttpOptions {
  publicUrl: string | null
  trustedProxies: readonly string[]
  limits: RateLimits
  /** What callers have left of them. */
  limiter: RateLimiter
  authenticators: Authenticators
  log: Log
  checks: ReadyChecks
  /** Folder of the built web pages; null serves none. */
  webRoot: string | null
  /** Checks every answer against its schema (tests). */
  checkAnswers?: boolean
  /** Told of every finished call; `route` is the pattern of its path. */
  onCall?: (method: string, route: string, status: number, durationMs: number) => void
  /** Real time that slow callers get; shorter in tests. */
  patience?: { bodyMs: number; slowUploadMs: number; stillMs?: number }
}

export interface Http {
  app: FastifyInstance
  router: Router
  routes: readonly RegisteredRoute[]
  addresses: AddressReader
  origins: OriginPolicy
  /** Long work of this process goes through them, by address. */
  turns: LoopTurns
  server: Server
  /** Names files that are made for somebody after the site, as the operator calls it at that time. */
  nameFilesBy(siteName: () => Promise<string>): void
  /** Returns the port. */
  listen(host: string, port: number): Promise<number>
  /** Refuses new calls, waits for running ones (at most 10 s), closes. */
  stop(): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestInfo
  }
  interface FastifyContextConfig {
    /** Its body may come slowly. */
    takesFiles?: boolean
  }
}

export async function createHttp(options: HttpOptions): Promise<Http> {
  const addresses = createAddressReader(options.trustedProxies)
  let listening: { host: string; port: number } | null = null
  let isStopping = false
  const origins = createOriginPolicy(options.publicUrl, () => listening)
  const app = createFastify(options)
  const routes: RegisteredRoute[] = []
  registerErrors(app, options, routes)
  registerBodies(app, options.patience?.bodyMs ?? BODY_TIMEOUT_MS)
  await app.register(cookie)
  registerCallStart(app, options, addresses)
  limitUnread(app, UNREAD_BYTES, ({ info }) => addressKey(info.ip))
  // What was under way when the stop began would else be kept alive, and the stop wait for it in vain.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  registerHealth(app, options.checks, () => isStopping)
  if (options.webRoot !== null) await registerStaticFiles(app, options.webRoot)
  const forms = await createFormReader(app, options.patience?.slowUploadMs)
  let siteName = async (): Promise<string> => ''
  const turns = createLoopTurns()
  const router = createRouter(app, routes, {
    ...options,
    origins,
    forms,
    turns,
    callTurns: createCallTurns(),
    siteName: () => siteName(),
  })
  return {
    app,
    router,
    routes,
    addresses,
    origins,
    turns,
    server: app.server,
    nameFilesBy: (read) => {
      siteName = read
    },
    listen: async (host, port) => {
      await app.listen({ host, port })
      const address = app.server.address()
      listening = { host, port: typeof address === 'object' && address !== null ? address.port : port }
      return listening.port
    },
    stop: async () => {
      isStopping = true
      const force = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS)
      await app.close()
      clearTimeout(force)
    },
  }
}

function createFastify(options: HttpOptions): FastifyInstance {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  const app = fastify({
    logger: false,
    genReqId: () => `${prefix}-${(count++).toString(36)}`,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    connectionTimeout: options.patience?.stillMs ?? STILL_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // An address that cannot be read: the call ends before anything of ours has begun.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(options.publicUrl))
      // Who typed it sees the page that says there is no such page.
      const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
      return isPage && !namesTwoHosts(request.raw)
        ? reply.redirect(NO_PAGE)
        : answerFailure(error, request, reply, options.log)
    },
    clientErrorHandler: answerClientError,
  })
  return app as unknown as FastifyInstance
}

/** JSON only. An empty body counts as none: a call that only acts has nothing to say. */
function registerBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.takesFiles !== true) limitTime(request, timeoutMs)
    if (!isPacked(request)) return done(null, payload)
    // What follows stays unread: nothing else may come over this line.
    void reply.header('connection', 'close')
    done(new AppError('UNSUPPORTED_MEDIA_TYPE'))
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text === '') return done(null, undefined)
    void parse(request, text, (error, value) => {
      if (error !== null) return done(new AppError('MALFORMED_REQUEST'))
      try {
        if (isSuspicious(text)) refuseUnstorable(value)
        done(null, value)
      } catch (fault) {
        done(fault as Error)
      }
    })
  })
}

/** A body said to be compressed, whatever it is: none is unpacked here. */
function isPacked({ method, headers, is404 }: FastifyRequest): boolean {
  const encoding = headers['content-encoding'] ?? ''
  return method !== 'GET' && method !== 'HEAD' && !is404 && !/^(identity)?$/i.test(encoding)
}

/** A caller whose body does not come to its end in time is cut off. */
function limitTime({ raw }: FastifyRequest, timeoutMs: number): void {
  if (raw.complete !== false) return
  const timer = setTimeout(() => {
    // It is all there, and only the answer is not.
    if (raw.complete) return
    raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    raw.destroy()
  }, timeoutMs)
  timer.unref()
  const stop = (): void => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

function registerCallStart(app: FastifyInstance, options: HttpOptions, addresses: AddressReader): void {
  const pageHeaders = securityHeaders(options.publicUrl)
  const framedHeaders = { ...pageHeaders, ...framedPageHeaders(options.publicUrl) }
  const isSecure = options.publicUrl?.startsWith('https:') === true
  app.decorateRequest('info', null as unknown as RequestInfo)
  app.decorateRequest('principal', null)
  app.decorateRequest('refusal', null)
  app.addHook('onRequest', (request, reply, done) => {
    const source = { id: request.id, headers: request.headers, remoteAddress: request.socket.remoteAddress }
    request.info = readRequestInfo(source, request.cookies, addresses)
    reply.headers(request.url.startsWith('/admin-pages/') ? framedHeaders : pageHeaders)
    if (namesTwoHosts(request.raw)) {
      reply.header('connection', 'close')
      return done(new AppError('MALFORMED_REQUEST'))
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // Assets and public pictures are kept by caches on the way: a cookie in them would be one for all.
    const isKept = /^\/(assets|uploads)\//.test(request.url)
    if (isRead && !isKept && request.cookies[XSRF_COOKIE] === undefined) {
      reply.setCookie(XSRF_COOKIE, createXsrfToken(), { path: '/', sameSite: 'strict', secure: isSecure })
    }
    done()
  })
  const { onCall } = options
  if (onCall === undefined) return
  app.addHook('onResponse', (request, reply, done) => {
    onCall(request.method, request.routeOptions.url ?? 'other', reply.statusCode, reply.elapsedTime)
    done()
  })
}

function registerErrors(
  app: FastifyInstance,
  options: HttpOptions,
  routes: readonly RegisteredRoute[],
): void {
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, options.log))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = routes.filter((route) => route.matches(path)).map((route) => route.endpoint.method)
    // A parameter too long for any route comes here by its own method.
    if (methods.length > 0 && !methods.some((method) => method === request.method)) {
      reply.header('allow', methods.join(', '))
      return answerFailure(new AppError('METHOD_NOT_ALLOWED'), request, reply, options.log)
    }
    const page = options.webRoot === null ? null : answerPage(request, reply, options.webRoot)
    if (page !== null) return page
    return answerFailure(new AppError('NOT_FOUND'), request, reply, options.log)
  })
}

function answerFailure(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const { error, unexpected } = refusalOf(thrown)
  const locale = request.info?.locale ?? localeFor(request.headers['accept-language'])
  if (unexpected)
    log.error({ err: thrown, requestId: request.id, method: request.method, url: request.url }, error.code)
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  return reply
    .code(httpStatusOf(error))
    .header('cache-control', 'no-store')
    .send(failureOf(error, locale, request.id))
}
