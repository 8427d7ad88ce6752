import { type BrowserContext, expect } from '@playwright/test'
import type { Place } from './person.ts'

/**
 * The newest mail to an address (that holds something, when asked), read in the development inbox as a developer reads it;
 * waits until it is there. Others may overtake it.
 */
export async function newestMail(
  place: Place,
  context: BrowserContext,
  to: string,
  holds = /\S/,
): Promise<string> {
  // A window of its own: what a journey adds to its pages has no place in a mail.
  const own = await context.browser()?.newContext()
  const page = await (own ?? context).newPage()
  const mails = page.getByRole('listitem').filter({ hasText: to })
  let text = ''
  await expect(async () => {
    await page.goto(`${place.url}/dev/inbox`)
    await expect(mails.first()).toBeVisible({ timeout: 500 })
    const links = await mails
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const link of links) {
      await page.goto(link)
      text = await page.locator('pre').innerText()
      if (holds.test(text)) break
    }
    expect(text).toMatch(holds)
  }).toPass()
  await expect(page.frameLocator('iframe').locator('body')).toContainText(/\S/)
  await own?.close()
  return text
}

const CODE = /^\d{6}$/m

/** The newest mail to an address that holds a code. */
export const codeMail = (place: Place, context: BrowserContext, to: string): Promise<string> =>
  newestMail(place, context, to, CODE)

/** Its six digits. */
export async function mailedCode(place: Place, context: BrowserContext, to: string): Promise<string> {
  return CODE.exec(await codeMail(place, context, to))?.[0] ?? ''
}
