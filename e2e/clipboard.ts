import type { Page } from '@playwright/test'

/** What was copied last; the context must have been given the permission to read it. */
export const clipboardText = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText())
