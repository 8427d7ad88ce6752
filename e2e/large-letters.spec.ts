import type { Page } from '@playwright/test'
import { placeOrder, waitForPending } from './account-calls.ts'
import { launchOptions } from './browser.ts'
import { expect, test } from './journey.ts'
import { OTHER_SHORT } from './short-contract.ts'

// The browser's own setting, twice the usual size: zooming is off, so this is how people with weak eyes read.
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  },
})

const SCREENS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
/** Short texts in boxes of their own: where larger letters are cut first. */
const BOXED =
  '.nav-word, .wl-row b, .dial > span, .avatar, .badge, .td-live-row .td-col, .pip, .count, [role="tab"], .btn, .list > *, .iv-head > *, .cr-item, .mk-row'

/** What scrolls sideways, and what runs out of its box. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate((boxed) => {
    const cut = [...document.querySelectorAll<HTMLElement>(boxed)].filter((box) => {
      const text = document.createRange()
      text.selectNodeContents(box)
      const { left, right, width } = text.getBoundingClientRect()
      const shown = box.getBoundingClientRect()
      const hidden = box.querySelector('.sr-only') !== null || shown.width === 0
      return !hidden && width > 0 && (left < shown.left - 1 || right > shown.right + 1 || right > innerWidth)
    })
    const over = document.documentElement.scrollWidth - innerWidth
    return [
      ...(over > 0 ? [`scrolls sideways by ${over}`] : []),
      ...cut.map(({ className, textContent }) => `${className}: ${textContent}`),
    ]
  }, BOXED)
}

test('[X1][R10] letters of twice the size cut nothing and make nothing scroll sideways', async ({
  page,
  context,
  place,
  person,
}) => {
  await page.goto('/trade/BTCUSDT')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await placeOrder(place, context, person, { stake: '1234.56', durationSeconds: 300 })
  await expect(page.locator('.td-live, .td-progress')).toContainText('1,234.56')
  for (const path of ['/trade/BTCUSDT', '/stocks', '/contract-record', '/account']) {
    if (!page.url().endsWith(path)) await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeAttached()
    await expect(page.locator('.td-hero, .mk-price, .cr-item, .ac-total').first()).toBeVisible()
    for (const screen of SCREENS) {
      await page.setViewportSize(screen)
      const chart = page.locator('.td-chart')
      if (path.startsWith('/trade')) {
        const height = async (): Promise<number> => (await chart.boundingBox())?.height ?? 0
        await expect.poll(height, `chart at ${screen.width}`).toBeGreaterThanOrEqual(176)
      }
      expect(await faultsOf(page), `${path} at ${screen.width}`).toEqual([])
    }
  }
  // Languages with long words.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const language of ['de-DE', 'ru-RU']) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('.iv-code')).toBeVisible()
    expect(await faultsOf(page), `/account in ${language}`).toEqual([])
  }
})

/** What lies over another thing, or outside the page, in rows of markets and records. */
function overlapsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    for (const row of document.querySelectorAll<HTMLElement>('.mk-row, .cr-item')) {
      const boxes = [
        ...row.querySelectorAll<HTMLElement>('.mk-pair, .star, .spark, .mk-price, .mk-change, .cr-col'),
      ]
        .map((each) => ({ name: each.getAttribute('class'), box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0)
      for (const [index, { name, box }] of boxes.entries()) {
        if (box.left < 0 || box.right > innerWidth) faults.push(`${name} outside: ${row.textContent}`)
        for (const other of boxes.slice(index + 1)) {
          const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
          const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
          if (width > 1 && height > 1) faults.push(`${name} under ${other.name}: ${row.textContent}`)
        }
      }
    }
    return faults
  })
}

test('[X1][M1][C1][U-6] with letters of twice the size nothing lies over names of pairs, and no result is cut off', async ({
  page,
  context,
  place,
  person,
}) => {
  await placeOrder(place, context, person, { ...OTHER_SHORT, stake: '1234.56' })
  await waitForPending(place, context, person, 0)
  await placeOrder(place, context, person, { stake: '1234.56', symbol: 'ATOMUSDT', durationSeconds: 3_600 })
  await page.goto('/stocks')
  for (const language of ['en-US', 'ru-RU', 'ar-AR']) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    for (const path of ['/stocks', '/stocks?tab=forex', '/contract-record', '/contract-record?tab=history']) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('.mk-price, .cr-item').first()).toBeVisible()
      for (const width of [360, 390, 600, 767]) {
        await page.setViewportSize({ width, height: 844 })
        const name = `${path} in ${language} at ${width}`
        expect([...(await overlapsOf(page)), ...(await faultsOf(page))], name).toEqual([])
      }
    }
  }
})

/** At the widths of phones: there letters have the least room. */
async function expectWhole(page: Page, name: string): Promise<void> {
  for (const screen of SCREENS.slice(0, 2)) {
    await page.setViewportSize(screen)
    expect(await faultsOf(page), `${name} at ${screen.width}`).toEqual([])
  }
}

test('[X1] [U1] letters of twice the size cut nothing of the sections of the account', async ({
  page,
  person,
}) => {
  expect(person.token).not.toBe('')
  for (const section of ['profile', 'security', 'settings', 'wallet', 'bills']) {
    await page.goto(`/account?section=${section}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await expectWhole(page, section)
  }
})

test('[X1] [A1] [R8] letters of twice the size cut nothing where guests sign in', async ({ page }) => {
  for (const language of ['en-US', 'de-DE']) {
    await page.goto('/stocks')
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('.top-signin .avatar')).toBeAttached()
    await expectWhole(page, `/stocks in ${language}`)
    for (const path of ['/login/register', '/login/forgot', '/login']) {
      await page.goto(path)
      await expect(page.locator('form')).toBeVisible()
      await expectWhole(page, `${path} in ${language}`)
    }
    for (const [way, landmark] of [
      [1, '.lg-code'],
      [2, '.wl-row'],
    ] as const) {
      await page.locator('.lg-ways [role="tab"]').nth(way).click()
      await expect(page.locator(landmark).first()).toBeVisible()
      await expectWhole(page, `way ${way} in ${language}`)
    }
  }
})
