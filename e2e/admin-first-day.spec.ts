import {
  expectSignedIn,
  OWN,
  pressIn,
  replacePassword,
  setUpTwoFactor,
  signInAsAdmin,
} from './admin-entry.ts'
import { appCode } from './authenticator.ts'
import { test } from './back-office.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { adminAnswer, createAdministrator } from './second-owner.ts'
import { wordsOf } from './words.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

test('[D2] the sign-in of administrators says which fields are empty, and sends nothing', async ({
  page,
  say,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/admin/login')
  const press = () => pressIn(page, say('admin:login.action'))
  await press()
  await expect(page.getByText(say('admin:login.faults.username.required'))).toBeVisible()
  await expect(page.getByText(say('admin:login.faults.password.required'))).toBeVisible()
  await page.getByLabel(say('admin:login.username')).fill('somebody')
  await press()
  await expect(page.getByText(say('admin:login.faults.username.required'))).toBeHidden()
  await expect(page.getByText(say('admin:login.faults.password.required'))).toBeVisible()
  expect(sent.filter((url) => url.includes('/login'))).toEqual([])
  await expect(page).toHaveURL(/\/admin\/login$/)
  const password = page.getByLabel(say('admin:login.password'), { exact: true })
  await password.fill('what was typed')
  for (const type of ['text', 'password']) {
    await pressIn(page, say('ui:password.show'))
    await expect(password).toHaveAttribute('type', type)
  }
  await expect(password).toHaveValue('what was typed')
})

test('[D2] [A13] [B-8] a new administrator who left the second factor for later turns it on in the profile, and is asked for its code from then on; the menu switches the sound and the language, and leads to the profile and out', async ({
  page,
  browser,
  place,
  owner,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(403))
  const elsewhere = await browser.newContext({ baseURL: place.url })
  const { token } = await adminAnswer<{ token: string }>(place, elsewhere, 'login', owner)
  const username = `novice${Date.now() % 1_000_000}`
  const made = await createAdministrator(place, elsewhere, { username, role: 'support' }, token)
  const visit = { page, say }
  await page.goto('/admin/profile')
  await signInAsAdmin(visit, username, made.oneTimePassword)
  await replacePassword(visit, made.oneTimePassword)
  await page.getByLabel(say('security:password.yours'), { exact: true }).fill('not the password')
  await pressIn(page, say('security:twoFactor.next'))
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
  await pressIn(page, say('admin-access:twoFactor.skip'))

  const frame = page.frameLocator('iframe')
  await pressIn(frame, say('security:twoFactor.turnOn'))
  const dialog = frame.getByRole('dialog', { name: say('security:twoFactor.title'), exact: true })
  const secret = await setUpTwoFactor(dialog, say)
  await expect(frame.getByText(say('security:on'), { exact: true })).toBeVisible()

  const choose = async (name: string): Promise<void> => {
    // What it is called is in the language of the page.
    await page.getByRole('banner').locator('.adm-menu').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  for (const isOn of ['false', 'true']) {
    await choose(say('admin:shell.sound'))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('adminSound'))).toBe(isOn)
  }
  const german = wordsOf('de-DE')
  await choose('Deutsch')
  await expect(frame.getByText(german('security:on'), { exact: true })).toBeVisible()
  await choose('English')
  await expect(frame.getByText(say('security:on'), { exact: true })).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: say('admin:shell.title') })
  await sidebar.getByRole('link', { name: say('admin:page.users'), exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await choose(say('admin:page.profile'))
  await expect(page).toHaveURL(/\/admin\/profile$/)
  await choose(say('admin:shell.signOut'))
  await expect(page).toHaveURL(/\/admin\/login$/)
  await signInAsAdmin(visit, username, OWN)
  // The code of this half minute turned it on, and is used up.
  await page.getByLabel(say('security:code.label')).fill(appCode(secret, 1))
  await pressIn(page, say('admin:login.action'))
  await expectSignedIn(visit, username)
  // Other tests meet a site with one administrator.
  const path = `administrators/${made.administrator.id}/disable`
  await adminAnswer(place, elsewhere, path, { version: made.administrator.version }, token)
  await elsewhere.close()
})
