import type { Readable } from 'node:stream'
import { login, register } from '@truestrike/protocol/account-endpoints.ts'
import type { Endpoint, Envelope } from '@truestrike/protocol/endpoint.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export interface CallInput<Q, B> {
  query?: Q
  body?: B
  params?: Record<string, string>
  headers?: Record<string, string>
}

export interface TestAnswer<R> {
  status: number
  headers: Record<string, unknown>
  envelope: Envelope<R>
}

export interface TestClient {
  readonly cookies: Map<string, string>
  token: string | null
  /** Headers of every call, such as `accept-language`. */
  readonly headers: Record<string, string>
  /** Calls an endpoint and returns what came back, refusals included. */
  call<Q, B, R>(endpoint: Endpoint<Q, B, R>, input?: CallInput<Q, B>): Promise<TestAnswer<R>>
  /** Calls an endpoint that must succeed; returns its data. */
  ok<Q, B, R>(endpoint: Endpoint<Q, B, R>, input?: CallInput<Q, B>): Promise<R>
  /** Calls an endpoint that must be refused; returns the code. */
  refused<Q, B, R>(endpoint: Endpoint<Q, B, R>, input?: CallInput<Q, B>): Promise<string>
  /** Any request with this client's cookies and headers. */
  raw(
    method: string,
    url: string,
    payload?: string | Buffer | Readable,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  register(username: string, inviteCode?: string): Promise<void>
  /** Signs in; later calls carry the token. */
  login(username: string): Promise<void>
  /** Registers and signs in. */
  join(username: string, inviteCode?: string): Promise<void>
}

export const TEST_PASSWORD = 'correct horse battery'

/** Without a code of its own, `register` uses the operator's. */
export function createTestClient(app: FastifyInstance, operatorInvite?: string): TestClient {
  const cookies = new Map<string, string>()
  const headers: Record<string, string> = {}
  const client: TestClient = {
    cookies,
    token: null,
    headers,
    async raw(method, url, payload, extra) {
      if (method !== 'GET' && !cookies.has('XSRF-TOKEN')) await client.raw('GET', '/healthz')
      const response = await app.inject({
        method: method as 'GET',
        url,
        cookies: Object.fromEntries(cookies),
        headers: { ...ownHeaders(client), ...headers, ...extra },
        ...(payload === undefined ? {} : { payload }),
      })
      for (const cookie of response.cookies) {
        if (cookie.value === '') cookies.delete(cookie.name)
        else cookies.set(cookie.name, cookie.value)
      }
      return response
    },
    async call(endpoint, input = {}) {
      const payload = input.body === undefined ? undefined : JSON.stringify(input.body)
      const extra = {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.headers,
      }
      const response = await client.raw(endpoint.method, addressOf(endpoint.path, input), payload, extra)
      return { status: response.statusCode, headers: response.headers, envelope: response.json() }
    },
    async ok(endpoint, input) {
      const { status, envelope } = await client.call(endpoint, input)
      if (envelope.success) return envelope.data
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${status} ${JSON.stringify(envelope)}`)
    },
    async refused(endpoint, input) {
      const { envelope } = await client.call(endpoint, input)
      if (!envelope.success) return envelope.code
      throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${JSON.stringify(envelope)}`)
    },
    async register(username, inviteCode = operatorInvite) {
      await client.ok(register, {
        body: {
          username,
          email: `${username}@example.com`,
          password: TEST_PASSWORD,
          agreeTerms: true,
          inviteCode,
        },
      })
    },
    async login(username) {
      const { token } = await client.ok(login, { body: { username, password: TEST_PASSWORD } })
      client.token = token
    },
    async join(username, inviteCode) {
      await client.register(username, inviteCode)
      await client.login(username)
    },
  }
  return client
}

function ownHeaders(client: TestClient): Record<string, string> {
  const xsrf = client.cookies.get('XSRF-TOKEN')
  return {
    ...(xsrf === undefined ? {} : { 'x-xsrf-token': xsrf }),
    ...(client.token === null ? {} : { authorization: `Bearer ${client.token}` }),
  }
}

function addressOf(path: string, input: CallInput<unknown, unknown>): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}
