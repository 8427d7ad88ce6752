import { get } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { createGate } from './gate.ts'
import { expect, test } from './journey.ts'
import { LOST_CONNECTION } from './page-faults.ts'
import { dialogOf, hearNothing, pastDoublePress, pressTwice } from './screens.ts'

test('[N6] [M1] [R12] [X1] a price alert is set on the trade screen, told of once when it is reached, and leads there; one that was reached meanwhile is removed without a fuss', async ({
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
  // One of another pair that is far away, by the keyboard, and taken back.
  const pair = dialog.getByLabel(say('notices:alert.pair'), { exact: true })
  await expect(pair).toHaveValue('BTCUSDT')
  await pair.selectOption('ETHUSDT')
  await dialog.getByRole('button', { name: '+1%' }).click()
  await price.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText('ETH/USDT')
  await expect(price).toHaveValue('')
  await expect(dimmed).toHaveCount(0)
  await expectAccessible(page, 'price alerts, one waiting')
  await dialog
    .getByRole('listitem')
    .getByRole('button', { name: say('notices:alert.remove') })
    .click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await pair.selectOption('BTCUSDT')
  // Near ones on both sides: the market reaches one of them soon.
  const { products } = await get<{ products: { symbol: string; ticker: { price: string } }[] }>(
    place,
    context,
    '/api/market/products',
    person,
  )
  const now = Number(products.find(({ symbol }) => symbol === 'BTCUSDT')?.ticker.price)
  const path = '/api/account/alerts'
  const set: unknown[] = []
  for (const away of [1.00005, 0.99995]) {
    await price.fill((now * away).toFixed(2))
    const answer = page.waitForResponse(
      (each) => each.url().endsWith(path) && each.request().method() === 'POST',
    )
    await dialog.getByRole('button', { name: say('notices:alert.set') }).click()
    set.push((await (await answer).json()).data.alert)
    await expect(price).toHaveValue('')
  }
  // Another tab that hears of nothing: it goes on showing both, also when one is reached before they are read again.
  const listed = await get<{ max: number }>(place, context, path, person)
  const data = { ...listed, alerts: set }
  const deaf = await context.newPage()
  await deaf.route(`**${path}`, (route) => route.fulfill({ json: { success: true, data } }))
  await hearNothing(deaf)
  await deaf.goto('/trade/BTCUSDT?modal=alerts')
  const shown = dialogOf(deaf, title).getByRole('listitem')
  await expect(shown).toHaveCount(2)
  const bell = page.locator('header .count')
  await expect(bell).toBeVisible({ timeout: 90_000 })
  // At least one of them has been reached. Of two quick presses the second one meets the alert that has moved there, and leaves it.
  const remove = shown.first().getByRole('button', { name: say('notices:alert.remove') })
  await pressTwice(remove)
  await expect(shown).toHaveCount(1)
  await pastDoublePress(deaf)
  await remove.click()
  await expect(shown).toHaveCount(0)
  await expect(deaf.locator('.toast')).toHaveCount(0)
  await deaf.close()
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
  // It is read as it leads there; a page that were loaded anew at once would take that back.
  const read = page.waitForResponse(/\/api\/account\/notices\/\d+\/read$/)
  await notices.getByRole('listitem').first().getByRole('button').first().click()
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  await read
  // One that is read leads there as before.
  await page.goto('/stocks?modal=notices')
  await notices.locator('li[data-read="true"]').getByRole('button').first().click()
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
})

test('[N6] an alert that is set before the list has come is in it, whatever the late answer says', {
  tag: '@full',
}, async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  const path = '**/api/account/alerts'
  const { isOpen: isSet, open: answerLate } = createGate()
  await page.route(
    path,
    async (route) => {
      const before = await route.fetch()
      await isSet
      await route.fulfill({ response: before }).catch(() => undefined)
    },
    { times: 1 },
  )
  const asked = page.waitForRequest(path)
  await page.goto('/trade/BTCUSDT?modal=alerts')
  await asked
  const dialog = dialogOf(page, say('notices:alert.title'))
  await dialog.getByRole('button', { name: '+1%' }).click()
  await dialog.getByRole('button', { name: say('notices:alert.set') }).click()
  await expect(page.locator('.toast').getByText(say('notices:alert.saved'))).toBeVisible()
  answerLate()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
})

test('[N6] [E2] a price alert that cannot be removed while the network is away is still there, and goes at the next press', async ({
  page,
  person,
  say,
  faults,
}) => {
  expect(person.token).not.toBe('')
  faults.expect(LOST_CONNECTION)
  await page.goto('/trade/BTCUSDT?modal=alerts')
  const dialog = dialogOf(page, say('notices:alert.title'))
  const listed = dialog.getByRole('listitem')
  const remove = listed.getByRole('button', { name: say('notices:alert.remove') })
  await dialog.getByRole('button', { name: '+1%' }).click()
  await dialog.getByRole('button', { name: say('notices:alert.set') }).click()
  await expect(listed).toHaveCount(1)
  await page.route(/\/api\/account\/alerts/, (route) => route.abort('failed'))
  const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'DELETE')
  await remove.click()
  await lost
  await expect(page.locator('.toast').getByText(say('errors:NETWORK_ERROR'))).toBeVisible()
  await expect(listed).toHaveCount(1)
  await page.unroute(/\/api\/account\/alerts/)
  await pastDoublePress(page)
  await remove.click()
  await expect(listed).toHaveCount(0)
  await page.reload()
  await expect(dialog.getByText(say('notices:alert.none'))).toBeVisible()
})
