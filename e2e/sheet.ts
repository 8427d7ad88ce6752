import type { Page } from '@playwright/test'

/** A dialog over the page; a toast is a dialog too. */
export const sheet = (page: Page) => page.locator('.sheet')
export const field = (page: Page, label: string) =>
  sheet(page)
    .locator('input, select')
    .and(page.getByLabel(label, { exact: true }))
export const press = (page: Page, name: string) =>
  sheet(page).getByRole('button', { name, exact: true }).click()
