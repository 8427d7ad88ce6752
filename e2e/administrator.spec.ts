import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'

test('[D2][R5] the first administrator replaces the one-time password, works, signs out and in again', async ({
  page,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(401), refusedCall(403))
  const { adminUsername, adminPassword } = place.firstRun
  const login = async (password: string) => {
    await page.getByLabel(say('admin:login.username')).fill(adminUsername)
    await page.getByLabel(say('admin:login.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: say('admin:login.action') }).click()
  }
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

  const chosen = 'a much better password'
  const field = (key: string) => page.getByLabel(say(`admin:password.${key}`), { exact: true })
  const set = page.getByRole('button', { name: say('admin:password.action') })
  await field('currentPassword').fill(adminPassword)
  await field('newPassword').fill(chosen)
  await field('confirmPassword').fill('another one')
  await set.click()
  await expect(page.getByText(say('admin:password.faults.match'))).toBeVisible()
  await field('confirmPassword').fill(chosen)
  await set.click()
  await expect(page.getByText(adminUsername)).toBeVisible()

  const stored = await page.evaluate(() => localStorage.getItem('adminToken'))
  expect(stored).not.toBeNull()
  await page.goto('/admin/login')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.getByRole('button', { name: say('admin:home.signOut') }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await login(adminPassword)
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await login(chosen)
  await expect(page.getByText(adminUsername)).toBeVisible()
})
