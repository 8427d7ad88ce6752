import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { expectAccessible } from './axe.ts'
import { createGate } from './gate.ts'
import { injectEthWallet } from './injected-wallets.ts'
import { expect, test } from './journey.ts'
import { drawerPath, provenContract, serveProven, tampered } from './proven-contract.ts'
import { connectWallet, openWalletLogin } from './screens.ts'

test('[X1][T11][P1] receipts, the page behind them and the warning satisfy axe', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const proven = provenContract()
  const answers = await serveProven(page, proven)
  const drawer = page.getByRole('dialog')
  await page.goto(drawerPath(proven.contract))
  await expect(drawer.getByText(say('proof:receipt.verified'))).toBeVisible()
  await drawer.getByText(say('proof:receipt.deciding')).click()
  await drawer.getByText(say('proof:receipt.offline')).click()
  await expectAccessible(page, 'verified receipt')
  answers.receipt = { state: 'sealing', receipt: proven.acceptance }
  await drawer.getByRole('button', { name: say('proof:receipt.again') }).click()
  await expect(drawer.getByText(say('proof:receipt.missing'))).toBeVisible()
  await expectAccessible(page, 'no receipt')
  answers.contract = { ...proven.contract, settledAtMs: Date.now() }
  await page.reload()
  await expect(drawer.getByText(say('proof:receipt.sealing'), { exact: true })).toBeVisible()
  await expectAccessible(page, 'receipt, sealing')
  answers.receipt = {
    state: 'settled',
    receipt: tampered(proven.settlement, '"result":"won"', '"result":"lost"'),
  }
  await expect(drawer.getByText(say('proof:receipt.mismatch'))).toBeVisible()
  await expectAccessible(page, 'receipt that does not hold')
  await page.evaluate(() => {
    const found = { kind: 'denied', symbol: 'BTCUSDT', number: 4_812, kept: {}, told: null }
    localStorage.setItem('history-alarm', JSON.stringify({ contradictions: [found] }))
  })
  answers.keys = { format: 'truestrike-keys/1', keys: [testKey(1).siteKey, testKey(7).siteKey] }
  await page.goto('/proof')
  await expect(page.getByText(say('proof:page.keys.unknown'))).toBeVisible()
  await expect(page.getByText(say('app:history.title'))).toBeVisible()
  await expectAccessible(page, 'how do I know, with a warning')
})

test('[X1][A4][A5] signing in with a wallet and the linked wallets satisfy axe', async ({
  page,
  context,
  say,
  place,
}) => {
  const wallet = await injectEthWallet(context)
  await openWalletLogin(page, say, place.firstRun.inviteCode)
  await page.getByRole('button', { name: say('wallet:connectName', { wallet: 'TronLink' }) }).click()
  await expect(page.getByText(say('wallet:chain.required'))).toBeVisible()
  await expectAccessible(page, 'wallets, no chain chosen')
  await connectWallet(page, say, 'tron', 'TronLink')
  await expect(page.getByText(say('wallet:fault.missing.title', { wallet: 'TronLink' }))).toBeVisible()
  await expectAccessible(page, 'wallets, one that is missing')
  const { isOpen: held, open: release } = createGate()
  await page.route('**/api/login/wallet-message', async (route) => {
    await held
    await route.continue()
  })
  await connectWallet(page, say, 'eth', 'MetaMask')
  await expect(
    page.locator('.wl-row .cap').getByText(say('wallet:step.connecting', { wallet: 'MetaMask' })),
  ).toBeVisible()
  await expectAccessible(page, 'wallets, connecting')
  release()
  await expect(page).toHaveURL(/\/stocks$/)
  await page.goto('/account')
  const section = page.getByRole('region', { name: say('wallet:linked.title') })
  await expect(section.getByText(wallet.address.slice(-4))).toBeVisible()
  await expectAccessible(page, 'account of a wallet user')
  await section.getByRole('button', { name: say('wallet:linked.link') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'linking a wallet')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await section.getByRole('button', { name: say('wallet:disconnect.action') }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'question before disconnecting')
})
