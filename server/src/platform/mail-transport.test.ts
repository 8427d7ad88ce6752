import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMailbox, type TestMailbox } from '../../test/test-mailbox.ts'
import { createSmtpTransport, type Mail, MailNotSentError, type MailTransport } from './mail-transport.ts'

const MAIL: Mail = {
  to: 'Änna@example.com',
  subject: 'رمز تسجيل الدخول',
  text: 'Grüße\n\n123456\n',
  html: '<p dir="rtl">١٢٣</p>',
  messageId: '<1.2@example.com>',
  locale: 'ar-AR',
}

let mailbox: TestMailbox
const transports: MailTransport[] = []
beforeEach(async () => {
  mailbox = await openMailbox()
})
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.close()
  await mailbox.close()
})

function transportTo(url: string, plaintext = true): MailTransport {
  const transport = createSmtpTransport({ url: new URL(url), from: 'Site <a@example.com>', plaintext })
  transports.push(transport)
  return transport
}

const faultOf = (transport: MailTransport): Promise<MailNotSentError> =>
  transport.send(MAIL).then(
    () => Promise.reject(new Error('it was sent')),
    (error: MailNotSentError) => error,
  )

test('[L3] text, HTML and subject of any script arrive as they were written', async () => {
  await transportTo(mailbox.url).send({ ...MAIL, to: 'anna@example.com' })
  const { to, mail } = await mailbox.delivered()
  expect(to).toEqual(['anna@example.com'])
  expect(mail).toMatchObject({
    subject: MAIL.subject,
    from: { address: 'a@example.com', name: 'Site' },
    messageId: MAIL.messageId,
  })
  expect(mail.text?.trim()).toBe(MAIL.text.trim())
  expect(mail.html?.trim()).toBe(MAIL.html)
  const header = (key: string) => mail.headers.find((each) => each.key === key)?.value
  expect(header('content-language')).toBe('ar-AR')
  expect(header('auto-submitted')).toBe('auto-generated')
})

test('[K5] a refusal says whether to try again, and not whom the mail was for', async () => {
  mailbox.refusal = { code: 550, text: 'no mailbox anna@example.com here' }
  const refused = await faultOf(transportTo(mailbox.url))
  expect(refused).toBeInstanceOf(MailNotSentError)
  expect(refused.permanent).toBe(true)
  mailbox.refusal = { code: 451, text: 'anna@example.com: later' }
  const later = await faultOf(transportTo(mailbox.url))
  expect(later.permanent).toBe(false)
  for (const { message } of [refused, later]) expect(message).not.toMatch(/nna@|123456/)
})

test('a server that is not there is tried again', async () => {
  await mailbox.close()
  expect((await faultOf(transportTo(mailbox.url))).permanent).toBe(false)
  mailbox = await openMailbox()
})

test('[K5] without TLS nothing is sent, unless the operator allows it', async () => {
  const fault = await faultOf(transportTo(mailbox.url, false))
  expect(fault).toMatchObject({ permanent: false })
  expect(mailbox.mails).toEqual([])
})

test('a refused password is the operator’s to mend: the mail waits', async () => {
  await mailbox.close()
  const given: string[] = []
  mailbox = await openMailbox({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      given.push(`${username}:${password}`)
      if (password === 'p@ss word') done(null, { user: username })
      else done(Object.assign(new Error('no'), { responseCode: 535 }))
    },
  })
  const at = mailbox.url.replace('smtp://', '')
  expect(await faultOf(transportTo(`smtp://site:wrong@${at}`))).toMatchObject({ permanent: false })
  await transportTo(`smtp://site:${encodeURIComponent('p@ss word')}@${at}`).send(MAIL)
  expect(given).toEqual(['site:wrong', 'site:p@ss word'])
})
