import { balanceOf, contractsOf, waitForPending } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { buy, choose, delayResults, hasTable, openOthers, orderPanel, resultOf } from './screens.ts'

test('[T1][T4][T5][T7][T8][C1][C2] a contract from the order to its record', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await delayResults(page)
  await page.goto('/trade/BTCUSDT')
  const panel = orderPanel(page, say)
  await expect(panel.region).toContainText('10,000.00')
  await expect(page.locator('.td-hero')).toHaveText(/^\d{1,3}(,\d{3})*\.\d+$/)

  await test.step('the quote, then the confirm step with everything that matters', async () => {
    await choose(panel.duration(30))
    await panel.amount.fill('100')
    await expect(panel.region).toContainText('+80.00')
    await expect(panel.region).toContainText('55.56%')
    await panel.up.click()
    await expect(panel.ask).toContainText('100.00')
    await expect(panel.ask).toContainText('−100.00')
    await expect(panel.ask).toContainText(say('ui:funds.demo.name'))
    await expect(panel.ask).toContainText(say('trade:order.risk'))
    await page.keyboard.press('Escape')
    await expect(panel.ask).toBeHidden()
    expect(await contractsOf(place, context, person)).toEqual([])
  })

  await test.step('two contracts run side by side, shown in progress with their time left', async () => {
    await buy(page, say, { direction: 'up', amount: '100' })
    await expect(panel.region).toContainText('9,900.00')
    await panel.amount.fill('25')
    await panel.down.click()
    await panel.ask.locator('label').click()
    await panel.buy.click()
    await expect(panel.region).toContainText('9,875.00')
    const live = page.getByRole('region', { name: say('trade:live.region') })
    await expect(live).toContainText('100.00')
    await expect(live).toContainText(/[+−]\d+\.\d\d/)
    await expect(live).toContainText(say('trade:live.ifEndsNow'))
    await expect(page.getByRole('navigation').locator('.pip')).toContainText('2')
  })

  await test.step('it outlives a reload, waits for its settlement, and ends with its result', async () => {
    await page.reload()
    const live = page.locator('.td-live, .td-progress')
    await expect(live).toContainText('100.00')
    await expect(live.getByText(say('trade:live.waiting')).first()).toBeVisible({ timeout: 40_000 })
    await waitForPending(place, context, person, 0)
    const contracts = await contractsOf(place, context, person)
    expect(contracts).toHaveLength(2)
    await openOthers(page)
    for (const contract of contracts) await expect(live).toContainText(resultOf(contract))
    await expectAccessible(page, 'trade, settled')
    const profit = contracts.reduce((sum, contract) => sum + Number(contract.profit), 0)
    const { available } = await balanceOf(place, context, person)
    expect(Number(available)).toBeCloseTo(10_000 + profit, 6)
    await expect(panel.region).toContainText(
      Number(available).toLocaleString('en-US', { minimumFractionDigits: 2 }),
    )
  })

  await test.step('the results stay until they are dismissed, over a reload too', async () => {
    await page.reload()
    const results = page.locator('.td-live, .td-progress')
    const dismiss = results.getByRole('button', { name: say('trade:live.dismiss'), exact: true })
    await openOthers(page)
    await expect(dismiss).toHaveCount(2)
    await dismiss.first().click()
    await expect(dismiss).toHaveCount(1)
    await page.reload()
    await expect(dismiss).toHaveCount(1)
    await dismiss.click()
    await expect(dismiss).toHaveCount(0)
  })

  await test.step('after "do not ask again" a press buys at once', async () => {
    await panel.amount.fill('10')
    await panel.up.click()
    await expect(panel.ask).toBeHidden()
    await waitForPending(place, context, person, 1)
  })

  await test.step('the table below the chart tells those that run from those that are over', async () => {
    if (!hasTable(page)) return
    const table = page.getByRole('region', { name: say('trade:table.region'), exact: true })
    for (const [tab, amounts] of [
      ['open', ['10.00']],
      ['recent', ['25.00', '100.00']],
      ['all', ['10.00', '25.00', '100.00']],
    ] as const) {
      await table.getByRole('tab', { name: say(`trade:table.${tab}`) }).click()
      await expect(table.locator('tbody tr td:nth-child(2)'), tab).toHaveText(amounts)
    }
  })

  await test.step('the records hold them; the drawer has an address of its own', async () => {
    await page.goto('/contract-record')
    const records = page.getByRole('tabpanel').locator('.cr-item, tbody tr')
    await expect(records).toHaveCount(1)
    await page.getByRole('tab', { name: say('contracts:tab.history') }).click()
    await expect(records).toHaveCount(2)
    await records.first().click()
    const drawer = page.getByRole('dialog')
    await expect(page).toHaveURL(/contract=\d+/)
    const [newest] = (await contractsOf(place, context, person)).filter(({ state }) => state === 'completed')
    await expect(drawer).toContainText(newest?.orderNo ?? 'an order number')
    await page.reload()
    await expect(drawer).toContainText(newest?.orderNo ?? 'an order number')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(/\/contract-record\?tab=history$/)
    await expect(records).not.toHaveCount(0)
  })
})
