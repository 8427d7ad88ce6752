import type { Page } from '@playwright/test'
import { balanceOf, contractsOf, waitForPending } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { buy, choose, openAccountMenu, orderPanel, resultOf, withoutConfirmStep } from './screens.ts'

test('[T4] a double press opens exactly one contract', async ({ page, context, place, person, say }) => {
  await withoutConfirmStep(page)
  await page.goto('/trade/ETHUSDT')
  const panel = orderPanel(page, say)
  await choose(panel.duration(60))
  await panel.amount.fill('40')
  await expect(panel.up).toBeEnabled()
  // The answer is held back, so that the second press comes while the first order is under way.
  await page.route('**/api/trade/contracts', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await panel.up.dblclick()
  await expect(panel.region).toContainText('9,960.00')
  await expect(panel.up).toBeEnabled()
  expect(await contractsOf(place, context, person)).toHaveLength(1)
})

test('[T4] an order whose answer was lost is found again by its id, never bought twice', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(/ERR_FAILED/)
  await withoutConfirmStep(page)
  await page.goto('/trade/ETHUSDT')
  let lost = 0
  await page.route('**/api/trade/contracts', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    // The server gets the order; its answer never arrives.
    await route.fetch()
    await route.abort()
  })
  await buy(page, say, { direction: 'down', amount: '15', confirm: false })
  await expect(orderPanel(page, say).region).toContainText('9,985.00')
  await waitForPending(place, context, person, 1)
  expect(lost).toBe(1)
  expect(await contractsOf(place, context, person)).toHaveLength(1)
})

test('[T8][M4][A11] two tabs of one user show the same contract, balance and result, and sign out together', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await withoutConfirmStep(page)
  await page.goto('/trade/BTCUSDT')
  const other = await context.newPage()
  await other.goto('/trade/BTCUSDT')
  const panels = [page, other].map((tab) => orderPanel(tab, say).region)
  for (const panel of panels) await expect(panel).toContainText('10,000.00')
  await buy(page, say, { direction: 'up', amount: '70', confirm: false })
  for (const panel of panels) await expect(panel).toContainText('9,930.00')
  const live = (tab: Page) => tab.locator('.td-live, .td-progress')
  for (const tab of [page, other]) await expect(live(tab)).toContainText('70.00')
  await waitForPending(place, context, person, 0)
  const [contract] = await contractsOf(place, context, person)
  const { available } = await balanceOf(place, context, person)
  const shown = Number(available).toLocaleString('en-US', { minimumFractionDigits: 2 })
  for (const tab of [page, other]) {
    await expect(live(tab)).toContainText(resultOf(contract ?? { profit: null }))
  }
  for (const panel of panels) await expect(panel).toContainText(shown)
  // Where he signs out he sees it at once; the tab he does not look at must know by itself.
  await openAccountMenu(other, say)
  await other.getByRole('menuitem', { name: say('app:signOut.action') }).click()
  await other
    .getByRole('alertdialog')
    .getByRole('button', { name: say('app:signOut.action') })
    .click()
  // It hears of it from the other tab or from the server, whichever is quicker: a guest's page, or the sign-in page.
  const guest = page.getByRole('button', { name: say('trade:order.loginFirst') }).first()
  await expect(guest.or(page.getByRole('tab', { name: say('auth:ways.wallet') }))).toBeVisible()
})
