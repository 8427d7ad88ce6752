import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { balanceOf, placeOrder } from './account-calls.ts'
import { appCode } from './authenticator.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { post, signIn } from './person.ts'
import { fillLogin } from './screens.ts'
import { serverWords, type Words } from './words.ts'

const SECURITY = '/account?section=security'

/** Turns two-factor sign-in on, through the screens and past a wrong password and a wrong code; the secret and the recovery codes. */
async function turnOn(
  page: Page,
  say: Words,
  password: string,
): Promise<{ secret: string; codes: string[] }> {
  await page.goto(`${SECURITY}&modal=two-factor`)
  const dialog = page.locator('[role="dialog"]:not(.toast)')
  const own = dialog.getByLabel(say('security:password.yours'), { exact: true })
  const next = dialog.getByRole('button', { name: say('security:twoFactor.next'), exact: true })
  await own.fill('not the password')
  await next.click()
  await expect(own).toHaveAttribute('aria-invalid', 'true')
  await own.fill(password)
  await next.click()
  await expect(dialog.getByRole('img', { name: say('security:twoFactor.qr') })).toBeVisible()
  await expectAccessible(page, 'two-factor, QR code')
  const secret = (await dialog.locator('.code-box code').innerText()).replaceAll(/\s/g, '')
  const code = dialog.getByLabel(say('security:code.label'))
  const on = dialog.getByRole('button', { name: say('security:twoFactor.turnOn'), exact: true })
  const right = appCode(secret)
  await code.fill(right.replace(/^./, (digit) => String((Number(digit) + 1) % 10)))
  await on.click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(right)
  await on.click()
  await expect(dialog.locator('.as-codes li')).toHaveCount(10)
  const codes = await dialog.locator('.as-codes li').allInnerTexts()
  // A clipboard that refuses: the file is left.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await dialog.getByRole('button', { name: say('security:recovery.copy') }).click()
  await expect(page.getByText(say('account:copyFailed')).first()).toBeVisible()
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: say('security:recovery.save') }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toContain(codes.join('\n'))
  await expectAccessible(page, 'recovery codes')
  await dialog.getByRole('button', { name: say('security:recovery.done') }).click()
  await expect(dialog).toBeHidden()
  return { secret, codes }
}

test('[A13][X1] two-factor sign-in: QR code, recovery codes, the second step, off again', async ({
  page,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(403), refusedCall(400))
  const { secret, codes } = await turnOn(page, say, person.password)
  await expect(page).toHaveURL(/\/account\?section=security$/)
  await expect(page.locator('.as-card h2 .badge')).toHaveText(say('security:on'))

  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  await fillLogin(page, say, person)
  const code = page.getByLabel(say('security:code.label'))
  await expect(code).toBeFocused()
  await expectAccessible(page, 'second step')
  const submit = page.getByRole('button', { name: say('security:second.submit'), exact: true })
  // The code that turned it on has been used.
  await code.fill(codes[0]?.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A')) ?? '')
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await code.fill(codes[0]?.toLowerCase() ?? '')
  await submit.click()
  await expect(page).toHaveURL(/\/stocks$/)

  await page.goto(SECURITY)
  const manage = page.getByRole('button', { name: say('security:twoFactor.manage'), exact: true })
  await manage.click()
  const dialog = page.locator('[role="dialog"]:not(.toast)')
  const choose = async (act: 'renew' | 'remove'): Promise<void> => {
    await dialog.getByRole('radio', { name: say(`security:twoFactor.${act}`) }).check()
    await expect(
      dialog.getByRole('button', { name: say(`security:twoFactor.${act}`), exact: true }),
    ).toBeVisible()
  }
  /** Of either act: a wrong code and a wrong password are told at their fields. */
  const send = async (act: 'renew' | 'remove', right: string): Promise<void> => {
    await choose(act)
    const [own, again] = [
      dialog.getByLabel(say('security:password.yours'), { exact: true }),
      dialog.getByLabel(say('security:code.label')),
    ]
    const sure = dialog.getByRole('button', { name: say(`security:twoFactor.${act}`), exact: true })
    await own.fill('not the password')
    await again.fill(right)
    await sure.click()
    await expect(own).toHaveAttribute('aria-invalid', 'true')
    await own.fill(person.password)
    await again.fill('AAAA-AAAA-AAAA')
    await sure.click()
    await expect(again).toHaveAttribute('aria-invalid', 'true')
    await again.fill(right)
    await sure.click()
  }
  const listed = dialog.locator('.as-codes li')
  // New codes are what it offers first; it takes the other choice and this one again.
  await choose('remove')
  await choose('renew')
  await send('renew', codes[1] ?? '')
  await expect(listed).toHaveCount(10)
  // Back and Esc ask first: nobody can show them again.
  const question = page.getByRole('alertdialog', { name: say('security:shownOnce.ask') })
  await page.goBack()
  await question.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(question).toBeHidden()
  await expect(listed).toHaveCount(10)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'recovery codes, asked before they go')
  // Closed without keeping them all the same: those of before are gone, the app still brings new ones.
  await question.getByRole('button', { name: say('security:recovery.done') }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/section=security$/)
  await manage.click()
  await send('renew', appCode(secret, 1))
  await expect(listed).toHaveCount(10)
  const kept = await listed.allInnerTexts()
  expect(kept).not.toEqual(codes)
  await dialog.getByRole('button', { name: say('security:recovery.done') }).click()
  await expect(dialog).toBeHidden()
  await manage.click()
  await choose('remove')
  await expectAccessible(page, 'two-factor, turning it off')
  await send('remove', kept[0] ?? '')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(say('security:locked.title'))).toBeVisible()
  await expectAccessible(page, 'security, withdrawals held back')
})

test('[U3][R12] a new password: faults at their fields, other browsers are signed out, Esc and back close it', async ({
  page,
  person,
  place,
  browser,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  const elsewhere = await browser.newContext()
  const answer = await post(place, elsewhere, '/api/login/login', {
    username: person.username,
    password: person.password,
  })
  const { token } = ((await answer.json()) as { data: { token: string } }).data
  const other = () =>
    elsewhere.request.get(`${place.url}/api/layout/user-info`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  expect((await other()).status()).toBe(200)

  await page.goto('/account')
  await page.getByRole('link', { name: say('security:rows.password') }).click()
  // A toast is a dialog too.
  const dialog = page.getByRole('dialog', { name: say('security:rows.password'), exact: true })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/section=security$/)
  await page.getByRole('button', { name: say('security:rows.password') }).click()
  await expect(page).toHaveURL(/modal=password/)
  await page.reload()
  await expect(dialog).toBeVisible()
  const field = (key: string) => dialog.getByLabel(say(`security:password.${key}`), { exact: true })
  const submit = dialog.getByRole('button', { name: say('security:rows.password'), exact: true })
  await submit.click()
  await expect(dialog.getByText(say('security:faults.required'))).toHaveCount(3)
  await field('current').fill('not the password')
  await field('new').fill('12345')
  await field('confirm').fill('123456')
  await submit.click()
  await expect(dialog.getByText(say('security:faults.minLength'))).toBeVisible()
  await expect(dialog.getByText(say('security:faults.match'))).toBeVisible()
  await expectAccessible(page, 'change password with faults')
  await field('new').fill('a new password')
  await field('confirm').fill('a new password')
  await submit.click()
  await expect(dialog.getByText(say('security:faults.correct'))).toBeVisible()
  await field('current').fill(person.password)
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(say('security:locked.title'))).toBeVisible()
  expect((await other()).status()).toBe(401)
  await elsewhere.close()
})

test('[A14][X1] devices and sign-ins: this one is marked, another is signed out, failures are told', async ({
  page,
  person,
  place,
  browser,
  say,
}) => {
  const elsewhere = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' })
  await post(place, elsewhere, '/api/login/login', { username: person.username, password: 'wrong password' })
  await post(place, elsewhere, '/api/login/login', {
    username: person.username,
    password: person.password,
  })
  await page.goto(SECURITY)
  const rows = page.locator('.as-list li')
  const phone = rows.filter({ hasText: say('security:used.on', { browser: 'Safari', system: 'iPhone' }) })
  await expect(rows.filter({ hasText: say('security:device.this') })).toHaveCount(1)
  await expect(phone.first()).toContainText(say('security:place.this-machine'))
  await expect(page.getByText(say('security:login.outcome.wrong-password'))).toBeVisible()
  await expectAccessible(page, 'devices and sign-ins')
  await phone.first().getByRole('button').click()
  const question = page.getByRole('alertdialog')
  const leave = question.getByRole('button', { name: say('ui:cancel') })
  await leave.click()
  await expect(question).toBeHidden()
  await expect(phone.first()).not.toContainText(say('security:device.signedOut'))
  await phone.first().getByRole('button').click()
  await question.getByRole('button', { name: say('security:device.signOut'), exact: true }).click()
  await expect(question).toBeHidden()
  await expect(phone.first()).toContainText(say('security:device.signedOut'))
  // Where nobody else is signed in there is nothing to sign out.
  const others = page.getByRole('button', { name: say('security:device.others'), exact: true })
  await expect(others).toBeHidden()
  // One that has signed out by itself meanwhile, while the list here still says otherwise.
  const { token } = await signIn(place, elsewhere, person)
  await page.reload()
  await expect(phone.first()).not.toContainText(say('security:device.signedOut'))
  expect((await post(place, elsewhere, '/api/login/logout', {}, token)).ok()).toBe(true)
  await phone.first().getByRole('button').click()
  await question.getByRole('button', { name: say('security:device.signOut'), exact: true }).click()
  await expect(question).toBeHidden()
  await expect(phone.first()).toContainText(say('security:device.signedOut'))
  // One that has signed out is still known, until it is forgotten.
  const again = await signIn(place, elsewhere, person)
  expect((await post(place, elsewhere, '/api/login/logout', {}, again.token)).ok()).toBe(true)
  await page.reload()
  const forget = say('security:device.forget')
  await phone.first().getByRole('button', { name: forget }).click()
  await question.getByRole('button', { name: forget, exact: true }).click()
  await expect(question).toBeHidden()
  await expect(phone.first()).toContainText(say('security:device.forgotten'))
  await signIn(place, elsewhere, person)
  await page.reload()
  await others.click()
  await leave.click()
  await expect(question).toBeHidden()
  await others.click()
  await question.getByRole('button', { name: say('security:device.others'), exact: true }).click()
  await expect(others).toBeHidden()
  await elsewhere.close()
})

/** Of a break of seven days: not made shorter, and made half a year by whoever proves anew to be the owner. */
async function extendBreak(page: Page, say: Words, password: string): Promise<void> {
  const period = page.getByLabel(say('security:break.period'))
  const extend = page.getByRole('main').getByRole('button', { name: say('security:break.extend') })
  await period.selectOption('1')
  await expect(extend).toBeDisabled()
  await period.selectOption('30')
  await expect(extend).toBeEnabled()
  await period.selectOption('180')
  await extend.click()
  const asked = page.getByRole('dialog', { name: say.like('security:break.ask') })
  await expect(asked).toContainText(say('security:break.askText'))
  await asked.getByLabel(say('security:password.yours'), { exact: true }).fill(password)
  await asked.getByRole('button', { name: say('security:twoFactor.next'), exact: true }).click()
  await asked.getByRole('button', { name: say('security:break.extend') }).click()
  await expect(asked).toBeHidden()
  await period.selectOption('30')
  await expect(extend).toBeDisabled()
  await expect(page.getByText(say('security:break.shorter'))).toBeVisible()
}

test('[T12][X1] own limits: set at once, loosened later, and a break that stops orders', async ({
  page,
  person,
  context,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(403))
  await page.goto('/account?section=settings')
  const stake = page.getByLabel(say('security:limits.maxStake'))
  const save = page.getByRole('button', { name: say('security:limits.save') })
  await stake.fill('1,5x')
  await save.click()
  await expect(page.getByText(say('security:limits.unclear'))).toBeVisible()
  await stake.fill('5')
  await save.click()
  await expect(page.getByText(say('security:limits.saved'))).toBeVisible()
  await stake.fill('')
  await save.click()
  await expect(page.locator('.as-next')).toBeVisible()
  await expectAccessible(page, 'own limits, a looser one waits')
  await page.reload()
  await expect(stake).toHaveValue('5.00')
  await expect(page.locator('.as-next')).toBeVisible()
  // Each balance has limits of its own.
  const books = page.getByRole('group', { name: say('security:limits.book') })
  await books.getByRole('button', { name: say('account:book.real') }).click()
  await expect(stake).toHaveValue('')
  await expect(page.locator('.as-next')).toHaveCount(0)
  await books.getByRole('button', { name: say('account:book.demo') }).click()
  await expect(stake).toHaveValue('5.00')
  // Loosened by mistake: the limit stays as it is.
  await page.getByRole('button', { name: say('security:limits.keep') }).click()
  await expect(page.locator('.as-next')).toHaveCount(0)
  await expect(stake).toHaveValue('5.00')

  await page.getByLabel(say('security:break.period')).selectOption('7')
  await page.getByRole('button', { name: say('security:break.start') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(say('security:break.askText'))
  await expectAccessible(page, 'question before a break')
  await question.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: say('security:break.start') }).click()
  await question.getByRole('button', { name: say('security:break.start') }).click()
  await expect(question).toBeHidden()
  await extendBreak(page, say, person.password)
  const order = { clientOrderId: 'in-a-break-1', book: 'demo', symbol: 'BTCUSDT', direction: 'up' }
  const terms = { durationSeconds: 30, stake: '1', ruleVersion: 1 }
  const refused = await post(place, context, '/api/trade/contracts', { ...order, ...terms }, person.token)
  expect(((await refused.json()) as { code: string }).code).toBe('SELF_EXCLUDED')
})

test('[T10] the practice balance is reset after a question, and says so; while contracts run it is not', async ({
  page,
  context,
  place,
  person,
  language,
  say,
  faults,
}) => {
  faults.expect(refusedCall(409))
  await page.goto('/account')
  await page.getByRole('button', { name: say('security:reset.action') }).click()
  const question = page.getByRole('alertdialog')
  await expectAccessible(page, 'question before a reset')
  const leave = question.getByRole('button', { name: say('ui:cancel') })
  await leave.click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: say('security:reset.action') }).click()
  const sure = question.getByRole('button', { name: say('security:reset.action') })
  await sure.click()
  await expect(question).toBeHidden()
  await expect(page.getByText(say('security:reset.done')).first()).toBeVisible()

  await placeOrder(place, context, person, { durationSeconds: 300, stake: '25' })
  const before = await balanceOf(place, context, person)
  await page.getByRole('button', { name: say('security:reset.action') }).click()
  await sure.click()
  await expect(page.getByText(serverWords(language, 'RESET_CONTRACTS_OPEN')).first()).toBeVisible()
  await leave.click()
  await expect(question).toBeHidden()
  expect(await balanceOf(place, context, person)).toEqual(before)
})

test('[R12][R9] sections have addresses, and none scrolls sideways at any width', { tag: '@full' }, async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  for (const section of ['security', 'settings']) {
    await page.goto(`/account?section=${section}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(`security:title.${section}`))
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const width of [360, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, `${section} at ${width}`).toBeLessThanOrEqual(0)
    }
    await page
      .getByRole('link', { name: say('security:back'), exact: true })
      .first()
      .click()
    await expect(page).toHaveURL(/\/account$/)
  }
  await page.goto('/account?section=nothing')
  await expect(page.getByRole('button', { name: say('security:reset.action') })).toBeVisible()
})
