import { expect, type Page } from '@playwright/test'
import { placeOrder, askDeposit as requestDeposit } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { clipboardText } from './clipboard.ts'
import { chooseFile, filePicker, NOTES, picture, TOO_LARGE } from './file-dialog.ts'
import { test } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { post } from './person.ts'
import { field, press, sheet } from './sheet.ts'
import type { Words } from './words.ts'

const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const PAPER = picture('receipt.png', 640, 480)
const ETH_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

type Request = 'deposit' | 'withdraw' | 'transfer'

/** Opens a form by the button among those for money, on the account's overview or in the wallet section. */
async function openForm(page: Page, say: Words, what: Request): Promise<void> {
  await page
    .getByRole('navigation', { name: say('funds:actions') })
    .getByRole('button', { name: say(`funds:${what}.title`), exact: true })
    .click()
  await expect(page).toHaveURL(new RegExp(`modal=${what}$`))
  await expect(sheet(page).getByRole('heading', { name: say(`funds:${what}.title`) })).toBeVisible()
}

/** In the form of a deposit: another way to pay, whose address is copied, and back to the account of the bank. */
async function comparePaymentMethods(page: Page, say: Words): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [method, detail, text] of [
    ['tron', 'address', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['bank', 'accountNumber', 'TEST 0000 0000 0000'],
  ] as const) {
    await field(page, say('funds:method.label')).selectOption({ label: say(`funds:method.${method}`) })
    await expect(sheet(page).getByText(text, { exact: true })).toBeVisible()
    await press(page, `${say('funds:copy')}: ${say(`funds:${detail}`)}`)
    await expect.poll(() => clipboardText(page)).toBe(text)
  }
}

async function askDeposit(page: Page, say: Words, amount: string): Promise<void> {
  await page.goto('/account?section=wallet')
  await openForm(page, say, 'deposit')
  await expect(page.getByText(say('funds:deposit.test'))).toBeVisible()
  await field(page, say('funds:amount')).fill(amount)
  await press(page, say('funds:deposit.submit'))
  // What is missing is said at its field.
  await expect(page.getByText(say('funds:required')).first()).toBeVisible()
  await field(page, say('funds:accountName')).first().fill('Mira Kovac')
  await field(page, say('funds:accountNumber')).first().fill('0042 7719 3310')
  await field(page, say('funds:bankName')).first().fill('Example Bank')
  await press(page, say('funds:deposit.submit'))
}

test('[F2][F1][R12][X1][U-21] a deposit is asked for in the wallet section, shown as pending, and taken back after a question', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  await page.goto('/account')
  for (const what of ['withdraw', 'transfer', 'deposit'] as const) {
    await openForm(page, say, what)
    await expect(field(page, say('funds:amount'))).toBeVisible()
    if (what === 'deposit') {
      await expect(page.getByText(say('funds:deposit.test'))).toBeVisible()
      await expectAccessible(page, 'deposit')
      await comparePaymentMethods(page, say)
    }
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await expect(page).toHaveURL(/\/account$/)
  }
  for (const book of ['real', 'demo'] as const) {
    const card = page.getByRole('region', { name: say(`account:book.${book}`) })
    await card.getByRole('button', { name: say('account:use') }).click()
    await expect(card).toContainText(say('account:inUse'))
    await expect(page.getByRole('banner')).toContainText(
      say(`ui:funds.${book === 'real' ? 'test' : 'demo'}.name`),
    )
  }

  await askDeposit(page, say, '5')
  await expect(sheet(page).getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await field(page, say('funds:amount')).fill('250.5')
  const choose = filePicker(sheet(page), say('upload:choose'))
  for (const [file, fault] of [
    [NOTES, 'paperType'],
    [TOO_LARGE, 'tooLarge'],
  ] as const) {
    await chooseFile(page, choose, file)
    await expect(sheet(page).getByText(say(`upload:${fault}`))).toBeVisible()
  }
  await chooseFile(page, choose, PAPER)
  await press(page, say('funds:deposit.submit'))
  await expect(sheet(page)).toBeHidden()
  const open = page.getByRole('region', { name: say('funds:deposit.open') })
  await expect(open).toContainText('250.50')
  await chooseFile(page, filePicker(open, say('funds:receipt.replace')), PAPER)
  await open.getByRole('button', { name: say('funds:receipt.show') }).click()
  const picture = sheet(page).getByRole('img', { name: say('funds:receipt.picture') })
  await expect(picture).toHaveJSProperty('naturalWidth', 640)
  await expectAccessible(page, 'receipt')
  await page.keyboard.press('Escape')
  await open.getByRole('button', { name: say('funds:receipt.remove') }).click()
  await expect(open.getByText(say('funds:receipt.add'))).toBeVisible()
  await expectAccessible(page, 'wallet section')
  // Removed by mistake: added again.
  await chooseFile(page, filePicker(open, say('funds:receipt.add')), PAPER)
  await expect(filePicker(open, say('funds:receipt.replace'))).toBeVisible()
  // Pressed by mistake: one press asks, and says what becomes of money that is on its way.
  const cancel = open.getByRole('button', { name: say('funds:deposit.cancel') })
  await cancel.click()
  const question = page.getByRole('alertdialog', { name: say('funds:deposit.cancelTitle') })
  await expect(question).toContainText('250.50')
  await expect(question).toContainText(say('funds:deposit.cancelText'))
  await expectAccessible(page, 'cancel a deposit')
  await question.getByRole('button', { name: say('funds:deposit.keep') }).click()
  await expect(question).toBeHidden()
  await cancel.click()
  await question.getByRole('button', { name: say('funds:deposit.cancel'), exact: true }).click()
  // While it asks, what lies behind it counts as hidden.
  await expect(question).toBeHidden()
  await expect(open).toBeHidden()

  // Bills are of the book in use: the practice one has none of this.
  await page.goto('/account?section=bills')
  await expect(page.getByText(say('funds:none'))).toBeVisible()
  await expectAccessible(page, 'bills')
})

test('[F1][F7][R12] the wallet follows what happens elsewhere, without a reload; hidden amounts are hidden in all of it', async ({
  page,
  person,
  place,
  context,
  say,
}) => {
  await page.goto('/account?section=wallet')
  const wallet = page.getByRole('region', { name: say('account:book.demo') })
  const open = page.getByRole('region', { name: say('funds:deposit.open') })
  // That of the balance in use: the real one's stands before it.
  const recent = page.getByRole('region', { name: say('funds:recent') }).last()
  const days = page.getByRole('table', { name: say('funds:chart.title') })
  await expect(wallet).toContainText('10,000.00')
  // By a notice: nothing has moved yet.
  const id = await requestDeposit(place, context, person, '251')
  await expect(open).toContainText('251.00')
  // By the balances.
  await placeOrder(place, context, person, { stake: '37', durationSeconds: 30 })
  await expect(wallet).toContainText('37.00')
  const result = /^[+−]\d+\.\d\d$/
  await expect(recent.getByText(result).first()).toBeVisible({ timeout: 60_000 })
  await expect(days).not.toContainText('10,000.00')
  const change = wallet.locator('.fu-change')
  await expect(change).toContainText(/[+−]\d+\.\d\d%/)
  await expect(change).not.toContainText('-')
  await expectAccessible(page, 'wallet after a contract')

  await wallet.getByRole('button', { name: say('security:amounts.hide') }).click()
  await expect(open).not.toContainText('251.00')
  await expect(recent.getByText(result)).toHaveCount(0)
  await expect(open).toContainText(say('ui:hidden'))
  await wallet.getByRole('button', { name: say('security:amounts.show') }).click()
  await expect(open).toContainText('251.00')
  await post(place, context, `/api/account/deposits/${id}/cancel`, {}, person.token)
  await expect(open).toBeHidden()
  // Either balance is taken into use, and the one to practise with reset, where both are seen.
  const real = page.getByRole('region', { name: say('account:book.real') })
  await real.getByRole('button', { name: say.like('account:use') }).click()
  await expect(real).toContainText(say('account:inUse'))
  await wallet.getByRole('button', { name: say('security:reset.action') }).click()
  const question = page.getByRole('alertdialog', { name: say('security:reset.ask') })
  await question.getByRole('button', { name: say('security:reset.action') }).click()
  await expect(wallet).toContainText('10,000.00')
})

test('[F3][F4][E4][X1] a withdrawal is refused in the words of the specification, and locked after a new password', async ({
  page,
  person,
  place,
  context,
  say,
  faults,
}) => {
  faults.expect(refusedCall(401))
  await page.goto('/account?section=wallet')
  await openForm(page, say, 'withdraw')
  await field(page, say('funds:network')).selectOption('eth')
  await field(page, say('funds:amount')).fill('١٠٠')
  await field(page, say('funds:password')).fill(person.password)
  await expect(field(page, say('funds:amount'))).toHaveValue('100.00')
  const refused = sheet(page).getByRole('alert').filter({ hasText: /\S/ })
  // What there is not is said at once, and the rest at its field when the button is pressed.
  await expect(refused).toHaveText([say('funds:wrong.balance')])
  await expectAccessible(page, 'withdraw')
  await press(page, say('funds:withdraw.submit'))
  await expect(refused).toHaveText([say('funds:wrong.address'), say('funds:wrong.balance')])
  await field(page, say('funds:address')).fill(ETH_ADDRESS)
  await expect(refused).toHaveText([say('funds:wrong.balance')])

  await page.getByRole('tab', { name: say('funds:method.bank') }).click()
  await expect(sheet(page).getByText(/0\.5%/)).toBeVisible()
  await expectAccessible(page, 'withdraw to a bank')

  const body = { currentPassword: person.password, newPassword: 'another1', confirmPassword: 'another1' }
  await post(place, context, '/api/account/password', body, person.token)
  await page.reload()
  await expect(page.getByText(say('funds:lock.title'))).toBeVisible()
  await expect(sheet(page).getByRole('button', { name: say('funds:lock.button') })).toBeDisabled()
  await expect(field(page, say('funds:amount'))).toBeDisabled()
  await expectAccessible(page, 'withdraw, locked')
})

test('[F6][X1] a transfer needs number and name, and what there is', async ({ page, person, say }) => {
  expect(person.token).not.toBe('')
  await page.goto('/account?section=wallet')
  await openForm(page, say, 'transfer')
  await field(page, say('funds:transfer.uid')).fill('9999999999')
  await field(page, say('funds:amount')).fill('10')
  const refused = sheet(page).getByRole('alert').filter({ hasText: /\S/ })
  await press(page, say('funds:transfer.submit'))
  await expect(refused).toHaveText([say('funds:required'), say('funds:wrong.balance'), say('funds:required')])
  await expectAccessible(page, 'transfer')
})

test('[F1][F3][F7][R12][X1] the balance has a history; saved addresses get another name, become the default and go; bills keep their filters in the address', async ({
  page,
  person,
  place,
  context,
  say,
}) => {
  for (const body of [
    { network: 'tron', address: TRON_ADDRESS, label: 'Main wallet' },
    { network: 'eth', address: ETH_ADDRESS, label: 'Cold storage' },
  ])
    await post(place, context, '/api/account/addresses', body, person.token)
  await page.goto('/account?section=wallet')
  const saved = page.getByRole('region', { name: say('funds:saved') })
  const row = (name: string) => saved.getByRole('listitem').filter({ hasText: name })
  const days = page.getByRole('table', { name: say('funds:chart.title') })
  await expect(days.getByRole('cell', { name: '10,000.00 USDT' })).toBeAttached()
  const ranges = page.getByRole('group', { name: say('funds:chart.range') }).getByRole('button')
  for (const [at, length] of [
    [0, 7],
    [2, 90],
  ] as const) {
    const answer = page.waitForResponse(new RegExp(`balance-days\\?.*days=${length}$`))
    await ranges.nth(at).click()
    await answer
    await expect(ranges.nth(at)).toHaveAttribute('aria-pressed', 'true')
    await expect(days.getByRole('cell', { name: '10,000.00 USDT' })).toBeAttached()
  }
  await ranges.nth(1).click()
  await expect(ranges.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect(ranges.nth(2)).toHaveAttribute('aria-pressed', 'false')
  await expectAccessible(page, 'balance over time')
  await expect(row('Main wallet').locator('.badge')).toHaveText(say('funds:default'))
  await row('Cold storage')
    .getByRole('button', { name: say('funds:addresses.makeDefault') })
    .click()
  await expect(row('Cold storage').locator('.badge')).toHaveText(say('funds:default'))
  await row('Cold storage')
    .getByRole('button', { name: say('funds:addresses.rename') })
    .click()
  await field(page, say('funds:label')).fill(' ')
  await press(page, say('funds:addresses.save'))
  await expect(sheet(page)).toBeVisible()
  await field(page, say('funds:label')).fill('Vault')
  await expectAccessible(page, 'rename an address')
  await press(page, say('funds:addresses.save'))
  await expect(row('Vault')).toBeVisible()
  await row('Main wallet')
    .getByRole('button', { name: say('funds:addresses.remove') })
    .click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText(TRON_ADDRESS)
  await expectAccessible(page, 'remove an address')
  await asked.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(asked).toBeHidden()
  await row('Main wallet')
    .getByRole('button', { name: say('funds:addresses.remove') })
    .click()
  await asked.getByRole('button', { name: say('funds:addresses.remove'), exact: true }).click()
  // Behind an open question everything counts as hidden.
  await expect(asked).toBeHidden()
  await expect(row('Main wallet')).toBeHidden()

  await page.goto('/account?section=wallet&modal=withdraw')
  const chosen = sheet(page).getByRole('radio', { name: /Vault/ })
  await expect(chosen).toBeChecked()
  await expectAccessible(page, 'withdraw to a saved address')
  await press(page, say('funds:addresses.add'))
  await expect(field(page, say('funds:address'))).toBeVisible()
  await chosen.check()
  await expect(field(page, say('funds:address'))).toBeHidden()

  await page.goto('/account?section=bills')
  await page.getByLabel(say('funds:type.label'), { exact: true }).selectOption('fee')
  await page.getByLabel(say('funds:status.label'), { exact: true }).selectOption('completed')
  await page.getByLabel(say('funds:from'), { exact: true }).fill('2026-01-05')
  await expect(page.getByText(say('funds:noneFound'))).toBeVisible()
  await expect(page).toHaveURL(/type=fee&status=completed&from=2026-01-05/)
  await page.reload()
  await expect(page.getByLabel(say('funds:status.label'), { exact: true })).toHaveValue('completed')
  const asks = page.waitForRequest(/bills\/export\?.*type=fee&status=completed&fromMs=\d+/)
  await page.getByRole('button', { name: say('funds:export') }).click()
  await asks
  await page.getByRole('button', { name: say('funds:reset') }).click()
  await expect(page).toHaveURL(/section=bills$/)
  await page.getByLabel(say('funds:bill.book'), { exact: true }).selectOption('real')
  await expect(page).toHaveURL(/section=bills&book=real$/)
  await expect(page.getByText(say('funds:none'))).toBeVisible()
})
