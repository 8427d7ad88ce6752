import { placeOrder } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { openTrade } from './screens.ts'

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
