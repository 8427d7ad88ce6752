import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import type { Words } from './words.ts'

/** The contracts of the records: rows of a table, or what a phone lists in their place. */
export const recordsOf = (page: Page): Locator =>
  page.getByRole('tabpanel').locator('button.cr-item, tbody tr')

/** Chooses among the filters of the records, for which a phone has a dialog of its own. */
export async function inFilters(page: Page, say: Words, choose: () => Promise<unknown>): Promise<void> {
  const filters = page.locator('.cr-filters')
  const opener = page.getByRole('button', { name: say.like('contracts:filter.open') })
  await expect(filters.or(opener)).toBeVisible()
  const isApart = await opener.isVisible()
  if (isApart) await opener.click()
  await choose()
  if (!isApart) return
  await page.getByRole('button', { name: say('contracts:filter.done'), exact: true }).click()
  await expect(filters).toBeHidden()
}
