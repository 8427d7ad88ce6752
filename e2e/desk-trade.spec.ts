import { expect, test } from './journey.ts'
import { choose, openTrade } from './screens.ts'

// What the trade screen has room for at a desk alone.

test('[M2] the chart fills the whole screen when asked, and leaves it again', async ({ page, say }) => {
  await page.goto('/trade/BTCUSDT')
  const chart = page.locator('.td-canvas')
  await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
  const whole = () =>
    page.locator('.td-chart-panel').evaluate((panel) => panel === document.fullscreenElement)
  const full = page.getByRole('button', { name: say('trade:chart.full'), exact: true })
  await full.click()
  const leave = page.getByRole('button', { name: say('trade:chart.fullLeave'), exact: true })
  await expect(leave).toBeVisible()
  expect(await whole()).toBe(true)
  await expect(chart).toBeVisible()
  await leave.click()
  await expect(full).toBeVisible()
  expect(await whole()).toBe(false)
})

test('[T1][T13] at a desk the order names the loss beside the profit', { tag: '@full' }, async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const panel = await openTrade(page, say, 'BTCUSDT')
  await choose(panel.duration(900))
  await panel.amount.fill('100')
  await expect(panel.region).toContainText('+86.00')
  await expect(panel.region).toContainText('−100.00')
})
