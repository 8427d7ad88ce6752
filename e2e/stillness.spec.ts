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

/** Live prices that are drawn while a page is watched. */
const PRICES_SEEN = 8

async function pricesChange(page: Page, times: number): Promise<void> {
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve) => {
        let left = all
        const watcher = new MutationObserver((changes) => {
          const isPrice = ({ target }: MutationRecord): boolean =>
            (target instanceof Element ? target : target.parentElement)?.closest('.mk-price, .td-hero') !=
            null
          if (changes.some(isPrice)) left -= 1
          if (left > 0) return
          watcher.disconnect()
          resolve()
        })
        watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    times,
  )
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
    await pricesChange(page, PRICES_SEEN)
    const { sum, what } = await shiftsOf(page)
    expect(sum, what).toBeLessThan(SHIFT_MAX)
  })
}

/** Sections of the account, and its overview: many small answers and parts of the code, each in its own time. */
const ACCOUNT = ['', 'profile', 'security', 'settings', 'wallet', 'bills'] as const
const LATE_MS = 60
/** Some eighty files and answers, one after the other. */
const PATIENCE = { timeout: 60_000 }

/** Answers and code come late, one after the other, and of several that are under way the last asked for comes first. */
async function answerLate(page: Page): Promise<() => Promise<void>> {
  const waiting: (() => void)[] = []
  let quietSince = Date.now()
  const timer = setInterval(() => {
    const next = waiting.pop()
    if (next === undefined) return
    quietSince = Date.now()
    next()
  }, LATE_MS)
  page.once('close', () => clearInterval(timer))
  await page.route(/\/(api|assets)\//, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    quietSince = Date.now()
    await route.fallback()
  })
  return async () => {
    await expect(page.locator('main h1')).toBeVisible(PATIENCE)
    await expect.poll(() => Date.now() - quietSince, PATIENCE).toBeGreaterThan(1_500)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  }
}

/** Notes whatever can be pressed, and each heading, that is seen at one place of the page and then at another. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: string[] = []
    Object.assign(window, { moves })
    const WATCHED = ['a', 'button', 'summary', 'input', 'select', 'textarea', 'label', 'h1', 'h2']
    const places = new Map<Element, DOMRect>()
    const look = (): void => {
      for (const element of document.querySelectorAll(`main :is(${WATCHED.join()})`)) {
        const { x, y, width, height } = element.getBoundingClientRect()
        const now = new DOMRect(x + scrollX, y + scrollY, width, height)
        const seen = width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
        const before = seen ? places.get(element) : undefined
        if (before !== undefined) {
          const aside = Math.min(Math.abs(now.left - before.left), Math.abs(now.right - before.right))
          const down = now.top - before.top
          if (aside > 1 || Math.abs(down) > 1)
            moves.push(`${element.textContent || element.className}: ${down} px down, ${aside} px aside`)
        }
        if (seen) places.set(element, now)
        else places.delete(element)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

for (const section of ACCOUNT) {
  const path = section === '' ? '/account' : `/account?section=${section}`
  test(`[X4] nothing that can be pressed moves on ${path} while its parts arrive`, {
    tag: section === '' || section === 'security' ? [] : '@full',
  }, async ({ page, person }) => {
    expect(person.token).not.toBe('')
    await watchShifts(page)
    await watchMoves(page)
    // As where the site sends mails: it says so of an address that nobody has confirmed.
    await page.route('**/api/account/security', async (route) => {
      const response = await route.fetch()
      const { data, ...answer } = (await response.json()) as { data: object }
      await route.fulfill({
        response,
        json: { ...answer, data: { ...data, unconfirmedEmail: 'somebody@example.com' } },
      })
    })
    const everythingCame = await answerLate(page)
    await page.goto(path)
    await everythingCame()
    expect(await page.evaluate(() => (window as unknown as { moves: string[] }).moves)).toEqual([])
    const { sum, what } = await shiftsOf(page)
    expect(sum, what).toBeLessThan(SHIFT_MAX)
  })
}
