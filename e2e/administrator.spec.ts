import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { askDeposit, creditDeposit, get, sendReceipt, useRealFunds } from './account-calls.ts'
import { expectSignedIn, signInAsAdmin } from './admin-entry.ts'
import { expectAccessible } from './axe.ts'
import { closeDrawer, linesOf } from './back-office.ts'
import { expect } from './journey.ts'
import { test } from './own-product.ts'
import { refusedCall } from './page-faults.ts'
import { post, registerPerson, signIn } from './person.ts'
import { adminToken, secondOwner } from './second-owner.ts'
import { field, press } from './sheet.ts'

// The first administrator's one-time password opens once: later journeys sign in with the one that he chose.
test.describe.configure({ mode: 'serial' })
const CHOSEN = 'a much better password'
/** Of transactions on TRON. */
const HASH = 'a1'.repeat(32)
const OTHER_HASH = 'b2'.repeat(32)

test('[D2][R5] the first administrator replaces the one-time password, works, signs out and in again', async ({
  page,
  place,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(401), refusedCall(403))
  const { adminUsername, adminPassword } = place.firstRun
  const login = (password: string) => signInAsAdmin({ page, say }, place.firstRun.adminUsername, password)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await login('a wrong password')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await login(adminPassword)
  await expect(page.getByText(say('admin:login.done')).first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { name: say('admin:password.title') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: say('admin:password.title') })).toBeVisible()

  const field = (key: string) => page.getByLabel(say(`admin:password.${key}`), { exact: true })
  const set = page.getByRole('button', { name: say('admin:password.action') })
  await field('currentPassword').fill(adminPassword)
  await field('newPassword').fill(CHOSEN)
  await field('confirmPassword').fill('another one')
  await set.click()
  await expect(page.getByText(say('admin:password.faults.match'))).toBeVisible()
  await field('confirmPassword').fill(CHOSEN)
  await set.click()
  await expect(page.getByText(say('admin-access:twoFactor.offer'))).toBeVisible()
  await page.getByRole('button', { name: say('admin-access:twoFactor.skip') }).click()
  await expectSignedIn({ page, say }, adminUsername)

  const stored = await page.evaluate(() => localStorage.getItem('adminToken'))
  expect(stored).not.toBeNull()
  await page.goto('/admin/login')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.getByRole('button', { name: say('admin:shell.signOut') }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await login(adminPassword)
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await login(CHOSEN)
  await expectSignedIn({ page, say }, adminUsername)
})

test('[D3][D4][D10] a deposit is reviewed in the frame of the back office; address, reload and back keep what lies open', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  const id = await askDeposit(place, context, person, '50')
  await sendReceipt(place, context, person, id)
  await page.goto('/admin/recharge-orders?state=pending')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await signInAsAdmin({ page, say }, place.firstRun.adminUsername, CHOSEN)
  await expect(page).toHaveURL(/\/admin\/recharge-orders\?state=pending$/)
  const sidebar = page.getByRole('navigation', { name: say('admin:shell.title') })
  await expect(
    sidebar.getByRole('link', { name: say('admin:page.recharge-orders'), exact: false }),
  ).toHaveAttribute('aria-current', 'page')

  const frame = page.frameLocator('iframe')
  const row = frame.getByRole('row').filter({ hasText: person.username })
  await row.click()
  await expect(page).toHaveURL(new RegExp(`order=${id}$`))
  const drawer = frame.getByRole('complementary')
  await expect(drawer.getByText('50.00').first()).toBeVisible()
  await drawer.getByRole('button', { name: say('admin:orders.receipt') }).click()
  const receipt = drawer.getByRole('img', { name: say('admin:orders.receiptOf', { number: `R${id}` }) })
  const sizes = () => receipt.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.width >= 900])
  await expect.poll(sizes).toEqual([900, false])
  await drawer.getByRole('button', { name: say('admin:orders.receiptEnlarge') }).click()
  await expect.poll(sizes).toEqual([900, true])
  await expectAccessible(page, 'recharge orders')
  await page.reload()
  await expect(drawer.getByText(person.username)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/recharge-orders\?state=pending$/)
  await expect(drawer).toBeHidden()
  await page.goForward()
  await expect(drawer).toBeVisible()

  await drawer.getByRole('button', { name: say('admin:orders.step.take') }).click()
  await expect(row).toBeHidden()
  await closeDrawer(drawer, say)
  await frame.getByRole('tab', { name: say('admin:orders.states.processing') }).click()
  await row.click()
  // More than was asked for takes another administrator, and there is none.
  const received = drawer.getByLabel(say('admin:orders.confirmed'))
  await received.fill('50.01')
  await expect(drawer.getByText(say('admin:orders.byTwoAlone', { limit: '5,000.00' }))).toBeVisible()
  await expect(drawer.getByRole('button', { name: say('admin:orders.step.propose') })).toBeDisabled()
  await received.fill('50')
  await drawer.getByRole('button', { name: say('admin:orders.step.credit') }).click()
  await expect(row).toBeHidden()
  await closeDrawer(drawer, say)
  await frame.getByRole('tab', { name: say('admin:orders.states.completed') }).click()
  await expect(row).toBeVisible()
  // A link to it opens it under a filter that it does not pass; one to nothing says so.
  await page.goto(`/admin/recharge-orders?state=pending&order=${id}`)
  await expect(drawer.getByText(person.username)).toBeVisible()
  await expect(row).toBeHidden()
  faults.expect(refusedCall(404))
  await page.goto('/admin/recharge-orders?state=pending&order=987654321')
  await expect(drawer.getByRole('alert')).toContainText('987654321')

  await sidebar.getByRole('link', { name: say('admin:page.dashboard') }).click()
  await expect(frame.getByRole('heading', { name: say('admin:page.dashboard') })).toBeVisible()
  await expect(frame.getByText(say('admin:dashboard.online'))).toBeVisible()
  await expectAccessible(page, 'dashboard')
})

test('[F3][F5][F6][D10][F7] a withdrawal is approved and paid, and what is left sent to another user: both see it', async ({
  page,
  context,
  browser,
  place,
  person,
  say,
}) => {
  await context.addInitScript(useRealFunds)
  const deposit = await askDeposit(place, context, person, '300')
  await page.goto('/admin/withdraw-orders?state=pending')
  await signInAsAdmin({ page, say }, place.firstRun.adminUsername, CHOSEN)
  await expect(page.frameLocator('iframe').getByRole('tab').first()).toBeVisible()
  const token = await adminToken(page)
  await creditDeposit(place, context, { id: deposit, credited: '300' }, token)

  const account = await context.newPage()
  await account.goto('/account?section=wallet&modal=withdraw')
  await field(account, say('funds:network')).selectOption('tron')
  await field(account, say('funds:address')).fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await field(account, say('funds:amount')).fill('100')
  await field(account, say('funds:password')).fill(person.password)
  await press(account, say('funds:withdraw.submit'))
  const own = account.getByRole('region', { name: say('funds:withdraw.recent') })
  await expect(own).toContainText(say('funds:status.pending'))

  const frame = page.frameLocator('iframe')
  const row = frame.getByRole('row').filter({ hasText: person.username })
  const drawer = frame.getByRole('complementary')
  const act = (step: string) =>
    drawer.getByRole('button', { name: say(`admin:orders.step.${step}`), exact: false }).click()
  await page.reload()
  await row.click()
  await act('take')
  await expect(row).toBeHidden()
  await closeDrawer(drawer, say)
  await frame.getByRole('tab', { name: say('admin:orders.states.processing') }).click()
  await row.click()
  await act('approve')
  // The button beside it asks first, naming amount and destination; Esc leaves everything as it is.
  await act('fail')
  const asked = frame.getByRole('alertdialog', { name: say('admin:orders.ask.fail') })
  await expect(asked).toContainText('99.00')
  await expect(asked).toContainText('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await expectAccessible(page, 'a payout that failed')
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  const reference = drawer.getByLabel(say('admin:orders.reference.tron'))
  await reference.fill('payout-4711')
  await act('pay')
  await expect(drawer.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    say('admin:orders.referenceRule.tron'),
  )
  await reference.fill(HASH)
  await act('pay')
  await expect(row).toBeHidden()
  // Told to its user where he is, without a reload.
  await expect(own).toContainText(HASH)
  await expect(own).toContainText(say('funds:status.completed'))

  const elsewhere = await browser.newContext({ baseURL: place.url })
  const friend = await signIn(place, elsewhere, await registerPerson(place, elsewhere))
  await elsewhere.addInitScript(useRealFunds)
  const { uid } = await get<{ uid: string }>(place, elsewhere, '/api/layout/user-info', friend)
  const theirs = await elsewhere.newPage()
  await theirs.goto('/account?section=wallet')
  await expect(theirs.getByText(say('funds:none'))).toBeVisible()
  await account.goto('/account?section=wallet&modal=transfer')
  await field(account, say('funds:transfer.uid')).fill(uid)
  await field(account, say('funds:transfer.name')).fill(friend.username)
  await field(account, say('funds:amount')).fill('50')
  await field(account, say('funds:password')).fill(person.password)
  await press(account, say('funds:transfer.submit'))
  const recentOf = (one: Page) => one.getByRole('region', { name: say('funds:recent') })
  await expect(recentOf(account)).toContainText('\u221250.00')
  await expect(recentOf(account)).toContainText('+300.00')
  await expect(account.locator('.ac-balance').last()).toContainText('150.00')
  await expect(recentOf(theirs)).toContainText('+50.00')
  await expect(theirs.locator('.ac-balance').last()).toContainText('50.00')
  await elsewhere.close()
})

test('[D17][F5][D8] a large withdrawal and a change of game rules take a second administrator, and say so without one', async ({
  page,
  context,
  browser,
  place,
  person,
  say,
}) => {
  await page.goto('/admin/game-rules?symbol=EURUSDT')
  await signInAsAdmin({ page, say }, place.firstRun.adminUsername, CHOSEN)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText(say('admin-settings:rules.alone')).first()).toBeVisible()
  const token = await adminToken(page)
  // More than one administrator credits alone within a day: another one confirms it, and leaves.
  const confirmer = await secondOwner(place, browser, { context, token })
  const depositId = await askDeposit(place, context, person, '6000')
  await creditDeposit(place, context, { id: depositId, credited: '6000' }, token)
  await confirmer.call(`recharge-orders/${depositId}/take`, { version: 3 })
  await confirmer.call(`recharge-orders/${depositId}/approve`, { version: 4, credited: '6000' })
  await confirmer.leave()
  const { ruleVersion } = await get<{ ruleVersion: number }>(place, context, '/api/account/funds', person)
  const wish = {
    ...{ requestId: randomBytes(8).toString('hex'), ruleVersion, amount: '5500', password: person.password },
    ...{ method: 'wallet', network: 'tron', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  }
  const asked = await post(place, context, '/api/account/withdrawals', wish, person.token)
  const { data } = (await asked.json()) as { data: { withdrawal: { id: string } } }
  const { id } = data.withdrawal

  const drawer = frame.getByRole('complementary')
  const button = (key: string) => drawer.getByRole('button', { name: say(key), exact: false })
  await page.goto(`/admin/withdraw-orders?state=pending&order=${id}`)
  await button('admin:orders.step.take').click()
  await expect(drawer.getByText(say('admin:orders.nobodyElse'))).toBeVisible()
  await page.goto(`/admin/withdraw-orders?state=processing&order=${id}`)
  await expect(button('admin:orders.step.approve')).toBeDisabled()
  const second = await secondOwner(place, browser, { context, token })
  await page.reload()
  await button('admin:orders.step.approve').click()
  await expect(drawer.getByText(say('admin:orders.needsOther'))).toBeVisible()
  await expect(button('admin:orders.step.pay')).toBeHidden()
  await second.call(`withdraw-orders/${id}/take`, { version: 3 })
  await second.call(`withdraw-orders/${id}/pay`, { version: 4, payoutRef: OTHER_HASH })
  await page.goto(`/admin/withdraw-orders?state=completed&order=${id}`)
  await expect(drawer.getByText(OTHER_HASH)).toBeVisible()

  await page.goto('/admin/game-rules?symbol=EURUSDT&duration=86400')
  await frame.getByRole('row').nth(1).click()
  const payout = drawer.getByLabel(say('admin-settings:rules.payoutBps'))
  const before = await payout.inputValue()
  await payout.fill('71')
  await drawer.getByRole('button', { name: say('admin-settings:simulation.run') }).click()
  await expect(drawer.getByText(say('admin-settings:simulation.none'))).toBeVisible()
  await drawer.getByLabel(say('admin-settings:rules.reason')).fill('less in the night')
  await drawer.getByRole('button', { name: say('admin-settings:rules.propose') }).click()
  await expect(frame.getByText(say('admin-settings:rules.proposed'))).toBeVisible()
  await expect(payout).toHaveValue('71')
  const { proposals } = await get<{ proposals: { id: string; lines: unknown[] }[] }>(
    place,
    context,
    '/api/admin/approvals?which=open',
    { ...person, token },
  )
  expect(JSON.stringify(proposals[0]?.lines)).toContain('71%')
  await frame.getByRole('button', { name: say('admin-settings:rules.toApprovals') }).click()
  await expect(page).toHaveURL(/\/admin\/approvals$/)
  await expect(frame.getByRole('row').filter({ hasText: 'EUR/USDT' })).toContainText('71%')
  await second.call(`approvals/${proposals[0]?.id}/confirm`, { version: 1 })
  await page.goBack()
  await closeDrawer(drawer, say)
  await expect(frame.getByRole('row').nth(1)).toContainText('71')
  expect(before).not.toBe('71')
  await second.leave()
})

test('[D4][D1] a framed page also stands alone, with its own look at the token; the shell cannot be framed', {
  tag: '@full',
}, async ({ page, place, say }) => {
  await page.goto('/admin-pages/withdraw-orders/index.html?state=completed')
  await expect(page).toHaveURL(/\/admin\/login\?/)
  await signInAsAdmin({ page, say }, place.firstRun.adminUsername, CHOSEN)
  await expect(page).toHaveURL(/\/admin\/withdraw-orders\?state=completed$/)
  const alone = await page.goto('/admin-pages/withdraw-orders/index.html?state=completed')
  expect(alone?.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
  await expect(page.getByRole('tab', { name: say('admin:orders.states.completed') })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.getByRole('tab', { name: say('admin:orders.states.failed') }).click()
  await page.goBack()
  await expect(page).toHaveURL(/\?state=completed$/)
  const shell = await page.goto('/admin/dashboard')
  expect(shell?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('[D5] a count that is higher at the next poll alerts for a minute', { tag: '@full' }, async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await page.clock.install()
  await page.goto('/admin/profile')
  await signInAsAdmin({ page, say }, place.firstRun.adminUsername, CHOSEN)
  const pending = page.getByRole('banner').getByRole('link', { name: say('admin:shell.pending.recharge') })
  await expect(pending).toBeVisible()
  await askDeposit(place, context, person, '60')
  await page.clock.fastForward(60_000)
  await expect(pending.getByRole('status')).toHaveText(say('admin:shell.more'))
  await expect(pending).toHaveClass(/adm-alert/)
  // Other journeys ask for deposits too: each begins the minute anew.
  await expect(async () => {
    await page.clock.fastForward(61_000)
    await expect(pending).not.toHaveClass(/adm-alert/, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
})

test('[D2] nobody touches a page for 14 minutes: a warning; for 15: he is signed out, and told why', async ({
  page,
  place,
  say,
}) => {
  await page.clock.install()
  await page.goto('/admin/profile')
  await signInAsAdmin({ page, say }, place.firstRun.adminUsername, CHOSEN)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: say('admin:page.profile') }).first()).toBeVisible()
  const warning = page.getByRole('dialog', { name: say('admin-access:idle.title') })
  const pass = (minutes: number) => page.clock.fastForward(minutes * 60_000)
  await pass(14.2)
  await warning.getByRole('button', { name: say('admin-access:idle.stay') }).click()
  await expect(warning).toBeHidden()
  // A page in its frame counts as the shell does.
  await pass(13)
  await frame
    .getByRole('heading', { name: say('admin:page.profile') })
    .first()
    .click()
  await pass(2)
  await expect(warning).toBeHidden()
  await pass(12.2)
  await expect(warning).toBeVisible()
  await pass(1)
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByText(say('admin-access:idle.ended')).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  // Whoever is asked and wants to leave does so at once.
  await signInAsAdmin({ page, say }, place.firstRun.adminUsername, CHOSEN)
  await expect(page.getByRole('banner')).toBeVisible()
  // A page that comes into its frame counts as the shell does.
  await expect(frame.getByRole('heading').first()).toBeVisible()
  await pass(14.2)
  await warning.getByRole('button', { name: say('admin-access:idle.leave') }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('[D3][D11] a list is saved as CSV of its chosen columns, an interval of the tick log as CSV of its entries', async ({
  page,
  place,
  say,
}) => {
  await page.goto('/admin/products')
  await signInAsAdmin({ page, say }, place.firstRun.adminUsername, CHOSEN)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('row').nth(20)).toBeVisible()
  const products = await linesOf(page, () =>
    frame.getByRole('button', { name: say('admin:table.export') }).click(),
  )
  expect(products).toHaveLength(await frame.getByRole('row').count())
  expect(products[0]).toContain(`"${say('admin-settings:products.symbol')}"`)

  await page.goto('/admin/tick-log')
  await frame.getByRole('button', { name: say('admin-market:log.interval.title') }).click()
  const log = await linesOf(page, () =>
    frame.getByRole('dialog').getByRole('button', { name: 'CSV' }).click(),
  )
  expect(log[0]).toContain('"seq","kind","timeMs","price"')
  expect(log.length).toBeGreaterThan(20)
})
