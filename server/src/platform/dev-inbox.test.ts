import fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDevInbox, type DevInbox } from './dev-inbox.ts'
import { registerDevInbox } from './dev-inbox-pages.ts'
import { createSmtpTransport, type MailTransport } from './mail-transport.ts'

const app = fastify()
let inbox: DevInbox
let transport: MailTransport

beforeEach(async () => {
  inbox = createDevInbox(() => Date.UTC(2026, 0, 5, 12))
  transport = createSmtpTransport({ url: await inbox.listen(), from: 'site@example.com', plaintext: true })
})
afterEach(async () => {
  transport.close()
  await inbox.close()
})

const send = (subject: string, html = '<p>hello</p>') =>
  transport.send({
    ...{ to: 'anna@example.com', subject, html, text: 'Your code:\n\n123456\n' },
    ...{ messageId: '<1@example.com>', locale: 'en-US' },
  })

test('[A3] what was sent over SMTP is there to be read, newest first', async () => {
  await send('first')
  await send('second رمز')
  expect(inbox.list().map(({ subject, to }) => [subject, to])).toEqual([
    ['second رمز', 'anna@example.com'],
    ['first', 'anna@example.com'],
  ])
  expect(inbox.get(1)).toMatchObject({ subject: 'first', from: 'site@example.com' })
  expect(inbox.get(1)?.text).toContain('123456')
  expect(inbox.get(9)).toBeNull()
})

test('[A3] [K1] its pages run no script, whatever a mail brings, and open under loopback names only', async () => {
  registerDevInbox(app, inbox)
  await send('<script>alert(1)</script>', '<p onclick="x()">hi</p><script>alert(2)</script>')
  const get = (url: string, host = '127.0.0.1:3000') => app.inject({ url, headers: { host } })
  const list = await get('/dev/inbox')
  expect(list.statusCode).toBe(200)
  expect(list.body).toContain('&lt;script&gt;alert(1)')
  expect(list.body).not.toContain('<script')
  const page = await get('/dev/inbox/1', '[::1]:3000')
  expect(page.body).toContain('123456')
  expect(page.body).not.toContain('<script')
  const html = await get('/dev/inbox/1/html', 'localhost')
  expect(html.headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/)
  for (const host of ['evil.example', '127.0.0.1.evil.example', '192.168.1.5:3000']) {
    expect((await get('/dev/inbox', host)).statusCode).not.toBe(200)
    expect((await get('/dev/inbox/1', host)).body).not.toContain('123456')
  }
  for (const name of ['x-forwarded-for', 'X-Real-IP', 'forwarded', 'via']) {
    const handedOn = await app.inject({ url: '/dev/inbox/1', headers: { host: 'localhost', [name]: 'x' } })
    expect([name, handedOn.statusCode === 200, handedOn.body.includes('123456')]).toEqual([
      name,
      false,
      false,
    ])
  }
  expect((await get('/dev/inbox/7')).statusCode).not.toBe(200)
  expect((await get('/dev/inbox/%00')).statusCode).not.toBe(200)
})

test('[A3] it keeps the last 200 mails', async () => {
  for (let n = 0; n < 205; n++) await send(`mail ${n}`)
  expect(inbox.list()).toHaveLength(200)
  expect(inbox.list().at(-1)?.subject).toBe('mail 5')
})
