import type { Locator, Page } from '@playwright/test'
import { createGate } from './gate.ts'
import { expect, test } from './journey.ts'

const rows = (page: Page): Locator => page.locator('.mk-row, tbody tr.mk-line')
const rowOf = (page: Page, base: string): Locator => rows(page).filter({ hasText: `${base}/USDT` })
const basesShown = (page: Page): Promise<string[]> =>
  rows(page)
    .getByRole('link', { name: /USDT/ })
    .evaluateAll((links) => links.map((link) => (link.textContent ?? '').split('/')[0] ?? ''))

test('[M1][M4] a guest watches live prices of crypto and forex', async ({ page, say }) => {
  await page.goto('/stocks')
  await expect(rows(page)).toHaveCount(15)
  const price = rowOf(page, 'BTC').locator('.mk-price')
  await expect(price).toHaveText(/^\d{1,3}(,\d{3})*\.\d+$/)
  const before = await price.textContent()
  await expect(price).not.toHaveText(before ?? '')
  await page.getByRole('tab', { name: say('markets:tabs.forex') }).click()
  await expect(rows(page)).toHaveCount(6)
  await expect(rowOf(page, 'EUR').locator('.mk-price')).toHaveText(/^\d\.\d{4,}$/)
  await expect(page.getByText(say('markets:source.simulated.name'))).toBeVisible()
})

test('[M1] search finds by pair and by name, and says when nothing matches', async ({ page, say }) => {
  await page.goto('/stocks')
  await expect(rows(page)).toHaveCount(15)
  const search = page.getByRole('searchbox', { name: say('markets:search') })
  await search.fill('btc/usdt')
  await expect(rows(page)).toHaveCount(1)
  await search.fill('ethereum')
  await expect(rowOf(page, 'ETH')).toHaveCount(1)
  await page.getByRole('button', { name: say('markets:clearSearch') }).click()
  await expect(search).toHaveValue('')
  await expect(rows(page)).toHaveCount(15)
  await search.fill('no such pair')
  await expect(page.getByText(say('markets:empty.title'))).toBeVisible()
  await page.getByRole('button', { name: say('markets:empty.all') }).click()
  await expect(rows(page)).toHaveCount(15)
  await expect(search).toHaveValue('')
})

test('[M1][R12][U-9] tab, search and order are kept by a reload, by the back button and in a shared link', async ({
  page,
  say,
}) => {
  await page.goto('/stocks')
  await expect(rows(page)).toHaveCount(15)
  await page.getByRole('tab', { name: say('markets:tabs.forex') }).click()
  const search = page.getByRole('searchbox', { name: say('markets:search') })
  await search.pressSequentially('usd')
  await page
    .locator('.mk')
    .getByRole('button', { name: say('markets:columns.price'), exact: true })
    .click()
  await expect(page).toHaveURL(/\/stocks\?tab=forex&q=usd&sort=-price$/)
  const shown = await basesShown(page)
  const expectSame = async (): Promise<void> => {
    await expect(page.getByRole('tab', { name: say('markets:tabs.forex') })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(search).toHaveValue('usd')
    await expect.poll(() => basesShown(page)).toEqual(shown)
  }
  await page.reload()
  await expectSame()
  await rowOf(page, shown[0] ?? '')
    .getByRole('link', { name: /USDT/ })
    .click()
  await expect(page).toHaveURL(/\/trade\//)
  await page.goBack()
  await expectSame()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('app:nav.markets') })
    .click()
  await expect(search).toHaveValue('')
  await expect(rows(page)).toHaveCount(15)
})

test('[M1] favourites are kept on this device', async ({ page, say }) => {
  await page.goto('/stocks')
  const only = page.getByRole('button', { name: say('markets:favourites.only') })
  await only.click()
  await expect(page.getByText(say('markets:favourites.none'))).toBeVisible()
  await only.click()
  const star = (base: string): Locator =>
    rowOf(page, base).getByRole('button', {
      name: say('markets:favourites.mark', { pair: `${base}/USDT` }),
    })
  await star('ETH').click()
  await expect(star('ETH')).toHaveAttribute('aria-pressed', 'true')
  await star('ETH').click()
  await expect(star('ETH')).toHaveAttribute('aria-pressed', 'false')
  await star('SOL').click()
  await page.reload()
  await page.getByRole('button', { name: say('markets:favourites.only') }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, 'SOL')).toBeVisible()
})

test('[M1] a press on a column sorts, the next one turns it round, the third restores the order', async ({
  page,
  say,
}) => {
  await page.goto('/stocks')
  await expect(rows(page)).toHaveCount(15)
  const first = await basesShown(page)
  const byName = page.getByRole('button', { name: say('markets:columns.name') })
  await byName.click()
  expect(await basesShown(page)).toEqual([...first].sort())
  await byName.click()
  expect(await basesShown(page)).toEqual([...first].sort().reverse())
  await byName.click()
  expect(await basesShown(page)).toEqual(first)
  await page.getByRole('button', { name: say('markets:columns.price') }).click()
  await expect.poll(async () => (await basesShown(page))[0]).toBe('BTC')
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  await page
    .getByRole('button', { name: say(`markets:columns.${isPhone ? 'volumeShort' : 'volume'}`) })
    .click()
  await expect(page).toHaveURL(/\?sort=-volume$/)
  await page.getByRole('button', { name: say('markets:columns.change'), exact: true }).click()
  await expect(page).toHaveURL(/\?sort=-change$/)
  const isGreatestFirst = async (): Promise<boolean> => {
    const changes = (await rows(page).allInnerTexts()).map((text) => {
      const [, sign, figure] = /([+−])?(\d+\.\d\d)%/.exec(text) ?? []
      return (sign === '−' ? -1 : 1) * Number(figure)
    })
    return (
      changes.length === 15 && changes.every((change, at) => at === 0 || change <= (changes[at - 1] ?? 0))
    )
  }
  await expect.poll(isGreatestFirst).toBe(true)
})

test('[M1] a row leads to the product; its figures are abbreviated', { tag: '@full' }, async ({ page }) => {
  await page.goto('/stocks')
  await expect(rowOf(page, 'BTC')).toContainText(/\d\.\d\d[BMK]/)
  await rowOf(page, 'ETH').getByRole('link', { name: /ETH/ }).click()
  await expect(page).toHaveURL(/\/trade\/ETHUSDT$/)
})

test('[E5][X4] a market list that cannot be loaded says so, on the trade screen too, and a retry brings it', {
  tag: '@full',
}, async ({ page, say, faults }) => {
  faults.expect(/status of 502/)
  let isDown = true
  const { isOpen: pressed, open: press } = createGate()
  await page.route('**/api/market/products*', async (route) => {
    if (isDown) return route.fulfill({ status: 502, body: 'bad gateway' })
    // The page also asks by itself every few seconds: here it is the retry that brings the answer.
    await pressed
    await route.continue()
  })
  await page.goto('/stocks')
  await expect(page.getByText(say('errors:LOAD_STOCKS'))).toBeVisible()
  // Screens without a list of markets beside the chart.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/trade/BTCUSDT')
  const chart = page.locator('.td-chart')
  await expect(chart).toContainText(say('errors:LOAD_STOCKS'))
  // A guest's order buttons lead to signing in, whatever the market does.
  const buttons = page.getByRole('button', { name: say('trade:order.loginFirst') })
  await expect(buttons).toHaveCount(2)
  isDown = false
  await chart.getByRole('button', { name: say('ui:retry') }).click()
  press()
  await expect(chart.locator('canvas').first()).toBeVisible()
  await page.goto('/stocks')
  await expect(rows(page)).toHaveCount(15)
})
