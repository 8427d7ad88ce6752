import type { Locator } from '@playwright/test'
import { expect, test } from './journey.ts'
import { openWalletLogin } from './screens.ts'

/** Where the words of an element begin, px from the side the language begins at. */
const beginOf = (words: Locator): Promise<number> =>
  words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right } = range.getBoundingClientRect()
    return document.documentElement.dir === 'rtl' ? innerWidth - right : left
  })

test('[X3] what is typed and the names of wallets begin where their labels do', async ({
  page,
  language,
  say,
}) => {
  await openWalletLogin(page, say)
  const row = page.getByRole('listitem').filter({ hasText: 'TronLink' })
  const name = await beginOf(row.getByText('TronLink', { exact: true }))
  const chain = await beginOf(row.getByText(say('wallet:chain.tron'), { exact: true }))
  expect(Math.abs(name - chain)).toBeLessThan(2)
  await page.goto('/login')
  const password = page.getByLabel(say('auth:password.label'), { exact: true })
  await password.fill('abcdef')
  await expect(password).toHaveCSS('direction', 'ltr')
  await expect(password).toHaveCSS('text-align', language === 'ar-AR' ? /right/ : /left|start/)
})

test('[X3] [T12] dates within sentences run the way of their own words', async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  await page.goto('/account?section=settings')
  const largest = page.getByLabel(say('security:limits.maxStake'))
  for (const amount of ['100', '200']) {
    await largest.fill(amount)
    const saved = page.waitForResponse('**/api/account/limits')
    await page.getByRole('button', { name: say('security:limits.save') }).click()
    await saved
  }
  const next = page.getByText(say.like('security:limits.next'))
  await expect(next).toContainText('\u2066200.00 USDT\u2069')
  // A first strong letter decides: an Arabic month makes its date run right to left.
  await expect(next).toContainText(/\u2068[^\u2069]*\d{2}:\d{2}:\d{2}[^\u2069]*\u2069/)
})

test('[X4] what a button belongs to is not squeezed beside it', async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  await page.goto('/account?section=security')
  const heading = page.getByRole('heading', { name: say('security:password.title'), exact: true })
  const note = page.getByText(say('security:password.note'))
  await expect(heading).toBeVisible()
  expect((await note.boundingBox())?.width).toBeGreaterThan(230)
  const outcome = page.getByText(say('security:login.outcome.signed-in'), { exact: true }).first()
  const used = page.getByRole('listitem').filter({ has: outcome }).locator('.t2').first()
  expect((await used.boundingBox())?.width).toBeGreaterThan(180)
})

test('[U-19] a phone has no keys to switch off', async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  await page.goto('/account')
  await expect(page.getByRole('switch', { name: say('account:palette') })).toBeVisible()
  await expect(page.getByRole('switch', { name: say('devices:keys.title') })).toHaveCount(0)
})

test('[R7] [X4] what is told for a moment does not lie over the navigation, at any width', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/account?section=settings')
  for (const width of [390, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 800 })
    // Tighter each time: nothing is told where nothing is saved.
    await page.getByLabel(say('security:limits.maxStake')).fill(`${2_000 - width}`)
    await page.getByRole('button', { name: say('security:limits.save') }).click()
    const toast = page.locator('.toast').first()
    await expect(toast).toBeVisible()
    const [told, bar] = [await toast.boundingBox(), await page.locator('.nav').boundingBox()]
    const apart =
      told !== null &&
      bar !== null &&
      (told.y + told.height <= bar.y ||
        bar.y + bar.height <= told.y ||
        told.x + told.width <= bar.x ||
        bar.x + bar.width <= told.x)
    expect(apart, `${width} px: ${JSON.stringify([told, bar])}`).toBe(true)
  }
})
