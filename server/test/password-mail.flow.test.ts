import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import type { TestBrowser } from './test-browser.ts'

let site: MailApp
beforeAll(async () => {
  site = await openMailApp()
  for (const name of ['Anna', 'Berta', 'Carl']) await site.register(name)
})
afterAll(() => site.close())

async function signedIn(username: string): Promise<TestBrowser> {
  const browser = site.browser()
  const answer = await browser.post('/api/login/login', { username, password: PASSWORD })
  browser.token = answer.body.data.token
  return browser
}

const change = (browser: TestBrowser, form: object, language = 'en-US') =>
  browser.post(
    '/api/account/password',
    { currentPassword: PASSWORD, newPassword: 'secret2', confirmPassword: 'secret2', ...form },
    { 'accept-language': language },
  )

test('[U3 L3] whoever changes his password is told by mail, in the language he has chosen and not that of the call, that the other devices are signed out', async () => {
  const [anna, before] = [await signedIn('Anna'), site.mailbox.mails.length]
  expect((await anna.post('/api/account/locale', { locale: 'ru-RU' })).status).toBe(200)
  expect((await change(anna, {}, 'hi-IN')).status).toBe(200)
  const { to, mail } = await site.mailbox.delivered(before + 1)
  expect(to).toEqual(['Anna@example.com'])
  expect(mail.subject).toBe('Ваш пароль на CRYPTO TRADE изменён')
  expect(mail.text).toContain('Сеансы на всех остальных устройствах завершены.')
  expect(mail.text).not.toContain('secret2')
})

test('[U3] a change that is refused sends no mail, and one for which no address is known goes through without', async () => {
  const [berta, carl] = [await signedIn('Berta'), await signedIn('Carl')]
  await site.app.db.query(`update users set email = null, email_key = null where username = 'Carl'`)
  const before = site.mailbox.mails.length
  expect((await change(berta, { currentPassword: 'not it' })).status).toBe(400)
  expect((await change(carl, {})).status).toBe(200)
  // What was posted after them has come: nothing of theirs is still on its way.
  expect((await change(berta, {})).status).toBe(200)
  expect((await site.mailbox.delivered(before + 1)).to).toEqual(['Berta@example.com'])
  await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
  expect(site.mailbox.mails).toHaveLength(before + 1)
})
