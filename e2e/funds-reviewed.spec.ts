import type { Page } from '@playwright/test'
import { askDeposit, creditDeposit, get, sendReceipt, TRON_ADDRESS, uidOf } from './account-calls.ts'
import { test } from './back-office.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { post, registerPerson, signIn } from './person.ts'
import { tick } from './screens.ts'
import { field, press, sheet } from './sheet.ts'
import { serverWords, type Words } from './words.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

/** A page that hears of nothing by itself: what is done elsewhere comes as a surprise. */
const hearNothing = (page: Page): Promise<void> => page.routeWebSocket(/\/(ws|trade)$/, () => undefined)

/** In a page; the empty one before the first has no storage. */
const useRealFunds = (): void => {
  if (location.protocol.startsWith('http')) localStorage.setItem('book', 'real')
}

test('[F2][D10] a receipt of a deposit that a reviewer took meanwhile stays, a deposit that was credited meanwhile cannot be cancelled, and the list says so', async ({
  page,
  context,
  place,
  person,
  office,
  say,
  language,
  faults,
}) => {
  faults.expect(refusedCall(409))
  await hearNothing(page)
  const id = await askDeposit(place, context, person, '250')
  await sendReceipt(place, context, person, id)
  await page.goto('/account?section=wallet')
  const open = page.getByRole('region', { name: say('funds:deposit.open') })
  const removal = open.getByRole('button', { name: say('funds:receipt.remove') })
  const cancel = open.getByRole('button', { name: say('funds:deposit.cancel') })
  const told = page.locator('.toast').filter({ hasText: serverWords(language, 'REQUEST_TAKEN_ON') })
  await expect(removal).toBeVisible()
  const taking = `/api/admin/recharge-orders/${id}/take`
  expect((await post(place, context, taking, { version: 1 }, office.token)).ok()).toBe(true)
  await removal.click()
  await expect(told).toHaveCount(1)
  await expect(removal).toBeHidden()
  await expect(cancel).toBeHidden()
  await expect(open).toContainText(say('funds:status.processing'))
  await open.getByRole('button', { name: say('funds:receipt.show') }).click()
  await expect(sheet(page).getByRole('img', { name: say('funds:receipt.picture') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()

  const other = await askDeposit(place, context, person, '70')
  await page.reload()
  await expect(cancel).toBeVisible()
  await creditDeposit(place, context, { id: other, credited: '70' }, office.token)
  await cancel.click()
  await expect(told).toHaveCount(1)
  await expect(open).not.toContainText('70.00')
  const { balances } = await get<{ balances: { real: { available: string } } }>(
    place,
    context,
    '/api/layout/user-info',
    person,
  )
  expect(Number(balances.real.available)).toBe(70)
})

async function fillWithdrawal(
  page: Page,
  say: Words,
  { password, label }: { password: string; label: string },
): Promise<void> {
  await field(page, say('funds:address')).fill(TRON_ADDRESS)
  await tick(sheet(page).getByRole('checkbox', { name: say('funds:saveAddress') }))
  await field(page, say('funds:label')).fill(label)
  await field(page, say('funds:amount')).fill('50')
  await field(page, say('funds:password')).fill(password)
}

test('[F3][F7] a withdrawal saves its address: one of another network is refused at its field, one that is saved already is not saved twice', async ({
  page,
  context,
  place,
  person,
  office,
  say,
  language,
  faults,
}) => {
  faults.expect(refusedCall(409))
  await context.addInitScript(useRealFunds)
  const deposit = await askDeposit(place, context, person, '300')
  await creditDeposit(place, context, { id: deposit, credited: '300' }, office.token)
  await page.goto('/account?section=wallet&modal=withdraw')
  const network = field(page, say('funds:network'))
  await network.selectOption('eth')
  await press(page, say('funds:max'))
  await expect(field(page, say('funds:amount'))).toHaveValue('300.00')
  await fillWithdrawal(page, say, { password: person.password, label: 'Main wallet' })
  await press(page, say('funds:withdraw.submit'))
  const refused = sheet(page).getByRole('alert').filter({ hasText: /\S/ })
  await expect(refused).toHaveText([say('funds:wrong.address')])
  await network.selectOption('tron')
  await expect(refused).toHaveCount(0)
  await press(page, say('funds:withdraw.submit'))
  await expect(sheet(page)).toBeHidden()
  const saved = page.getByRole('region', { name: say('funds:saved') }).getByRole('listitem')
  await expect(saved).toHaveCount(1)
  await expect(saved).toContainText('Main wallet')

  // The next time it is typed once more, though it is there to be chosen.
  await page.goto('/account?section=wallet&modal=withdraw')
  await expect(sheet(page).getByRole('radio', { name: /Main wallet/ })).toBeChecked()
  await press(page, say('funds:addresses.add'))
  await fillWithdrawal(page, say, { password: person.password, label: 'Second name' })
  await press(page, say('funds:withdraw.submit'))
  const reason = serverWords(language, 'ADDRESS_SAVED')
  const told = page.locator('.toast').filter({ hasText: say('funds:withdraw.addressFailed', { reason }) })
  await expect(told).toHaveCount(1)
  await expect(sheet(page)).toBeHidden()
  const requested = page.getByRole('region', { name: say('funds:withdraw.recent') }).getByRole('listitem')
  await expect(requested).toHaveCount(2)
  await expect(saved).toHaveCount(1)
  await expect(saved).toContainText('Main wallet')
})

/** The bell’s list tells of all of these; each is read at a press, and of what is read the bell tells nothing. */
async function readNotices(page: Page, say: Words, kinds: readonly string[]): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: say('app:notices.bell') })
    .click()
  const dialog = page.getByRole('dialog', { name: say('notices:title'), exact: true })
  await dialog.getByRole('tab', { name: say('notices:system') }).click()
  const unread = dialog.locator('li[data-read="false"]')
  for (const kind of kinds)
    await expect(unread.filter({ hasText: say(`notices:kind.${kind}`) }), kind).toHaveCount(1)
  for (let left = await unread.count(); left > 0; left -= 1) {
    await unread.first().getByRole('button').first().click()
    await expect(unread).toHaveCount(left - 1)
  }
  await expect(page.locator('header .count')).toHaveCount(0)
  // Pressed once more, one that is read stays so, and the list open.
  for (const each of await dialog.getByRole('listitem').all()) await each.getByRole('button').first().click()
  await expect(unread).toHaveCount(0)
  await expect(dialog).toBeVisible()
}

test('[F6] a transfer whose number and name do not belong together moves nothing, keeps what was typed, and goes once the name is right', async ({
  page,
  context,
  browser,
  place,
  person,
  office,
  say,
  language,
  faults,
}) => {
  faults.expect(refusedCall(404))
  await context.addInitScript(useRealFunds)
  const deposit = await askDeposit(place, context, person, '100')
  await creditDeposit(place, context, { id: deposit, credited: '100' }, office.token)
  const elsewhere = await browser.newContext({ baseURL: place.url })
  const friend = await registerPerson(place, elsewhere)
  const uid = await uidOf(place, elsewhere, await signIn(place, elsewhere, friend))
  await elsewhere.close()
  await page.goto('/account?section=wallet&modal=transfer')
  await field(page, say('funds:transfer.uid')).fill(uid)
  await field(page, say('funds:transfer.name')).fill(`${friend.username}x`)
  await press(page, say('funds:max'))
  await expect(field(page, say('funds:amount'))).toHaveValue('100.00')
  await field(page, say('funds:amount')).fill('40')
  await field(page, say('funds:password')).fill(person.password)
  await press(page, say('funds:transfer.submit'))
  const refused = sheet(page).getByRole('alert').filter({ hasText: /\S/ })
  await expect(refused).toHaveText([serverWords(language, 'RECIPIENT_UNKNOWN')])
  await expect(field(page, say('funds:transfer.uid'))).toHaveValue(uid)
  // Behind the sheet.
  const real = page.getByRole('region', { name: say('account:book.real'), includeHidden: true })
  await expect(real).toContainText('100.00')
  await field(page, say('funds:transfer.name')).fill(friend.username)
  await expect(refused).toHaveCount(0)
  await press(page, say('funds:transfer.submit'))
  await expect(sheet(page)).toBeHidden()
  await expect(real).toContainText('60.00')
  // What is said of it opens in its place.
  const moved = page
    .getByRole('region', { name: say('funds:recent') })
    .getByRole('listitem')
    .first()
  await expect(moved).toContainText(uid)
  const done = moved.getByText(say('funds:bill.completed'), { exact: true })
  await expect(done).toBeHidden()
  await moved.locator('summary').click()
  await expect(done).toBeVisible()
  await readNotices(page, say, ['deposit-pending', 'deposit-completed', 'transfer-sent'])
})
