import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { post, registerPerson } from './person.ts'
import { fillLogin, openAccountMenu, tick } from './screens.ts'

test('[A2][A11] signing in shows the account, wherever the user wanted to go', async ({
  page,
  context,
  place,
  say,
}) => {
  const who = await registerPerson(place, context)
  await page.goto('/contract-record')
  await fillLogin(page, say, who)
  await expect(page).toHaveURL(/\/contract-record$/)
  const stored = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    user: JSON.parse(localStorage.getItem('user') ?? 'null'),
  }))
  expect(stored.token).not.toBeNull()
  expect(stored.user.username).toBe(who.username)
})

test('[A2] a wrong password is refused in words, and nothing is stored', async ({
  page,
  context,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(401))
  const who = await registerPerson(place, context)
  await page.goto('/login')
  await fillLogin(page, say, { ...who, password: 'wrong-password' })
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await fillLogin(page, say, who)
  await expect(page).toHaveURL(/\/stocks$/)
})

test('[A2] the form says what is missing before anything is sent', async ({ page, say }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
  await expect(page.getByText(say('auth:faults.username.required'))).toBeVisible()
  await expect(page.getByText(say('auth:faults.password.required'))).toBeVisible()
  await page.getByLabel(say('auth:username.label')).fill('ab')
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill('12345')
  await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
  await expect(page.getByText(say('auth:faults.username.minLength'))).toBeVisible()
  await expect(page.getByText(say('auth:faults.password.minLength'))).toBeVisible()
})

test('[A2] remember me keeps the session for 30 days, otherwise it ends with the browser or after 12 hours', async ({
  page,
  context,
  place,
  say,
}) => {
  const who = await registerPerson(place, context)
  await page.goto('/login')
  await tick(page.getByRole('checkbox', { name: say('auth:remember') }))
  await fillLogin(page, say, who)
  await expect(page).toHaveURL(/\/stocks$/)
  const cookie = (await context.cookies()).find(({ name }) => name === 'ts_session')
  expect(cookie?.httpOnly).toBe(true)
  expect(cookie?.sameSite).toBe('Strict')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400)
})

test('[A12][A11][R8] signing out asks first, then forgets everything and leads to the sign-in page', async ({
  page,
  person,
  place,
  context,
  say,
}) => {
  await page.goto('/stocks')
  await openAccountMenu(page, say)
  await page.getByRole('menuitem', { name: say('app:signOut.action') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(say('app:signOut.text'))
  await question.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(question).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(person.token)
  // The menu leads to the account too, which has a button of its own for it.
  await openAccountMenu(page, say)
  await page.getByRole('menuitem', { name: say('app:nav.account'), exact: true }).click()
  await expect(page).toHaveURL(/\/account$/)
  await page.getByRole('button', { name: say('account:signOut'), exact: true }).click()
  await expect(question).toContainText(say('app:signOut.text'))
  await question.getByRole('button', { name: say('app:signOut.action') }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ])
  // The server is told meanwhile.
  const ask = () =>
    context.request.get(`${place.url}/api/layout/user-info`, {
      headers: { Authorization: `Bearer ${person.token}` },
    })
  await expect.poll(async () => (await ask()).status()).toBe(401)
})

test('[A11] a session ended elsewhere ends here too, with its words', async ({
  page,
  context,
  person,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(401))
  await page.goto('/account')
  await expect(page.getByText(person.username).first()).toBeVisible()
  await openAccountMenu(page, say)
  await expect(page.getByRole('menuitem', { name: say('app:signOut.action') })).toBeVisible()
  await post(place, context, '/api/login/logout', {}, person.token)
  await expect(page).toHaveURL(/\/login\?next=%2Faccount$/)
  await expect(page.getByText(say('errors:SESSION_EXPIRED')).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await fillLogin(page, say, person)
  await expect(page).toHaveURL(/\/account$/)
})
