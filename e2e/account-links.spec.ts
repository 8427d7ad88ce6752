import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const DIALOGS = [
  { path: '/account?section=security&modal=password', action: 'security:rows.password' },
  { path: '/account?section=security&modal=two-factor', action: 'security:twoFactor.turnOn' },
  { path: '/account?modal=link-wallet', action: 'wallet:linked.link' },
] as const

const withoutModal = (path: string): string => path.replace(/[?&]modal=.*/, '')
/** Address and query as a whole. */
const at = (path: string) => (url: URL) => url.pathname + url.search === path

test('[R12] a dialog of the account opens by its address, survives a reload, and is closed by Esc and by back', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const dialog = page.getByRole('dialog')
  for (const { path, action } of DIALOGS) {
    await page.goto(path)
    await expect(dialog).toBeVisible()
    await page.reload()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(at(withoutModal(path)))

    const opener = page.getByRole('main').getByRole('button', { name: say(action), exact: true })
    await opener.click()
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(at(path))
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(at(withoutModal(path)))

    await opener.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(page).toHaveURL(at(withoutModal(path)))
  }
})

async function expectSection(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

test('[R12] sections open by their address, survive a reload, and back leads to the overview', {
  tag: '@full',
}, async ({ page, person, say }) => {
  for (const section of ['security', 'settings'] as const) {
    const title = say(`security:title.${section}`)
    await page.goto(`/account?section=${section}`)
    await expectSection(page, title)
    await page.reload()
    await expectSection(page, title)
    await page.goto('/account')
    await page
      .getByRole('link', {
        name: say(section === 'security' ? 'security:rows.history' : 'security:limits.title'),
      })
      .click()
    await expectSection(page, title)
    await page.goBack()
    await expectSection(page, person.username)
  }
})

test('[R12] [U1] [U-14] the bills open by the name of their dialog too', async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  await page.goto('/stocks')
  await page.goto('/account?modal=bill')
  await expectSection(page, say('funds:title.bills'))
  await expect(page).toHaveURL(at('/account?section=bills'))
  await page.reload()
  await expectSection(page, say('funds:title.bills'))
  await page.goBack()
  await expect(page).toHaveURL(/\/stocks$/)
})

test('[F1] [U1] the account shows what a day changed in each book, and on a desktop what moved last', {
  tag: '@full',
}, async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  await page.goto('/account')
  for (const card of await page.locator('.ac-balance').all()) {
    await expect(card).toContainText(say('funds:change'))
  }
  const recent = page.getByRole('region', { name: say('funds:recent') })
  await expect(recent).toContainText(say('funds:none'))
  await recent.getByRole('link', { name: say('funds:all') }).click()
  await expectSection(page, say('funds:title.bills'))
  await page.goBack()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.ac-balance').first()).toBeVisible()
  await expect(recent).toBeHidden()
})

test('[F2][R12] from tablets on the header has a button for a deposit; it opens where it is asked for', {
  tag: '@full',
}, async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  await page.goto('/stocks')
  const deposit = page.getByRole('banner').locator('.top-deposit')
  await expect(deposit).toBeAttached()
  if ((page.viewportSize()?.width ?? 0) <= 768) return await expect(deposit).toBeHidden()
  await expect(deposit).toHaveText(say('app:deposit'))
  await deposit.click()
  await expect(page).toHaveURL(/section=wallet&modal=deposit/)
  await expect(page.getByRole('dialog', { name: say('funds:deposit.title') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/section=wallet$/)
})
