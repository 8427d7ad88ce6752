import { ERRORS } from '@truestrike/protocol/errors.ts'
import { ClientMessage, ServerMessage } from '@truestrike/protocol/frames.ts'
import { type Json, plainSchema } from './api-schema.ts'
import type { AnyEndpoint } from './http-door.ts'
import { XSRF_COOKIE, XSRF_HEADER } from './http-guard.ts'
import type { RateLimits } from './http-rate-limit.ts'
import type { RegisteredRoute } from './http-router.ts'

export interface ApiFacts {
  routes: readonly RegisteredRoute[]
  limits: RateLimits
  /** Own address; null: whichever the caller has reached it by. */
  publicUrl: string | null
  version: string
  /** What a call is for, by `METHOD /path`, in Markdown. */
  words: Readonly<Record<string, string>>
}

const DESCRIPTION = `Every call of the site: those of its pages and of the back office.

Answers are \`{"success": true, "data": …}\` or \`{"success": false, "code", "message", "details"?, "requestId"}\`; \`message\` is in the
language of \`Accept-Language\`. Amounts and prices are decimal strings, times milliseconds since 1970 by the site's clock.

Signed-in callers send the token of their sign-in as \`Authorization: Bearer\`, together with the cookie that came with it; a
command-line client can ask for a token bound to its address instead (\`bind\` of the sign-in). Every call but GET repeats the
cookie \`${XSRF_COOKIE}\` in the header \`${XSRF_HEADER.toUpperCase()}\`. A call refused with 429 says in \`Retry-After\` when to come back.

No call sets an outcome.`

const AUDIENCES = {
  public: 'Anybody',
  user: 'Signed-in users',
  admin: 'Administrators',
} as const

/** The document of all calls that are registered, as OpenAPI 3.1. */
export function describeApi(facts: ApiFacts): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of facts.routes) {
    const path = templateOf(route.endpoint.path)
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: describeCall(route, facts) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Truestrike', version: facts.version, description: DESCRIPTION },
    servers: [{ url: facts.publicUrl === null ? '/' : new URL(facts.publicUrl).origin }],
    tags: tagsOf(facts.routes).map((name) => ({ name })),
    paths: { ...sorted(paths), ...SOCKETS },
    components: COMPONENTS,
  }
}

const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** By which part of the site a call is found: `account`, `trade`, `admin users`. */
function tagOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('/').filter((part) => part !== '')
  if (first !== 'api') return first
  return second === 'admin' && third !== '' ? `admin ${third}` : second
}

const tagsOf = (routes: readonly RegisteredRoute[]): string[] =>
  [...new Set([...routes.map(({ endpoint }) => tagOf(endpoint.path)), 'sockets'])].sort()

/** `GET /api/admin/voids/:id` → `getAdminVoidsById`: the same as long as the call is. */
function operationIdOf({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return [method.toLowerCase(), ...words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join('')
}

function describeCall({ endpoint, limit, answers, takes }: RegisteredRoute, facts: ApiFacts): Json {
  const words = facts.words[`${endpoint.method} ${endpoint.path}`]
  const callsPerMinute = facts.limits[limit]
  return {
    operationId: operationIdOf(endpoint),
    tags: [tagOf(endpoint.path)],
    summary: firstSentence(words ?? '') || `${endpoint.method} ${endpoint.path}`,
    ...(words === undefined ? {} : { description: words }),
    security: SECURITY[endpoint.audience],
    ...parametersOf(endpoint),
    ...bodyOf(endpoint, takes),
    responses: {
      200: { description: 'Done', content: contentOf(endpoint, answers) },
      ...(hasInput(endpoint)
        ? { 400: refused('The input does not fit, or the act is not possible so') }
        : {}),
      ...(endpoint.audience === 'user' ? { 401: refused('No session, or one that has ended') } : {}),
      ...(endpoint.audience === 'admin' || endpoint.method !== 'GET'
        ? { 403: refused('Not allowed: no session of an administrator, no permission, or a forged call') }
        : {}),
      429: { $ref: '#/components/responses/TooMany' },
      default: refused('Refused, by `code`'),
    },
    'x-audience': AUDIENCES[endpoint.audience],
    ...(endpoint.audience === 'admin' ? { 'x-permission': endpoint.permission ?? null } : {}),
    'x-rate-limit': {
      class: limit,
      callsPerMinute,
      per: endpoint.audience === 'public' ? 'address' : 'caller',
    },
  }
}

/** What it refuses with is no summary. */
const firstSentence = (words: string): string =>
  /^(?!Refusals)[^\n]*?[.:;](?=\s|$)/.exec(words)?.[0].slice(0, -1) ?? ''

const hasInput = ({ params, query, body }: AnyEndpoint): boolean =>
  [params, query, body].some((schema) => schema !== undefined)

const refused = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

function parametersOf({ method, path, params, query }: AnyEndpoint): Json {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: propertiesOf(params)[name] ?? { type: 'string' },
  }))
  const required = new Set(requiredOf(query))
  const inQuery = Object.entries(propertiesOf(query)).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.has(name), schema },
  }))
  const xsrf = method === 'GET' ? [] : [{ $ref: '#/components/parameters/Xsrf' }]
  const parameters = [...inPath, ...inQuery, { $ref: '#/components/parameters/Language' }, ...xsrf]
  return { parameters }
}

const propertiesOf = (schema: AnyEndpoint['query']): Record<string, unknown> =>
  schema === undefined ? {} : ((plainSchema(schema).properties as Record<string, unknown>) ?? {})

const requiredOf = (schema: AnyEndpoint['query']): string[] =>
  schema === undefined ? [] : ((plainSchema(schema).required as string[]) ?? [])

function bodyOf({ body }: AnyEndpoint, takes: RegisteredRoute['takes']): Json {
  if (takes === undefined) {
    if (body === undefined) return {}
    return { requestBody: { required: true, content: { 'application/json': { schema: plainSchema(body) } } } }
  }
  const files = {
    type: 'array',
    items: { type: 'string', format: 'binary' },
    minItems: 1,
    maxItems: takes.filesMax,
  }
  const schema = {
    type: 'object',
    properties: { ...propertiesOf(body), file: files },
    required: ['file', ...requiredOf(body)],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function contentOf({ data }: AnyEndpoint, answers: RegisteredRoute['answers']): Json {
  if (answers === 'file') return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const schema = {
    type: 'object',
    properties: { success: { const: true }, data: plainSchema(data) },
    required: ['success', 'data'],
  }
  return { 'application/json': { schema } }
}

const SECURITY = {
  public: [],
  user: [{ token: [], session: [] }],
  admin: [{ token: [], adminSession: [] }],
} as const

/** Both take JSON text, one object a message, and send it. */
const socket = (what: string, operationId: string): Json => ({
  get: {
    ...{ operationId, tags: ['sockets'], summary: what, security: [] },
    description: `${what}. Only with \`Upgrade: websocket\`; the token goes in the message \`auth\`. Messages: the schemas ClientMessage and ServerMessage.`,
    responses: { 101: { description: 'The socket is open' } },
    'x-audience': AUDIENCES.public,
  },
})

const SOCKETS: Json = {
  '/trade': socket('Socket of a trade screen: ticks of one product, the user’s contracts', 'openTradeSocket'),
  '/ws': socket('General socket: newest prices of all products, balances and notices', 'openGeneralSocket'),
}

const cookie = (name: string): Json => ({ type: 'apiKey', in: 'cookie', name })

const COMPONENTS: Json = {
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer' },
    session: cookie('ts_session'),
    adminSession: cookie('ts_admin_session'),
  },
  parameters: {
    Language: {
      ...{ name: 'Accept-Language', in: 'header', required: false },
      schema: { type: 'string' },
      description: 'Of messages and files; one of the eight the site speaks, else English',
    },
    Xsrf: {
      ...{ name: XSRF_HEADER.toUpperCase(), in: 'header', required: true },
      schema: { type: 'string' },
      description: `The value of the cookie ${XSRF_COOKIE}, which comes with the first GET`,
    },
  },
  responses: {
    TooMany: {
      ...refused('Too many calls'),
      headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } },
    },
  },
  schemas: {
    Failure: {
      type: 'object',
      properties: {
        success: { const: false },
        code: { $ref: '#/components/schemas/ErrorCode' },
        message: { type: 'string' },
        details: { type: 'object' },
        requestId: { type: 'string' },
      },
      required: ['success', 'code', 'message', 'requestId'],
    },
    ErrorCode: { type: 'string', enum: Object.keys(ERRORS), 'x-status': ERRORS },
    ClientMessage: plainSchema(ClientMessage),
    ServerMessage: plainSchema(ServerMessage),
  },
}
