import { contractsOf, placeOrder, waitForPending } from './account-calls.ts'
import { createGate } from './gate.ts'
import { expect, test } from './journey.ts'
import { openOthers, openTrade, pastDoublePress, pressTwice } from './screens.ts'
import { SHORT } from './short-contract.ts'

test('[T1][T5][U-20] an order that is asked about is left by Esc, by Cancel or by Back, and nothing is bought', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('25')
  await panel.down.click()
  await expect(panel.buy).toHaveClass(/btn-down/)
  await expect(panel.buy).toContainText('25.00')
  await page.keyboard.press('Escape')
  await expect(panel.ask).toBeHidden()
  await expect(panel.down).toBeFocused()
  // A press so soon after the one before would count as its second half.
  await pastDoublePress(page)
  await panel.down.click()
  await panel.ask.getByRole('button', { name: say('trade:confirm.cancel'), exact: true }).click()
  await expect(panel.ask).toBeHidden()
  await pastDoublePress(page)
  await panel.down.click()
  await expect(panel.ask).toBeVisible()
  await page.goBack()
  await expect(panel.ask).toBeHidden()
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  await expect(panel.amount).toHaveValue(/^25/)
  expect(await contractsOf(place, context, person)).toEqual([])
})

test('[U-20][T1] Back closes the odds and the list of pairs, and leads from a pair that was picked to the one before', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/stocks')
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('25')
  await panel.region.getByText(say('trade:order.breakEven')).click()
  const odds = page.getByRole('dialog', { name: say('order:odds') })
  await expect(odds).toBeVisible()
  // Loaded anew in between: the sheet is gone with its step.
  await page.reload()
  await expect(odds).toBeHidden()
  await panel.amount.fill('25')
  await panel.region.getByText(say('trade:order.breakEven')).click()
  await expect(odds).toBeVisible()
  await page.goBack()
  await expect(odds).toBeHidden()
  await page.locator('.td-symbol').click()
  const pairs = page.getByRole('dialog', { name: say('trade:picker.title') })
  await expect(pairs).toBeVisible()
  await page.goBack()
  await expect(pairs).toBeHidden()
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  await expect(panel.amount).toHaveValue(/^25/)
  // Closed by hand they leave no step behind.
  await page.locator('.td-symbol').click()
  await expect(pairs).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pairs).toBeHidden()
  // Nor is there another step for the pair that is shown already.
  await page.locator('.td-symbol').click()
  await pairs.getByRole('link', { name: 'BTC/USDT' }).click()
  await expect(pairs).toBeHidden()
  await page.locator('.td-symbol').click()
  await pairs.getByRole('link', { name: 'ETH/USDT' }).click()
  await expect(page).toHaveURL(/\/trade\/ETHUSDT$/)
  await expect(pairs).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/stocks$/)
})

test('[T1][T4] the second half of a double press on Buy opens nothing, the next press on Up does', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('10')
  await panel.up.click()
  await expect(panel.ask).toBeVisible()
  // The second half of a double press on Buy, which lands where Up and Down come back, is no new order.
  await expect(panel.buy).toBeEnabled()
  await panel.buy.dblclick()
  await expect(panel.ask).toBeHidden()
  await waitForPending(place, context, person, 1)
  await pastDoublePress(page)
  await expect(panel.up).toBeEnabled()
  await panel.up.click()
  await expect(panel.ask).toBeVisible()
})

test('[T4][T5] an order on its way can no longer be taken back: Cancel waits, Esc and Back change nothing', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  const { isOpen: held, open: arrive } = createGate()
  await page.route('**/api/trade/contracts', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('25')
  await panel.up.click()
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && /contracts$/.test(request.url()),
  )
  await panel.buy.click()
  await asked
  await expect(
    panel.ask.getByRole('button', { name: say('trade:confirm.cancel'), exact: true }),
  ).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(panel.ask).toBeVisible()
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  arrive()
  await expect(panel.ask).toBeHidden()
  await expect(panel.region).toContainText('9,975.00')
  expect(await contractsOf(place, context, person)).toHaveLength(1)
})

test('[T7] a double press dismisses one result', async ({ page, context, place, person, say }) => {
  await openTrade(page, say, 'BTCUSDT')
  for (const stake of ['10', '20', '30']) await placeOrder(place, context, person, { ...SHORT, stake })
  // Results are told of contracts that the page has seen running.
  await expect(page.getByRole('navigation').locator('.pip')).toContainText('3')
  await waitForPending(place, context, person, 0)
  await openOthers(page)
  const dismiss = page
    .locator('.td-live, .td-progress')
    .getByRole('button', { name: say('trade:live.dismiss'), exact: true })
  await expect(dismiss).toHaveCount(3)
  // The next one comes to stand in its place: the second half of the press is not meant for it.
  await pressTwice(dismiss.first())
  await expect(dismiss).toHaveCount(2)
})
