import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { injectEthWallet } from './injected-wallets.ts'
import { test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { connectWallet, openWalletLogin } from './screens.ts'

test('[A4][K2] linking a wallet asks for the password first, a wrong one at its field', async ({
  page,
  context,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  const wallet = await injectEthWallet(context)
  await page.goto('/account')
  const section = page.getByRole('region', { name: say('wallet:linked.title') })
  await section.getByRole('button', { name: say('wallet:linked.link') }).click()
  const sheet = page.getByRole('dialog', { name: say('wallet:linked.link') })
  const password = sheet.getByLabel(say('security:password.yours'), { exact: true })
  const next = sheet.getByRole('button', { name: say('security:twoFactor.next'), exact: true })
  await next.click()
  await expect(sheet.getByText(say('security:faults.required'))).toBeVisible()
  await password.fill('not the password')
  await next.click()
  await expect(sheet.getByText(say('security:faults.correct'))).toBeVisible()
  await expectAccessible(page, 'proof before a wallet is linked')
  await password.fill(person.password)
  await next.click()
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(sheet).toBeHidden()
  await expect(section.getByText(wallet.address.slice(-4))).toBeVisible()
})

test('[U3][A4][K2] who signs in by wallet alone signs once more before he sets a first password', async ({
  page,
  context,
  say,
  place,
}) => {
  const wallet = await injectEthWallet(context)
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(page).toHaveURL(/\/stocks$/)
  await page.goto('/account?section=security&modal=password')
  const dialog = page.getByRole('dialog', { name: say('security:rows.setPassword'), exact: true })
  await expect(dialog.getByText(say('security:proof.wallet'))).toBeVisible()
  await expectAccessible(page, 'proof by a wallet')
  await connectWallet(page, say, 'tron', 'MetaMask')
  await expect(dialog.getByText(say('wallet:fault.unsupported.title'))).toBeVisible()
  wallet.mood = 'rejects-signing'
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(dialog.getByText(say('wallet:fault.rejected.title'))).toBeVisible()
  wallet.mood = 'approves'
  await connectWallet(page, say, 'eth', 'MetaMask')
  await dialog.getByLabel(say('security:password.new'), { exact: true }).fill('a first password')
  await dialog.getByLabel(say('security:password.confirm'), { exact: true }).fill('a first password')
  await dialog.getByRole('button', { name: say('security:rows.setPassword'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(say('security:locked.title'), { exact: true })).toBeVisible()
})
