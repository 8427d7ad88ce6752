import { contractsOf, placeOrder } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { choose, openTrade, orderPanel, switchOff, withoutConfirmStep } from './screens.ts'

test('[T3][U-17] a guest who wants to buy signs in first and comes back to the product', async ({
  page,
  say,
}) => {
  await page.goto('/trade/SOLUSDT')
  const buttons = page.getByRole('button', { name: say('trade:order.loginFirst') })
  await expect(buttons).toHaveText([
    say('trade:direction.up') + say('trade:order.loginFirst'),
    say('trade:direction.down') + say('trade:order.loginFirst'),
  ])
  for (const button of [buttons.first(), buttons.last()]) {
    await button.click()
    await expect(page).toHaveURL(/\/login\?next=%2Ftrade%2FSOLUSDT$/)
    await page.goBack()
  }
})

test('[T2] what is wrong with an amount is said before it can be sent', async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  const panel = await openTrade(page, say, 'BTCUSDT')
  // Of an empty field it is said what is missing, and nothing is wrong yet.
  await panel.amount.fill('')
  await expect(panel.region).toContainText(say('trade:obstacle.no-amount'))
  await expect(panel.hint).toHaveCount(0)
  await expect(panel.up).toBeDisabled()
  const cases = [
    { amount: 'abc', text: say('trade:obstacle.no-amount') },
    { amount: '0.5', text: say('trade:obstacle.too-small', { min: '1' }) },
    { amount: '5000.01', text: say('trade:obstacle.too-large', { max: '5,000' }) },
  ]
  for (const { amount, text } of cases) {
    await panel.amount.fill(amount)
    await expect(panel.hint).toHaveText(text)
    await expect(panel.up).toBeDisabled()
    await expect(panel.down).toBeDisabled()
  }
  await panel.region.getByRole('button', { name: say('trade:order.max') }).click()
  await expect(panel.amount).toHaveValue(/^5,?000(\.00)?$/)
  await expect(panel.up).toBeEnabled()
  await panel.region.getByRole('button', { name: '25', exact: true }).click()
  await expect(panel.amount).toHaveValue('25.00')
  const step = (way: 'decrease' | 'increase') =>
    panel.region.getByRole('button', { name: say(`ui:stepper.${way}`) })
  await step('decrease').click()
  await expect(panel.amount).toHaveValue('20.00')
  await step('increase').click()
  await expect(panel.amount).toHaveValue('25.00')
  await panel.amount.fill('1')
  await expect(step('decrease')).toBeDisabled()
})

test('[T2] an amount above the balance is refused here, and so is one the server finds too large', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  for (const stake of ['5000', '4000'])
    await placeOrder(place, context, person, { stake, durationSeconds: 300 })
  await withoutConfirmStep(page)
  await page.goto('/trade/BTCUSDT')
  const panel = orderPanel(page, say)
  await expect(panel.region).toContainText('1,000.00')
  await panel.amount.fill('1000.01')
  await expect(panel.hint).toHaveText(say('trade:obstacle.balance'))
  await expect(panel.up).toBeDisabled()
  await panel.amount.fill('600')
  await expect(panel.up).toBeEnabled()
  faults.expect(refusedCall(400), refusedCall(409), refusedCall(422))
  await page.route('**/api/trade/contracts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // Spent elsewhere in the same moment.
    await placeOrder(place, context, person, { stake: '600', durationSeconds: 300 })
    await route.continue()
  })
  await panel.up.click()
  await expect(page.getByText(say('trade:obstacle.balance')).first()).toBeVisible()
  expect(await contractsOf(place, context, person)).toHaveLength(3)
})

test('[T1][T13] the odds are told before buying: profit, loss, break-even, margin, expected value', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/trade/BTCUSDT')
  const panel = orderPanel(page, say)
  await choose(panel.duration(900))
  await panel.amount.fill('100')
  await expect(panel.region).toContainText('+86.00')
  await expect(panel.region).toContainText('186.00')
  await expect(panel.region).toContainText('53.76%')
  await panel.region.getByText(say('trade:order.breakEven')).click()
  const odds = page.getByRole('dialog', { name: say('order:odds') })
  await expect(odds).toContainText(/margin.*\D7(\.00)?%/)
  await expect(odds).toContainText('−100.00')
  await expect(odds).toContainText('−7.00')
  await page.keyboard.press('Escape')
  await expect(panel.region).toContainText(say('trade:order.risk'))
})

test('[T1] the confirm step can be switched off in the account, and on again', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const confirm = await switchOff(page, say('account:confirmOrders'))
  await page.goto('/trade/ETHUSDT')
  const panel = orderPanel(page, say)
  await choose(panel.duration(60))
  await panel.amount.fill('12')
  await panel.down.click()
  await expect(panel.region).toContainText('9,988.00')
  await expect(panel.ask).toBeHidden()

  // Switched off by mistake: on again, an order is asked for.
  await page.goto('/account')
  await expect(confirm).not.toBeChecked()
  await confirm.click()
  await page.goto('/trade/ETHUSDT')
  await choose(panel.duration(60))
  await panel.amount.fill('12')
  await panel.down.click()
  await expect(panel.ask).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.ask).toBeHidden()
  await expect(panel.region).toContainText('9,988.00')
})

test('[E5] rules that cannot be loaded are said to be missing, and a retry brings them', {
  tag: '@full',
}, async ({ page, say, faults }) => {
  faults.expect(refusedCall(500))
  await page.route('**/api/trade/rules*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/trade/BTCUSDT')
  await expect(page.getByText(say('errors:LOAD_RULES'))).toBeVisible()
  await page.unroute('**/api/trade/rules*')
  await page
    .getByRole('region', { name: say('trade:order.region') })
    .getByRole('button', { name: say('ui:retry') })
    .click()
  await expect(page.getByRole('radio').first()).toBeAttached()
})
