import type { Page } from '@playwright/test'
import { ensure } from '@truestrike/core/assert.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { TRON_ADDRESS } from './account-calls.ts'
import { narrow, type Office, rowsOf } from './back-office.ts'
import { clipboardText } from './clipboard.ts'
import { expect } from './journey.ts'
import { SHORT } from './short-contract.ts'
import type { Words } from './words.ts'

// Every filter of the long lists of the back office, their order, and what lies open beside them.

interface Looking {
  page: Page
  office: Office
  say: Words
  /** Whose orders are looked at. */
  uid: string
}

/** Presses the heading of a column, which then says so, and looks which row is the first. */
async function sortBy(
  page: Page,
  name: string,
  to: { direction: 'ascending' | 'descending'; first: string },
): Promise<void> {
  const heading = page.getByRole('columnheader', { name, exact: true })
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', to.direction)
  await expect(rowsOf(page).first()).toContainText(to.first)
}

/** Two orders of one user that wait: of which amounts, the older one first, and which methods find none and both. */
interface TwoOrders {
  amounts: readonly [string, string]
  searches: string
  none: string
  both: string
}

/** Narrows a list of orders and puts it in order; the older one is opened in the end. */
export async function lookThroughOrders({ page, office, say, uid }: Looking, of: TwoOrders): Promise<void> {
  const rows = rowsOf(page)
  const search = page.getByRole('search')
  const bound = (name: string) => search.getByPlaceholder(say(`admin:orders.${name}`), { exact: true })
  const [small, large] = of.amounts
  await search.getByPlaceholder(say(of.searches), { exact: true }).fill(uid)
  await expect(rows).toHaveCount(2)
  await narrow(rows, 2, search.getByLabel(say('admin:orders.method'), { exact: true }), {
    [of.none]: 0,
    [of.both]: 2,
  })
  await narrow(rows, 2, bound('minAmount'), { [`${large}.01`]: 0, [large]: 1 })
  await narrow(rows, 2, bound('maxAmount'), { 1: 0, [small]: 1 })
  const order = say('admin:orders.column.order')
  await sortBy(page, order, { direction: 'descending', first: `${large}.00` })
  await sortBy(page, order, { direction: 'ascending', first: `${small}.00` })
  await rows.first().click()
  expect(await office.leadsTo(office.button(say('admin:orders.ledgerAll'), office.drawer))).toBe(
    `/admin/users?user=${uid}&tab=ledger`,
  )
}

/** What the list of withdrawals has besides: checks, addresses to copy, several that are chosen together. */
export async function lookThroughWithdrawals({ page, office, say }: Looking): Promise<void> {
  const rows = rowsOf(page)
  const copy = say('admin:orders.copy', { what: say('admin:orders.methods.tron') })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await office.button(copy, office.drawer).click()
  await expect.poll(() => clipboardText(page)).toBe(TRON_ADDRESS)
  await office.closeDrawer()
  // Nothing was ever paid to that address.
  const checks = page.getByRole('search').getByLabel(say('admin:orders.column.checks'), { exact: true })
  await narrow(rows, 2, checks, { failed: 2, passed: 0 })
  const chosen = page.getByRole('status').filter({ has: office.button(say('admin:orders.bulk.clear')) })
  await rows.first().getByRole('checkbox').check()
  await expect(chosen).toContainText(say('admin:orders.bulk.chosen_one', { count: 1 }))
  await page.getByRole('checkbox', { name: say('admin:table.chooseAll') }).check()
  await expect(chosen).toContainText(say('admin:orders.bulk.chosen_other', { count: 2 }))
  await office.button(say('admin:orders.bulk.clear')).click()
  await expect(chosen).toBeHidden()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
}

/** A team is opened, a member of it, and from there whoever stands above. */
export async function lookThroughTeams({ page, office, say, uid }: Looking, friend: string): Promise<void> {
  const { drawer } = office
  await page.getByPlaceholder(say('admin-people:teamSearch'), { exact: true }).fill(uid)
  await expect(page).toHaveURL(new RegExp(`search=${uid}$`))
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page).click()
  await drawer.getByRole('button', { name: friend }).click()
  await expect(drawer.getByText(say('admin-people:invitedNobody'))).toBeVisible()
  await drawer.getByRole('navigation').getByRole('button').last().click()
  await expect(page).toHaveURL(new RegExp(`team=${uid}$`))
  await expect(drawer.getByRole('button', { name: friend })).toBeVisible()
  expect(await office.leadsTo(office.button(say('admin-people:listTeam'), drawer))).toBe(
    `/admin/users?team=${uid}`,
  )
  await office.closeDrawer()
}

/** Contracts of one user: two that run, of 10 up and 25 down, and one of 15 that is settled. */
interface ThreeContracts {
  up: Contract
  down: Contract
  settled: Contract
}

export async function lookThroughContracts(
  { page, office, say, uid }: Looking,
  of: ThreeContracts,
): Promise<void> {
  const { drawer, button } = office
  const rows = rowsOf(page)
  const search = page.getByRole('search')
  const field = (key: string) => search.getByLabel(say(key), { exact: true })
  const bound = (name: string) => search.getByPlaceholder(say(`admin:orders.${name}`), { exact: true })
  const whose = search.getByPlaceholder(say('admin-contracts:search'), { exact: true })
  expect(await office.leadsTo(button(say('admin-contracts:voids.title')))).toBe('/admin/voids')
  await whose.fill(uid)
  await expect(rows).toHaveCount(3)
  for (const [state, count] of [
    ['contracts:state.cancelled', 0],
    ['contracts:tab.open', 2],
    ['contracts:state.completed', 1],
    ['admin-contracts:all', 3],
  ] as const) {
    await page.getByRole('tab', { name: say(state), exact: true }).click()
    await expect(rows, state).toHaveCount(count)
  }
  const other = of.settled.result === 'won' ? 'lost' : 'won'
  await narrow(rows, 3, field('admin:dashboard.product'), { BTCUSDT: 2, [SHORT.symbol]: 1 })
  await narrow(rows, 3, field('contracts:filter.direction'), { down: 1, up: 2 })
  await narrow(rows, 3, field('admin:dashboard.book'), { real: 0, demo: 3 })
  await narrow(rows, 3, field('contracts:filter.result'), { [other]: 0, [ensure(of.settled.result)]: 1 })
  await narrow(rows, 3, bound('minAmount'), { 26: 0, 25: 1 })
  await narrow(rows, 3, bound('maxAmount'), { 9: 0, 10: 1 })
  await narrow(rows, 3, field('admin-contracts:from'), { '2035-01-01': 0, '2020-01-01': 3 })
  await narrow(rows, 3, field('admin-contracts:to'), { '2020-01-01': 0, '2035-01-01': 3 })

  await sortBy(page, say('contracts:stake'), { direction: 'descending', first: of.down.orderNo })
  await sortBy(page, say('contracts:stake'), { direction: 'ascending', first: of.up.orderNo })
  await sortBy(page, say('contracts:accepted'), { direction: 'descending', first: of.settled.orderNo })
  await sortBy(page, say('contracts:accepted'), { direction: 'ascending', first: of.up.orderNo })
  await rows.filter({ hasText: of.settled.orderNo }).click()
  expect(await office.leadsTo(button(say('admin-contracts:toUser'), drawer))).toBe(
    `/admin/users?search=${uid}`,
  )
  expect(await office.leadsTo(button(say('admin-contracts:toLog'), drawer))).toMatch(
    new RegExp(`^/admin/tick-log\\?symbol=${SHORT.symbol}&seq=\\d+$`),
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(say('proof:receipt.download'), drawer).click(),
  ])
  expect(file.suggestedFilename()).toMatch(new RegExp(`^(receipt|acceptance)-${of.settled.orderNo}\\.json$`))
  // The receipt comes once the blocks around the end are sealed.
  await drawer.getByText(say('proof:receipt.deciding'), { exact: true }).click()
  await expect(drawer.getByRole('table', { name: say('proof:receipt.decidingClosing') })).toBeVisible()

  await office.closeDrawer()
  await field('contracts:filter.direction').selectOption('down')
  await expect(rows).toHaveCount(1)
  await button(say('contracts:filter.clear'), search).click()
  await expect(whose).toHaveValue('')
  await expect(field('contracts:filter.direction')).toHaveValue('')
  await expect(button(say('contracts:filter.clear'), search)).toBeHidden()
}
