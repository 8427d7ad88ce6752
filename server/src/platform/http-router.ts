import { siteFileName } from '@truestrike/protocol/site-file-name.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { type CallKind, type CallTurns, turnsOfCall } from './call-turns.ts'
import { addressKey } from './http-address.ts'
import { gzipped } from './http-compress.ts'
import {
  type AnyEndpoint,
  type AnyPrincipal,
  type Door,
  type DoorParts,
  doorOf,
  ownerOf,
} from './http-door.ts'
import { type Download, sendDownload } from './http-download.ts'
import type { LimitClass } from './http-rate-limit.ts'
import type { FormReader } from './http-upload.ts'
import { type Check, checkOf, compileCoercion, refuseUnstorable } from './http-validation.ts'
import { stringifyInParts } from './json-parts.ts'
import type { Log } from './log.ts'
import type { LoopTurns } from './loop-turns.ts'
import type { Call, CookieToSet, DownloadCall, KnowsCaller, Router, UploadCall } from './route.ts'
import { turnOwner } from './shared-turns.ts'

export interface RegisteredRoute {
  endpoint: AnyEndpoint
  limit: LimitClass
  /** An envelope around the data, or a file. */
  answers: 'data' | 'file'
  /** Files in a form, at most so many. */
  takes?: { filesMax: number }
  /** Whether a path, without its query, is this route's. */
  matches(path: string): boolean
}

export interface RouterOptions extends DoorParts {
  publicUrl: string | null
  forms: FormReader
  turns: LoopTurns
  callTurns: CallTurns
  /** What the operator calls the site; files that are made for somebody are named after it. */
  siteName(): Promise<string>
  log: Pick<Log, 'error'>
  checkAnswers?: boolean
}

const noCheck: Check = () => {}
const JSON_TYPE = 'application/json; charset=utf-8'

export function createRouter(
  app: FastifyInstance,
  routes: RegisteredRoute[],
  options: RouterOptions,
): Router {
  const addText = textAdder(app, options)
  return {
    route(endpoint, handle, routeOptions) {
      const erased = endpoint as AnyEndpoint
      const run = handle as (call: Call<unknown, unknown>, principal: AnyPrincipal) => unknown
      const limit = routeOptions?.limit ?? (endpoint.method === 'GET' ? 'read' : 'write')
      const knowsCaller = routeOptions?.knowsCaller as KnowsCaller<unknown> | undefined
      const door = doorOf(erased, { ...routeOptions, limit, knowsCaller }, options)
      const kind = turnsOfCall(erased, { limit, turns: routeOptions?.turns })
      const carryOut = carrierOf(
        erased,
        { run, door, isAdmittedAgain: kind !== null || erased.body !== undefined },
        options,
      )
      routes.push({ endpoint: erased, limit, answers: 'data', matches: pathMatcher(endpoint.path) })
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        // Before the body is read: who may not call does not get to send one.
        onRequest: door.admit,
        // By now the body is there: nobody holds a turn while it comes.
        handler: async (request, reply) => {
          const text = await inTurn(kind, request, options, () => carryOut(request, reply))
          return await answer(request, reply, text)
        },
      })
    },
    download(endpoint, handle, routeOptions) {
      const erased = endpoint as AnyEndpoint
      const run = handle as (
        call: DownloadCall<unknown>,
        principal: AnyPrincipal,
      ) => Promise<Download> | Download
      const door = doorOf(erased, { limit: 'read', ...routeOptions }, options)
      const readInput = compileInput(erased)
      routes.push({
        endpoint: erased,
        limit: routeOptions?.limit ?? 'read',
        answers: 'file',
        matches: pathMatcher(endpoint.path),
      })
      app.get(endpoint.path, {
        onRequest: door.admit,
        handler: async (request, reply) => {
          const file = await run({ ...readInput(request), request: request.info }, request.principal)
          return sendDownload(request, reply, await namedAfterSite(file, options), options.log)
        },
      })
    },
    upload(endpoint, handle, { filesMax }) {
      const erased = endpoint as AnyEndpoint
      const run = handle as (call: UploadCall<unknown>, principal: AnyPrincipal) => unknown
      const door = doorOf(erased, { limit: 'upload' }, options)
      const checkFields = endpoint.body === undefined ? noCheck : checkOf(endpoint.body)
      const readParams = compileInput(withoutBody(erased))
      const wrap = envelopeOf(erased, options)
      const matches = pathMatcher(endpoint.path)
      routes.push({ endpoint: erased, limit: 'upload', answers: 'data', takes: { filesMax }, matches })
      options.forms.scope.post(endpoint.path, {
        config: { takesFiles: true },
        onRequest: async (request) => {
          await door.admit(request)
          options.forms.checkSize(request, filesMax)
        },
        handler: async (request, reply) => {
          const { fields, files } = await readForm(options.forms, request, reply, filesMax)
          await door.admitAgain(request)
          checkFields(fields)
          const call = { body: fields, files, params: readParams(request).params, request: request.info }
          const data = await run(call, request.principal)
          return await answer(request, reply, await wrap(data, turnsOf(request, options)))
        },
      })
    },
    document: (path, read) => addText(path, JSON_TYPE, () => `${JSON.stringify(read(), null, 2)}\n`),
    text: addText,
  }
}

interface Carried {
  run(call: Call<unknown, unknown>, principal: AnyPrincipal): unknown
  door: Door
  /** Its session may end before it is carried out: it waits for a body, or for its turn. */
  isAdmittedAgain: boolean
}

/** Carries a call out, to the text of its answer. */
function carrierOf(endpoint: AnyEndpoint, { run, door, isAdmittedAgain }: Carried, options: RouterOptions) {
  const isSecure = options.publicUrl?.startsWith('https:') === true
  const readInput = compileInput(endpoint)
  const wrap = envelopeOf(endpoint, options)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    if (isAdmittedAgain) await door.admitAgain(request)
    const input = readInput(request)
    await door.admitTo(request, input.body)
    const setCookie = (toSet: CookieToSet): void => sendCookie(reply, toSet, isSecure)
    const nextTurn = turnsOf(request, options)
    const work = async () =>
      await run({ ...input, request: request.info, setCookie, nextTurn }, request.principal)
    const data = await work().catch((error: unknown) => {
      if (error instanceof AppError) error.cookies.forEach(setCookie)
      throw error
    })
    return await wrap(data, nextTurn)
  }
}

/** Pictures and archives have names of their own. */
async function namedAfterSite(file: Download, { siteName }: RouterOptions): Promise<Download> {
  return 'pieces' in file ? { ...file, fileName: siteFileName(await siteName(), file.fileName) } : file
}

/** Adds texts that stand beside the calls: public, limited as a reading call. */
function textAdder(app: FastifyInstance, options: RouterOptions): Router['text'] {
  return (path, type, read) => {
    const endpoint: AnyEndpoint = { method: 'GET', path, audience: 'public', data: {} }
    app.get(path, {
      onRequest: doorOf(endpoint, { limit: 'read' }, options).admit,
      handler: (request, reply) => answer(request, reply, read(), type),
    })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: AnyPrincipal
    /** What is answered unless the account that the call names knows the browser. */
    refusal: AppError | null
  }
}

const senderOf = ({ principal, info }: FastifyRequest): string =>
  principal === null ? info.ip : ownerOf(principal)

type Input = Pick<Call<unknown, unknown>, 'query' | 'body' | 'params'>

const withoutBody = ({ body: _read, ...endpoint }: AnyEndpoint): AnyEndpoint => endpoint

function compileInput(endpoint: AnyEndpoint): (request: FastifyRequest) => Input {
  const checkQuery = endpoint.query === undefined ? noCheck : checkOf(endpoint.query)
  const coerceQuery = endpoint.query === undefined ? () => undefined : compileCoercion(endpoint.query)
  const checkParams = endpoint.params === undefined ? noCheck : checkOf(endpoint.params)
  const checkBody = endpoint.body === undefined ? noCheck : checkOf(endpoint.body)
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

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  type = JSON_TYPE,
): Promise<string | Buffer> {
  reply.header('content-type', type).header('cache-control', 'no-store')
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

/** Carries a call out when its turn has come, if it waits for one. */
async function inTurn(
  kind: CallKind | null,
  request: FastifyRequest,
  { callTurns }: RouterOptions,
  work: () => Promise<string>,
): Promise<string> {
  if (kind === null) return await work()
  return await callTurns[kind].run(turnOwner(request.info.ip, senderOf(request)), work)
}

type NextTurn = () => Promise<unknown>

function turnsOf({ info }: FastifyRequest, { turns }: RouterOptions): NextTurn {
  return () => turns.next(addressKey(info.ip))
}

/** Puts what a call answers into words: long lists part by part. */
function envelopeOf({ path, data: schema }: AnyEndpoint, { checkAnswers }: RouterOptions) {
  const check = checkAnswers === true ? checkOf(schema) : noCheck
  return async (data: unknown, nextTurn: NextTurn): Promise<string> => {
    try {
      check(data)
    } catch (fault) {
      const fields = fault instanceof AppError ? JSON.stringify(fault.details) : String(fault)
      throw new Error(`the answer of ${path} does not fit its schema: ${fields}`)
    }
    return `{"success":true,"data":${await stringifyInParts(data, nextTurn)}}`
  }
}

function pathMatcher(pattern: string): (path: string) => boolean {
  const source = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  const expression = new RegExp(`^${source}$`)
  return (path) => expression.test(path)
}
