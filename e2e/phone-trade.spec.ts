import type { Locator } from '@playwright/test'
import { contractsOf, placeOrder, waitForPending } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { LOST_CONNECTION } from './page-faults.ts'
import { openTrade, pressTwice, resultOf } from './screens.ts'
import { SHORT } from './short-contract.ts'

const LOW_PHONES = [
  { width: 360, height: 640 },
  { width: 390, height: 667 },
]

/** Whether nothing lies over the middle of it. */
const isOnTop = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('[T13][T1] on low phones the odds stand above the buttons without scrolling, contracts running or not', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  const panel = await openTrade(page, say, 'BTCUSDT')
  const odds = [
    panel.region.getByText(say('trade:order.profit'), { exact: false }).first(),
    panel.region.getByText(say('trade:order.breakEven'), { exact: true }),
  ]
  for (const running of [0, 1]) {
    if (running > 0) {
      await placeOrder(place, context, person, { durationSeconds: 300 })
      await expect(page.locator('.td-live')).toBeVisible()
    }
    for (const screen of LOW_PHONES) {
      await page.setViewportSize(screen)
      await expect(page.locator('.td-chart')).toBeVisible()
      // A turn or two of the browser's loop goes by until all is in its new place.
      await expect(async () => {
        const top = (await panel.up.boundingBox())?.y ?? 0
        expect(top).toBeLessThan(screen.height - 100)
        for (const each of odds) {
          const box = await each.boundingBox()
          expect((box?.y ?? screen.height) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
          // Seen, not only there: nothing lies over it.
          expect(await isOnTop(each), `${screen.width}x${screen.height}, ${running} running`).toBe(true)
        }
      }).toPass({ timeout: 20_000 })
    }
  }
})

/** The row in question as the reader finds it, px: its edges and those of what may cover it. */
const edgesOf = (what: Locator) =>
  what.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const inside = (x: number, y: number) => element.contains(document.elementFromPoint(x, y))
    const middle = (top + bottom) / 2
    return {
      top,
      bottom,
      open: [left + 4, (left + right) / 2, right - 4].every((x) => inside(x, middle)),
    }
  })

test('[T1][T2][T7][U-3] with three results and contracts running nothing covers the stake while it can be bought; a double press dismisses one result, one press at the end of them all', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('12.50')
  for (const stake of ['10', '20', '30', '35']) await placeOrder(place, context, person, { ...SHORT, stake })
  const live = page.locator('.td-live')
  const more = live.locator('.td-live-more')
  // Results are told of contracts that the page has seen running.
  await expect(more).toContainText('+3')
  await waitForPending(place, context, person, 0)
  // One row has the result told last, and the others are counted. Contracts that end together are told in any order.
  const contracts = await contractsOf(place, context, person)
  const row = live.locator('.td-result')
  await expect(row).toHaveCount(1)
  await expect
    .poll(async () => {
      const text = (await row.textContent()) ?? ''
      const shown = contracts.find(({ orderNo }) => text.includes(orderNo))
      const told = shown === undefined ? [] : ['ETH/USDT', `${Number(shown.stake)}.00`, resultOf(shown)]
      return told.length > 0 && told.every((each) => text.includes(each))
    })
    .toBe(true)
  await expect(more).toContainText('+3')
  // The next one comes to stand under the finger: the second half of the press is not meant for it.
  await pressTwice(row.getByRole('button', { name: say('trade:live.dismiss') }))
  await expect(more).toContainText('+2')
  for (const running of [0, 1, 2]) {
    if (running > 0) await placeOrder(place, context, person, { durationSeconds: 300, stake: '40' })
    if (running > 0) await expect(live.locator('.td-live-first')).toContainText('40.00')
    for (const screen of [...LOW_PHONES, { width: 390, height: 844 }]) {
      await page.setViewportSize(screen)
      for (const scrolled of [0, 15, 30, 60, 400]) {
        await page.evaluate((y) => scrollTo(0, y), scrolled)
        const name = `${screen.width}x${screen.height}, ${running} running, scrolled ${scrolled}`
        for (const row of ['.td-amount .stepper', '.td-quick', '.td-buttons']) {
          await expect
            .poll(async () => {
              const { top, bottom, open } = await edgesOf(panel.region.locator(row))
              return open && top >= 0 && bottom <= screen.height
            }, `${name}: ${row}`)
            .toBe(true)
        }
        for (const button of [panel.up, panel.down]) await expect(button).toContainText('12.50')
      }
    }
  }
  await more.click()
  await expect(live.locator('.td-result')).toHaveCount(3)
  await live.getByRole('button', { name: say('order:dismissAll') }).click()
  await expect(live.locator('.td-result')).toHaveCount(0)
  await expect(more).toContainText('+1')
})

test('[T7][U-11][U-13] neither contracts that begin nor the list of them nor the odds move the chart or the buttons; all periods come when they are asked for', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await openTrade(page, say, 'BTCUSDT')
  await expect(page.locator('.td-live')).toContainText(say('trade:live.none'))
  // By their classes: what lies open over them hides them from readers of the screen.
  const places = async () => {
    const [chart, up, amount] = await Promise.all(
      ['.td-chart', '.btn-order', '.td-amount'].map((each) => page.locator(each).first().boundingBox()),
    )
    return [chart?.y, chart?.height, up?.y, amount?.y, await page.evaluate(() => document.body.scrollWidth)]
  }
  const before = await places()
  for (const stake of ['10', '20']) await placeOrder(place, context, person, { stake })
  const live = page.locator('.td-live')
  await expect(live.locator('.td-live-more')).toContainText('+1')
  expect(await places(), 'two running').toEqual(before)
  await live.locator('.td-live-more').click()
  await expect(live.locator('.td-live-others')).toBeVisible()
  expect(await places(), 'all opened').toEqual(before)
  await page.getByText(say('trade:order.breakEven'), { exact: true }).click()
  const odds = page.getByRole('dialog', { name: say('order:odds') })
  await expect(odds).toBeVisible()
  expect(await places(), 'the odds opened').toEqual(before)
  await page.keyboard.press('Escape')
  await expect(odds).toBeHidden()

  const all = page.getByRole('button', { name: say('trade:chart.allPeriods') })
  const seldom = page.getByRole('button', { name: `15m, ${say('trade:chart.periods.15m')}` })
  await expect(seldom).toHaveCount(0)
  await all.click()
  await expect(all).toHaveCount(0)
  await seldom.click()
  await expect(seldom).toHaveAttribute('aria-pressed', 'true')
})

test.describe(() => {
  // Its reasons are long.
  test.use({ language: 'de-DE' })
  for (const screen of [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ]) {
    test(`[T1][X4][U-13] neither a reason of several lines nor a lost connection moves what is pressed: ${screen.width}`, {
      tag: screen.width === 390 ? [] : '@full',
    }, async ({ page, context, person, say, faults }) => {
      expect(person.token).not.toBe('')
      faults.expect(LOST_CONNECTION)
      await page.setViewportSize(screen)
      const panel = await openTrade(page, say, 'BTCUSDT')
      await panel.amount.fill('25')
      const places = () =>
        Promise.all(
          ['.td-chart', '.td-durations', '.td-amount', '.td-quick', '.btn-up', '.btn-down'].map((each) =>
            page.locator(each).first().boundingBox(),
          ),
        )
      const before = await places()
      await panel.amount.fill('5.000')
      await expect(panel.hint).toHaveText(say('trade:obstacle.unclear-amount'))
      expect(await places(), 'a long reason').toEqual(before)
      await panel.amount.fill('25')
      await expect(panel.up).toBeEnabled()
      await context.setOffline(true)
      await expect(page.locator('.td-banner')).toBeVisible()
      await expect(panel.hint).toHaveText(say('trade:obstacle.offline'))
      expect(await places(), 'no connection').toEqual(before)
    })
  }
})

test('[T1][X4] with a contract running and no network the amount is still in sight', {
  tag: '@full',
}, async ({ page, context, place, person, say, faults }) => {
  faults.expect(LOST_CONNECTION)
  const panel = await openTrade(page, say, 'BTCUSDT')
  await placeOrder(place, context, person, { durationSeconds: 300 })
  await expect(page.locator('.td-live')).toBeVisible()
  await context.setOffline(true)
  await expect(panel.hint).toHaveText(say('trade:obstacle.offline'))
  await expect.poll(() => isOnTop(panel.amount)).toBe(true)
})

test('[T1][L2] an amount is read as it is meant, or stays and is said to be unclear', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('1.234,5')
  await expect(panel.up).toContainText('1,234.50')
  await panel.amount.blur()
  await expect(panel.amount).toHaveValue('1,234.50')
  await panel.amount.fill('-5')
  await expect(panel.hint).toHaveText(say('trade:obstacle.no-amount'))
  await expect(panel.up).toBeDisabled()
  await panel.amount.blur()
  await expect(panel.amount).toHaveValue('-5')
})

test('[T1][T5][U-16] on a phone the question stands in the place of the order: price alive, entry rule, Buy in its colour', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('25')
  await panel.down.click()
  await expect(panel.buy).toHaveClass(/btn-down/)
  await expect(panel.buy).toContainText(say('trade:direction.down'))
  await expect(panel.buy).toContainText('25.00')
  await expect(panel.ask).toContainText(say('order:entryDelayed', { seconds: '0.3' }))
  await expect(page.locator('.scrim')).toHaveCount(0)
  await expect(panel.buy).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.td-chart')).toBeInViewport()
  const price = panel.ask.locator('.kv dd').first()
  const first = await price.textContent()
  await expect(price).not.toHaveText(first ?? '')
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(panel.buy).toBeInViewport({ ratio: 1 })
  await expect.poll(() => isOnTop(panel.buy)).toBe(true)
})
