import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** Largest sum of shifts that nobody notices. */
const SHIFT_MAX = 0.02

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        shifts.push({
          value: entry.value,
          what: entry.sources.map(({ node }) => node?.className?.toString() ?? node?.nodeName ?? '?'),
        })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shiftsOf(page: Page): Promise<{ sum: number; what: string }> {
  return await page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: { value: number; what: string[] }[] }
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), what: JSON.stringify(shifts) }
  })
}

for (const path of ['/stocks', '/trade/BTCUSDT']) {
  test(`[X4] nothing jumps on ${path} when its data arrives late`, {
    tag: path === '/stocks' ? '@full' : [],
  }, async ({ page, person }) => {
    expect(person.token).not.toBe('')
    await watchShifts(page)
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await page.goto(path)
    await expect(page.locator('.mk-price, .td-hero').first()).toBeVisible()
    if (path.startsWith('/trade'))
      await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
    // Two seconds of live prices.
    await page.waitForTimeout(2_000)
    const { sum, what } = await shiftsOf(page)
    expect(sum, what).toBeLessThan(SHIFT_MAX)
  })
}
