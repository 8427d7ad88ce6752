import { connect, type Socket } from 'node:net'
import { uploadAvatar } from '@truestrike/protocol/profile-endpoints.ts'
import { afterEach, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { FORM_TYPE, filePart, formBody, picture } from './pictures.ts'
import { sendRaw, statusOf } from './security/raw-http.ts'
import type { TestBrowser } from './test-browser.ts'
import { createTestBrowser } from './test-browser.ts'
import { firstStep, registerUser } from './two-factor-app.ts'

let app: AccountsApp
let port: number
const open: Socket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await app.close()
})

async function start(patience?: { bodyMs: number; slowUploadMs: number }): Promise<void> {
  app = await openAccountsApp({ jobs: false, ...(patience === undefined ? {} : { patience }) })
  port = await app.http.listen('127.0.0.1', 0)
}

/** A user's client, whose token counts from this machine. */
async function client(username: string): Promise<TestBrowser> {
  await registerUser(app, username)
  const own = createTestBrowser(app.http.app, '127.0.0.1')
  own.token = (await firstStep(own, username, { bind: 'address' })).body.data.token
  return own
}

/** All of a call, as bytes. */
function callOf(path: string, { token, jar }: TestBrowser, body: Buffer, contentType: string): Buffer {
  const xsrf = jar.get('XSRF-TOKEN') ?? ''
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    `Cookie: XSRF-TOKEN=${xsrf}`,
    `X-XSRF-TOKEN: ${xsrf}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

async function uploadOf(own: TestBrowser): Promise<Buffer> {
  const body = Buffer.from(formBody([filePart(await picture('jpeg'))]))
  return callOf(uploadAvatar.path, own, body, FORM_TYPE['content-type'])
}

/** Sends all but the end. `finish` sends that too; `answer` is what came back until the first end of a text. */
function sendSlowly(bytes: Buffer): { finish(): void; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  open.push(socket)
  socket.write(bytes.subarray(0, -20))
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(chunk.toString('latin1')))
    socket.once('error', () => resolve(''))
    socket.once('close', () => resolve(''))
  })
  return { finish: () => void socket.write(bytes.subarray(-20)), answer }
}

test('[K2] a body that does not end is cut off; a file may take its time, and an address has one such under way', async () => {
  await start({ bodyMs: 100, slowUploadMs: 100 })
  const [anna, berta] = [await client('Anna'), await client('Berta')]
  const slow = sendSlowly(await uploadOf(anna))
  const text = callOf(
    '/api/account/profile',
    anna,
    Buffer.from('{"nickname":"", "bio":"", "phone":""}'),
    'application/json',
  )
  // By then the upload has had as long, and goes on.
  expect(statusOf(await sendRaw(port, text.subarray(0, -5)))).toBe(408)
  const second = await sendSlowly(await uploadOf(berta)).answer
  expect(statusOf(second)).toBe(429)
  expect(second).toMatch(/retry-after: 3\r\n/i)
  expect(second).toMatch(/connection: close\r\n/i)
  slow.finish()
  expect(statusOf(await slow.answer)).toBe(200)
  // The place is free again.
  const third = sendSlowly(await uploadOf(berta))
  third.finish()
  expect(statusOf(await third.answer)).toBe(200)
})

test('[K2] one address takes a part of the places for uploads, however many users are there', async () => {
  await start()
  const users = await Promise.all(['Ada', 'Ben', 'Cem', 'Dan', 'Eva', 'Fay'].map(client))
  const last = await client('Gus')
  for (const user of users) sendSlowly(await uploadOf(user))
  const bytes = await uploadOf(last)
  const attempt = async (): Promise<number> => {
    const { finish, answer } = sendSlowly(bytes)
    finish()
    return statusOf(await answer)
  }
  await expect.poll(attempt).toBe(429)
  const elsewhere = createTestBrowser(app.http.app, '203.0.113.9')
  elsewhere.token = (await firstStep(elsewhere, 'Gus')).body.data.token
  const { payload, headers } = {
    payload: formBody([filePart(await picture('jpeg'))]),
    headers: {
      ...FORM_TYPE,
      authorization: `Bearer ${elsewhere.token}`,
      cookie: [...elsewhere.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': elsewhere.jar.get('XSRF-TOKEN') ?? '',
    },
  }
  const call = {
    method: 'POST',
    url: uploadAvatar.path,
    payload,
    headers,
    remoteAddress: '203.0.113.9',
  } as const
  expect((await app.http.app.inject(call)).statusCode).toBe(200)
})
