import type { Page } from '@playwright/test'
import { askDeposit } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import type { Place } from './person.ts'
import type { Words } from './words.ts'

// The first administrator's one-time password opens once: later journeys sign in with the one that he chose.
test.describe.configure({ mode: 'serial' })
const CHOSEN = 'a much better password'

async function signInAsAdmin(page: Page, place: Place, say: Words, password: string): Promise<void> {
  await page.getByLabel(say('admin:login.username')).fill(place.firstRun.adminUsername)
  await page.getByLabel(say('admin:login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say('admin:login.action') }).click()
}

test('[D2][R5] the first administrator replaces the one-time password, works, signs out and in again', async ({
  page,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(401), refusedCall(403))
  const { adminUsername, adminPassword } = place.firstRun
  const login = (password: string) => signInAsAdmin(page, place, say, password)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await login('a wrong password')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await login(adminPassword)
  await expect(page.getByText(say('admin:login.done')).first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { name: say('admin:password.title') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: say('admin:password.title') })).toBeVisible()

  const field = (key: string) => page.getByLabel(say(`admin:password.${key}`), { exact: true })
  const set = page.getByRole('button', { name: say('admin:password.action') })
  await field('currentPassword').fill(adminPassword)
  await field('newPassword').fill(CHOSEN)
  await field('confirmPassword').fill('another one')
  await set.click()
  await expect(page.getByText(say('admin:password.faults.match'))).toBeVisible()
  await field('confirmPassword').fill(CHOSEN)
  await set.click()
  await expect(page.getByRole('banner').getByText(adminUsername, { exact: true })).toBeVisible()

  const stored = await page.evaluate(() => localStorage.getItem('adminToken'))
  expect(stored).not.toBeNull()
  await page.goto('/admin/login')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.getByRole('button', { name: say('admin:shell.signOut') }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await login(adminPassword)
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await login(CHOSEN)
  await expect(page.getByRole('banner').getByText(adminUsername, { exact: true })).toBeVisible()
})

test('[D3][D4][D10] a deposit is reviewed in the frame of the back office; address, reload and back keep what lies open', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  const id = await askDeposit(place, context, person, '50')
  await page.goto('/admin/recharge-orders?state=pending')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await signInAsAdmin(page, place, say, CHOSEN)
  await expect(page).toHaveURL(/\/admin\/recharge-orders\?state=pending$/)
  const sidebar = page.getByRole('navigation', { name: say('admin:shell.title') })
  await expect(
    sidebar.getByRole('link', { name: say('admin:page.recharge-orders'), exact: false }),
  ).toHaveAttribute('aria-current', 'page')

  const frame = page.frameLocator('iframe')
  const row = frame.getByRole('row').filter({ hasText: person.username })
  await row.click()
  await expect(page).toHaveURL(new RegExp(`order=${id}$`))
  const drawer = frame.getByRole('complementary')
  await expect(drawer.getByText('50.00').first()).toBeVisible()
  await expectAccessible(page, 'recharge orders')
  await page.reload()
  await expect(drawer.getByText(person.username)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/recharge-orders\?state=pending$/)
  await expect(drawer).toBeHidden()
  await page.goForward()
  await expect(drawer).toBeVisible()

  await drawer.getByRole('button', { name: say('admin:orders.step.take') }).click()
  await expect(row).toBeHidden()
  await frame.getByRole('tab', { name: say('admin:orders.states.processing') }).click()
  await row.click()
  await drawer.getByRole('button', { name: say('admin:orders.step.credit') }).click()
  await expect(row).toBeHidden()
  await frame.getByRole('tab', { name: say('admin:orders.states.completed') }).click()
  await expect(row).toBeVisible()

  await sidebar.getByRole('link', { name: say('admin:page.dashboard') }).click()
  await expect(frame.getByRole('heading', { name: say('admin:page.dashboard') })).toBeVisible()
  await expect(frame.getByText(say('admin:dashboard.online'))).toBeVisible()
  await expectAccessible(page, 'dashboard')
})

test('[D4][D1] a framed page also stands alone, with its own look at the token; the shell cannot be framed', async ({
  page,
  place,
  say,
}) => {
  await page.goto('/admin-pages/withdraw-orders/index.html?state=completed')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await signInAsAdmin(page, place, say, CHOSEN)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const alone = await page.goto('/admin-pages/withdraw-orders/index.html?state=completed')
  expect(alone?.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
  await expect(page.getByRole('tab', { name: say('admin:orders.states.completed') })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.getByRole('tab', { name: say('admin:orders.states.failed') }).click()
  await page.goBack()
  await expect(page).toHaveURL(/\?state=completed$/)
  const shell = await page.goto('/admin/dashboard')
  expect(shell?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('[D5] a count that is higher at the next poll alerts for a minute', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await page.clock.install()
  await page.goto('/admin/profile')
  await signInAsAdmin(page, place, say, CHOSEN)
  const pending = page.getByRole('banner').getByRole('link', { name: say('admin:shell.pending.recharge') })
  await expect(pending).toBeVisible()
  await askDeposit(place, context, person, '60')
  await page.clock.fastForward(60_000)
  await expect(pending.getByRole('status')).toHaveText(say('admin:shell.more'))
  await expect(pending).toHaveClass(/adm-alert/)
  // Other journeys ask for deposits too: each begins the minute anew.
  await expect(async () => {
    await page.clock.fastForward(61_000)
    await expect(pending).not.toHaveClass(/adm-alert/, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
})
