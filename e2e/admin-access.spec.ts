import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { appCode } from './authenticator.ts'
import { test } from './back-office.ts'
import { clipboardText } from './clipboard.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { pressBox } from './screens.ts'
import { adminAnswer, secondOwner } from './second-owner.ts'

// One product for all of them.
test.describe.configure({ mode: 'default' })

test('[D13] an administrator is created with a password that is shown once, gets another role, and is signed out, disabled and enabled again; each lasting act asks first', async ({
  page,
  browser,
  place,
  owner,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(409))
  const { drawer, question, button, answer } = office
  const t = (key: string) => say(`admin-access:${key}`)
  await office.open('roles')
  await button(t('people.add')).click()
  const dialog = page.getByRole('dialog', { name: t('people.add') })
  const [name, create] = [dialog.getByLabel(t('people.name')), button(t('people.create'), dialog)]
  await name.fill('not a name')
  await create.click()
  await expect(dialog.getByText(t('people.nameFault'))).toBeVisible()
  await name.fill(owner.username)
  await create.click()
  await expect(dialog.getByText(t('people.nameFault'))).toBeHidden()
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await name.fill('helper1')
  await dialog.getByLabel(t('people.role')).selectOption('support')
  await create.click()
  const shown = (from: Locator) => from.locator('.code-box code').innerText()
  const password = await shown(dialog)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => clipboardText(page)
  await button(t('people.passwordCopy'), dialog).click()
  await expect.poll(copied).toBe(password)
  await button(t('people.passwordDone'), dialog).click()
  await expect(dialog).toBeHidden()
  const elsewhere = await browser.newContext()
  const signIn = (oneTime: string) =>
    adminAnswer<{ token: string }>(place, elsewhere, 'login', { username: 'helper1', password: oneTime })
  await signIn(password)

  const rows = page.locator('tbody tr')
  const filters = page.getByRole('search')
  const mine = rows.filter({ hasText: owner.username })
  await filters.getByLabel(t('people.role'), { exact: true }).selectOption('support')
  await expect(mine).toHaveCount(0)
  await expect(rows.filter({ hasText: 'helper1' })).toHaveCount(1)
  await filters.getByLabel(t('people.state'), { exact: true }).selectOption('disabled')
  await expect(rows.filter({ hasText: 'helper1' })).toHaveCount(0)
  await page.getByRole('tab', { name: t('tab.roles') }).click()
  await expect(page.getByRole('table', { name: t('tab.roles') })).toBeVisible()
  await page.getByRole('tab', { name: t('tab.people') }).click()
  await filters.getByLabel(t('people.state'), { exact: true }).selectOption('')
  await filters.getByLabel(t('people.role'), { exact: true }).selectOption('')

  // Nobody acts on themselves.
  await page.locator('tbody tr').filter({ hasText: owner.username }).click()
  await expect(drawer.getByText(t('people.notMe'))).toBeVisible()
  await office.closeDrawer()
  await page.locator('tbody tr').filter({ hasText: 'helper1' }).click()
  const role = drawer.getByLabel(t('people.role'))
  // Every part of a role can be taken away but the last.
  await role.selectOption('owner')
  await drawer.getByText(t('people.narrow')).click()
  for (const part of (await drawer.getByRole('checkbox').all()).slice(0, -1)) {
    await pressBox(part)
    await expect(part).not.toBeChecked()
  }
  await pressBox(drawer.getByRole('checkbox').last())
  await expect(drawer.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(drawer.getByRole('checkbox').last()).toBeChecked()
  await role.selectOption('finance')
  await expect(drawer.getByText(t('people.narrow'))).toBeVisible()
  await drawer.getByText(t('people.narrow')).click()
  await pressBox(drawer.getByRole('checkbox').first())
  await expect(drawer.getByRole('checkbox').first()).not.toBeChecked()
  const changed = answer('/role')
  await button(t('act.role'), drawer).click()
  expect((await changed).ok()).toBe(true)
  await expect(page.locator('tbody tr').filter({ hasText: 'helper1' })).toContainText(t('role.finance'))
  await expect(button(t('act.role'), drawer)).toBeHidden()

  const act = async (name: 'end-sessions' | 'reset-password' | 'disable'): Promise<void> => {
    const opener = button(t(`act.${name}`), drawer)
    await opener.click()
    await expect(question).toContainText(t(`act.text.${name}`))
    await button(say('ui:cancel'), question).click()
    await expect(question).toBeHidden()
    await opener.click()
    const done = answer(`/${name}`)
    await button(t(`act.${name}`), question).click()
    expect((await done).ok(), name).toBe(true)
  }
  await act('end-sessions')
  // Who is signed in nowhere cannot be signed out.
  await expect(button(t('act.end-sessions'), drawer)).toBeHidden()
  await act('reset-password')
  const renewed = page.getByRole('dialog', { name: t('act.reset-password') })
  await expect.poll(() => shown(renewed)).not.toBe(password)
  const next = await shown(renewed)
  await button(t('people.passwordCopy'), renewed).click()
  await expect.poll(copied).toBe(next)
  // Back asks first, as nobody can show the password again.
  await page.goBack()
  await button(say('ui:cancel'), question).click()
  await expect(question).toBeHidden()
  await button(say('ui:close'), renewed).click()
  await button(t('people.passwordDone'), question).click()
  await expect(renewed).toBeHidden()
  await act('reset-password')
  await expect.poll(() => shown(renewed)).not.toBe(next)
  const last = await shown(renewed)
  await button(t('people.passwordDone'), renewed).click()
  await expect(renewed).toBeHidden()
  await signIn(last)
  await act('disable')
  await expect(drawer.getByText(t('people.states.disabled')).first()).toBeVisible()
  await expect(button(t('act.disable'), drawer)).toBeHidden()
  const enabled = answer('/enable')
  await button(t('act.enable'), drawer).click()
  expect((await enabled).ok()).toBe(true)
  await expect(button(t('act.enable'), drawer)).toBeHidden()
  // Other tests meet a site with one administrator.
  await act('disable')
  await elsewhere.close()
})

test('[D2] [A13] an administrator changes the password, keeps recovery codes, and ends the sessions that are open elsewhere', async ({
  page,
  browser,
  place,
  owner,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400), refusedCall(401), refusedCall(403))
  const { button } = office
  const t = (key: string) => say(`security:${key}`)
  const elsewhere = await browser.newContext()
  for (const _ of [1, 2, 3]) await adminAnswer(place, elsewhere, 'login', owner)
  await office.open('profile')
  const others = page.getByRole('listitem').filter({ has: button(t('device.signOut')) })
  await expect(page.getByText(t('device.this'))).toHaveCount(1)
  const count = await others.count()
  expect(count).toBeGreaterThanOrEqual(3)
  await button(t('device.signOut')).first().click()
  await expect(others).toHaveCount(count - 1)
  await button(t('device.others')).click()
  await expect(others).toHaveCount(0)
  await expect(button(t('device.others'))).toBeHidden()

  await button(say('admin-access:password.change')).click()
  const change = page.getByRole('dialog', { name: t('password.title'), exact: true })
  const set = button(say('admin:password.action'), change)
  const refused = change.getByRole('alert').filter({ hasText: /\S/ })
  await set.click()
  await expect(change.getByText(say('admin:password.faults.required'))).toHaveCount(3)
  await change.getByLabel(t('password.current'), { exact: true }).fill('not the password')
  await change.getByLabel(say('admin:password.newPassword'), { exact: true }).fill('another better word')
  const again = change.getByLabel(say('admin:password.confirmPassword'), { exact: true })
  await again.fill('another better world')
  await set.click()
  await expect(change.getByText(say('admin:password.faults.match'))).toBeVisible()
  await again.fill('another better word')
  await set.click()
  await expect(refused.first()).toBeVisible()
  await change.getByLabel(t('password.current'), { exact: true }).fill(owner.password)
  await set.click()
  await expect(change).toBeHidden()
  owner.password = 'another better word'

  const dialog = page.getByRole('dialog', { name: t('twoFactor.title'), exact: true })
  const invalid = dialog.locator('[aria-invalid="true"]')
  const [password, code] = [
    dialog.getByLabel(t('password.yours'), { exact: true }),
    dialog.getByLabel(t('code.label')),
  ]
  await button(t('twoFactor.turnOn')).click()
  await password.fill('not the password')
  await button(t('twoFactor.next'), dialog).click()
  await expect(invalid).toHaveCount(1)
  await password.fill(owner.password)
  await button(t('twoFactor.next'), dialog).click()
  const secret = (await dialog.locator('.code-box code').innerText()).replaceAll(/\s/g, '')
  await code.fill('000000')
  await button(t('twoFactor.turnOn'), dialog).click()
  await expect(invalid).toHaveCount(1)
  await code.fill(appCode(secret))
  await button(t('twoFactor.turnOn'), dialog).click()
  const codes = dialog.locator('.as-codes li')
  await expect(codes).toHaveCount(10)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(t('recovery.save'), dialog).click(),
  ])
  const first = await codes.allInnerTexts()
  expect(await readFile(await file.path(), 'utf8')).toContain(first.join('\n'))
  await button(t('recovery.done'), dialog).click()

  const send = async (act: 'renew' | 'remove', right: string): Promise<void> => {
    await button(t(`twoFactor.${act}`)).click()
    await password.fill(owner.password)
    await code.fill('AAAA-AAAA-AAAA')
    await button(t(`twoFactor.${act}`), dialog).click()
    await expect(invalid).toHaveCount(1)
    await password.fill('not the password')
    await code.fill(right)
    await button(t(`twoFactor.${act}`), dialog).click()
    await expect(invalid).toHaveCount(1)
    await password.fill(owner.password)
    await button(t(`twoFactor.${act}`), dialog).click()
  }
  await send('renew', first[0] ?? '')
  await expect(codes).toHaveCount(10)
  const renewed = await codes.allInnerTexts()
  expect(renewed).not.toEqual(first)
  await button(say('ui:close'), dialog).click()
  await button(t('recovery.done'), page.getByRole('alertdialog')).click()
  await expect(dialog).toBeHidden()
  await send('remove', renewed[0] ?? '')
  await expect(dialog).toBeHidden()
  await expect(button(t('twoFactor.turnOn'))).toBeVisible()
  await elsewhere.close()
})

test('[D8] [D17] a rule is stopped and offered again by one, and found by its filters; a new duration is tried and proposed to another; values out of range are said to be so', async ({
  page,
  context,
  browser,
  place,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(400))
  const { drawer, question, button, answer } = office
  const t = (key: string) => say(`admin-settings:${key}`)
  const second = await secondOwner(place, browser, { context, token: office.token })
  const rows = page.locator('tbody tr')
  const filter = (key: string) => page.getByRole('search').getByLabel(t(key), { exact: true })
  await office.open('game-rules')
  await filter('products.symbol').selectOption('GBPUSDT')
  await expect(rows.filter({ hasNotText: 'GBP/USDT' })).toHaveCount(0)
  await filter('rules.durationSeconds').selectOption('60')
  await expect(rows).toHaveCount(1)
  const press = async (act: 'stop' | 'offer', next: 'stop' | 'offer'): Promise<void> => {
    await filter('products.state').selectOption(act === 'stop' ? 'offered' : 'stopped')
    await rows.click()
    const done = answer('/game-rules/switch')
    await button(t(`rules.${act}`), drawer).click()
    if (act === 'stop') {
      await expect(question).toContainText(t('rules.stopText'))
      await button(t('rules.stop'), question).click()
    }
    expect((await done).ok(), act).toBe(true)
    await expect(rows).toHaveCount(0)
    // What lies open stays so, though its filter shows it no longer.
    await expect(button(t(`rules.${next}`), drawer)).toBeVisible()
  }
  await press('stop', 'offer')
  await office.closeDrawer()
  await press('offer', 'stop')
  const version = drawer.locator('details').first()
  await version.locator('summary').click()
  await expect(version.getByText(t('rules.payoutBps'))).toBeVisible()
  await office.closeDrawer()
  await filter('products.state').selectOption('')
  await filter('products.symbol').selectOption('')
  const other = page.getByRole('checkbox', { name: say('admin:table.choose', { id: 'EURUSDT-60' }) })
  const also = drawer.getByText(say('admin-settings:rules.also', { symbols: 'EUR/USDT' }))
  const open = () => rows.filter({ hasText: 'GBP/USDT' }).click()
  await other.check()
  await open()
  await expect(also).toBeVisible()
  await office.closeDrawer()
  await other.uncheck()
  await open()
  await expect(also).toBeHidden()
  const invalid = drawer.locator('[aria-invalid="true"]')
  const payout = drawer.getByLabel(t('rules.payoutBps'))
  const before = await payout.inputValue()
  await payout.fill('900')
  await button(t('simulation.run'), drawer).click()
  await expect(drawer.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await drawer.getByLabel(t('rules.reason')).fill('a test')
  await button(t('rules.propose'), drawer).click()
  await expect(invalid).toHaveCount(1)
  await payout.fill(before)

  // A reason is typed, which is not saved.
  await button(say('admin:table.close'), drawer).click()
  await button(say('admin:unsaved.leave'), question).click()
  await expect(drawer).toBeHidden()
  await button(t('rules.add')).click()
  const duration = drawer.getByLabel(t('rules.durationInSeconds'))
  for (const symbol of ['EUR', 'GBP']) {
    await drawer.getByLabel(t('products.symbol'), { exact: true }).selectOption(`${symbol}USDT`)
    await duration.fill('30')
    await expect(
      drawer.getByText(say('admin-settings:rules.isThere', { symbol: `${symbol}/USDT` })),
    ).toBeVisible()
    await expect(button(t('rules.propose'), drawer)).toBeHidden()
  }
  await duration.fill('45')
  await button(t('simulation.run'), drawer).click()
  await expect(
    drawer.getByText(t('simulation.none')).or(drawer.getByText(t('simulation.method'))),
  ).toBeVisible()
  await button(t('rules.propose'), drawer).click()
  await expect(invalid).toHaveCount(1)
  await drawer.getByLabel(t('rules.reason')).fill('between two others')
  await button(t('rules.propose'), drawer).click()
  await expect(drawer.getByText(t('rules.proposed'))).toBeVisible()
  await button(t('rules.toApprovals'), drawer).click()
  await expect(page.frameLocator('iframe').getByRole('row').filter({ hasText: 'GBP/USDT' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/approvals$/)
  await second.leave()
})
