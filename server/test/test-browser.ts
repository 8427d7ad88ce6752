import type { FastifyInstance } from 'fastify'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of any call, looked into by the tests
  body: any
  headers: Record<string, string | string[] | number | undefined>
  setCookies: string[]
}

/** A browser as the server sees it: one address, one jar of cookies, the XSRF cookie repeated in the header. */
export interface TestBrowser {
  jar: Map<string, string>
  token: string | null
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  remove(path: string): Promise<Answer>
}

export function createTestBrowser(app: FastifyInstance, ip = '203.0.113.10'): TestBrowser {
  const jar = new Map<string, string>()
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: ip,
      headers: {
        ...(jar.size > 0 ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(jar.has('XSRF-TOKEN') ? { 'x-xsrf-token': jar.get('XSRF-TOKEN') } : {}),
        ...(browser.token === null ? {} : { authorization: `Bearer ${browser.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of answer.cookies) {
      if (cookie.value === '') jar.delete(cookie.name)
      else jar.set(cookie.name, cookie.value)
    }
    return {
      status: answer.statusCode,
      // Files are no JSON, and nobody here looks into them.
      body: String(answer.headers['content-type']).includes('json') ? answer.json() : null,
      headers: answer.headers,
      setCookies: [answer.headers['set-cookie'] ?? []].flat(),
    }
  }
  const browser: TestBrowser = {
    jar,
    token: null,
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    async post(path, body, headers = {}) {
      if (!jar.has('XSRF-TOKEN')) await send('GET', '/api/admin/system/basic-info', undefined, {})
      return await send('POST', path, body, headers)
    },
    remove: (path) => send('DELETE', path, undefined, {}),
  }
  return browser
}
