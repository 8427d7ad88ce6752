import type { Locator } from '@playwright/test'
import { placeOrder } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { LOST_CONNECTION } from './page-faults.ts'
import { openTrade, orderPanel } from './screens.ts'

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

test('[T1][T2] whatever stands above the order, the stake is in sight and no row is shown half', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  const panel = await openTrade(page, say, 'BTCUSDT')
  await panel.amount.fill('12.50')
  for (const running of [1, 2]) {
    await placeOrder(place, context, person, { durationSeconds: 300 })
    if (running === 2) await page.getByText(say('trade:order.breakEven'), { exact: true }).click()
    for (const screen of [...LOW_PHONES, { width: 390, height: 844 }]) {
      await page.setViewportSize(screen)
      await expect(page.locator('.td-live')).toBeVisible()
      for (const button of [panel.up, panel.down]) {
        await expect(button).toContainText('12.50')
        await expect(button).toBeInViewport({ ratio: 1 })
      }
      for (const scrolled of [0, 15, 30, 60]) {
        await page.evaluate((y) => scrollTo(0, y), scrolled)
        const sliced = () =>
          page.locator('.td-durations, .td-amount > *').evaluateAll((rows) => {
            const dock = document.querySelector('.td-dock')?.getBoundingClientRect().top ?? 0
            return rows
              .filter((row) => {
                const { top, bottom } = row.getBoundingClientRect()
                return top < dock - 1 && bottom > dock + 2 && getComputedStyle(row).opacity !== '0'
              })
              .map(({ className }) => className)
          })
        await expect.poll(sliced, `${screen.width}x${screen.height}, ${scrolled}`).toEqual([])
      }
    }
  }
})

test('[T1][X4] with a contract running and no network the amount is still in sight', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
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
  await expect(panel.amount).toHaveValue('1234.50')
  await panel.amount.fill('-5')
  await expect(panel.hint).toHaveText(say('trade:obstacle.no-amount'))
  await expect(panel.up).toBeDisabled()
  await panel.amount.blur()
  await expect(panel.amount).toHaveValue('-5')
})

test('[T1] the next press on Up is taken while the confirm step is still closing', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/trade/BTCUSDT')
  const panel = orderPanel(page, say)
  await panel.amount.fill('10')
  await panel.up.click()
  await expect(panel.ask).toBeVisible()
  // What lies under the pointer in the first frame of the closing.
  const under = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const up = document.querySelector('.btn-up')?.getBoundingClientRect()
        const nav = document.querySelector('.nav')?.getBoundingClientRect()
        if (up === undefined || nav === undefined) return resolve([])
        const at = (box: DOMRect) =>
          document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        const observer = new MutationObserver(() => {
          if (document.querySelector('.scrim[data-ending-style]') === null) return
          observer.disconnect()
          resolve([at(up)?.closest('button')?.className ?? '', at(nav)?.className ?? ''])
        })
        observer.observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )
  await panel.ask.getByRole('button', { name: say('trade:confirm.buy'), exact: true }).click()
  const [atUp, atNavigation] = await under
  expect(atUp).toContain('btn-up')
  expect(atNavigation).toContain('scrim')
})
