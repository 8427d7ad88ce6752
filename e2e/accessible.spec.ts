import { testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { placeOrder } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { injectEthWallet } from './injected-wallets.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { drawerPath, provenContract, serveProven, tampered } from './proven-contract.ts'
import { connectWallet, openTrade, openWalletLogin } from './screens.ts'

test('[X1] guests: every screen and its main states satisfy axe', async ({ page, say, faults }) => {
  faults.expect(refusedCall(404), refusedCall(503))
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await expectAccessible(page, 'markets')
  await page.getByRole('searchbox').fill('no such pair')
  await expect(page.getByText(say('markets:empty.title'))).toBeVisible()
  await expectAccessible(page, 'markets, nothing found')
  await page.locator('header button.ib-word').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, 'languages')

  await page.goto('/trade/BTCUSDT')
  await expect(page.locator('.td-hero')).toBeVisible()
  await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page, 'trade, guest')
  await page.locator('.td-symbol').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'choice of markets')
  await page.goto('/trade/NOSUCHUSDT')
  await expect(page.getByText(say('trade:unknown.text', { symbol: 'NOSUCHUSDT' }))).toBeVisible()
  await expectAccessible(page, 'unknown product')
  await page.goto('/no/such/page')
  await expect(page.getByText(say('app:notFound.text'))).toBeVisible()
  await expectAccessible(page, 'not found')

  await page.goto('/login')
  await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
  await expect(page.getByText(say('auth:faults.username.required'))).toBeVisible()
  await expectAccessible(page, 'login with faults')
  await page.getByRole('tab', { name: say('auth:ways.email') }).click()
  await page.locator('.lg-code button').click()
  await expect(page.getByText(say('auth:faults.email.required'))).toBeVisible()
  await expectAccessible(page, 'login by e-mail with faults')
  await page.goto('/login/forgot')
  await expect(page.getByLabel(say('auth:code.label'))).toBeVisible()
  await expectAccessible(page, 'forgotten password, e-mail')
  await page.evaluate(() => sessionStorage.setItem('forgot-step', 'reset'))
  await page.reload()
  await page.getByLabel(say('auth:newPassword.label'), { exact: true }).fill('abcde')
  await page.getByLabel(say('auth:confirmPassword.label')).fill('abcde')
  await page.keyboard.press('Enter')
  await expect(page.getByText(say('auth:faults.newPassword.minLength'))).toBeVisible()
  await expectAccessible(page, 'forgotten password, new one with faults')
  await page.goto('/login/register')
  await page.getByRole('button', { name: say('auth:register'), exact: true }).click()
  await expect(page.getByText(say('auth:faults.email.required'))).toBeVisible()
  await expectAccessible(page, 'registration with faults')
  await page.goto('/admin/login')
  await expect(page.getByRole('heading', { name: say('admin:login.title') })).toBeVisible()
  await expectAccessible(page, 'administrator login')

  await page.route('**/api/market/products*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/stocks')
  await expect(page.getByText(say('errors:LOAD_STOCKS'))).toBeVisible()
  await expectAccessible(page, 'markets, not loaded')
})

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

test('[X1] users: trading, records and account satisfy axe', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('0.5')
  await expect(panel.up).toBeDisabled()
  await expectAccessible(page, 'trade, amount too small')
  await panel.amount.fill('50')
  await panel.up.click()
  await expect(panel.ask).toBeVisible()
  await expectAccessible(page, 'confirm step')
  await page.keyboard.press('Escape')
  await placeOrder(place, context, person, { stake: '10' })
  await placeOrder(place, context, person, { stake: '20', direction: 'down', durationSeconds: 300 })
  const live = page.locator('.td-live, .td-progress')
  await expect(live).toContainText(say('trade:live.ifEndsNow'))
  await expectAccessible(page, 'trade, contracts in progress')

  await page.goto('/contract-record')
  await expect(page.locator('.cr-item, tbody tr')).toHaveCount(2)
  await expectAccessible(page, 'records')
  await page.locator('.cr-item, tbody tr').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'details of a contract')
  await page.goto('/account')
  await expect(page.getByRole('switch').first()).toBeVisible()
  await expectAccessible(page, 'account')
  await page.getByRole('button', { name: say('app:accountMenu') }).click()
  await page.getByRole('menuitem', { name: say('app:signOut.action') }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'question before signing out')
  await page.keyboard.press('Escape')
})

test('[X1][A4][A5] signing in with a wallet and the linked wallets satisfy axe', async ({
  page,
  context,
  say,
}) => {
  const wallet = await injectEthWallet(context)
  await openWalletLogin(page, say)
  await page.getByRole('button', { name: say('wallet:connectName', { wallet: 'TronLink' }) }).click()
  await expect(page.getByText(say('wallet:chain.required'))).toBeVisible()
  await expectAccessible(page, 'wallets, no chain chosen')
  await connectWallet(page, say, 'tron', 'TronLink')
  await expect(page.getByText(say('wallet:fault.missing.title', { wallet: 'TronLink' }))).toBeVisible()
  await expectAccessible(page, 'wallets, one that is missing')
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
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
