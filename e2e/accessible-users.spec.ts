import { placeOrder } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { openTrade } from './screens.ts'

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
