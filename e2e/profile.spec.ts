import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { ensure } from '@truestrike/core/assert.ts'
import { expectAccessible } from './axe.ts'
import { clipboardText } from './clipboard.ts'
import { chooseFile, FAULTY_PDFS, filePicker, NOTES, pdf, picture, TOO_LARGE } from './file-dialog.ts'
import { mailedCode, newestMail } from './inbox.ts'
import { test } from './journey.ts'
import { LOST_CODE, refusedCall } from './page-faults.ts'
import { photo } from './photo.ts'

const PROFILE = '/account?section=profile'

test('[U2][X1] a picture: chosen, shown everywhere, refused when it is none, taken away', async ({
  page,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(503))
  expect(person.token).not.toBe('')
  await page.goto('/account')
  await page.getByRole('link', { name: say('security:editProfile') }).click()
  await expect(page).toHaveURL(/section=profile$/)
  const choose = filePicker(page, say('profile:picture.choose'))
  await chooseFile(page, choose, NOTES)
  await expect(page.getByText(say('upload:type'))).toBeVisible()
  await chooseFile(page, choose, TOO_LARGE)
  await expect(page.getByText(say('upload:tooLarge'))).toBeVisible()
  const broken = photo(64, 64).subarray(0, 120)
  await chooseFile(page, choose, { name: 'broken.png', mimeType: 'image/png', buffer: broken })
  await expect(page.locator('.as-card [role="alert"] .banner').first()).toBeVisible()
  await expectAccessible(page, 'profile, a picture that was refused')
  await chooseFile(page, choose, picture('me.png', 640, 480))
  await expect(page.getByText(say('profile:picture.saved')).first()).toBeVisible()
  const shown = page.locator('.ap-picture .avatar img')
  await expect(shown).toHaveAttribute('src', /^\/uploads\/avatars\/[\w-]{22}\.webp$/)
  await expect(page.locator('header .avatar img')).toBeVisible()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256)
  await expectAccessible(page, 'profile with a picture')
  const remove = page.getByRole('button', { name: say('profile:picture.remove') })
  await page.route('**/api/account/avatar', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await remove.click()
  await expect(page.locator('.as-card [role="alert"] .banner, .toast').first()).toBeVisible()
  await expect(shown).toHaveCount(1)
  await remove.dblclick()
  await expect(shown).toHaveCount(0)
  await expect(page.locator('header .avatar img')).toHaveCount(0)
})

test('[U2][X1] nickname, bio and telephone number: faults at their fields, kept over a reload', async ({
  page,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  await page.goto(PROFILE)
  await expect(page.getByText(`${person.username}@example.com`)).toBeVisible()
  const field = (key: string) => page.getByLabel(say(`profile:about.${key}`), { exact: true })
  const save = page.getByRole('button', { name: say('profile:about.save'), exact: true })
  await field('nickname').fill('x'.repeat(31))
  await save.click()
  await expect(page.getByText(say('security:faults.maxLength'))).toBeVisible()
  await field('nickname').fill('Mira مِيرا')
  await field('phone').fill('12')
  await save.click()
  await expect(page.getByText(say('security:faults.phone'))).toBeVisible()
  await field('phone').fill('+49 (30) 123 456')
  await field('bio').fill('one\n\ntwo')
  await save.click()
  await expect(page.getByText(say('profile:about.saved')).first()).toBeVisible()
  await expect(field('phone')).toHaveValue('+4930123456')
  await page.reload()
  await expect(field('nickname')).toHaveValue('Mira مِيرا')
  await expect(field('bio')).toHaveValue('one\n\ntwo')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mira مِيرا')
})

test('[F9][X1][R12] an identity check: what is missing is said, then the documents are with the reviewers', async ({
  page,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(503))
  expect(person.token).not.toBe('')
  await page.goto('/account')
  const row = page.getByRole('link', { name: say('security:identity.title') })
  await expect(row).toContainText(say('security:identity.state.none'))
  await row.click()
  await page.getByRole('button', { name: say('profile:identity.start') }).click()
  await expect(page).toHaveURL(/modal=identity/)
  await page.reload()
  // A toast is a dialog too.
  const dialog = page.getByRole('dialog', { name: say('profile:identity.start'), exact: true })
  const submit = dialog.getByRole('button', { name: say('profile:identity.submit'), exact: true })
  await submit.click()
  await expect(dialog.getByText(say('security:faults.required'))).toHaveCount(2)
  const document = dialog.getByLabel(say('profile:identity.document'), { exact: true })
  await document.selectOption('identity-card')
  await expect(dialog.getByText(say('security:faults.required'))).toHaveCount(3)
  await expectAccessible(page, 'identity check with faults')
  await dialog.getByLabel(say('profile:identity.realName'), { exact: true }).fill('Mira Muster')
  const pickers = filePicker(dialog, say('upload:choose'))
  // The wrong document, and a file that is none.
  await document.selectOption('passport')
  await expect(pickers).toHaveCount(1)
  await chooseFile(page, pickers, NOTES)
  await submit.click()
  await expect(dialog.getByText(say('upload:paperType'))).toBeVisible()
  await document.selectOption('identity-card')
  for (const [file, fault] of FAULTY_PDFS) {
    await chooseFile(page, pickers.nth(1), file)
    await expect(dialog.getByText(say(fault))).toBeVisible()
  }
  const papers = [picture('side-0.png', 900, 600), pdf('side-1.pdf')]
  for (const [at, file] of papers.entries()) {
    await chooseFile(page, pickers.nth(at), file)
    await expect(dialog.getByText(file.name)).toBeVisible()
  }
  await expectAccessible(page, 'identity check, filled in')
  await submit.click()
  await expect(dialog).toBeHidden()
  const card = page.locator('.as-card').filter({ hasText: say('security:identity.title') })
  await expect(card.locator('.badge')).toHaveText(say('security:identity.state.pending'))
  await expect(card).toContainText('Mira Muster')
  await expectAccessible(page, 'identity check, pending')
  const look = (side: string) => card.getByRole('button', { name: say(`profile:identity.side.${side}`) })
  await page.route('**/api/account/identity/**', (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  })
  await look('front').click()
  await expect(page.getByText(say('errors:HTTP_503')).first()).toBeVisible()
  // Of the two sides each brings its own.
  const sheets: Buffer[] = []
  for (const [side, kind] of [
    ['front', 'jpg'],
    ['back', 'pdf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await look(side).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`document-${side}.${kind}`)
    sheets.push(await readFile(await file.path()))
  }
  expect(sheets[0]?.equals(ensure(sheets[1]))).toBe(false)
  expect(sheets[1]?.equals(ensure(papers[1]).buffer)).toBe(true)
  await page.goto('/account')
  await expect(row).toContainText(say('security:identity.state.pending'))
})

test('[A15] an address is confirmed by the code from its mailbox; without one nothing is sent, and a wrong one is said to be wrong', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: say('security:confirmEmail.act'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: say('security:confirmEmail.act'), exact: true })
  const submit = dialog.getByRole('button', { name: say('auth:proof.submit'), exact: true })
  await expect(submit).toBeDisabled()
  await dialog.locator('.lg-code button').click()
  const code = await mailedCode(place, context, `${person.username}@example.com`)
  const field = dialog.getByLabel(say('auth:code.label'))
  await field.fill(code === '000000' ? '000001' : '000000')
  await submit.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(code)
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(say('security:confirmEmail.title'))).toBeHidden()
})

test('[U5][R8][R12] customer service: hours, the UID to tell, and the operator’s link in a tab of its own', async ({
  page,
  context,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.route('**/api/admin/system/basic-info', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.data.customerService = { enabled: true, serviceLink: 'https://help.example/', hours: '9:00–21:00' }
    await route.fulfill({ response, json })
  })
  await page.goto('/account')
  await page.getByRole('button', { name: say('account:service') }).click()
  await expect(page).toHaveURL(/modal=customer-service/)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: say('account:service'), exact: true })
  await expect(dialog).toContainText('9:00')
  const copy = dialog.getByRole('button', { name: say('account:copyUid') })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await copy.dblclick()
  await expect(page.getByText(say('account:copied')).first()).toBeVisible()
  expect(await clipboardText(page)).toMatch(/^\d{10}$/)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await copy.click()
  await expect(page.getByText(say('account:copyFailed')).first()).toBeVisible()
  const link = dialog.getByRole('link', { name: say('security:service.open') })
  await expect(link).toHaveAttribute('href', 'https://help.example/')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expectAccessible(page, 'customer service')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/account$/)
})

test('[U2][F4][L3][R12] a new address: proved, a code from its mailbox, the one before is told, withdrawals wait', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  const [before, email] = [`${person.username}@example.com`, `${person.username}@example.org`]
  await page.goto(PROFILE)
  await page.getByRole('button', { name: say('profile:email.change'), exact: true }).click()
  await expect(page).toHaveURL(/modal=email/)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: say('profile:email.change'), exact: true })
  await dialog.getByLabel(say('security:password.yours'), { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: say('security:twoFactor.next'), exact: true }).click()
  const address = dialog.getByRole('textbox', { name: say('auth:email.label') })
  const send = dialog.locator('.lg-code button')
  await address.fill(before)
  await send.click()
  await expect(dialog.getByText(say('auth:faults.email.different'))).toBeVisible()
  await expectAccessible(page, 'new address with a fault')
  await address.fill(email)
  await send.click()
  await expect(send).toBeDisabled()
  const code = await mailedCode(place, context, email)
  const field = dialog.getByLabel(say('auth:code.label'))
  await field.fill(code === '000000' ? '000001' : '000000')
  const submit = dialog.getByRole('button', { name: say('auth:newEmail.submit'), exact: true })
  await submit.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(code)
  await expectAccessible(page, 'new address, filled in')
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(email)).toBeVisible()
  // Nobody has shown that he reads the mails there: he is told, and by no name.
  const told = await newestMail(place, context, before)
  expect(told).toMatch(/\(UTC\)/)
  expect(told).not.toContain(person.username)
  await page.goto('/account?section=security')
  await expect(page.getByText(say('security:locked.by.email'))).toBeVisible()
})

test('[L3] the language that is chosen is told to the server; one whose texts cannot be loaded is not taken', async ({
  page,
  language,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(404), LOST_CODE)
  expect(person.token).not.toBe('')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/account/locale')) asked.push(request.url())
  })
  await page.goto('/account')
  const menu = page.getByRole('main').getByRole('button', { name: say.like('app:language') })
  const texts = '**/assets/catalogue-fr-*.js'
  await page.route(texts, (route) => route.fulfill({ status: 404, body: '' }))
  await menu.click()
  await page.getByRole('menuitem', { name: 'Français' }).click()
  await expect(page.getByText(say('errors:NETWORK_ERROR')).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  // Mails are not written in a language that the page does not speak.
  expect(asked).toEqual([])
  // Loaded again, the page has the texts that were missing.
  await page.unroute(texts)
  await expect(page.getByText(say('app:loadFailure.title'))).toBeVisible()
  await page.getByRole('button', { name: say('app:reload'), exact: true }).click()
  await expect(page.getByText(say('app:loadFailure.title'))).toBeHidden()
  await menu.click()
  const told = page.waitForResponse('**/api/account/locale')
  await page.getByRole('menuitem', { name: 'Français' }).click()
  const answer = await told
  expect([answer.status(), answer.request().postDataJSON()]).toEqual([200, { locale: 'fr-FR' }])
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR')
})
