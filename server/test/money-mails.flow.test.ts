import { login } from '@truestrike/protocol/account-endpoints.ts'
import {
  createTransfer,
  listAddresses,
  removeAddress,
  saveAddress,
} from '@truestrike/protocol/funds-endpoints.ts'
import { excludeMyself } from '@truestrike/protocol/limits-endpoints.ts'
import { changeEmail, sendEmailCode } from '@truestrike/protocol/mail-endpoints.ts'
import { LOCALES } from '@truestrike/protocol/messages/locales.ts'
import { listNotices, setNotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import { rejectRechargeOrder, takeRechargeOrder } from '@truestrike/protocol/review-endpoints.ts'
import { prove } from '@truestrike/protocol/wallet-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeAccountMails } from '../src/accounts/account-mails.ts'
import {
  askDeposit,
  askWithdrawal,
  createFundsApp,
  depositTo,
  ETH_ADDRESS,
  type FundsApp,
  newRequestId,
  TRON_ADDRESS,
} from './funds-app.ts'
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

/** A user whose address has proved to be his. */
async function proved(name: string): Promise<TestClient> {
  const { client, userId } = await app.user(name)
  await app.db.query('update users set email_proved_at_ms = created_at_ms where id = $1', [userId])
  return client
}

const wish = (client: TestClient, email: boolean) =>
  client.ok(setNotificationSettings, {
    body: { email, priceAlerts: true, trade: true, system: true, marketing: false, newsletter: false },
  })

/** Hidden marks keep amounts together in lines of either direction. */
const shown = (text = '') => text.replace(/[\u2066-\u2069]/g, '')

test('[N6] what became of a request is told by mail, in the language of its user, unless he wants no mails', async () => {
  const [anna, carl] = [await proved('anna'), await proved('carl')]
  // Nobody has shown that this address is the user's: no word of his money goes there.
  const dora = (await app.user('dora')).client
  await depositTo(dora, admin, '12')
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

test('[F3] an address for withdrawals that is saved, removed or made the default is told by mail to who has proved his own', async () => {
  const before = mailbox.mails.length
  const eva = await proved('eva')
  await app.db.query(`update users set locale = 'de-DE' where username = 'eva'`)
  const fritz = (await app.user('fritz')).client
  const body = { network: 'eth' as const, address: ETH_ADDRESS, label: 'Vault' }
  await fritz.ok(saveAddress, { body })
  await eva.ok(saveAddress, { body })
  const [saved] = (await eva.ok(listAddresses)).addresses
  const other = { network: 'tron' as const, address: TRON_ADDRESS, label: 'Other', isDefault: true }
  await eva.ok(saveAddress, { body: other })
  await eva.ok(removeAddress, { params: { id: saved?.id ?? '' } })
  await app.clock.advance(1_000)
  await mailbox.delivered(before + 4)
  await expect.poll(() => app.db.query('select 1 from mail_queue')).toEqual([])
  const told = mailbox.mails.slice(before)
  expect(told.map(({ to, mail }) => `${to} ${mail.subject}`).sort()).toEqual([
    'eva@example.com Aus Ihrem Konto bei CRYPTO TRADE wurde eine Auszahlungsadresse entfernt',
    'eva@example.com Die Standard-Auszahlungsadresse Ihres Kontos bei CRYPTO TRADE wurde geändert',
    'eva@example.com In Ihrem Konto bei CRYPTO TRADE wurde eine Auszahlungsadresse gespeichert',
    'eva@example.com In Ihrem Konto bei CRYPTO TRADE wurde eine Auszahlungsadresse gespeichert',
  ])
  for (const { mail } of told) {
    const isOfOther = mail.subject?.includes('Standard') || mail.text?.includes(TRON_ADDRESS)
    expect(shown(mail.text)).toContain(`: ${isOfOther ? TRON_ADDRESS : ETH_ADDRESS}`)
  }
})

test('[T12] [N6] a break from trading is told by mail with its end, whatever is off; one that was refused is not', async () => {
  const before = mailbox.mails.length
  const paula = await proved('paula')
  await wish(paula, false)
  expect(await paula.refused(excludeMyself, { body: { days: 1_825 } })).toBe('PROOF_REQUIRED')
  await paula.ok(prove, { body: { password: TEST_PASSWORD } })
  const { excludedUntilMs } = await paula.ok(excludeMyself, { body: { days: 1_825 } })
  const { to, mail } = await mailbox.delivered(before + 1)
  expect([to, mail.subject]).toEqual([
    ['paula@example.com'],
    'Trading on your account at CRYPTO TRADE was stopped',
  ])
  const until = new Date(excludedUntilMs ?? 0).toISOString().slice(0, 16).replace('T', ' ')
  for (const words of [mail.text, mail.html]) expect(shown(words)).toContain(`until ${until} (UTC)`)
  expect(mail.text).toContain('If this was not you')
  await expect.poll(() => app.db.query('select 1 from mail_queue')).toEqual([])
  expect(mailbox.mails).toHaveLength(before + 1)
})

test.each(LOCALES)(
  '[N6] %s: a letter that names no wallet, of an older version, is a whole mail',
  async (locale) => {
    const [user] = await app.db.query<{ id: bigint }>(
      'update users set locale = $1 where uid = (select min(uid) from users) returning id',
      [locale],
    )
    const composers = new Map<string, (letter: object) => Promise<unknown>>()
    const mails = { compose: (kind: string, work: never) => composers.set(kind, work) } as never
    composeAccountMails({ db: app.db, mails, siteName: async () => 'X', fundsMode: 'test' })
    for (const news of ['wallet-linked', 'wallet-unlinked']) {
      const letter = { userId: `${user?.id}`, news, atMs: 1, origin: '' }
      const mail = (await composers.get('account-news')?.(letter)) as { text: string }
      expect(mail.text).toContain('1970')
      expect(mail.text).not.toMatch(/[{}]|undefined| [.,]/)
    }
  },
)

test('[N6] [F5] [F6] [U2] money that leaves and changed ways in are told to who has switched both off, too', async () => {
  const before = mailbox.mails.length
  const gina = await proved('gina')
  const hugo = await app.user('hugo')
  const off = { email: false, priceAlerts: false, trade: false, system: false }
  await gina.ok(setNotificationSettings, { body: { ...off, marketing: false, newsletter: false } })
  await depositTo(gina, admin, '300')
  await askWithdrawal(gina)
  const form = { requestId: newRequestId(), uid: hugo.uid, username: 'hugo', amount: '20' }
  await gina.ok(createTransfer, { body: { ...form, password: TEST_PASSWORD } })
  await gina.ok(saveAddress, { body: { network: 'eth', address: ETH_ADDRESS, label: 'Vault' } })
  const { addresses } = await gina.ok(saveAddress, {
    body: { network: 'tron', address: TRON_ADDRESS, label: 'Vault', isDefault: true },
  })
  await app.clock.advance(1_000)
  await mailbox.delivered(before + 5)
  await expect.poll(() => app.db.query('select 1 from mail_queue')).toEqual([])
  const told = mailbox.mails
    .slice(before)
    .map(({ mail }) => ({ about: mail.subject, text: shown(mail.text) }))
  const textOf = (about: string) => told.filter((each) => each.about === about).map(({ text }) => text)
  const [asked, sent] = ['Your withdrawal has been requested', 'Your transfer has been sent'].flatMap(textOf)
  for (const text of [asked, sent]) {
    expect(text).toContain('If this was not you')
    expect(text).not.toContain('switched on')
  }
  expect(asked).toContain('Amount: 100.00 USDT')
  expect(sent).toContain(`Recipient: UID ${hugo.uid}`)
  // Saved one after the other: neither takes the place of the other one.
  const saved = textOf('A withdrawal address was saved in your account at CRYPTO TRADE').join()
  expect([saved.includes(ETH_ADDRESS), saved.includes(TRON_ADDRESS)]).toEqual([true, true])
  expect(told).toHaveLength(5)
  await gina.ok(removeAddress, { params: { id: addresses[1]?.id ?? '' } })
  await app.clock.advance(1_000)
  await mailbox.delivered(before + 6)

  await gina.ok(prove, { body: { password: TEST_PASSWORD } })
  const email = 'gina-new@example.com'
  await gina.ok(sendEmailCode, { body: { email } })
  const code = await mailbox.code(before + 7)
  await gina.ok(changeEmail, { body: { email, code } })
  await app.clock.advance(1_000)
  const { notices } = await gina.ok(listNotices, { query: {} })
  expect(notices.map(({ kind, data }) => [kind, data.address])).toEqual([
    ['email-changed', undefined],
    ['address-removed', ETH_ADDRESS],
    ['address-default', TRON_ADDRESS],
    ['address-saved', TRON_ADDRESS],
    ['address-saved', ETH_ADDRESS],
    ['transfer-sent', undefined],
    ['withdrawal-pending', undefined],
  ])
})
