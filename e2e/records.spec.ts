import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { contractsOf, placeOrder, waitForPending } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { inFilters, recordsOf } from './records-page.ts'
import { OTHER_SHORT, SHORT } from './short-contract.ts'
import type { Words } from './words.ts'

test('[C1][C2][M5] records name where their prices come from, are filtered by product, direction and date, and load more as one scrolls', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  for (let count = 0; count < 24; count += 1) {
    await placeOrder(place, context, person, { stake: '1', durationSeconds: 3_600 })
  }
  await placeOrder(place, context, person, {
    symbol: 'ETHUSDT',
    direction: 'down',
    stake: '2',
    durationSeconds: 3_600,
  })
  await page.goto('/contract-record')
  const records = recordsOf(page)
  await expect.poll(() => records.count()).toBeGreaterThanOrEqual(20)
  await expect(page.getByText(say('contracts:sources.simulated'), { exact: true })).toBeVisible()
  await records.last().scrollIntoViewIfNeeded()
  await expect(records).toHaveCount(25)
  await inFilters(page, say, () => page.getByLabel(say('contracts:filter.product')).selectOption('ETHUSDT'))
  await expect(records).toHaveCount(1)
  await expect(records.first()).toContainText('2.00')
  await inFilters(page, say, () => page.getByLabel(say('contracts:filter.direction')).selectOption('up'))
  await expect(page.getByText(say('contracts:noMatch'))).toBeVisible()
  await page.getByRole('button', { name: say('contracts:filter.clear') }).click()
  await expect.poll(() => records.count()).toBeGreaterThanOrEqual(20)
  await inFilters(page, say, async () => {
    await page.getByLabel(say('contracts:filter.dates')).selectOption('own')
    await page.getByLabel(say('contracts:filter.to')).fill('2020-01-01')
  })
  await expect(page.getByText(say('contracts:noMatch'))).toBeVisible()
})

test('[C1][C2] the drawer of a settled contract tells its life; back and Esc close it', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await placeOrder(place, context, person, { ...SHORT, stake: '3' })
  await waitForPending(place, context, person, 0)
  const [contract] = await contractsOf(place, context, person)
  if (contract === undefined) throw new Error('no contract')
  await page.goto('/contract-record')
  await expect(page.getByText(say('contracts:emptyOpen'), { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: say('contracts:tab.history') }).click()
  await page.getByRole('button', { name: new RegExp(contract.orderNo) }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(contract.orderNo)
  await expect(drawer).toContainText(say('contracts:type.up'))
  await expect(drawer).toContainText(say(`contracts:result.${contract.result}`))
  await expect(drawer.locator('svg, canvas').first()).toBeVisible()
  // The payout rate stands beside the stake of a contract that won; on a lost one nothing is paid.
  if (contract.result === 'won') await expect(drawer.locator('.cr-result')).toContainText('3.00 × 80%')
  else await expect(drawer.locator('.cr-result')).not.toContainText('×')
  await page.goBack()
  await expect(drawer).toBeHidden()
  await page.goForward()
  await expect(drawer).toContainText(contract.orderNo)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('[C1] a contract that is not one is said to be none; those of others are not shown', {
  tag: '@full',
}, async ({ page, context, place, person, say, faults }) => {
  expect(person.token).not.toBe('')
  faults.expect(refusedCall(404))
  await page.goto('/contract-record?contract=999999999')
  await expect(page.getByRole('dialog').getByText(/\S/).first()).toBeVisible()
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: say('contracts:details') }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(say('contracts:emptyOpen'), { exact: true })).toBeVisible()
  expect(await contractsOf(place, context, person)).toEqual([])
})

test('[E5] records that cannot be loaded say so, with a retry', { tag: '@full' }, async ({
  page,
  person,
  say,
  faults,
}) => {
  expect(person.token).not.toBe('')
  faults.expect(refusedCall(500))
  await page.route('**/api/trade/contracts?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/contract-record')
  await expect(page.getByText(say('errors:LOAD_RECORDS'))).toBeVisible()
  await page.unroute('**/api/trade/contracts?*')
  await page.getByRole('button', { name: say('ui:retry') }).click()
  await expect(page.getByText(say('contracts:emptyOpen'), { exact: true })).toBeVisible()
})

/**
 * On a phone the filters are in a dialog, and the button that opens it tells how many are set. Back closes it too, and what was
 * chosen stays. The history has one contract, up, which came out as `own`; its state is filtered already.
 */
async function filterOnPhone(page: Page, say: Words, result: { own: string; other: string }): Promise<void> {
  const isSet = (count: number) =>
    page.getByRole('button', { name: say('contracts:filter.open', { count }), exact: true })
  const dialog = page.getByRole('dialog', { name: say('contracts:filter.title'), exact: true })
  const done = dialog.getByRole('button', { name: say('contracts:filter.done'), exact: true })
  const items = page.locator('.cr-item')
  const step = () => page.evaluate(() => (history.state as { idx: number }).idx)
  const begun = await step()
  await isSet(1).click()
  for (const [name, none, one] of [
    ['stateName', 'cancelled', 'completed'],
    ['filter.product', OTHER_SHORT.symbol, SHORT.symbol],
    ['filter.direction', 'down', 'up'],
    ['filter.result', result.other, result.own],
    ['filter.dates', 'own', 'today'],
  ] as const) {
    const choice = dialog.getByLabel(say(`contracts:${name}`), { exact: true })
    await choice.selectOption(none)
    if (none === 'own') await dialog.getByLabel(say('contracts:filter.to')).fill('2020-01-01')
    await expect(items, name).toHaveCount(0)
    await choice.selectOption(one)
    await expect(items, name).toHaveCount(1)
  }
  await done.dblclick()
  await expect(dialog).toBeHidden()
  await isSet(5).click()
  await dialog.getByRole('button', { name: say('contracts:filter.clear'), exact: true }).click()
  await done.click()
  await expect(isSet(0)).toBeVisible()
  await isSet(0).click()
  await dialog.getByLabel(say('contracts:filter.direction'), { exact: true }).selectOption('up')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(isSet(1)).toBeVisible()
  await expect(items).toHaveCount(1)
  await isSet(1).click()
  await dialog.getByLabel(say('contracts:filter.result'), { exact: true }).selectOption(result.own)
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(isSet(2)).toBeVisible()
  await expect(items).toHaveCount(1)
  expect(await step(), 'no step is left behind').toBe(begun)
}

test('[C1][U-20] the history is filtered by state, and by result where there is one; the tab stands in the address, and Back closes the filters of a phone', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await placeOrder(place, context, person, { ...SHORT, stake: '3' })
  await waitForPending(place, context, person, 0)
  await placeOrder(place, context, person, { stake: '4', durationSeconds: 3_600 })
  await page.goto('/contract-record')
  const records = recordsOf(page)
  const state = page.getByLabel(say('contracts:stateName'))
  const result = page.getByLabel(say('contracts:filter.result'))
  await expect(records).toHaveCount(1)
  await expect(records).toContainText('4.00')
  await inFilters(page, say, () => expect(state).toBeHidden())
  await page.getByRole('tab', { name: say('contracts:tab.history') }).click()
  await expect(records).toContainText('3.00')
  await page.reload()
  await expect(records).toContainText('3.00')
  await expect(records).toHaveCount(1)
  await inFilters(page, say, async () => {
    await state.selectOption('completed')
    await expect(result).toBeVisible()
  })
  await expect(records).toHaveCount(1)
  const [settled] = await contractsOf(place, context, person, 'completed')
  const own = settled?.result ?? 'none'
  const other = own === 'won' ? 'lost' : 'won'
  await inFilters(page, say, () => result.selectOption(other))
  await expect(page.getByText(say('contracts:noMatch'))).toBeVisible()
  await inFilters(page, say, () => result.selectOption(own))
  await expect(records).toHaveCount(1)
  await inFilters(page, say, async () => {
    await state.selectOption('cancelled')
    await expect(result).toBeHidden()
  })
  await expect(page.getByText(say('contracts:noMatch'))).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await filterOnPhone(page, say, { own, other })
  await page.locator('.cr-item').click()
  await expect(page.getByRole('dialog')).toContainText(settled?.orderNo ?? 'an order number')
})

test('[C1][R12][T13][U-9] filters are kept by a reload, by the back button and in a shared link, and the figures follow them', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await placeOrder(place, context, person, { ...OTHER_SHORT, stake: '3' })
  await placeOrder(place, context, person, { ...SHORT, stake: '4', direction: 'down' })
  await waitForPending(place, context, person, 0)
  await page.goto('/contract-record?tab=history')
  const records = recordsOf(page)
  const decided = page.locator('.cr-stats > div').filter({ hasText: say('contracts:statistics.wonLost') })
  await expect(records).toHaveCount(2)
  const dates = page.getByLabel(say('contracts:filter.dates'))
  await inFilters(page, say, async () => {
    await page.getByLabel(say('contracts:filter.product')).selectOption(SHORT.symbol)
    await dates.selectOption('today')
  })
  const eth = (await contractsOf(place, context, person)).find(({ symbol }) => symbol === SHORT.symbol)
  const expectSame = async (): Promise<void> => {
    await expect(records).toHaveCount(1)
    await expect(records).toContainText('4.00')
    await expect(decided.locator('dd bdi')).toHaveText([
      eth?.result === 'won' ? '1' : '0',
      eth?.result === 'lost' ? '1' : '0',
    ])
    await inFilters(page, say, () => expect(dates).toHaveValue('today'))
  }
  await expectSame()
  const address = page.url()
  await page.reload()
  await expectSame()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('app:nav.account') })
    .click()
  await expect(page).toHaveURL(/\/account/)
  await page.goBack()
  await expectSame()
  await page.goto('/stocks')
  await page.goto(address)
  await expectSame()
})

test('[C2][U-14] order number and opening time are shown at every width', { tag: '@full' }, async ({
  page,
  context,
  place,
  person,
}) => {
  await placeOrder(place, context, person, { ...SHORT, stake: '3' })
  await waitForPending(place, context, person, 0)
  const [contract] = await contractsOf(place, context, person)
  if (contract?.openingTimeMs == null) throw new Error('no opened contract')
  await page.goto('/contract-record?tab=history')
  const opened = await page.evaluate(
    (timeMs) => new Date(timeMs).toLocaleTimeString('en-GB'),
    contract.openingTimeMs,
  )
  for (const width of [1024, 800, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const line = page.locator('.cr-order:visible')
    await expect(line, `${width}`).toContainText(contract.orderNo)
    await expect(line, `${width}`).toContainText(opened)
    const { right } = await line.evaluate((each) => each.getBoundingClientRect())
    expect(right).toBeLessThanOrEqual(width)
  }
})

test('[C3] the contracts of the view are taken along as a file in the language of the page, which is not offered where there are none; a refusal is told', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  const button = page.getByRole('button', { name: say('contracts:export') })
  await page.goto('/contract-record')
  await expect(page.getByText(say('contracts:emptyOpen'), { exact: true })).toBeVisible()
  await expect(button).toHaveCount(0)
  await placeOrder(place, context, person, { stake: '7', durationSeconds: 3_600 })
  await placeOrder(place, context, person, { stake: '8', direction: 'down', durationSeconds: 3_600 })
  await page.reload()
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toMatch(/^crypto-trade-contracts-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const [head, ...rows] = text.trimEnd().split('\r\n')
  expect(head).toContain(say('contracts:closingPrice'))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain(`,${say('contracts:direction.down')},8.00,`)
  faults.expect(refusedCall(429))
  const body = { success: false, code: 'TOO_MANY_REQUESTS', message: 'Wait a little', requestId: 'r' }
  await page.route('**/contracts/export?*', (route) => route.fulfill({ status: 429, json: body }))
  await button.click()
  await expect(page.locator('.toast')).toContainText('Wait a little')
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
})

for (const language of ['en-US', 'ar-AR']) {
  test.describe(() => {
    test.use({ language })
    test(`[C1][X2] won and lost stand in the order of their label: ${language}`, { tag: '@full' }, async ({
      page,
      context,
      place,
      person,
      say,
    }) => {
      await placeOrder(place, context, person, SHORT)
      await waitForPending(place, context, person, 0)
      const [contract] = await contractsOf(place, context, person)
      await page.goto('/contract-record')
      const figure = page.locator('.cr-stats > div').filter({ hasText: say('contracts:statistics.wonLost') })
      const figures = figure.locator('dd bdi')
      await expect(figures).toHaveText([
        contract?.result === 'won' ? '1' : '0',
        contract?.result === 'lost' ? '1' : '0',
      ])
      const [won, lost] = await figures.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().x),
      )
      expect(Math.sign((lost ?? 0) - (won ?? 0))).toBe(language === 'ar-AR' ? -1 : 1)
    })
  })
}
