import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { uploadAvatar } from '@truestrike/protocol/profile-endpoints.ts'
import { afterEach, expect, test } from 'vitest'
import type { HttpOptions } from '../src/platform/http-server.ts'
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

async function start(patience?: HttpOptions['patience']): Promise<void> {
  app = await openAccountsApp({ jobs: false, ...(patience === undefined ? {} : { patience }) })
  port = await app.http.listen('127.0.0.1', 0)
}

/** A user's client, whose token counts from that address of this machine. */
async function client(username: string, address = '127.0.0.1'): Promise<TestBrowser> {
  await registerUser(app, username)
  return await signIn(username, address)
}

async function signIn(username: string, address: string): Promise<TestBrowser> {
  const own = createTestBrowser(app.http.app, address)
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

async function uploadOf(own: TestBrowser, file?: Uint8Array): Promise<Buffer> {
  const body = Buffer.from(formBody([filePart(file ?? (await picture('jpeg')))]))
  return callOf(uploadAvatar.path, own, body, FORM_TYPE['content-type'])
}

/** Sends all but the end. `finish` sends that too; `answer` is what came back until the first end of a text. */
function sendSlowly(bytes: Buffer, from = '127.0.0.1'): { finish(): void; answer: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
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

test('[K2] [S-9] a connection on which nothing moves is closed', async () => {
  await start({ bodyMs: 10_000, slowUploadMs: 10_000, stillMs: 100 })
  const socket = connect(port, '127.0.0.1').resume()
  open.push(socket)
  await once(socket, 'close')
})

test('[K2] one address takes a part of the places for uploads, however many users are there', async () => {
  await start()
  const users = await Promise.all(['Ada', 'Ben', 'Cem', 'Dan', 'Eva', 'Fay'].map((name) => client(name)))
  const last = await client('Gus')
  for (const user of users) sendSlowly(await uploadOf(user))
  await expect.poll(() => statusOfNoPicture(last, '127.0.0.1')).toBe(429)
  expect(await uploadFrom('203.0.113.9', 'Gus')).toBe(200)
})

/** Status of an upload that is read, and then refused at once: nothing of it has to be decoded. */
async function statusOfNoPicture(own: TestBrowser, address: string): Promise<number> {
  const { finish, answer } = sendSlowly(await uploadOf(own, Buffer.from('no picture')), address)
  finish()
  return statusOf(await answer)
}

/** Status of a whole upload of a user from an address outside. */
async function uploadFrom(address: string, username: string): Promise<number> {
  const elsewhere = createTestBrowser(app.http.app, address)
  elsewhere.token = (await firstStep(elsewhere, username)).body.data.token
  const headers = {
    ...FORM_TYPE,
    authorization: `Bearer ${elsewhere.token}`,
    cookie: [...elsewhere.jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': elsewhere.jar.get('XSRF-TOKEN') ?? '',
  }
  const payload = formBody([filePart(await picture('jpeg'))])
  const call = { method: 'POST', url: uploadAvatar.path, payload, headers, remoteAddress: address } as const
  return (await app.http.app.inject(call)).statusCode
}

test('[K2] [S-1] who holds all places by uploads that never end gives one up to an address that has fewer', async () => {
  await start()
  const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']
  await registerUser(app, 'Gus')
  const answers: Promise<string>[] = []
  for (const [nth, address] of addresses.entries()) {
    for (let user = 0; user < 6; user += 1) {
      const own = await client(`holder_${nth}_${user}`, address)
      answers.push(sendSlowly(await uploadOf(own), address).answer)
    }
    // By then all of them are being read.
    const gus = await signIn('Gus', address)
    await expect.poll(() => statusOfNoPicture(gus, address)).toBe(429)
  }
  expect(await uploadFrom('203.0.113.9', 'Gus')).toBe(200)
  expect(statusOf(await Promise.race(answers))).toBe(503)
})
