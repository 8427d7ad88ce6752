import type { Page } from '@playwright/test'
import { mailedCode, newestMail } from './inbox.ts'
import { expect, test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { registerPerson, signIn } from './person.ts'
import { fillLogin } from './screens.ts'
import type { Words } from './words.ts'

const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')
const codeField = (page: Page, say: Words) => page.getByLabel(say('auth:code.label'))
/** Beside the code: sends, then counts. */
const codeButton = (page: Page) => page.locator('.lg-code button')

async function sendCode(page: Page, say: Words, email: string): Promise<void> {
  await page.getByRole('textbox', { name: say('auth:email.label') }).fill(email)
  await page.getByRole('button', { name: say('auth:code.send'), exact: true }).click()
  await expect(codeButton(page)).toBeDisabled()
  await expect(codeField(page, say)).toBeFocused()
}

test('[A1] [A2] [A3] [A11] [U-1] a code from the mailbox signs in, over a reload, pasted as it was copied', async ({
  page,
  context,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(403))
  const who = await registerPerson(place, context)
  const email = `${who.username}@example.com`
  await page.goto('/login')
  await page.getByRole('tab', { name: say('auth:ways.email') }).click()
  await sendCode(page, say, email)
  await expect(codeButton(page)).toHaveText(/[1-6]?\d/)

  await page.reload()
  await page.getByRole('tab', { name: say('auth:ways.email') }).click()
  await expect(page.getByRole('textbox', { name: say('auth:email.label') })).toHaveValue(email)
  await expect(codeButton(page)).toBeDisabled()

  const code = await mailedCode(place, context, email)
  const submit = page.getByRole('button', { name: say('auth:login'), exact: true })
  await expect(submit).toBeDisabled()
  await codeField(page, say).fill(`${code.slice(0, 3)} ${code.slice(3)} `)
  await expect(codeField(page, say)).toHaveValue(code)
  await submit.click()
  // Nobody had confirmed the address, and the browser is new to the account.
  await expect(page.getByRole('heading', { name: say('security:choice.title') })).toBeVisible()
  const password = page.getByLabel(say('auth:password.label'), { exact: true })
  await expect(password).toBeFocused()
  await password.press('Enter')
  await expect(page.getByText(say('auth:faults.password.required'))).toBeVisible()
  await password.fill('not the password')
  await expect(password).not.toHaveAttribute('aria-invalid', 'true')
  await password.press('Enter')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(who.password)
  await password.press('Enter')
  await expect(page).toHaveURL(/\/stocks$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})

test('[A2] [A15] [U-1] the owner of an address that somebody else registered sets a new password, having read what that removes', async ({
  page,
  context,
  browser,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(403))
  const who = await registerPerson(place, context)
  const elsewhere = await browser.newContext({ baseURL: place.url })
  const stranger = await signIn(place, elsewhere, who)
  const email = `${who.username}@example.com`
  await page.goto('/login')
  await page.getByRole('tab', { name: say('auth:ways.email') }).click()
  await sendCode(page, say, email)
  await codeField(page, say).fill(await mailedCode(place, context, email))
  await codeField(page, say).press('Enter')
  await page.getByRole('tab', { name: say('security:choice.new') }).click()
  await expect(page.getByText(say('security:choice.newText'))).toBeVisible()
  const [password, repeat] = [
    page.getByLabel(say('auth:newPassword.label'), { exact: true }),
    page.getByLabel(say('auth:confirmPassword.label')),
  ]
  const submit = page.getByRole('button', { name: say('security:choice.newSubmit'), exact: true })
  await password.fill('abcdefgh')
  await repeat.fill('abcdefgh')
  await submit.click()
  await expect(page.getByText(say('auth:faults.newPassword.lettersAndDigits'))).toBeVisible()
  await password.fill('abcdefgh 7')
  await submit.click()
  await expect(repeat).toHaveAttribute('aria-invalid', 'true')
  await repeat.fill('abcdefgh 7')
  await submit.click()
  await expect(page).toHaveURL(/\/stocks$/)
  const answer = await elsewhere.request.get(`${place.url}/api/layout/user-info`, {
    headers: { Authorization: `Bearer ${stranger.token}` },
  })
  expect(answer.status()).toBe(401)
  await elsewhere.close()
})

test('[A3] after a failure the code can be asked for again at once; a wrong code is said to be wrong', async ({
  page,
  context,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(403), refusedCall(503))
  const email = `${(await registerPerson(place, context)).username}@example.com`
  await page.route('**/api/login/send-code', (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  })
  await page.goto('/login')
  await page.getByRole('tab', { name: say('auth:ways.email') }).click()
  await page.getByRole('textbox', { name: say('auth:email.label') }).fill(email)
  await codeButton(page).click()
  await expect(page.getByText(say('errors:HTTP_503'))).toBeVisible()
  await expect(codeButton(page)).toBeEnabled()
  await codeButton(page).click()
  await expect(codeButton(page)).toBeDisabled()
  await expect(page.getByText(say('errors:HTTP_503'))).toBeHidden()

  const code = await mailedCode(place, context, email)
  await codeField(page, say).fill(wrongFor(code))
  await codeField(page, say).press('Enter')
  await expect(codeField(page, say)).toHaveAttribute('aria-invalid', 'true')
  await codeField(page, say).fill(code)
  await codeField(page, say).press('Enter')
  await expect(page.getByRole('heading', { name: say('security:choice.title') })).toBeVisible()
})

test('[A3] another code that is asked for too soon, as where the clock was set forward, is refused in words', async ({
  page,
  say,
  faults,
}) => {
  faults.expect(refusedCall(429))
  await page.clock.install()
  await page.goto('/login')
  await page.getByRole('tab', { name: say('auth:ways.email') }).click()
  await sendCode(page, say, `nobody-${Date.now()}@example.com`)
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: say('auth:code.again'), exact: true }).click()
  await expect(page.getByText(say.like('auth:code.tooSoon'))).toBeVisible()
})

test('[A2] an address without an account is answered alike', async ({ page, say, faults }) => {
  faults.expect(refusedCall(400))
  const refuseCode = async (): Promise<void> => {
    await sendCode(page, say, `nobody-${Date.now()}@example.com`)
    await codeField(page, say).fill('123456')
    await codeField(page, say).press('Enter')
    await expect(codeField(page, say)).toHaveAttribute('aria-invalid', 'true')
  }
  await page.goto('/login')
  await page.getByRole('tab', { name: say('auth:ways.email') }).click()
  await refuseCode()
  await page.getByRole('tab', { name: say('auth:ways.account') }).click()
  await page.getByRole('link', { name: say('auth:forgot.link') }).click()
  await expect(page).toHaveURL(/\/login\/forgot$/)
  await refuseCode()
  await expect(page.locator('[aria-current="step"]')).toHaveText(say('auth:forgot.steps.verify'))
})

test('[A10] [L3] a forgotten password: e-mail, new password, done; what was open elsewhere is closed', async ({
  page,
  context,
  browser,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  const who = await registerPerson(place, context)
  const email = `${who.username}@example.com`
  const elsewhere = await browser.newContext({ baseURL: place.url })
  const { token } = await signIn(place, elsewhere, who)

  await page.goto('/login')
  await page.getByRole('link', { name: say('auth:forgot.link') }).click()
  await expect(page).toHaveURL(/\/login\/forgot$/)
  const current = page.locator('[aria-current="step"]')
  await expect(current).toHaveText(say('auth:forgot.steps.verify'))
  const verify = page.getByRole('button', { name: say('auth:forgot.verify'), exact: true })
  await expect(verify).toBeDisabled()
  await codeButton(page).click()
  await expect(page.getByRole('textbox', { name: say('auth:email.label') })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await sendCode(page, say, email)
  const code = await mailedCode(place, context, email)
  await codeField(page, say).fill(wrongFor(code))
  await verify.click()
  await expect(codeField(page, say)).toHaveAttribute('aria-invalid', 'true')
  await codeField(page, say).fill(code)
  await verify.click()

  await expect(current).toHaveText(say('auth:forgot.steps.reset'))
  await page.reload()
  await expect(current).toHaveText(say('auth:forgot.steps.reset'))
  const password = page.getByLabel(say('auth:newPassword.label'), { exact: true })
  const repeat = page.getByLabel(say('auth:confirmPassword.label'))
  await expect(password).toBeFocused()
  await password.fill('abcdefgh')
  await repeat.fill('abcdefgh')
  await repeat.press('Enter')
  await expect(page.getByText(say('auth:faults.newPassword.lettersAndDigits'))).toBeVisible()
  await password.fill('abcdefgh 7')
  await repeat.fill('abcdefgh 7')
  await page.getByRole('button', { name: say('auth:forgot.set'), exact: true }).click()

  await expect(current).toHaveText(say('auth:forgot.steps.done'))
  await expect(page.getByRole('heading', { name: say('auth:forgot.done.title') })).toBeFocused()
  const answer = await elsewhere.request.get(`${place.url}/api/layout/user-info`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(401)
  await elsewhere.close()
  expect(await newestMail(place, context, email)).not.toMatch(/^\d{6}$/m)

  await page
    .getByRole('main')
    .getByRole('link', { name: say('auth:login'), exact: true })
    .click()
  await fillLogin(page, say, { ...who, password: 'abcdefgh 7' })
  await expect(page).toHaveURL(/\/stocks$/)
})

test('[A10] a page that was left open too long leads back to the first step, with the reason', async ({
  page,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) sessionStorage.setItem('forgot-step', 'reset')
  })
  await page.goto('/login/forgot')
  await page.getByLabel(say('auth:newPassword.label'), { exact: true }).fill('abcdefgh 7')
  await page.getByLabel(say('auth:confirmPassword.label')).fill('abcdefgh 7')
  await page.getByRole('button', { name: say('auth:forgot.set'), exact: true }).click()
  await expect(page.locator('[aria-current="step"]')).toHaveText(say('auth:forgot.steps.verify'))
  await expect(page.getByRole('status').filter({ hasText: /\S/ })).toBeVisible()
})
