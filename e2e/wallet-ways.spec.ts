import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { mailedCode } from './inbox.ts'
import { injectEthWallet } from './injected-wallets.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import type { Place } from './person.ts'
import { connectWallet, fillLogin, openAccountMenu, openWalletLogin } from './screens.ts'
import type { Words } from './words.ts'

const PASSWORD = 'a first password'

async function signInByWallet(page: Page, say: Words, place: Place): Promise<void> {
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(page).toHaveURL(/\/stocks$/)
}

test('[A4][A11][R8][U3] a wallet user adds an address, proves by it, sets a password, signs in by that elsewhere and signs out', async ({
  page,
  context,
  browser,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  await injectEthWallet(context)
  await signInByWallet(page, say, place)
  const username: string = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}').username,
  )
  const email = `${username}@example.com`

  await page.goto('/account?section=profile')
  await page.getByRole('button', { name: say('profile:email.add'), exact: true }).click()
  const adding = page.getByRole('dialog', { name: say('profile:email.add'), exact: true })
  await connectWallet(page, say, 'tron', 'MetaMask')
  await expect(adding.getByText(say('wallet:fault.unsupported.title'))).toBeVisible()
  await connectWallet(page, say, 'eth', 'MetaMask')
  await adding.getByRole('textbox', { name: say('auth:email.label') }).fill(email)
  await adding.locator('.lg-code button').click()
  const first = await mailedCode(place, context, email)
  await adding.getByLabel(say('auth:code.label')).fill(first)
  await adding.getByRole('button', { name: say('auth:newEmail.submit'), exact: true }).click()
  await expect(adding).toBeHidden()

  await page.goto('/account?section=security&modal=password')
  const setting = page.getByRole('dialog', { name: say('security:rows.setPassword'), exact: true })
  await expect(setting.getByText(say('auth:proof.text'))).toBeVisible()
  await expectAccessible(page, 'proof by a mailed code')
  await setting.locator('.lg-code button').click()
  let code = first
  await expect
    .poll(async () => {
      code = await mailedCode(place, context, email)
      return code
    })
    .not.toBe(first)
  const proof = setting.getByLabel(say('auth:code.label'))
  const prove = setting.getByRole('button', { name: say('auth:proof.submit'), exact: true })
  await expect(prove).toBeDisabled()
  await proof.fill(code === '000000' ? '000001' : '000000')
  await prove.click()
  await expect(proof).toHaveAttribute('aria-invalid', 'true')
  await proof.fill(code)
  await prove.click()
  await setting.getByLabel(say('security:password.new'), { exact: true }).fill(PASSWORD)
  await setting.getByLabel(say('security:password.confirm'), { exact: true }).fill(PASSWORD)
  await setting.getByRole('button', { name: say('security:rows.setPassword'), exact: true }).click()
  await expect(setting).toBeHidden()
  await page.goto('/account')
  await expect(page.getByRole('button', { name: say('wallet:disconnect.action') })).toBeVisible()
  await expect(page.getByRole('button', { name: say('account:signOut'), exact: true })).toHaveCount(0)

  // Where there is no wallet.
  const language = await page.evaluate(() => localStorage.getItem('language') ?? '')
  const elsewhere = await browser.newContext({ baseURL: place.url })
  await elsewhere.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  const other = await elsewhere.newPage()
  await other.goto('/login?next=/account')
  await fillLogin(other, say, { username, password: PASSWORD })
  await expect(other.getByRole('button', { name: say('account:signOut'), exact: true })).toBeVisible()
  await expect(other.getByRole('region', { name: say('wallet:linked.title') })).toBeVisible()
  await expect(other.getByRole('button', { name: say('wallet:disconnect.action') })).toHaveCount(0)
  await openAccountMenu(other, say)
  await other.getByRole('menuitem', { name: say('app:signOut.action') }).click()
  await other
    .getByRole('alertdialog')
    .getByRole('button', { name: say('app:signOut.action') })
    .click()
  await expect(other).toHaveURL(/\/login/)
  await elsewhere.close()
})

test('[A9][S-5] a new wallet user without an invite code is asked for it, and signs once only; going back lets the wallet go and keeps no signature', async ({
  page,
  context,
  say,
  place,
  faults,
}) => {
  faults.expect(refusedCall(400))
  const wallet = await injectEthWallet(context)
  await openWalletLogin(page, say)
  const signed = () => wallet.calls.filter((method) => method === 'personal_sign').length
  for (const time of [1, 2]) {
    await connectWallet(page, say, 'eth', 'MetaMask')
    await expect(page.getByText(say('wallet:invite.title'))).toBeVisible()
    expect(signed()).toBe(time)
    if (time === 2) break
    await page.getByRole('button', { name: say('wallet:invite.back') }).click()
    await expect(page.getByText(say('wallet:invite.title'))).toBeHidden()
    await page.locator('.lg-terms-note .link').click()
    const terms = page.getByRole('dialog', { name: say('ui:texts.terms'), exact: true })
    await expect(terms).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(terms).toBeHidden()
  }
  await expectAccessible(page, 'invite code of a new wallet user')
  const code = page.getByLabel(say('auth:inviteCode.label'))
  await page.getByRole('button', { name: say('auth:register') }).click()
  await expect(page.getByText(say('auth:faults.inviteCode.required'))).toBeVisible()
  await code.fill('ZZZZZZZZ')
  await expect(code).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: say('auth:register') }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(place.firstRun.inviteCode)
  await page.getByRole('button', { name: say('auth:register') }).click()
  await expect(page).toHaveURL(/\/stocks$/)
  expect(signed()).toBe(2)
})
