import { randomBytes } from 'node:crypto'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { test } from './own-product.ts'
import { photo } from './photo.ts'
import { choosePassword, signInAsAdmin } from './second-owner.ts'

/** Chooses a picture in the browser's own file dialog. */
async function choosePicture(page: Page, opener: Locator, name: string): Promise<void> {
  const dialog = page.waitForEvent('filechooser')
  await opener.click()
  await (await dialog).setFiles({ name, mimeType: 'image/png', buffer: photo(240, 240) })
}

const naturalWidth = (picture: Locator): Promise<number> =>
  picture.evaluate((img: HTMLImageElement) => img.naturalWidth)

/** Whether the picture beside the button has been loaded. */
const chosen = (part: FrameLocator | Locator) => part.locator('.set-picture img').first()

test('[D12][F2][U5] an administrator chooses a logo and the QR code of a payment method from their files, and users see both', async ({
  page,
  context,
  browser,
  place,
  person,
  say,
}) => {
  const { adminUsername: username, adminPassword: oneTime } = place.firstRun
  const own = randomBytes(12).toString('hex')
  await choosePassword(place, context, { username, oneTime, own })
  await page.goto('/admin/system-config')
  await signInAsAdmin(page, place, say, own)
  const frame = page.frameLocator('iframe')
  const save = frame.getByRole('button', { name: say('admin-settings:save'), exact: true })
  const saved = async (): Promise<void> => {
    const answer = page.waitForResponse(/\/api\/admin\/system\/config\//)
    await save.click()
    expect((await answer).ok()).toBe(true)
  }
  const choose = (part: FrameLocator | Locator) =>
    part.getByText(say('admin-settings:choose'), { exact: true }).first()

  await choosePicture(page, choose(frame), 'logo.png')
  await expect.poll(() => naturalWidth(chosen(frame))).toBeGreaterThan(0)
  await saved()

  await frame.getByRole('tab', { name: say('admin-settings:section.methods') }).click()
  const method = frame.locator('.set-method').first()
  await choosePicture(page, choose(method), 'code.png')
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
