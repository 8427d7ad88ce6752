import { placeOrder } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { chooseLanguage } from './screens.ts'

const WIDTHS = [360, 390, 768, 1024, 1440]
const PATHS = ['/stocks', '/trade/BTCUSDT', '/account', '/contract-record']

test('[R7][R8][R9] navigation is a bar below the page up to 1024 px and a rail beside it above', {
  tag: '@full',
}, async ({ page, person, language, say }) => {
  expect(person.token).not.toBe('')
  await page.goto('/stocks')
  const nav = page.getByRole('navigation', { name: say('app:nav.label') })
  for (const width of [390, 768, 769, 1024, 1025, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const device = width <= 768 ? 'mobile' : width <= 1024 ? 'tablet' : 'desktop'
    await expect(page.locator('html')).toHaveAttribute('data-device', device)
    const box = await nav.boundingBox()
    if (box === null) throw new Error('no navigation')
    if (device === 'desktop') {
      expect(box.width).toBeLessThan(100)
      expect(Math.round(box.x + (language === 'ar-AR' ? box.width : 0))).toBe(
        language === 'ar-AR' ? width : 0,
      )
    } else {
      expect(Math.round(box.width)).toBe(width)
      expect(Math.round(box.y + box.height)).toBe(900)
    }
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  for (const [key, path, shown] of [
    ['trade', /\/trade\/BTCUSDT$/, page.getByRole('region', { name: say('trade:order.region') })],
    ['contracts', /\/contract-record$/, heading(say('contracts:title'))],
    ['account', /\/account$/, heading(person.username)],
    ['markets', /\/stocks$/, heading(say('markets:title'))],
  ] as const) {
    await nav.getByRole('link', { name: say(`app:nav.${key}`), exact: true }).click()
    await expect(page).toHaveURL(path)
    // The page before stays until this one is there.
    await expect(shown).toBeVisible()
  }
})

test('[R9][X3] no screen scrolls sideways at any width', async ({ page, person }) => {
  expect(person.token).not.toBe('')
  for (const path of [...PATHS, '/proof', '/no/such/page']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeAttached()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('[R9][L1][T8] results stay in sight beside large amounts, and nothing widens the page', {
  tag: '@full',
}, async ({ page, context, place, person }) => {
  await placeOrder(place, context, person, { durationSeconds: 3_600, stake: '1234.5' })
  await placeOrder(place, context, person, { symbol: 'DOGEUSDT', durationSeconds: 86_400, stake: '4999.99' })
  await page.goto('/trade/DOGEUSDT')
  for (const name of ['Deutsch', 'Français', 'English', 'العربية']) {
    await chooseLanguage(page, name)
    for (const width of [1_440, 1_100, 1_024, 800]) {
      await page.setViewportSize({ width, height: 800 })
      const frame = page.locator('.td-scroll')
      await expect(frame.locator('tbody tr')).toHaveCount(2)
      await expect
        .poll(() => frame.evaluate((each) => each.scrollWidth - each.clientWidth), `${name} at ${width}`)
        .toBeLessThanOrEqual(0)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, `${name} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('[R9][X3] the sign-in pages do not scroll sideways either', { tag: '@full' }, async ({ page }) => {
  for (const path of ['/login', '/login/register', '/admin/login']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('[R8][L1][X3] header and document are those of a guest in his language', { tag: '@full' }, async ({
  page,
  language,
  say,
}) => {
  await page.goto('/trade/ETHUSDT')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', language)
  await expect(html).toHaveAttribute('dir', language === 'ar-AR' ? 'rtl' : 'ltr')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: say('app:signIn') })).toHaveAttribute(
    'href',
    '/login?next=%2Ftrade%2FETHUSDT',
  )
  await expect(header.getByRole('button', { name: say('app:notices.bell') })).toBeHidden()
  await expect(header.getByRole('link', { name: say('app:support') })).toBeHidden()
  await expect(page.locator('.td-canvas').locator('xpath=ancestor::*[@dir="ltr"][1]')).toBeAttached()
})
