import { ensure } from '@truestrike/core/assert.ts'
import type { Envelope } from '@truestrike/protocol/endpoint.ts'
import type { ReceiptJson, SiteKeysFile } from '@truestrike/protocol/proof-endpoints.ts'
import type { Contract, PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { TEST_PASSWORD } from './test-client.ts'

/** A user of a server in another process, over real HTTP: a command-line client, bound to its address. */
export interface HttpTrader {
  /** Bound to the address. */
  readonly token: string
  place(address: string, order: PlaceOrder): Promise<Envelope<{ contract: Contract; receipt: ReceiptJson }>>
  listPending(address: string): Promise<Contract[]>
  receipt(address: string, id: string): Promise<{ state: string; receipt: ReceiptJson }>
  siteKeys(address: string): Promise<SiteKeysFile>
  /** Sends a form with files. */
  upload<R>(address: string, path: string, form: FormData): Promise<R>
  read<R>(address: string, path: string): Promise<R>
  send<R>(address: string, path: string, body: object): Promise<Envelope<R>>
  file(address: string, path: string): Promise<Uint8Array>
}

const XSRF = 'a'.repeat(43)

/** Without an invite code he is there already and signs in only. `headers`: of every call. */
export async function createHttpTrader(
  address: string,
  username: string,
  inviteCode: string | null,
  headers: Record<string, string> = {},
): Promise<HttpTrader> {
  const xsrf = await xsrfToken(address)
  const always = { ...headers, cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf }
  const call = async <R>(base: string, method: string, path: string, body?: object, token?: string) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...always,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Envelope<R>
  }
  const must = async <R>(path: string, body: object): Promise<R> =>
    dataOf(path, await call<R>(address, 'POST', path, body))
  if (inviteCode !== null) {
    const account = { username, email: `${username}@example.com`, password: TEST_PASSWORD, agreeTerms: true }
    await must('/api/login/register', { ...account, inviteCode })
  }
  const login = { username, password: TEST_PASSWORD, bind: 'address', remember: true }
  const { token } = await must<{ token: string }>('/api/login/login', login)
  const read = async <R>(base: string, path: string): Promise<R> =>
    dataOf(path, await call<R>(base, 'GET', path, undefined, token))
  return {
    token,
    read,
    send: (base, path, body) => call(base, 'POST', path, body, token),
    place: (base, order) => call(base, 'POST', '/api/trade/contracts', order, token),
    async listPending(base) {
      const path = '/api/trade/contracts?book=demo&state=pending&limit=100'
      return (await read<{ contracts: Contract[] }>(base, path)).contracts
    },
    receipt: (base, id) => read(base, `/api/trade/contracts/${id}/receipt`),
    siteKeys: (base) => read(base, '/api/proof/keys'),
    async upload<R>(base: string, path: string, body: FormData) {
      const withToken = { ...always, authorization: `Bearer ${token}` }
      const response = await fetch(base + path, { method: 'POST', headers: withToken, body })
      return dataOf(path, (await response.json()) as Envelope<R>)
    },
    async file(base, path) {
      const response = await fetch(base + path, {
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}

function dataOf<R>(path: string, answer: Envelope<R>): R {
  if (!answer.success) throw new Error(`${path} answered ${answer.code}`)
  return answer.data
}

/** The cookie any answer sets. */
async function xsrfToken(address: string): Promise<string> {
  const response = await fetch(`${address}/healthz`)
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('XSRF-TOKEN='))
  return cookie === undefined ? XSRF : ensure(cookie.split(';')[0]).slice('XSRF-TOKEN='.length)
}
