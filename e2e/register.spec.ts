import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { newCredentials, registerPerson } from './person.ts'
import { fillLogin, fillRegistration } from './screens.ts'

test('[A8][R3] an invitation link leads to an account with demo funds', async ({ page, place, say }) => {
  const who = newCredentials()
  await page.goto(`/login/register?code=${place.firstRun.inviteCode}`)
  await expect(page.getByLabel(say('auth:inviteCode.label'))).toHaveValue(place.firstRun.inviteCode)
  await expect(page.getByText(say('auth:inviteCode.filled'))).toBeVisible()
  // The code stays in the address while one looks at the other form.
  await page.getByRole('tab', { name: say('auth:tabs.login') }).click()
  await expect(page).toHaveURL(/\/login\?code=/)
  await expect(page.getByRole('button', { name: say('auth:login'), exact: true })).toBeVisible()
  await page.getByRole('tab', { name: say('auth:tabs.register') }).click()
  await expect(page.getByLabel(say('auth:inviteCode.label'))).toHaveValue(place.firstRun.inviteCode)
  await fillRegistration(page, say, who)
  await expect(page.getByText(say('auth:registered'))).toBeVisible()
  await expect(page.getByRole('tab', { name: say('auth:tabs.login') })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await fillLogin(page, say, who)
  await expect(page).toHaveURL(/\/stocks$/)
  await page.goto('/account')
  await expect(page.getByRole('region', { name: say('account:book.demo') })).toContainText('10,000.00')
})

test('[A8] every field says what is wrong with it', async ({ page, say }) => {
  await page.goto('/login/register')
  await page.getByRole('button', { name: say('auth:register'), exact: true }).click()
  for (const key of [
    'username.required',
    'email.required',
    'password.required',
    'confirmPassword.required',
    'inviteCode.required',
    'agreeTerms.required',
  ]) {
    await expect(page.getByText(say(`auth:faults.${key}`)).first()).toBeVisible()
  }
  await expect(page.getByLabel(say('auth:username.label'))).toBeFocused()
  const who = newCredentials()
  await fillRegistration(page, say, who, {
    email: 'not an address',
    confirmPassword: 'something else',
    inviteCode: 'SHORT',
  })
  for (const key of ['email.format', 'confirmPassword.match', 'inviteCode.length']) {
    await expect(page.getByText(say(`auth:faults.${key}`)).first()).toBeVisible()
  }
})

test('[A8] refusals of the server stand at their fields', async ({ page, context, place, say, faults }) => {
  faults.expect(refusedCall(400), refusedCall(409))
  const taken = await registerPerson(place, context)
  await page.goto('/login/register')
  await fillRegistration(page, say, newCredentials(), { inviteCode: 'ZZZZZZZZ' })
  await expect(page.getByLabel(say('auth:inviteCode.label'))).toHaveAttribute('aria-invalid', 'true')
  await fillRegistration(
    page,
    say,
    { ...newCredentials(), username: taken.username.toUpperCase() },
    {
      inviteCode: place.firstRun.inviteCode,
    },
  )
  await expect(page.getByLabel(say('auth:username.label'))).toHaveAttribute('aria-invalid', 'true')
  await fillRegistration(page, say, newCredentials(), {
    inviteCode: place.firstRun.inviteCode,
    email: `${taken.username}@example.com`,
  })
  await expect(page.getByLabel(say('auth:email.label'))).toHaveAttribute('aria-invalid', 'true')
  await fillRegistration(
    page,
    say,
    { ...newCredentials(), username: 'wallet_eth_1' },
    {
      inviteCode: place.firstRun.inviteCode,
    },
  )
  await expect(page.getByText(say('auth:faults.username.reserved'))).toBeVisible()
  // Latin, but for a Cyrillic a.
  await fillRegistration(
    page,
    say,
    { ...newCredentials(), username: 'm\u0430rket_fan' },
    { inviteCode: place.firstRun.inviteCode },
  )
  await expect(page.getByText(/letters of one script/)).toBeVisible()
  await expect(page.getByLabel(say('auth:username.label'))).toHaveAttribute('aria-invalid', 'true')
})

test('[A8] the terms can be read before they are accepted', async ({ page, say }) => {
  await page.goto('/login/register')
  await page.locator('form .link').click()
  await expect(page.getByRole('dialog', { name: say('ui:texts.terms') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})
