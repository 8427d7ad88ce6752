import { signInAsAdmin } from './admin-entry.ts'
import { expectAccessible } from './axe.ts'
import { rowsOf, test } from './back-office.ts'
import { expect } from './journey.ts'

const SCREENS = [
  { language: 'en-US', width: 1440, height: 900 },
  { language: 'ar-AR', width: 768, height: 1024 },
]

test('[D3][D4][X1][X3] every page of the sidebar opens in its frame, and satisfies axe where it stands alone, on a tablet from right to left too; who closes a row with the keyboard stands on it', async ({
  page,
  owner,
  say,
}) => {
  test.setTimeout(300_000)
  await page.goto('/admin/profile')
  await signInAsAdmin({ page, say }, owner.username, owner.password)
  const sidebar = page.getByRole('navigation', { name: say('admin:shell.title') })
  await expect(sidebar.getByRole('link').first()).toBeVisible()
  const paths = await sidebar
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  const pages = paths.filter((path) => path.startsWith('/admin/'))
  expect(pages.length).toBeGreaterThan(10)
  for (const path of pages) {
    await sidebar.locator(`a[href$="${path}"]`).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible()
  }
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: say('admin:shell.menu') }).click()
  await banner.getByRole('menuitem', { name: say('admin:page.profile') }).click()
  await expect(page).toHaveURL(/\/admin\/profile$/)
  await expect(page.frameLocator('iframe').getByText(owner.username, { exact: true })).toBeVisible()

  await page.goto('/admin-pages/game-rules/index.html')
  const rules = rowsOf(page)
  await rules.nth(3).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.adm-drawer h2')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.adm-drawer')).toHaveCount(0)
  await expect(rules.nth(3)).toBeFocused()

  for (const { language, ...size } of SCREENS) {
    await page.setViewportSize(size)
    await page.evaluate((locale) => localStorage.setItem('language', locale), language)
    for (const path of pages) {
      await page.goto(`${path.replace('/admin/', '/admin-pages/')}/index.html`)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expectAccessible(page, `${path}, ${language}`)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, `${path}, ${language}`).toBeLessThanOrEqual(0)
    }
  }
})
