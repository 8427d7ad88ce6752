import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeOrder, waitForPending } from './account-calls.ts'
import { expect, test } from './journey.ts'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../docs/screenshots')
const fileOf = (screen: string, project: string): string => join(folder, `${screen}-${project}.png`)

test('markets', async ({ page }, info) => {
  // The curves of a new database are made in the background.
  await expect
    .poll(async () => {
      const { data } = await (await page.request.get('/api/market/products')).json()
      return data.products.filter(({ spark }: { spark: string[] }) => spark.length < 20)
    })
    .toEqual([])
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await page.waitForTimeout(3_000)
  await page.screenshot({ path: fileOf('markets', info.project.name) })
})

test('login', async ({ page }, info) => {
  await page.goto('/login')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: fileOf('login', info.project.name) })
})

test('trade', async ({ page, context, place, person }, info) => {
  await placeOrder(place, context, person, { stake: '25', direction: 'down' })
  await placeOrder(place, context, person, { stake: '40' })
  await waitForPending(place, context, person, 0)
  await placeOrder(place, context, person, { stake: '100', durationSeconds: 300 })
  await page.goto('/trade/BTCUSDT')
  await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
  await expect(page.locator('.td-live, .td-progress')).toContainText('100.00')
  await page.waitForTimeout(5_000)
  await page.screenshot({ path: fileOf('trade', info.project.name) })
})

test('contracts', async ({ page, context, place, person }, info) => {
  for (const [symbol, direction, stake] of [
    ['BTCUSDT', 'up', '100'],
    ['ETHUSDT', 'down', '50'],
    ['SOLUSDT', 'up', '25'],
    ['EURUSDT', 'down', '75'],
    ['BTCUSDT', 'down', '60'],
  ] as const) {
    await placeOrder(place, context, person, { symbol, direction, stake })
  }
  await waitForPending(place, context, person, 0)
  await placeOrder(place, context, person, { stake: '150', durationSeconds: 900 })
  await page.goto('/contract-record?tab=history')
  await expect(page.locator('.cr-item, tbody tr')).toHaveCount(5)
  await page.waitForTimeout(2_000)
  await page.screenshot({ path: fileOf('contracts', info.project.name) })
})

test('receipt', async ({ page, context, place, person, say }, info) => {
  const { id } = await placeOrder(place, context, person, { stake: '100' })
  await waitForPending(place, context, person, 0)
  await page.goto(`/contract-record?tab=history&contract=${id}`)
  const verdict = page.getByText(say('proof:receipt.verified'))
  await expect(verdict).toBeVisible()
  // On a phone the verdict lies below the fold.
  await verdict.scrollIntoViewIfNeeded()
  await page.getByText(say('proof:receipt.holds.contract')).scrollIntoViewIfNeeded()
  await page.waitForTimeout(1_000)
  await page.screenshot({ path: fileOf('receipt', info.project.name) })
})
