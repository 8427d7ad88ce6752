import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'

const PAGES = ['/stocks', '/trade/BTCUSDT', '/contract-record', '/account', '/terms']

test('[R12][U5][U-14] about, customer service and language open from every page, stay over a reload and close by Esc and back', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  const dialogs = [
    { modal: 'about', title: say('ui:texts.about') },
    { modal: 'service', title: say('account:service') },
    { modal: 'language', title: say('account:language') },
  ]
  for (const path of PAGES) {
    for (const { modal, title } of dialogs) {
      await page.goto(`${path}?modal=${modal}`)
      const dialog = page.getByRole('dialog', { name: title, exact: true })
      await expect(dialog, `${path} ${modal}`).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page).not.toHaveURL(/modal=/)
    }
    await page.goto(`${path}?modal=bill`)
    await expect(page).toHaveURL(/\/account\?section=bills$/)
  }
  await page.goto('/stocks?modal=service')
  const service = page.getByRole('dialog', { name: say('account:service'), exact: true })
  await page.reload()
  // On a default start no link is configured: the hours are told all the same.
  await expect(service).toContainText('9:00–21:00')
  await expect(service).toContainText(say('security:service.none'))
  await expectAccessible(page, 'customer service without a link')
  await page.goto('/account')
  await page.getByRole('button', { name: say('account:service') }).click()
  await expect(service).toBeVisible()
  await page.goBack()
  await expect(service).toBeHidden()
  await expect(page).toHaveURL(/\/account$/)
})

test('[R12][L1] guests choose their language in the dialog of that name', async ({ page, say }) => {
  await page.goto('/stocks?modal=language')
  const dialog = page.getByRole('dialog', { name: say('account:language'), exact: true })
  await dialog.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  await expect(dialog).toBeHidden()
  await page.goto('/login?modal=about')
  await expect(page.getByRole('dialog')).toBeVisible()
})
