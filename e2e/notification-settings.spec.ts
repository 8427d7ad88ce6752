import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'

const SETTINGS = '/account?section=settings'

test('[N6] [X1] what somebody wants to be told: switched here, kept with the account, there after a reload', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/account')
  await page.getByRole('link', { name: say('security:notify.title') }).click()
  await expect(page).toHaveURL(/section=settings$/)
  const toggle = (key: string) =>
    page.getByRole('switch', { name: say(`security:notify.${key}`), exact: true })
  for (const key of ['trade', 'system', 'priceAlerts', 'email']) await expect(toggle(key)).toBeChecked()
  for (const key of ['digest', 'newsletter', 'marketing']) await expect(toggle(key)).not.toBeChecked()
  await expectAccessible(page, 'settings of notifications')
  const wanted = { trade: false, priceAlerts: false, email: false, digest: true, marketing: true }
  for (const [key, checked] of Object.entries(wanted)) {
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/account/notifications') && answer.request().method() === 'POST',
    )
    await toggle(key).click()
    expect((await saved).status()).toBe(200)
    expect((await saved).request().postDataJSON()).toEqual({ [key]: checked })
    await expect(toggle(key)).toBeChecked({ checked })
  }
  await page.goto(SETTINGS)
  for (const [key, checked] of Object.entries(wanted)) await expect(toggle(key)).toBeChecked({ checked })
  await expect(toggle('system')).toBeChecked()
  await expect(page.getByText(/\d+\.\d+\.\d+/)).toBeVisible()
})

test('[N6] two tabs that switch one thing each do not undo each other', async ({
  page,
  context,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const other = await context.newPage()
  const toggle = (tab: Page, key: string) =>
    tab.getByRole('switch', { name: say(`security:notify.${key}`), exact: true })
  for (const tab of [page, other]) {
    await tab.goto(SETTINGS)
    await expect(toggle(tab, 'trade')).toBeChecked()
  }
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await toggle(page, 'trade').click()
  await saved
  await toggle(other, 'system').click()
  // What the server answers is shown: the other tab's change too.
  for (const key of ['trade', 'system']) await expect(toggle(other, key)).not.toBeChecked()
  await page.reload()
  for (const key of ['trade', 'system']) await expect(toggle(page, key)).not.toBeChecked()
  await expect(toggle(page, 'email')).toBeChecked()
})

test('[N6] a switch that could not be kept goes back', async ({ page, person, say, faults }) => {
  faults.expect(/503/)
  expect(person.token).not.toBe('')
  await page.goto(SETTINGS)
  const system = page.getByRole('switch', { name: say('security:notify.system'), exact: true })
  await expect(system).toBeChecked()
  await page.route('**/api/account/notifications', async (route) => {
    if (route.request().method() === 'GET') return await route.continue()
    await route.fulfill({ status: 503, json: { success: false, code: 'UNAVAILABLE', message: 'x' } })
  })
  await system.click()
  await expect(page.locator('.toast')).toBeVisible()
  await expect(system).toBeChecked()
})

test('[N6] [X1] the page a mail’s unsubscribe link leads to asks first, without sign-in; a link nobody was given is told apart', async ({
  page,
  place,
  faults,
}) => {
  faults.expect(/404/)
  await page.goto(`${place.url}/unsubscribe/none-that-was-sent`)
  await expectAccessible(page, 'unsubscribing')
  const asked = await page.getByRole('main').getByRole('paragraph').textContent()
  await page.keyboard.press('Tab')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.keyboard.press('Enter')
  expect((await answered).status()).toBe(404)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('paragraph')).not.toHaveText(asked ?? '')
  await expectAccessible(page, 'a link that is not known')
})
