import { readFile } from 'node:fs/promises'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { appCode } from './authenticator.ts'
import { expect } from './journey.ts'
import type { Words } from './words.ts'

// How administrators get into the back office, and protect their way in.

/** What new administrators choose. */
export const OWN = 'quite a good password'

interface Visit {
  page: Page
  say: Words
}

export const pressIn = (part: Page | FrameLocator | Locator, name: string): Promise<void> =>
  part.getByRole('button', { name, exact: true }).click()

/** On the page of the sign-in. */
export async function signInAsAdmin({ page, say }: Visit, username: string, password: string): Promise<void> {
  await page.getByLabel(say('admin:login.username')).fill(username)
  await page.getByLabel(say('admin:login.password'), { exact: true }).fill(password)
  await pressIn(page, say('admin:login.action'))
}

/** In the shell, whose menu says whose session it is. */
export async function expectSignedIn({ page, say }: Visit, username: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: say('admin:shell.menu') })
    .click()
  await expect(page.getByRole('menu')).toContainText(username)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
}

/** In place of the one-time password. */
export async function replacePassword({ page, say }: Visit, oneTime: string): Promise<void> {
  const field = (key: string) => page.getByLabel(say(`admin:password.${key}`), { exact: true })
  await field('currentPassword').fill(oneTime)
  await field('newPassword').fill(OWN)
  await field('confirmPassword').fill(OWN)
  await pressIn(page, say('admin:password.action'))
}

/** Password, code of the app, recovery codes, which are copied and saved; what the app keeps. */
export async function setUpTwoFactor(part: Page | Locator, say: Words): Promise<string> {
  const page = 'page' in part ? part.page() : part
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const expectCopied = (beside: Locator, text: string): Promise<void> =>
    expect.poll(() => beside.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await part.getByLabel(say('security:password.yours'), { exact: true }).fill(OWN)
  await pressIn(part, say('security:twoFactor.next'))
  const key = part.locator('.code-box code')
  const secret = (await key.innerText()).replaceAll(/\s/g, '')
  await pressIn(part, say('security:twoFactor.copyKey'))
  await expectCopied(key, secret)
  await part.getByLabel(say('security:code.label')).fill(appCode(secret))
  await pressIn(part, say('security:twoFactor.turnOn'))
  const codes = part.locator('.as-codes li')
  await expect(codes).toHaveCount(10)
  const text = (await codes.allInnerTexts()).join('\n')
  await pressIn(part, say('security:recovery.copy'))
  await expectCopied(codes.first(), text)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    pressIn(part, say('security:recovery.save')),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain(text)
  await pressIn(part, say('security:recovery.done'))
  return secret
}
