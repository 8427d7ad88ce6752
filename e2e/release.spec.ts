import type { Page } from '@playwright/test'
import { contractsOf } from './account-calls.ts'
import { createGate } from './gate.ts'
import { expect, test } from './journey.ts'
import { LOST_CODE, LOST_CONNECTION, refusedCall } from './page-faults.ts'
import { openAccountMenu, openTrade, withoutConfirmStep } from './screens.ts'

/** The files of these names are gone from the server, as after a deploy. */
const lose = (page: Page, name: string): Promise<unknown> =>
  page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404, body: '' }))

const PAGES = /\/(stocks|trade|contract-record)[^.]*$/
/** The page the server gives out names another first script than the one that is open, until the release is taken back. */
async function release(page: Page): Promise<() => void> {
  let isOut = true
  await page.route(PAGES, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({
      response: answer,
      body: isOut ? body.replace('/assets/main-', '/assets/next-') : body,
    })
  })
  return () => {
    isOut = false
  }
}

const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { first: true }))
/** The markets, marked as the page that was opened first. */
async function openMarkets(page: Page): Promise<void> {
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await mark(page)
}
const isFirst = (page: Page): Promise<boolean> => page.evaluate(() => 'first' in window)

test('[E5] a tab from before a deploy loads itself anew, and shows what was wanted', {
  tag: '@full',
}, async ({ page, person, say, faults }) => {
  expect(person.token).not.toBe('')
  faults.expect(refusedCall(404), LOST_CODE)
  await openMarkets(page)
  await release(page)
  // The new page asks for files that are there.
  let old = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) old = false
  })
  await page.route('**/assets/ContractsPage-*.js', (route) =>
    old ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('app:nav.contracts') })
    .click()
  await expect(page.getByRole('heading', { name: say('contracts:title') })).toBeVisible()
  expect(await isFirst(page)).toBe(false)
})

test('[E5] a faulty deploy is reloaded once, then said, with a button', { tag: '@full' }, async ({
  page,
  person,
  say,
  faults,
}) => {
  expect(person.token).not.toBe('')
  faults.expect(refusedCall(404), LOST_CODE)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await lose(page, 'ContractsPage')
  await release(page)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('app:nav.contracts') })
    .click()
  await expect.poll(() => loads).toBe(2)
  await expect(page.getByText(say('app:broken.title'))).toBeVisible()
  await expect(page.getByRole('button', { name: say('app:reload') })).toHaveCount(1)
  await page.unroute('**/assets/ContractsPage-*.js')
  await page.getByRole('button', { name: say('app:reload') }).click()
  await expect(page.getByRole('heading', { name: say('contracts:title') })).toBeVisible()
  // What is there again needs no new page.
  expect(loads).toBe(2)
})

test('[E5][X4] a page first opened without network comes by itself when the network is back', {
  tag: '@full',
}, async ({ page, context, person, say, faults }) => {
  expect(person.token).not.toBe('')
  faults.expect(LOST_CONNECTION, LOST_CODE, /Failed to load resource|ERR_INTERNET_DISCONNECTED|load CSS/)
  await openMarkets(page)
  await context.setOffline(true)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('app:nav.contracts') })
    .click()
  await expect(page.getByText(say('app:broken.title'))).toBeVisible()
  await page.getByRole('button', { name: say('app:reload') }).click()
  await expect(page.getByText(say('app:broken.title'))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: say('contracts:title') })).toBeVisible()
  await expect(page.locator('.cr-head')).toHaveCSS('display', 'flex')
  await expect(page.getByText(say('app:loadFailure.title'))).toBeHidden()
  expect(await isFirst(page)).toBe(true)
})

test('[E5] a menu that cannot be loaded says so, and takes nothing else away', async ({
  page,
  say,
  faults,
}) => {
  faults.expect(refusedCall(404), LOST_CODE)
  await openMarkets(page)
  await lose(page, 'Menu')
  await page.locator('header button.ib-word').click()
  await expect(page.getByRole('alert').getByText(say('app:loadFailure.title'))).toBeVisible()
  await expect(page.locator('.mk-price').first()).toBeVisible()
  expect(await isFirst(page)).toBe(true)
  await page.unroute('**/assets/Menu-*.js')
  await page.getByRole('button', { name: say('app:reload') }).click()
  await expect(page.getByText(say('app:loadFailure.title'))).toBeHidden()
  await page.locator('header button.ib-word').click()
  await expect(page.getByRole('menu')).toBeVisible()
})

test('[E5][X4] a question whose code cannot be loaded takes nothing else away, and is asked when it can', {
  tag: '@full',
}, async ({ page, person, say, faults }) => {
  expect(person.token).not.toBe('')
  faults.expect(refusedCall(404), LOST_CODE)
  await openMarkets(page)
  await lose(page, 'ConfirmAlert')
  await openAccountMenu(page, say)
  await page.getByRole('menuitem', { name: say('app:signOut.action') }).click()
  await expect(page.getByRole('alert').getByText(say('app:loadFailure.title'))).toBeVisible()
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await page.unroute('**/assets/ConfirmAlert-*.js')
  await expect(page.getByRole('alertdialog')).toContainText(say('app:signOut.text'))
  await expect(page.getByText(say('app:loadFailure.title'))).toBeHidden()
  expect(await isFirst(page)).toBe(true)
})

test('[E5][T4] no page goes away by itself while an order is on its way', async ({
  page,
  context,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(refusedCall(404), LOST_CODE)
  await withoutConfirmStep(page)
  const panel = await openTrade(page, say, 'BTCUSDT')
  await mark(page)
  const { isOpen: held, open: answer } = createGate()
  await page.route('**/api/trade/contracts', async (route) => {
    await held
    await route.continue()
  })
  await panel.up.click()
  await expect(panel.up).toHaveAttribute('aria-busy', 'true')
  await lose(page, 'Menu')
  const takeBack = await release(page)
  await page.locator('header button.ib-word').click()
  const reload = page.getByRole('button', { name: say('app:reload') })
  await expect(reload).toBeVisible()
  expect(await isFirst(page)).toBe(true)
  // From now on the page would not go even when the order has arrived; a look at the release that is under way, as every
  // few seconds while the menu is lost, finds none either.
  takeBack()
  answer()
  await expect.poll(async () => (await contractsOf(place, context, person)).length).toBe(1)
  // At a press it does.
  await expect(panel.up).not.toHaveAttribute('aria-busy', 'true')
  await reload.click()
  await expect.poll(() => isFirst(page).catch(() => true)).toBe(false)
  await expect(reload).toHaveCount(0)
  await expect(panel.up).toBeEnabled()
})
