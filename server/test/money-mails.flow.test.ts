import { login } from '@truestrike/protocol/account-endpoints.ts'
import { setNotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import { rejectRechargeOrder, takeRechargeOrder } from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askDeposit, createFundsApp, depositTo, type FundsApp } from './funds-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { openMailbox, type TestMailbox } from './test-mailbox.ts'

let app: FundsApp
let mailbox: TestMailbox
let admin: TestClient
beforeAll(async () => {
  mailbox = await openMailbox()
  const env = { SMTP_URL: mailbox.url, SMTP_PLAINTEXT: 'true', MAIL_FROM: 'site@example.com' }
  app = await createFundsApp({ env })
  admin = await app.admin()
})
afterAll(async () => {
  await app.close()
  await mailbox.close()
})

const wish = (client: TestClient, email: boolean) =>
  client.ok(setNotificationSettings, {
    body: { email, priceAlerts: true, trade: true, system: true, marketing: false, newsletter: false },
  })

/** Hidden marks keep amounts together in lines of either direction. */
const shown = (text = '') => text.replace(/[\u2066-\u2069]/g, '')

test('[N6] what became of a request is told by mail, in the language of its user, unless he wants no mails', async () => {
  const [anna, carl] = [(await app.user('anna')).client, (await app.user('carl')).client]
  anna.headers['accept-language'] = 'de-DE'
  const { token } = await anna.ok(login, { body: { username: 'anna', password: TEST_PASSWORD } })
  anna.token = token
  await wish(carl, false)
  await depositTo(carl, admin, '40')
  await depositTo(anna, admin, '250.5')
  await app.clock.advance(1_000)
  const first = await mailbox.delivered(1)
  expect(first.to).toEqual(['anna@example.com'])
  expect(first.mail.subject).toBe('Ihre Einzahlung ist gutgeschrieben')
  expect(shown(first.mail.text)).toContain('Betrag: 250.50 USDT')
  expect(first.mail.text).toContain('Einstellungen')

  await wish(carl, true)
  const { id } = await askDeposit(carl, '77')
  await admin.ok(takeRechargeOrder, { params: { id }, body: { version: 1 } })
  const body = { version: 2, remark: 'no <b>money</b> came' }
  await admin.ok(rejectRechargeOrder, { params: { id }, body })
  await app.clock.advance(1_000)
  const second = await mailbox.delivered(2)
  expect([second.to, second.mail.subject]).toEqual([['carl@example.com'], 'Your deposit was declined'])
  expect(shown(second.mail.text)).toContain('Remark: no <b>money</b> came')
  expect(second.mail.html).not.toContain('<b>money')
  await expect.poll(() => app.db.query('select 1 from mail_queue')).toEqual([])
  expect(mailbox.mails).toHaveLength(2)
})
