import type { Page } from '@playwright/test'
import { appCode } from './authenticator.ts'
import { codeMail, mailedCode } from './inbox.ts'
import { injectEthWallet } from './injected-wallets.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { post, registerPerson, signIn } from './person.ts'
import { connectWallet, fillLogin, openWalletLogin } from './screens.ts'
import { turnOnTwoFactor } from './second-factor.ts'
import { serverWords, type Words } from './words.ts'

/** The second step is shown, does not let a wrong code by, and takes the app's. */
async function passSecondStep(page: Page, say: Words, secret: string): Promise<void> {
  const code = page.getByLabel(say('security:code.label'))
  const submit = page.getByRole('button', { name: say('security:second.submit'), exact: true })
  await expect(code).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  // The code of this half minute turned it on, and counts no more.
  const next = appCode(secret, 1)
  await code.fill(next.replace(/^./, (digit) => String((Number(digit) + 1) % 10)))
  await submit.click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(next)
  await submit.click()
  await expect(page).toHaveURL(/\/stocks$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
}

test('[A13] [A2] [L3] a code from the mailbox, in the language of the page, is followed by one of the app', async ({
  page,
  context,
  browser,
  place,
  language,
  say,
  faults,
}) => {
  faults.expect(refusedCall(403), refusedCall(400))
  const elsewhere = await browser.newContext({ baseURL: place.url })
  const who = await registerPerson(place, elsewhere)
  const { secret } = await turnOnTwoFactor(place, elsewhere, await signIn(place, elsewhere, who))
  await elsewhere.close()
  const email = `${who.username}@example.com`

  await page.goto('/login')
  await page.getByRole('tab', { name: say('auth:ways.email') }).click()
  await page.getByRole('textbox', { name: say('auth:email.label') }).fill(email)
  await page.getByRole('button', { name: say('auth:code.send'), exact: true }).click()
  const code = await mailedCode(place, context, email)
  const arabic = /\p{Script=Arabic}/u.test(await codeMail(place, context, email))
  expect(arabic).toBe(language === 'ar-AR')
  await page.getByLabel(say('auth:code.label')).fill(code)
  await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
  await passSecondStep(page, say, secret)
})

test('[A13] a sign-in that was given up by mistake, or begun in another tab meanwhile, is begun anew', async ({
  page,
  context,
  browser,
  place,
  language,
  say,
  faults,
}) => {
  faults.expect(refusedCall(403), refusedCall(400))
  const elsewhere = await browser.newContext({ baseURL: place.url })
  const who = await registerPerson(place, elsewhere)
  const { secret } = await turnOnTwoFactor(place, elsewhere, await signIn(place, elsewhere, who))
  await elsewhere.close()
  const codeOf = (tab: Page) => tab.getByLabel(say('security:code.label'))
  const again = page.getByRole('button', { name: say('security:second.again'), exact: true })
  await page.goto('/login')
  await fillLogin(page, say, who)
  await expect(codeOf(page)).toBeFocused()
  await again.click()
  await expect(codeOf(page)).toBeHidden()
  await fillLogin(page, say, who)
  await expect(codeOf(page)).toBeFocused()

  const other = await context.newPage()
  await other.goto('/login')
  await fillLogin(other, say, who)
  await expect(codeOf(other)).toBeFocused()
  await other.close()
  await codeOf(page).fill(appCode(secret, 1))
  await page.getByRole('button', { name: say('security:second.submit'), exact: true }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: serverWords(language, 'SIGN_IN_EXPIRED') }),
  ).toBeVisible()
  await again.click()
  await fillLogin(page, say, who)
  await passSecondStep(page, say, secret)
})

test('[A13] [A4] [A7] a wallet’s signature is followed by a code of the app, and the session stays with the wallet', async ({
  page,
  context,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(403), refusedCall(400))
  const wallet = await injectEthWallet(context)
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(page).toHaveURL(/\/stocks$/)
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  // Without a password the wallet shows that the session is its owner's.
  const account = { chain: 'eth', address: wallet.address }
  const issued = await post(place, context, '/api/account/proof/wallet-message', account, token)
  const { message } = ((await issued.json()) as { data: { message: string } }).data
  const proof = { wallet: { ...account, message, signature: await wallet.sign(message) } }
  expect((await post(place, context, '/api/account/proof', proof, token)).status()).toBe(200)
  const { secret } = await turnOnTwoFactor(place, context, { token })

  await page.goto('/account')
  const disconnect = page.getByRole('button', { name: say('wallet:disconnect.action') })
  const question = page.getByRole('alertdialog')
  const revoked = () => wallet.calls.filter((method) => method === 'wallet_revokePermissions').length
  await disconnect.click()
  await question.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(question).toBeHidden()
  expect(revoked()).toBe(0)
  await disconnect.click()
  await question.getByRole('button', { name: say('wallet:disconnect.action') }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(revoked()).toBe(1)

  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await connectWallet(page, say, 'eth', 'MetaMask')
  await page.getByRole('button', { name: say('security:second.again') }).click()
  await expect.poll(revoked).toBe(2)
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await connectWallet(page, say, 'eth', 'MetaMask')
  await passSecondStep(page, say, secret)
  const asked = wallet.calls.filter((method) => method === 'eth_accounts').length
  // Looked at every 5 s: it is there, so nobody is signed out.
  await expect
    .poll(() => wallet.calls.filter((method) => method === 'eth_accounts').length, { timeout: 30_000 })
    .toBeGreaterThan(asked + 1)
  await expect(page).toHaveURL(/\/stocks$/)
  await wallet.disconnect(page)
  await expect(page).toHaveURL(/\/login/, { timeout: 30_000 })
})

test('[A10] [A11] a password set anew by mail signs out every tab, with the reason', {
  tag: '@full',
}, async ({ page, context, person, browser, place, say, faults }) => {
  faults.expect(refusedCall(401))
  const second = await context.newPage()
  await page.goto('/account')
  await second.goto('/contract-record')
  await expect(page.getByText(person.username).first()).toBeVisible()
  await expect(second.getByRole('button', { name: say('app:accountMenu') })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: place.url })
  const email = `${person.username}@example.com`
  const forgot = (step: string, body: object) => post(place, elsewhere, `/api/login/forgot/${step}`, body)
  expect((await forgot('send-code', { email })).status()).toBe(200)
  const code = await mailedCode(place, elsewhere, email)
  expect((await forgot('verify', { email, code })).status()).toBe(200)
  const password = 'abcdefgh 7'
  expect((await forgot('reset', { password, confirmPassword: password })).status()).toBe(200)
  await elsewhere.close()

  const reasonIn = async (tab: Page): Promise<void> => {
    await expect(tab.getByText(say('errors:SESSION_EXPIRED')).first()).toBeVisible()
    await expect(tab).toHaveURL(/\/login/)
    expect(await tab.evaluate(() => localStorage.getItem('token'))).toBeNull()
  }
  await Promise.all([page, second].map(reasonIn))
})
