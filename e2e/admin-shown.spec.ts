import type { FrameLocator, Locator } from '@playwright/test'
import { signInAsAdmin } from './admin-entry.ts'
import { fillTime, test } from './back-office.ts'
import { chooseFile, picture } from './file-dialog.ts'
import { expect } from './journey.ts'
import { dialogOf, pastDoublePress, pressTwice } from './screens.ts'

// What administrators let users see. One product for all of them.
test.describe.configure({ mode: 'default' })

const naturalWidth = (picture: Locator): Promise<number> =>
  picture.evaluate((img: HTMLImageElement) => img.naturalWidth)

/** Whether the picture beside the button has been loaded. */
const chosen = (part: FrameLocator | Locator) => part.locator('.set-picture img').first()

test('[D12][F2][U5][B-1] an administrator chooses a logo and the QR code of a payment method from their files, and users see both', async ({
  page,
  context,
  browser,
  place,
  owner,
  person,
  say,
}) => {
  await page.goto('/admin/system-config')
  await signInAsAdmin({ page, say }, owner.username, owner.password)
  const frame = page.frameLocator('iframe')
  const save = frame.getByRole('button', { name: say('admin-settings:save'), exact: true })
  const saved = async (): Promise<void> => {
    const answer = page.waitForResponse(/\/api\/admin\/system\/config\//)
    await save.click()
    expect((await answer).ok()).toBe(true)
  }
  const choose = (part: FrameLocator | Locator) =>
    part.getByText(say('admin-settings:choose'), { exact: true }).first()

  await chooseFile(page, choose(frame), picture('logo.png', 240, 240))
  await expect.poll(() => naturalWidth(chosen(frame))).toBeGreaterThan(0)
  await saved()

  await frame.getByRole('tab', { name: say('admin-settings:section.methods') }).click()
  const method = frame.locator('.set-method').first()
  await chooseFile(page, choose(method), picture('code.png', 240, 240))
  await expect.poll(() => naturalWidth(chosen(method))).toBeGreaterThan(0)
  await saved()

  expect(person.token).not.toBe('')
  const trader = await context.newPage()
  await trader.goto('/account?section=wallet&modal=deposit')
  const code = trader.getByRole('img', { name: say('funds:qr') })
  await expect.poll(() => naturalWidth(code)).toBeGreaterThan(0)
  const guest = await (await browser.newContext({ baseURL: place.url })).newPage()
  await guest.goto('/login')
  await expect.poll(() => naturalWidth(guest.locator('.lg-logo img').first())).toBeGreaterThan(0)
  await guest.context().close()
})

test('[N7] an announcement says what is missing, is kept as a draft in each language it is written in, published after a second press, and withdrawn', async ({
  page,
  context,
  person,
  office,
  say,
}) => {
  const { drawer, question, button } = office
  const t = (key: string) => say(`admin-announcements:${key}`)
  const field = (key: string) => drawer.getByLabel(t(key), { exact: true })
  const rowOf = (title: string) => page.locator('tbody tr').filter({ hasText: title })
  await office.open('announcements')
  await button(t('new')).click()
  const [publish, save] = [button(t('publish'), drawer), button(t('save'), drawer)]
  await save.click()
  await expect(drawer.getByText(t('fault.fallback'))).toBeVisible()
  await field('language').selectOption('de-DE')
  await field('title').fill('Ruhige Stunden')
  await expect(drawer.getByText(t('fault.half'))).toBeVisible()
  await field('text').fill('Kein Handel am Sonntag.')
  await expect(drawer.locator('figure[lang="de-DE"]')).toContainText('Kein Handel am Sonntag.')
  await expect(drawer.getByText(t('fault.fallback'))).toBeVisible()
  await field('fallback').selectOption('de-DE')
  await expect(drawer.getByText(t('fault.fallback'))).toBeHidden()
  await field('mail.label').selectOption('newsletter')
  await fillTime(drawer, t('to'), '2020-01-01T00:00', say)
  await expect(drawer.getByText(t('fault.period'))).toBeVisible()
  await fillTime(drawer, t('to'), '2035-01-01T00:00', say)
  await save.click()
  await expect(rowOf('Ruhige Stunden')).toContainText(t('state.draft'))

  // What was kept is gone on with.
  await expect(field('title')).toHaveValue('Ruhige Stunden')
  await field('language').selectOption('en-US')
  await expect(field('title')).toHaveValue('')
  await field('title').fill('Quiet hours')
  await field('text').fill('No trading on Sunday night.')
  await field('fallback').selectOption('en-US')
  await expect(field('mail.label')).toHaveValue('newsletter')
  await field('mail.label').selectOption('')
  await save.click()
  const row = rowOf('Quiet hours')
  await expect(row).toContainText(t('state.draft'))
  // One press tells what it means, the next one does it.
  await pressTwice(publish)
  await expect(drawer.getByText(t('sure'))).toBeVisible()
  await expect(row).toContainText(t('state.draft'))
  await pastDoublePress(page)
  await button(t('publishSure'), drawer).click()
  await expect(row).toContainText(t('state.published'))
  await expect(drawer.getByText(t('mail.none'))).toBeVisible()
  await expect(drawer.locator('figure[lang="de-DE"]')).toContainText('Ruhige Stunden')
  await button(t('withdraw'), drawer).click()
  await expect(question).toContainText(t('withdrawText'))
  await button(t('withdraw'), question).click()
  await expect(row).toContainText(t('state.withdrawn'))
  await office.closeDrawer()

  const write = async (title: string): Promise<void> => {
    await button(t('new')).click()
    await field('title').fill(title)
    await field('text').fill('Nobody is to read this.')
  }
  await write('A mistake')
  await save.click()
  await button(t('drop'), drawer).click()
  await expect(question).toContainText(t('dropText'))
  await button(t('drop'), question).click()
  await expect(rowOf('A mistake')).toContainText(t('state.withdrawn'))
  // One that is ready needs not be kept before.
  await write('At once')
  await publish.click()
  await pastDoublePress(page)
  await button(t('publishSure'), drawer).click()
  await expect(rowOf('At once')).toContainText(t('state.published'))
  await office.closeDrawer()
  // It comes to users by itself, and to each once.
  expect(person.token).not.toBe('')
  const trader = await context.newPage()
  await trader.goto('/stocks')
  const told = dialogOf(trader, 'At once')
  await told.getByRole('button', { name: say('notices:announcement.close') }).click()
  await expect(told).toBeHidden()
  await trader.reload()
  await expect(trader.locator('.mk-price').first()).toBeVisible()
  await expect(told).toBeHidden()
  await trader.close()
  await page.getByRole('tab', { name: t('state.published') }).click()
  await expect(row).toHaveCount(0)
  await rowOf('At once').click()
  await button(t('withdraw'), drawer).click()
  await button(t('withdraw'), question).click()
  await expect(rowOf('At once')).toHaveCount(0)
})
