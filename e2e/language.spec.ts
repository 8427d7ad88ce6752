import { placeOrder } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { chooseLanguage, openTrade } from './screens.ts'
import { wordsOf } from './words.ts'

const LANGUAGES = [
  ['es-ES', 'Español'],
  ['pt-PT', 'Português'],
  ['ar-AR', 'العربية'],
  ['de-DE', 'Deutsch'],
  ['ru-RU', 'Русский'],
  ['fr-FR', 'Français'],
  ['hi-IN', 'हिन्दी'],
  ['en-US', 'English'],
] as const

test('[L1][X3] a language applies at once, without a reload, and is kept', async ({ page }) => {
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  for (const [language, name] of LANGUAGES) {
    const say = wordsOf(language)
    await chooseLanguage(page, name)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar-AR' ? 'rtl' : 'ltr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('markets:title'))
    await expect(page.getByRole('navigation')).toContainText(say('app:nav.contracts'))
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(language)
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await chooseLanguage(page, 'Deutsch')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('de-DE')('markets:title'))
})

test('[L2] figures are grouped alike in every language', { tag: '@full' }, async ({ page }) => {
  await page.goto('/stocks')
  for (const [, name] of LANGUAGES) {
    await chooseLanguage(page, name)
    await expect(page.locator('.mk-price').first()).toHaveText(/^\d{1,3}(,\d{3})*\.\d+$/)
  }
})

test('[L1] the languages come in files of their own: only the chosen one and the fallback', {
  tag: '@full',
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/catalogue-\w\w/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  expect(asked.filter((url) => !url.includes('catalogue-en'))).toEqual([])
  await chooseLanguage(page, 'Français')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR')
  expect(asked.filter((url) => url.includes('catalogue-fr')).length).toBeGreaterThan(0)
})

test('[E1][L1] the server answers in the chosen language', { tag: '@full' }, async ({ page, faults }) => {
  faults.expect(/status of 401/)
  await page.goto('/login')
  await chooseLanguage(page, 'Deutsch')
  const say = wordsOf('de-DE')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  await page.getByLabel(say('auth:username.label')).fill('nobody-here')
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill('some-password')
  const sent = page.waitForRequest('**/api/login/login')
  await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
  expect((await sent).headers()['accept-language']).toBe('de-DE')
})

test('[L1][T7] the words on the chart change with the language, into letters of its script', {
  tag: '@full',
}, async ({ page, context, place, person, say }) => {
  await page.addInitScript(() => {
    const written: Record<string, string> = {}
    const write = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      written[text] = this.font
      write.call(this, text, x, y)
    }
    Object.assign(window, { written })
  })
  await placeOrder(place, context, person, { durationSeconds: 300, stake: '25' })
  await openTrade(page, say, 'BTCUSDT')
  const fontOf = (text: string) =>
    page.evaluate((each) => (window as unknown as { written: Record<string, string> }).written[each], text)
  for (const [language, name, family] of [
    ['hi-IN', 'हिन्दी', 'Noto Sans Devanagari'],
    ['ar-AR', 'العربية', 'Noto Sans Arabic'],
  ] as const) {
    await chooseLanguage(page, name)
    await expect.poll(() => fontOf(wordsOf(language)('trade:chart.entry'))).toContain(family)
  }
})
