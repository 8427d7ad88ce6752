import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { messageFor } from '@truestrike/protocol/messages/locales.ts'
import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'
import { TEST_PASSWORD, type TestClient } from '../test-client.ts'
import { ethWallet } from '../wallet-signers.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'pages-'))

let app: TestApp
beforeAll(async () => {
  for (const folder of ['assets', 'admin', 'admin-pages/users'])
    mkdirSync(join(webRoot, folder), { recursive: true })
  for (const page of ['index.html', 'admin/index.html', 'admin-pages/users/index.html'])
    writeFileSync(join(webRoot, page), '<!doctype html><title>page</title>')
  writeFileSync(join(webRoot, 'assets/main-a1.js'), '1')
  app = await createTestApp({
    webRoot,
    logLevel: 'debug',
    // Mails are queued: nothing has started that sends them.
    env: {
      PUBLIC_URL: 'https://trade.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'site@example.com',
    },
  })
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})

const answers: LightMyRequestResponse[] = []

async function post(client: TestClient, path: string, body: object = {}): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': 'application/json' }
  const answer = await client.raw('POST', path, JSON.stringify(body), headers)
  answers.push(answer)
  return answer
}

/** Signs in, and out again, in every way there is; everything secret that was told on the way. */
async function everyWayIn(): Promise<string[]> {
  const secrets: string[] = []
  const keep = (client: TestClient, token: string): void => {
    client.token = token
    secrets.push(token, ...client.cookies.values())
  }
  const client = app.client()
  await client.register('anna')
  const credentials = { username: 'anna', password: TEST_PASSWORD }
  for (const more of [{}, { remember: true }]) {
    keep(client, (await post(client, '/api/login/login', { ...credentials, ...more })).json().data.token)
  }
  const email = 'anna@example.com'
  await post(client, '/api/login/send-code', { email })
  await post(client, '/api/login/forgot/send-code', { email: 'other@example.com' })
  const wallet = ethWallet()
  const account = { chain: wallet.chain, address: wallet.address }
  const byWallet = app.client()
  const { message } = (await post(byWallet, '/api/login/wallet-message', account)).json().data
  const signature = await wallet.sign(message)
  const signed = { ...account, message, signature, inviteCode: app.firstRun.inviteCode }
  keep(byWallet, (await post(byWallet, '/api/login/wallet-login', signed)).json().data.token)
  secrets.push(signature)

  const begun = (await post(client, '/api/account/two-factor/begin', { password: TEST_PASSWORD })).json().data
  const code = (steps: number): string =>
    new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({
      timestamp: app.clock.nowMs() + steps * 30_000,
    })
  const confirmed = await post(client, '/api/account/two-factor/confirm', { code: code(0) })
  secrets.push(begun.secret, ...confirmed.json().data.recoveryCodes)
  const second = app.client()
  const { ticket } = (await post(second, '/api/login/login', credentials)).json().details
  secrets.push(ticket, ...second.cookies.values())
  keep(second, (await post(second, '/api/login/second-factor', { ticket, code: code(1) })).json().data.token)
  await post(second, '/api/login/logout')

  const administrator = app.client()
  const body = { username: app.firstRun.adminUsername, password: ensure(app.firstRun.adminPassword) }
  keep(administrator, (await post(administrator, '/api/admin/login', body)).json().data.token)
  await post(administrator, '/api/admin/logout')
  return [...secrets, TEST_PASSWORD, ensure(app.firstRun.adminPassword), app.firstRun.inviteCode]
}

let secrets: string[] = []

test('[K1] [K6] every cookie of every way in and out: HttpOnly, Secure, SameSite=Strict, for this host and all its paths', async () => {
  secrets = await everyWayIn()
  const refused = answers.filter(({ statusCode }) => statusCode >= 400)
  expect(refused.map((answer) => answer.json().code)).toEqual(['TWO_FACTOR_REQUIRED'])
  answers.push(await app.client().raw('GET', '/stocks', undefined, { accept: 'text/html' }))
  const lines = answers.flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat())
  const names = new Set(lines.map((line) => line.split('=', 1)[0]))
  expect([...names].sort()).toEqual([
    'XSRF-TOKEN',
    'ts_admin_session',
    'ts_device',
    'ts_login_code',
    'ts_reset_code',
    'ts_second_step',
    'ts_session',
    'ts_wallet',
  ])
  for (const line of lines) {
    expect(line).toMatch(/; Path=\/(;|$)/)
    expect(line).toMatch(/; Secure(;|$)/)
    expect(line).toMatch(/; SameSite=Strict(;|$)/)
    expect(line).not.toMatch(/; Domain=/i)
    // The pages repeat this one in a header.
    if (!line.startsWith('XSRF-TOKEN=')) expect(line).toMatch(/; HttpOnly(;|$)/)
  }
})

test('[K6] no token is in a cookie, no cookie in an answer, and neither in an address', () => {
  for (const { headers, body } of answers) {
    const cookies = [headers['set-cookie'] ?? []]
      .flat()
      .flatMap((line) => /^[^=]+=([^;]{20,})/.exec(line)?.[1] ?? [])
    for (const cookie of cookies) expect(body).not.toContain(cookie)
    const token = /"(?:token|ticket)":"([^"]+)"/.exec(body)?.[1]
    if (token !== undefined) expect(cookies.join()).not.toContain(token)
    expect(headers.location).toBeUndefined()
    expect(headers['cache-control']).toMatch(/^no-(store|cache)$/)
  }
})

test('[K5] nothing secret that was said on those ways is in the log, at its most talkative, nor in clear in the database', async () => {
  expect(secrets.length).toBeGreaterThan(30)
  const tables = await app.db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const stored: string[] = [JSON.stringify(app.logged)]
  for (const { name } of tables) {
    // Invite codes are made to be handed on, and are looked up.
    if (name === 'invite_codes') continue
    const [row] = await app.db.query<{ text: string | null }>(
      `select string_agg(t::text, ' ') as text from "${name}" t`,
    )
    stored.push(row?.text ?? '')
  }
  const everything = stored.join('\n')
  expect(everything).toContain('anna')
  for (const secret of secrets) {
    expect(everything).not.toContain(secret)
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'))
  }
  expect(JSON.stringify(app.logged)).not.toContain('anna@example')
})

test('[K1] every answer carries the policy, whatever it is an answer to', async () => {
  const client = app.client()
  const asked: [method: string, url: string, headers?: Record<string, string>][] = [
    ['GET', '/', { accept: 'text/html' }],
    ['GET', '/trade/%3Cscript%3E', { accept: 'text/html' }],
    ['GET', '/admin/login', { accept: 'text/html' }],
    ['GET', '/admin-pages/users/index.html'],
    ['GET', '/assets/main-a1.js'],
    ['GET', '/assets/none.js'],
    ['GET', '/uploads/none.png'],
    ['GET', '/%00', { accept: 'text/html' }],
    ['GET', '/%', { accept: 'text/html' }],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/.well-known/truestrike-keys.json'],
    ['GET', '/api/market/products'],
    ['GET', '/api/layout/user-info'],
    ['GET', '/api/market/candles?symbol=<script>'],
    ['GET', '/api/nothing/<script>'],
    ['POST', '/api/login/login', { 'content-type': 'text/plain' }],
    ['POST', '/api/market/products'],
    ['HEAD', '/stocks'],
    [
      'OPTIONS',
      '/api/login/login',
      { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    ],
  ]
  for (const [method, url, headers] of asked) {
    const answer = await client.raw(method, url, method === 'POST' ? 'x' : undefined, headers)
    const policy = String(answer.headers['content-security-policy'])
    const what = `${method} ${url}`
    const expected = [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      url.startsWith('/admin-pages/') ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
    ]
    for (const part of expected) expect([what, policy.split('; ').includes(part)]).toEqual([what, true])
    expect(policy).not.toMatch(/unsafe|data:|blob:|\*|http:/)
    expect([what, answer.headers['x-content-type-options']]).toEqual([what, 'nosniff'])
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['x-powered-by'] ?? answer.headers.server).toBeUndefined()
    // What was asked for is nowhere in what is shown.
    expect([what, answer.body.includes('<script>')]).toEqual([what, false])
  }
})

test('[E2] [L3] an address that cannot be read is refused in the caller’s language, too', async () => {
  const answer = await app.client().raw('GET', '/%', undefined, { 'accept-language': 'de-DE' })
  expect(answer.json()).toMatchObject({
    code: 'MALFORMED_REQUEST',
    message: messageFor('de-DE', 'MALFORMED_REQUEST'),
  })
})

test('[R6] [E2] who opens such an address as a page is led to the one that says there is none', async () => {
  for (const url of ['/%', '/trade/%E0%A4%A', '/api/%']) {
    const answer = await app.client().raw('GET', url, undefined, { accept: 'text/html,*/*;q=0.8' })
    expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 302, '/404'])
  }
})

test('[K7] cookies and links are those of PUBLIC_URL, whatever a proxy or a caller says', async () => {
  const client = app.client()
  Object.assign(client.headers, {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
  })
  expect(String((await client.raw('GET', '/healthz')).headers['set-cookie'])).toContain('Secure')
  const message = await post(client, '/api/login/wallet-message', {
    chain: 'eth',
    address: `0x${'ab'.repeat(20)}`,
  })
  expect(message.json().data.message).toContain('https://trade.example')
  expect(message.body).not.toContain('evil.example')
})
