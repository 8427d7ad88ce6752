import type { MonthFigures, PublicEvent } from '@truestrike/protocol/month-endpoints.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { aMonth, theEvents } from './month-answers.ts'
import { refusedCall } from './page-faults.ts'

const data = (value: unknown) => ({ json: { success: true, data: value } })

test('[P6] a guest finds the months from “How do I know?”', { tag: '@full' }, async ({ page, say }) => {
  await page.goto('/proof')
  await page.getByRole('link', { name: words(say('proof:page.hides.halt')) }).click()
  await expect(page).toHaveURL(/\/proof\/months$/)
  await expect(page.getByRole('heading', { name: say('proof:months.title') })).toBeVisible()
  const books = page.locator('.pm-book')
  await expect(books).toHaveCount(2)
  for (const reason of ['no-opening-price', 'price-gap', 'source-changed', 'void'])
    await expect(books.first()).toContainText(say(`proof:months.reason.${reason}`))
  await expect(page.getByRole('heading', { name: say('proof:months.events') })).toBeVisible()
  await expectAccessible(page, 'months')
})

test('[P6] every kind of event, what it cancelled and what that meant; an earlier month; a failure says so and is retried', async ({
  page,
  say,
  faults,
}) => {
  faults.expect(refusedCall(503))
  let isAway = true
  await page.route('**/api/proof/months*', (route) => {
    if (isAway)
      return route.fulfill({ status: 503, json: { success: false, code: 'UNAVAILABLE', message: '-' } })
    const month = new URL(route.request().url()).searchParams.get('month')
    return route.fulfill(data(aMonth(month) satisfies MonthFigures))
  })
  await page.route('**/api/proof/months/events*', (route) => {
    const month = new URL(route.request().url()).searchParams.get('month')
    const events: PublicEvent[] = month === '2026-10' ? [] : theEvents()
    return route.fulfill(data({ month, events, nextCursor: null }))
  })
  await page.goto('/proof/months')
  await expect(page.getByText(say('proof:months.failed'))).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'months, failed')
  isAway = false
  await page.getByRole('button', { name: say('ui:retry') }).click()
  const demo = page.locator('.pm-book').last()
  // It would have paid 80.00 and kept 30.00: cancelling spared the house 50.00.
  await expect(demo.locator('li', { hasText: say('proof:months.reason.price-gap') })).toContainText('+50.00')
  await expect(demo.locator('li', { hasText: say('proof:months.reason.no-opening-price') })).toContainText(
    '−25.00 … +20.00',
  )
  await expect(page.locator('.pm-event')).toHaveCount(6)
  await expect(page.locator('.pm-event').first()).toContainText(
    say('proof:months.kind.haltOpen', { duration: '17' }).slice(0, 9),
  )
  await expect(page.locator('.pm-event', { hasText: 'wrong prices' })).toContainText('−12.50')
  // The number leads to the entry in the public log, which everybody may read.
  const entry = page.locator('.pm-event').nth(1).getByRole('link').first()
  const answer = await page.request.get(String(await entry.getAttribute('href')))
  expect((await answer.json()).success).toBe(true)
  await expectAccessible(page, 'months with every kind of event')

  const earlier = page.getByRole('button', { name: say('proof:months.earlier') })
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/month=2026-10$/)
  await expect(page.getByText(say('proof:months.noEvents'))).toBeVisible()
  await expect(earlier).toBeDisabled()
  await page.getByRole('button', { name: say('proof:months.later') }).click()
  await expect(page).toHaveURL(/\/proof\/months$/)
})

/** The words of the link in a translated sentence. */
function words(text: string): string {
  return /<months>(.*)<\/months>/.exec(text)?.[1] ?? ''
}
