import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDigest } from '../src/notifications/digest.service.ts'
import { insertNotices } from '../src/notifications/notices.store.ts'
import { createNotifications } from '../src/notifications/notifications.module.ts'
import { silentLog } from '../src/platform/log.ts'
import { createOutbox } from '../src/platform/outbox.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import type { TestBrowser } from './test-browser.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ON = { email: true, priceAlerts: true, trade: true, system: true, marketing: false, newsletter: false }

let site: MailApp
let jobs: Awaited<ReturnType<typeof createNotifications>>
const faults: unknown[] = []
beforeAll(async () => {
  site = await openMailApp({ origin: 'https://trade.example.com' })
  const { http, accounts, ...app } = site.app
  jobs = await createNotifications({
    ...{ ...app, accounts, router: http.router, pages: http.app, random: systemRandom, perMinute: 1_000 },
    outbox: createOutbox({ ...app, log: silentLog }),
    onError: (error) => void faults.push(error),
  })
})
afterAll(async () => {
  jobs.stop()
  await site.close()
  expect(faults).toEqual([])
})

interface User {
  userId: bigint
  browser: TestBrowser
}

async function join(name: string): Promise<User> {
  await site.register(name)
  const browser = site.browser()
  const answer = await browser.post('/api/login/login', {
    username: name,
    password: PASSWORD,
    remember: true,
  })
  browser.token = answer.body.data.token
  const [row] = await site.app.db.query<{ id: bigint }>('select id from users where username = $1', [name])
  return { userId: row?.id ?? 0n, browser }
}

const shown = (text = '') => text.replace(/[\u2066-\u2069]/g, '')
async function wish({ browser }: User, digest: boolean): Promise<void> {
  expect((await browser.post('/api/account/notifications', { ...ON, digest })).status).toBe(200)
}
const settled = (book: string, profitMicros: string) =>
  ({
    ...{ type: 'trade', kind: 'contract-settled', priority: 'medium' },
    data: {
      book,
      profitMicros,
      result: 'won',
      stakeMicros: '1',
      precision: 2,
      closingPrice: null,
      reason: null,
    },
  }) as const
const write = ({ userId }: User, ...notices: { kind: string; data: object }[]) =>
  insertNotices(
    site.app.db,
    notices.map((notice) => ({ type: 'system', priority: 'low', ...notice, userId }) as const),
    site.app.clock.nowMs(),
  )
const digestOf = (accounts: Parameters<typeof createDigest>[0]['accounts'] = site.app.accounts) =>
  createDigest({ ...site.app, random: systemRandom, accounts })
const dayAt = (day: number, hour: number, minute = 0) => Date.UTC(2026, 0, day, hour, minute)
/** As the job does it at that time; all that was posted has come. */
async function lookAt(ms: number): Promise<void> {
  await site.app.clock.set(ms)
  await digestOf().run()
  await drained()
}
async function drained(): Promise<void> {
  await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
}

test('[N6] [L3] once a day, at eight UTC, who asked for it is mailed what he has not read, in his language', async () => {
  const [anna, berta, carla] = [await join('anna'), await join('berta'), await join('carla')]
  await site.app.db.query(`update users set locale = 'de-DE' where username = 'anna'`)
  await wish(anna, true)
  await wish(carla, true)
  await write(anna, settled('demo', '8200000'), settled('demo', '-10000000'), settled('real', '1500000'))
  await write(
    anna,
    { kind: 'deposit-completed', data: { amount: '5.00' } },
    { kind: 'balance-adjusted', data: { amount: '-1.00' } },
    { kind: 'something-new', data: {} },
  )
  await write(anna, { kind: 'price-alert', data: { symbol: 'BTCUSDT', target: '67500.00', direction: 'up' } })
  const [taken] = await site.app.db.query<{ id: bigint }>(
    `insert into announcements (author_id, request_id, texts, fallback, from_ms, to_ms, state, withdrawn_ms, created_ms, updated_ms)
    select id, 'request-1', '{"en-US": {}}', 'en-US', 1, 2, 'withdrawn', 1, 1, 1 from administrators limit 1 returning id`,
  )
  await write(anna, { kind: 'announcement', data: { announcement: `${taken?.id}` } })
  await write(berta, settled('demo', '1'))
  await site.app.clock.set(dayAt(6, 7, 50))
  jobs.start()
  await site.app.clock.advance(9 * 60_000)
  await drained()
  expect(site.mailbox.mails).toEqual([])
  await site.app.clock.advance(90_000)
  jobs.stop()
  await drained()
  expect(site.mailbox.mails.map(({ to }) => to)).toEqual([['anna@example.com']])
  const { mail, source } = await site.mailbox.delivered(1)
  expect(mail.subject).toBe('CRYPTO TRADE: Ihre ungelesenen Mitteilungen (7)')
  const text = shown(mail.text)
  for (const line of [
    'Demo-Guthaben, abgerechnete Kontrakte: 2, Ergebnis −1.80 USDT',
    'Echtes Guthaben, abgerechnete Kontrakte: 1, Ergebnis +1.50 USDT',
    'Erreichte Kurse: BTCUSDT 67500.00',
    'Einzahlungen, Auszahlungen und Überweisungen: 2',
    'Sonstiges: 1',
  ]) {
    expect(text).toContain(line)
  }
  const [url = ''] = /https:\/\/trade\.example\.com\/unsubscribe\/[\w-]{43}/.exec(text) ?? []
  expect(mail.html).toContain(`<a href="${url}"`)
  const headers = source.replaceAll(/\r\n\s+/g, ' ')
  expect(headers).toContain(`List-Unsubscribe: <${url}>`)
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

  // Nothing new: no mail. Something new: one, of that alone.
  await lookAt(dayAt(7, 8, 2))
  expect(site.mailbox.mails).toHaveLength(1)
  await write(anna, { kind: 'something-new', data: {} })
  await lookAt(dayAt(8, 8, 2))
  expect((await site.mailbox.delivered(2)).mail.subject).toContain('(1)')
})

test('[N6] the link needs no sign-in: a look changes nothing, one POST of a mail program ends it, and nothing else', async () => {
  const dora = await join('dora')
  await wish(dora, true)
  await write(dora, { kind: 'something-new', data: {} })
  const before = site.mailbox.mails.length
  await lookAt(dayAt(9, 8, 2))
  const { mail } = await site.mailbox.delivered(before + 1)
  expect(mail.to?.[0]?.address).toBe('dora@example.com')
  const path = /\/unsubscribe\/[\w-]{43}/.exec(mail.text ?? '')?.[0] ?? ''
  const wanted = async () =>
    (
      await site.app.db.query('select digest, email from notification_settings where user_id = $1', [
        dora.userId,
      ])
    )[0]
  const send = (method: 'GET' | 'POST', url: string, type?: string) =>
    site.app.http.app.inject({
      ...{ method, url },
      ...(type === undefined ? {} : { payload: 'List-Unsubscribe=One-Click' }),
      headers: { 'accept-language': 'ar-AR', ...(type === undefined ? {} : { 'content-type': type }) },
    })
  const page = await send('GET', path)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('dir="rtl"')
  expect(page.body).toContain('<form method="post">')
  expect(await wanted()).toEqual({ digest: true, email: true })
  expect((await send('POST', `${path.slice(0, -1)}x`)).statusCode).toBe(404)
  expect(await wanted()).toEqual({ digest: true, email: true })
  const multipart = 'multipart/form-data; boundary=x'
  for (const type of ['application/x-www-form-urlencoded', multipart, undefined]) {
    await wish(dora, true)
    const ended = await send('POST', path, type)
    expect([type, ended.statusCode]).toEqual([type, 200])
    expect(ended.headers.location).toBeUndefined()
    expect(await wanted()).toEqual({ digest: false, email: true })
  }
  await write(dora, { kind: 'something-new', data: {} })
  await lookAt(dayAt(10, 8, 2))
  expect(site.mailbox.mails).toHaveLength(before + 1)
})

test('[N6] [O4] it goes once, however many look and whatever is killed: that it was due falls with what was posted', async () => {
  const erna = await join('erna')
  await wish(erna, true)
  await write(erna, { kind: 'something-new', data: {} })
  const posted: string[] = []
  const failing = digestOf({
    hurryMails: () => {},
    mailDigest: async () => {
      throw new Error('killed')
    },
  })
  const working = () =>
    digestOf({
      hurryMails: () => {},
      mailDigest: async (_sql, { userId }) => void posted.push(userId),
    })
  await site.app.clock.set(dayAt(11, 8, 2))
  await expect(failing.run()).rejects.toThrow('killed')
  await Promise.all([working().run(), working().run(), working().run()])
  expect(posted).toEqual([erna.userId.toString()])
})

test('[N4] notices older than ninety days are removed, read or not; what is younger stays', async () => {
  const fanny = await join('fanny')
  const nowMs = site.app.clock.nowMs()
  await site.app.db.query(
    `insert into notices (user_id, type, kind, priority, data, created_ms)
    select $1, 'system', 'old', 'low', '{}', $2::bigint - n from generate_series(1, 11000) n`,
    [fanny.userId, nowMs - 90 * DAY],
  )
  const young = await insertNotices(
    site.app.db,
    [{ userId: fanny.userId, type: 'system', kind: 'young', priority: 'low', data: {} }],
    nowMs - 89 * DAY,
  )
  expect(young).toHaveLength(1)
  jobs.start()
  await site.app.clock.advance(HOUR)
  jobs.stop()
  expect(
    await site.app.db.query(
      'select kind, count(*)::int as count from notices where user_id = $1 group by kind',
      [fanny.userId],
    ),
  ).toEqual([{ kind: 'young', count: 1 }])
}, 120_000)
