import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { ensure } from '@truestrike/core/assert.ts'
import { askDeposit, creditDeposit, get, sendReceipt, TRON_ADDRESS, uidOf } from './account-calls.ts'
import { countFiles, type Office, test } from './back-office.ts'
import { chooseFile, FAULTY_PDFS, filePicker, pdf } from './file-dialog.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { type Person, type Place, post, registerPerson, signIn } from './person.ts'
import { hearNothing, tick } from './screens.ts'
import { adminAnswer } from './second-owner.ts'
import { field, press, sheet } from './sheet.ts'
import { serverWords, type Words } from './words.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

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
  const question = page.getByRole('alertdialog', { name: say('funds:deposit.cancelTitle') })
  await question.getByRole('button', { name: say('funds:deposit.cancel'), exact: true }).click()
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

const ETH_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** Of a transaction on TRON; on Ethereum it would begin with 0x. */
const HASH = 'a7'.repeat(32)
const RECEIPT = pdf('receipt.pdf')

/** What the sheet says is wrong. */
const faultsOf = (page: Page) => sheet(page).getByRole('alert').filter({ hasText: /\S/ })

/** Of 80, paid on TRON, with a PDF; whatever can be wrong with it is said first. */
async function requestByWallet(page: Page, say: Words): Promise<void> {
  await page.goto('/account?section=wallet&modal=deposit')
  await field(page, say('funds:method.label')).selectOption({ label: say('funds:method.tron') })
  await field(page, say('funds:amount')).fill('80')
  await field(page, say('funds:accountName')).fill('Mira Kovac')
  await field(page, say('funds:address')).fill(ETH_ADDRESS)
  await field(page, say('funds:transactionId')).fill(`0x${HASH}`)
  await press(page, say('funds:deposit.submit'))
  await expect(faultsOf(page)).toHaveText([say('funds:wrong.address'), say('funds:transactionFault')])
  const choose = filePicker(sheet(page), say('upload:choose'))
  for (const [file, fault] of FAULTY_PDFS) {
    await chooseFile(page, choose, file)
    await expect(sheet(page).getByText(say(fault))).toBeVisible()
  }
  await chooseFile(page, choose, RECEIPT)
  await field(page, say('funds:address')).fill(TRON_ADDRESS)
  await field(page, say('funds:transactionId')).fill(` ${HASH.toUpperCase()} `)
  await expect(faultsOf(page)).toHaveCount(0)
  await press(page, say('funds:deposit.submit'))
  await expect(sheet(page)).toBeHidden()
}

/** All there is of 80, to an account; without one and with more than there is nothing is sent. */
async function withdrawToBank(page: Page, say: Words, { password }: Person): Promise<void> {
  await page
    .getByRole('navigation', { name: say('funds:actions') })
    .getByRole('button', { name: say('funds:withdraw.title'), exact: true })
    .click()
  await page.getByRole('tab', { name: say('funds:method.bank') }).click()
  await field(page, say('funds:amount')).fill('81')
  await field(page, say('funds:password')).fill(password)
  await press(page, say('funds:withdraw.submit'))
  await expect(faultsOf(page)).toHaveCount(4)
  await expect(faultsOf(page).filter({ hasText: say('funds:wrong.bank') })).toHaveCount(3)
  await expect(faultsOf(page).filter({ hasText: say('funds:wrong.balance') })).toHaveCount(1)
  await press(page, say('funds:max'))
  await expect(field(page, say('funds:amount'))).toHaveValue('80.00')
  await field(page, say('funds:accountName')).fill('Mira Kovac')
  await field(page, say('funds:accountNumber')).fill('0042 7719 3310')
  await field(page, say('funds:bankName')).fill('Example Bank')
  await press(page, say('funds:withdraw.submit'))
  await expect(sheet(page)).toBeHidden()
}

/** A press saves the file, and a second one right after it no other. */
async function savesReceipt(page: Page, button: Locator): Promise<void> {
  const files = countFiles(page)
  const [file] = await Promise.all([page.waitForEvent('download'), button.dblclick()])
  expect((await readFile(await file.path())).equals(RECEIPT.buffer)).toBe(true)
  await expect(button).not.toHaveAttribute('aria-busy')
  expect(files()).toBe(1)
}

interface Queue {
  place: Place
  context: BrowserContext
  person: Person
  office: Office
}

/** Takes the newest request of a trader on by these steps, then opens it in the back office. */
async function takeNewest(
  { place, context, person, office }: Queue,
  { own, page, steps }: { own: 'deposits' | 'withdrawals'; page: string; steps: readonly string[] },
): Promise<string> {
  const path = `/api/account/${own}?which=open`
  const { id } = ensure((await get<Record<string, { id: string }[]>>(place, context, path, person))[own]?.[0])
  for (const [at, step] of steps.entries())
    await adminAnswer(place, context, `${page}/${id}/${step}`, { version: at + 1 }, office.token)
  await office.open(page, `?state=processing&order=${id}`)
  return id
}

/** Presses a step with each of these in the field, and is refused by its rule; then with what is right. */
async function takesReference(
  { drawer, answer }: Office,
  say: Words,
  { network, step, wrong, right }: Record<'network' | 'right', string> & Step,
): Promise<void> {
  const reference = drawer.getByLabel(say(`admin:orders.reference.${network}`), { exact: true })
  const button = drawer.getByRole('button', { name: say(`admin:orders.step.${step.button}`) })
  const fault = drawer.getByRole('alert').filter({ hasText: say(`admin:orders.referenceRule.${network}`) })
  for (const text of wrong) {
    await reference.fill(right)
    await expect(fault).toHaveCount(0)
    await reference.fill(text)
    await button.click()
    await expect(fault).toBeVisible()
  }
  await reference.fill(right)
  const done = answer(step.path)
  await button.click()
  expect((await done).ok()).toBe(true)
}

interface Step {
  step: { button: string; path: string }
  /** Refused one after the other. */
  wrong: readonly string[]
}

test('[F2] [F3] [F5] [D10] [B-4] a deposit to a wallet tells its transaction, with a PDF as receipt, and is credited with it; what came is withdrawn to a bank account, and paid with the reference of the bank', async ({
  page,
  context,
  place,
  person,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(503))
  const queue = { place, context, person, office }
  const account = await context.newPage()
  await requestByWallet(account, say)
  const open = account.getByRole('region', { name: say('funds:deposit.open') })
  const show = open.getByRole('button', { name: say('funds:receipt.show') })
  await account.route(/\/receipt$/, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await show.click()
  await expect(account.locator('.toast').filter({ hasText: say('errors:HTTP_503') })).toBeVisible()
  await savesReceipt(account, show)

  const deposit = await takeNewest(queue, { own: 'deposits', page: 'recharge-orders', steps: ['take'] })
  await savesReceipt(page, office.button(say('admin:orders.receipt'), office.drawer))
  // As its trader told it, in the one spelling.
  await expect(office.drawer.getByLabel(say('admin:orders.reference.tron'), { exact: true })).toHaveValue(
    HASH,
  )
  await takesReference(office, say, {
    ...{ network: 'tron', step: { button: 'credit', path: `/${deposit}/approve` } },
    ...{ wrong: ['', `0x${HASH}`], right: HASH },
  })
  await expect(open).toBeHidden()

  await withdrawToBank(account, say, person)
  const own = account.getByRole('region', { name: say('funds:withdraw.recent') })
  await expect(own).toContainText(say('funds:status.pending'))
  await expect(own).toContainText('Example Bank')
  await expect(own).not.toContainText('0042 7719 3310')
  const withdrawal = await takeNewest(queue, {
    ...{ own: 'withdrawals', page: 'withdraw-orders', steps: ['take', 'approve'] },
  })
  await expect(office.drawer).toContainText('0042 7719 3310')
  await takesReference(office, say, {
    ...{ network: 'bank', step: { button: 'pay', path: `/${withdrawal}/pay` } },
    ...{ wrong: ['', 'paid today'], right: 'SEPA 2026-4711' },
  })
  await expect(own).toContainText('SEPA 2026-4711')
  await expect(own).toContainText(say('funds:status.completed'))
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
