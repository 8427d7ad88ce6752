import type { FrameLocator, Locator } from '@playwright/test'
import { signInAsAdmin } from './admin-entry.ts'
import { test } from './back-office.ts'
import { chooseFile, picture } from './file-dialog.ts'
import { expect } from './journey.ts'

const naturalWidth = (picture: Locator): Promise<number> =>
  picture.evaluate((img: HTMLImageElement) => img.naturalWidth)

/** Whether the picture beside the button has been loaded. */
const chosen = (part: FrameLocator | Locator) => part.locator('.set-picture img').first()

test('[D12][F2][U5] an administrator chooses a logo and the QR code of a payment method from their files, and users see both', async ({
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
