import type { Page } from '@playwright/test'
import { contractsOf, waitForPending } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { registerPerson } from './person.ts'
import { orderPanel } from './screens.ts'

/** As many steps as nobody should need. */
const STEPS_MAX = 120

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (element === null) return ''
    return (
      element.getAttribute('aria-label') ??
      (element.labels?.[0]?.textContent || element.textContent || element.getAttribute('placeholder') || '')
    ).trim()
  })

/** Tab until something with these words has the focus, which must be seen. */
async function tabTo(page: Page, words: string | RegExp): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (typeof words === 'string' ? name.includes(words) : words.test(name)) {
      const seen = await page.evaluate(() => {
        const element = document.activeElement
        if (element === null) return false
        // Native controls drawn by their label are hidden themselves.
        const shown = element.matches('.sr-only') ? (element.closest('label') ?? element) : element
        const box = shown.getBoundingClientRect()
        return box.width > 1 && box.bottom > 0 && box.top < window.innerHeight
      })
      expect(seen, `'${name}' is in view`).toBe(true)
      return
    }
  }
  throw new Error(`the focus never reached '${words}'`)
}

test('[X1] from the sign-in to a settled contract and its record by keyboard alone', async ({
  page,
  context,
  place,
  say,
}) => {
  const who = await registerPerson(place, context)
  await page.goto('/login?next=%2Ftrade%2FBTCUSDT')
  await expect(page.getByLabel(say('auth:username.label'))).toBeFocused()
  await page.keyboard.type(who.username)
  await tabTo(page, say('auth:password.label'))
  await page.keyboard.type(who.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/trade\/BTCUSDT$/)
  await expect(page.getByRole('button', { name: say('trade:direction.upCondition') })).toBeEnabled()

  await tabTo(page, say.like('trade:order.durationChoice'))
  await page.keyboard.press('ArrowLeft')
  await expect(orderPanel(page, say).duration(30)).toBeChecked()
  await tabTo(page, say('trade:order.amount'))
  await page.keyboard.type('33')
  await tabTo(page, say('trade:direction.upCondition'))
  await page.keyboard.press('Enter')
  const ask = page.getByRole('dialog', { name: say('trade:confirm.title') })
  await expect(ask).toBeVisible()
  await tabTo(page, say('trade:confirm.buy'))
  await page.keyboard.press('Enter')
  await expect(ask).toBeHidden()
  await expect(page.locator('.td-progress')).toContainText('33.00')
  const session = { ...who, token: (await page.evaluate(() => localStorage.getItem('token'))) ?? '' }
  await waitForPending(place, context, session, 0)
  const [contract] = await contractsOf(place, context, session)
  await expect(page.getByRole('status').filter({ hasText: 'USDT' }).first()).toBeAttached()
  await tabTo(page, say('trade:live.viewDetails'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(contract?.orderNo ?? 'an order number')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('[X1] the first Tab offers the way past the navigation', async ({ page, say }) => {
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(say('app:skip'))
  await page.keyboard.press('Enter')
  await tabTo(page, /./)
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})
