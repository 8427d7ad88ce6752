import { type BrowserContext, expect } from '@playwright/test'
import type { Place } from './person.ts'

/** The newest mail to an address, read in the development inbox as a developer reads it; waits until it is there. */
export async function newestMail(place: Place, context: BrowserContext, to: string): Promise<string> {
  // A window of its own: what a journey adds to its pages has no place in a mail.
  const own = await context.browser()?.newContext()
  const page = await (own ?? context).newPage()
  const mail = page.getByRole('listitem').filter({ hasText: to }).first()
  await expect(async () => {
    await page.goto(`${place.url}/dev/inbox`)
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.getByRole('link').click()
  const text = await page.locator('pre').innerText()
  await expect(page.frameLocator('iframe').locator('body')).toContainText(/\S/)
  await own?.close()
  return text
}

/** The six digits of the newest mail to an address. */
export async function mailedCode(place: Place, context: BrowserContext, to: string): Promise<string> {
  const code = /^\d{6}$/m.exec(await newestMail(place, context, to))?.[0]
  if (code === undefined) throw new Error(`the newest mail to ${to} holds no code`)
  return code
}
