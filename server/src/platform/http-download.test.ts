import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { type Download, sendDownload } from './http-download.ts'

const folder = mkdtempSync(join(tmpdir(), 'truestrike-download-'))
const path = join(folder, 'ten.txt')
writeFileSync(path, '0123456789')
const logged: unknown[] = []
const log = { error: (fields: unknown) => void logged.push(fields) } as Parameters<typeof sendDownload>[3]

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
async function* pieces() {
  yield bytes('one ')
  yield bytes('two')
}
async function* broken(first: string, fault: string) {
  if (first !== '') yield bytes(first)
  throw new Error(fault)
}
let end: () => void = () => undefined
const ended = new Promise<void>((resolve) => {
  end = resolve
})
async function* endless() {
  try {
    for (;;) yield bytes('x'.repeat(65_536))
  } finally {
    end()
  }
}
let isAskedFor = false
async function* unwanted() {
  isAskedFor = true
  yield bytes('nobody reads this')
}
const begun = broken('x'.repeat(100_000), 'the database is away')
const impossible = broken('', 'never began')
const files: Record<string, Download> = {
  '/stored': { fileName: 'ten.txt', contentType: 'text/plain', path, bytes: 10, tag: 'abc' },
  '/made': { fileName: 'made.csv', contentType: 'text/csv', pieces: pieces() },
  '/broken': { fileName: 'made.csv', contentType: 'text/csv', pieces: begun },
  '/endless': { fileName: 'made.csv', contentType: 'text/csv', pieces: endless() },
  '/unwanted': { fileName: 'made.csv', contentType: 'text/csv', pieces: unwanted() },
  '/missing': { fileName: 'a.txt', contentType: 'text/plain', path: `${path}.gone`, bytes: 7, tag: 'def' },
  '/impossible': { fileName: 'made.csv', contentType: 'text/csv', pieces: impossible },
}
const app = fastify()
for (const [url, file] of Object.entries(files)) {
  app.get(url, (request, reply) => sendDownload(request, reply, file, log))
}
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: '/stored', headers })

test('[P1] a stored file says what it is, for how long, and that parts may be asked for', async () => {
  const answer = await get()
  expect(answer).toMatchObject({ statusCode: 200, body: '0123456789' })
  expect(answer.headers).toMatchObject({
    'content-length': '10',
    'content-disposition': 'attachment; filename="ten.txt"',
    etag: '"abc"',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await get({}, 'HEAD')).toMatchObject({ statusCode: 200, body: '' })
})

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=-20', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=5-4', 200, '0123456789', undefined],
  ['bytes=0-1,3-4', 200, '0123456789', undefined],
  ['bytes=-', 200, '0123456789', undefined],
  ['lines=1-2', 200, '0123456789', undefined],
  ['bytes=99999999999999999999-', 200, '0123456789', undefined],
])('[P1] the range %s is answered with %i %s', async (range, status, body, told) => {
  const answer = await get({ range })
  expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([status, body, told])
})

test('[P1] who has the file is not sent it again; a part of another file is not mixed with it', async () => {
  expect((await get({ 'if-none-match': '"xyz", W/"abc"' })).statusCode).toBe(304)
  expect((await get({ 'if-none-match': '"xyz"' })).statusCode).toBe(200)
  expect((await get({ range: 'bytes=0-1', 'if-range': '"abc"' })).body).toBe('01')
  expect((await get({ range: 'bytes=0-1', 'if-range': '"old"' })).body).toBe('0123456789')
})

test('[C3] [S-7] who asks for the headers of a file alone gets them, and the file is neither made nor read', async () => {
  const made = await app.inject({ method: 'HEAD', url: '/unwanted' })
  expect(made).toMatchObject({ statusCode: 200, body: '' })
  expect(made.headers['content-type']).toContain('text/csv')
  expect(isAskedFor).toBe(false)
  const stored = await app.inject({ method: 'HEAD', url: '/missing' })
  expect(stored).toMatchObject({ statusCode: 200, body: '' })
  expect(stored.headers['content-length']).toBe('7')
})

test('[C3] a file made while it is sent is not kept by anybody; what breaks off is logged', async () => {
  const made = await app.inject('/made')
  expect(made).toMatchObject({ statusCode: 200, body: 'one two' })
  expect(made.headers['cache-control']).toBe('no-store')
  expect((await app.inject('/impossible')).statusCode).toBe(500)
  await expect(app.inject('/broken')).rejects.toThrow()
  expect(logged).toMatchObject([
    { err: { message: 'never began' } },
    { err: { message: 'the database is away' } },
  ])
})

test('[C3] who goes away ends the making of a file', async () => {
  const before = logged.length
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const [answer] = (await once(request(`${address}/endless`, { agent: false }).end(), 'response')) as [
    IncomingMessage,
  ]
  await once(answer, 'data')
  answer.destroy()
  await ended
  expect(logged).toHaveLength(before)
})
