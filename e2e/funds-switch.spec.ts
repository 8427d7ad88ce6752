import { placeOrder } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { openTrade } from './screens.ts'

test('[T10][T2][U-10] the header switches between the balances, and an empty one leads to a deposit', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await placeOrder(place, context, person, { stake: '25', durationSeconds: 3_600 })
  const { region, up } = await openTrade(page, say, 'BTCUSDT')
  const header = page.getByRole('banner')
  const opener = header.getByRole('button', { name: say('account:use') })
  await expect(opener).toContainText(say('ui:funds.demo.name'))
  await expect(region).toContainText('9,975.00')
  await opener.click()
  const choices = page.getByRole('menu')
  await expect(choices.getByRole('menuitem', { name: say('account:book.demo') })).toContainText('9,975.00')
  await choices.getByRole('menuitem', { name: say('account:book.real') }).click()
  await expect(header).toContainText(say('ui:funds.test.name'))
  await expect(region).toContainText(say('trade:obstacle.balance'))
  await expect(up).toBeDisabled()
  // What is in use is the same after a reload.
  await page.reload()
  await expect(header).toContainText(say('ui:funds.test.name'))
  await region.getByRole('link', { name: say('app:deposit') }).click()
  await expect(page).toHaveURL(/modal=deposit/)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  // It gives the focus back while it goes, which would close a menu again.
  await expect(page.getByRole('dialog')).toBeHidden()
  await opener.click()
  await choices.getByRole('menuitem', { name: say('app:deposit') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await opener.click()
  await choices.getByRole('menuitem', { name: say('account:book.demo') }).click()
  await expect(header).toContainText(say('ui:funds.demo.name'))
})

test('[T10] guests have nothing to switch', { tag: '@full' }, async ({ page, say }) => {
  await page.goto('/trade/BTCUSDT')
  await expect(page.getByRole('banner')).toContainText(say('ui:funds.demo.name'))
  await expect(page.getByRole('banner').getByRole('button', { name: say('account:use') })).toHaveCount(0)
})
