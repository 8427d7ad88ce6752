import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAnnouncementMails } from '../src/notifications/announcement-mails.service.ts'
import { createNotifications } from '../src/notifications/notifications.module.ts'
import { silentLog } from '../src/platform/log.ts'
import { createOutbox } from '../src/platform/outbox.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { type MailApp, openMailApp } from './mail-app.ts'

let site: MailApp
beforeAll(async () => {
  site = await openMailApp({ origin: 'https://trade.example.com' })
  const { http, accounts, ...app } = site.app
  await createNotifications({
    ...{ ...app, accounts, router: http.router, pages: http.app, random: systemRandom, perMinute: 1000 },
    outbox: createOutbox({ ...app, log: silentLog }),
    onError: () => {},
  })
})
afterAll(() => site.close())
test('[N6] [N7] an announcement is mailed once, to who wants such mails and has proved his address, in his language; its link stops them', async () => {
  const { db } = site.app
  await site.register('anna')
  await site.register('berta', false)
  await site.register('carla')
  await db.query(`insert into notification_settings (user_id, email, price_alerts, trade, system, marketing, newsletter)
    select id, true, true, true, true, false, username <> 'carla' from users`)
  await db.query(`update users set locale = 'de-DE' where username = 'anna'`)
  await db.query(`insert into announcements (author_id, request_id, state, texts, fallback, from_ms, to_ms, mail, created_ms, updated_ms, published_ms)
    select id, 'request-1', 'published', '{"de-DE": {"title": "Wartung {x}", "text": "Eins.\\n\\nZwei {p0}."}, "en-US": {"title": "M", "text": "t"}}', 'en-US', 0, 99999999999999, 'newsletter', 1, 1, 1 from administrators limit 1`)
  const mails = createAnnouncementMails({ ...site.app, random: systemRandom })
  await Promise.all([mails.run(), mails.run(), mails.run()])
  const { mail, source } = await site.mailbox.delivered(1)
  expect(mail.to?.[0]?.address).toBe('anna@example.com')
  expect(mail.subject).toBe('Wartung {x}')
  expect(mail.text).toContain('Zwei {p0}.')
  expect(source).toContain('List-Unsubscribe')
  const path = /\/unsubscribe\/newsletter\/[\w-]{43}/.exec(mail.text ?? '')?.[0] ?? ''
  const page = await site.app.http.app.inject({ method: 'GET', url: path })
  expect([page.statusCode, page.body.includes('newsletter')]).toEqual([200, true])
  const ended = await site.app.http.app.inject({
    method: 'POST',
    url: path,
    payload: 'x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(ended.statusCode).toBe(200)
  expect(
    await db.query(
      `select newsletter from notification_settings s join users u on u.id = s.user_id where username = 'anna'`,
    ),
  ).toEqual([{ newsletter: false }])
  await mails.run()
  expect(site.mailbox.mails).toHaveLength(1)
  expect(await db.query('select mailed, mail_done from announcements')).toEqual([
    { mailed: 1, mail_done: true },
  ])
})
