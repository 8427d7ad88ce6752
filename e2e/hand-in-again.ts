import type { Page } from '@playwright/test'
import { chooseFile, filePicker, picture } from './file-dialog.ts'
import { expect } from './journey.ts'
import type { Words } from './words.ts'

/** Whose passport was refused reads why, looks at it, and hands in a card in its place; at first another passport was meant. */
export async function handInAgain(page: Page, say: Words, reason: string): Promise<void> {
  await page.goto('/account?section=profile')
  const again = say('profile:identity.again')
  const card = page.locator('.as-card').filter({ hasText: say('security:identity.title') })
  await expect(card).toContainText(reason)
  const refused = page.waitForEvent('download')
  await card.getByRole('button', { name: say('profile:identity.side.page'), exact: true }).click()
  expect((await refused).suggestedFilename()).toBe('document-front.jpg')
  await card.getByRole('button', { name: again, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: again, exact: true })
  const paper = dialog.getByLabel(say('profile:identity.document'), { exact: true })
  await dialog.getByLabel(say('profile:identity.realName'), { exact: true }).fill('Mira Muster')
  const pickers = filePicker(dialog, say('upload:choose'))
  await expect(pickers).toHaveCount(1)
  await chooseFile(page, pickers, picture('page.png', 900, 600))
  await expect(dialog.getByText('page.png')).toBeVisible()
  await paper.selectOption('identity-card')
  await expect(pickers).toHaveCount(2)
  for (const at of [0, 1]) {
    await chooseFile(page, pickers.nth(at), picture(`side-${at}.png`, 900, 600 + at))
    await expect(dialog.getByText(`side-${at}.png`)).toBeVisible()
  }
  await dialog.getByRole('button', { name: say('profile:identity.submit'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(card.locator('.badge')).toHaveText(say('security:identity.state.pending'))
  await expect(card).not.toContainText(reason)
  await expect(card).toContainText(say('profile:identity.papers.identity-card'))
}
