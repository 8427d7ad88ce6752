import type { Page } from '@playwright/test'
import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { askDeposit, contractsOf, get, placeOrder } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { dialogOf, pressTwice } from './screens.ts'
import { SHORT } from './short-contract.ts'

test('[N1] [N3] [N4] [R12] [X1] results that came while nobody looked: told on return, read, led to, deleted', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await placeOrder(place, context, person, SHORT)
  await askDeposit(place, context, person, '42')
  await expect
    .poll(async () => (await contractsOf(place, context, person, 'pending')).length, { timeout: 90_000 })
    .toBe(0)
  await page.goto('/stocks')
  const bell = page.locator('header').getByRole('button', { name: say('app:notices.bell') })
  await expect(bell.locator('.count')).toHaveText('2')
  await bell.click()
  await expect(page).toHaveURL(/\/stocks\?modal=notices$/)
  const dialog = dialogOf(page, say('notices:title'))
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText('ETH/USDT')
  await expectAccessible(page, 'notices of trade')
  await dialog.getByRole('tab', { name: say('notices:system') }).click()
  await expect(dialog.getByRole('listitem')).toContainText(say('notices:kind.deposit-pending'))
  await expect(dialog.getByRole('listitem')).toContainText('42.00 USDT')
  await expectAccessible(page, 'notices of the system')
  await page.reload()
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await expect(page).toHaveURL(/\/trade\/ETHUSDT$/)
  await expect(bell.locator('.count')).toHaveText('1')
  // The page that it leads to is open already.
  await bell.click()
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/trade\/ETHUSDT$/)
  await bell.click()
  await dialog.getByRole('tab', { name: say('notices:system') }).click()
  await dialog.getByRole('button', { name: say('notices:remove') }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await expect(dialog.getByText(say('notices:empty'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/trade\/ETHUSDT$/)
  await expect(bell.locator('.count')).toHaveCount(0)
  // With nothing new it opens all the same.
  await bell.click()
  await expect(dialog.getByText(say('notices:empty'))).toBeVisible()
  await dialog.getByRole('tab', { name: say('notices:trade') }).click()
  await expect(dialog.getByRole('listitem')).toContainText('ETH/USDT')
})

test('[N1] [N4] [N5] [U-13] a new one comes by itself, into every tab, rings in one of them, and all can be read and cleared', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await context.addInitScript(() => {
    HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
      const rung = Number(localStorage.getItem('rung') ?? '0')
      localStorage.setItem('rung', String(rung + (this.volume === 0.5 ? 1 : 100)))
      return Promise.resolve()
    }
  })
  const other = await context.newPage()
  for (const each of [page, other]) {
    const listed = each.waitForResponse((answer) => answer.url().includes('/api/account/notices'))
    await each.goto('/stocks')
    await listed
  }
  await askDeposit(place, context, person, '43')
  const countOf = (each: Page) => each.locator('header .count')
  for (const each of [page, other]) await expect(countOf(each)).toHaveText('1')
  // It rings once it is kept, which is shown first.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('rung'))).toBe('1')
  await page.goto('/stocks?modal=notices')
  const dialog = dialogOf(page, say('notices:title'))
  await dialog.getByRole('switch', { name: say('notices:sound') }).click()
  await dialog.getByRole('button', { name: say('notices:readAll') }).click()
  for (const each of [page, other]) await expect(countOf(each)).toHaveCount(0)
  await askDeposit(place, context, person, '44')
  // Off in one tab is off in all.
  await expect(countOf(other)).toHaveText('1')
  await expect(dialog.getByRole('tab', { name: say('notices:system') })).toContainText('1')
  await dialog.getByRole('tab', { name: say('notices:system') }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  // It can be undone for a while; they are gone from every tab at once.
  const clear = dialog.getByRole('button', { name: say('notices:clearAll') })
  await clear.click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: say('notices:undo') }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await clear.click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(countOf(other)).toHaveCount(0)
  await page.goto('/stocks?modal=notices')
  await expect(dialog.getByText(say('notices:empty'))).toBeVisible()
  await expect(dialog.getByRole('switch', { name: say('notices:sound') })).not.toBeChecked()
  await expect(countOf(other)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('rung'))).toBe('1')
})

test('[N4] what is read, deleted and cleared while the server does not answer is told it later, by another tab too, and does not come back', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(/ERR_FAILED/)
  for (const amount of ['45', '46', '47']) await askDeposit(place, context, person, amount)
  const kept = async () => {
    const path = '/api/account/notices'
    const { notices } = await get<{ notices: Notice[] }>(place, context, path, person)
    return notices.map(({ data, read }) => `${data.amount}${read ? ' read' : ''}`).sort()
  }
  // Marks do not get through, and while it is so the server still names what was deleted.
  const marks = /\/api\/account\/notices\/.+/
  await context.route(marks, (route) => route.abort('failed'))
  const dialog = dialogOf(page, say('notices:title'))
  const listed = dialog.getByRole('listitem')
  const open = async (count: number): Promise<void> => {
    await page.goto('/stocks?modal=notices')
    await dialog.getByRole('tab', { name: say('notices:system') }).click()
    await expect(listed).toHaveCount(count)
  }
  await open(3)
  const gone = listed.filter({ hasText: '46.00' })
  // Of two quick presses the second one meets the row that has moved there, and leaves it.
  await pressTwice(gone.getByRole('button', { name: say('notices:remove') }))
  await expect(gone).toHaveCount(0)
  await expect(listed).toHaveCount(2)
  await dialog.getByRole('button', { name: say('notices:readAll') }).click()
  const bell = page.locator('header .count')
  await expect(bell).toHaveCount(0)
  const fetched = page.waitForResponse((answer) => /account\/notices$/.test(answer.url()))
  await page.reload()
  await fetched
  await open(2)
  await expect(bell).toHaveCount(0)
  expect(await kept()).toEqual(['45.00', '46.00', '47.00'])

  await context.unroute(marks)
  const other = await context.newPage()
  await page.close()
  await other.goto('/stocks')
  const both = ['45.00 read', '47.00 read']
  await expect.poll(kept).toEqual(both)

  await context.route(marks, (route) => route.abort('failed'))
  await other.goto('/stocks?modal=notices')
  const there = dialogOf(other, say('notices:title'))
  await there.getByRole('tab', { name: say('notices:system') }).click()
  await expect(there.getByRole('listitem')).toHaveCount(2)
  // The server is told when it can be undone no more, whether or not the dialog is open.
  const tried = other.waitForRequest(marks)
  await there.getByRole('button', { name: say('notices:clearAll') }).click()
  await expect(there.getByRole('button', { name: say('notices:undo') })).toBeVisible()
  await other.keyboard.press('Escape')
  await tried
  await other.goto('/stocks?modal=notices')
  await there.getByRole('tab', { name: say('notices:system') }).click()
  await expect(there.getByText(say('notices:empty'))).toBeVisible()
  expect(await kept()).toEqual(both)
  await context.unroute(marks)
  await other.reload()
  await expect.poll(kept).toEqual([])
})
