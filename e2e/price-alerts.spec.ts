import type { Page } from '@playwright/test'
import { get } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('[N6] [M1] [R12] [X1] a price alert is set on the trade screen, told of once when it is reached, and leads there', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await page.goto('/trade/BTCUSDT')
  const title = say('notices:alert.title')
  await page.getByRole('button', { name: title, exact: true }).click()
  await expect(page).toHaveURL(/\/trade\/BTCUSDT\?modal=alerts$/)
  const dialog = dialogOf(page, title)
  await expect(dialog.getByText(say('notices:alert.none'))).toBeVisible()
  // Behind it the chart is dimmed until its prices come.
  const dimmed = page.locator('.td-paused')
  await expect(dimmed).toHaveCount(0)
  await expectAccessible(page, 'price alerts, none yet')
  const price = dialog.getByLabel(say('notices:alert.price'))
  for (const wrong of ['', 'abc']) {
    await price.fill(wrong)
    await dialog.getByRole('button', { name: say('notices:alert.set') }).click()
    await expect(price).toHaveAttribute('aria-invalid', 'true')
  }
  // One that is far away, by the keyboard, and taken back.
  await dialog.getByRole('button', { name: '+1%' }).click()
  await price.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(price).toHaveValue('')
  await expect(dimmed).toHaveCount(0)
  await expectAccessible(page, 'price alerts, one waiting')
  await dialog
    .getByRole('listitem')
    .getByRole('button', { name: say('notices:alert.remove') })
    .click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  // Near ones on both sides: the market reaches one of them soon.
  const { products } = await get<{ products: { symbol: string; ticker: { price: string } }[] }>(
    place,
    context,
    '/api/market/products',
    person,
  )
  const now = Number(products.find(({ symbol }) => symbol === 'BTCUSDT')?.ticker.price)
  for (const away of [1.0002, 0.9998]) {
    await price.fill((now * away).toFixed(2))
    await dialog.getByRole('button', { name: say('notices:alert.set') }).click()
    await expect(price).toHaveValue('')
  }
  const bell = page.locator('header .count')
  await expect(bell).toBeVisible({ timeout: 90_000 })
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  await page.goto('/stocks?modal=notices')
  const notices = dialogOf(page, say('notices:title'))
  await expect(notices.getByRole('listitem').first()).toContainText('BTC/USDT')
  await notices.getByRole('button', { name: title, exact: true }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await notices.getByRole('listitem').first().getByRole('button').first().click()
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
})
