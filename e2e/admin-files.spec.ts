import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { get } from './account-calls.ts'
import {
  closeDrawer,
  countFiles,
  fillTime,
  keepSession,
  linesOf,
  narrow,
  type Office,
  test,
} from './back-office.ts'
import { clipboardText } from './clipboard.ts'
import { expect } from './journey.ts'
import { refusedCall } from './page-faults.ts'
import { adminAnswer, secondOwner } from './second-owner.ts'
import type { Words } from './words.ts'

// Lists and logs as files. One product for all of them.
test.describe.configure({ mode: 'default' })

test('[D3] the file of a list has the columns that are shown and no other; a list that cannot be read makes no file, and the page says so', async ({
  page,
  office,
  say,
  faults,
}) => {
  faults.expect(refusedCall(503))
  const { button } = office
  const file = button(say('admin:table.export'))
  const names = (head: string | undefined): string[] =>
    [...(head ?? '').matchAll(/"([^"]*)"/g)].map(([, name = '']) => name)
  const headings = page.getByRole('columnheader')
  await office.open('products')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  const shown = await headings.allTextContents()
  const price = say('admin-settings:products.price')
  const menu = button(say('admin:table.columns'))
  const column = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
  expect(names((await linesOf(page, () => file.click()))[0])).toEqual(shown)

  await menu.click()
  for (const name of shown) {
    await column(name).click()
    await expect(headings.filter({ hasText: name })).toHaveCount(0)
    await column(name).click()
    await expect(headings).toHaveText(shown)
  }
  await column(price).click()
  await page.keyboard.press('Escape')
  await expect(headings.filter({ hasText: price })).toHaveCount(0)
  const fewer = shown.filter((name) => name !== price)
  expect(names((await linesOf(page, () => file.click()))[0])).toEqual(fewer)
  // The choice is kept, and taken back at once.
  await page.reload()
  await expect(headings).toHaveText(fewer)
  await menu.click()
  await page.getByRole('menuitem', { name: say('admin:table.columnsReset') }).click()
  await expect(headings).toHaveText(shown)

  await office.open('roles')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  const files = countFiles(page)
  const calls = '**/api/admin/administrators?*'
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '' }))
  await file.click()
  await expect(page.locator('.toast').filter({ hasText: say('admin:orders.exportFailed') })).toBeVisible()
  expect(files()).toBe(0)
  await page.unroute(calls)
  expect((await linesOf(page, () => file.click())).length).toBeGreaterThan(1)
})

test('[D14] the audit log is saved as it is searched, with a hash in each line; a search that finds nothing leaves the head alone; kind and times narrow it, an entry is opened, the newest hash is copied', async ({
  page,
  context,
  browser,
  place,
  owner,
  say,
}) => {
  const elsewhere = await browser.newContext({ baseURL: place.url })
  const first = await adminAnswer<{ token: string }>(place, elsewhere, 'login', owner)
  // Of each administrator few files are made within a minute.
  const second = await secondOwner(place, browser, { context: elsewhere, token: first.token })
  const { username, password } = second
  const { token } = await adminAnswer<{ token: string }>(place, context, 'login', { username, password })
  await keepSession(context, token)
  const press = () => page.getByRole('button', { name: say('admin:table.export'), exact: true }).click()
  const search = (of: string) => page.getByPlaceholder(say(`admin-access:audit.search.${of}`))
  const rows = page.locator('tbody tr')
  await page.goto('/admin-pages/audit-log/index.html')
  await expect(rows.first()).toBeVisible()
  await search('action').fill('admin.create')
  const path = '/api/admin/audit-log?action=admin.create'
  const { entries } = await get<{ entries: object[] }>(place, context, path, { token })
  await expect(rows).toHaveCount(entries.length)
  const filters = page.getByRole('search')
  const field = (key: string) => filters.getByLabel(say(`admin-access:audit.${key}`), { exact: true })
  // The first one was made by the service.
  await narrow(rows, entries.length, field('kind'), { user: 0, system: 1, admin: entries.length - 1 })
  await narrow(rows, entries.length, field('from'), { '2035-01-01': 0, '2020-01-01': entries.length })
  await narrow(rows, entries.length, field('to'), { '2020-01-01': 0, '2035-01-01': entries.length })
  await narrow(rows, entries.length, search('subject'), {
    'withdrawal:': 0,
    'administrator:': entries.length,
  })
  await rows.first().click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByText('admin.create', { exact: true })).toBeVisible()
  await expect(drawer).toContainText(username)
  await closeDrawer(drawer, say)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: say('admin-access:audit.chain.copy'), exact: true }).click()
  const copied = () => clipboardText(page)
  await expect.poll(copied).toMatch(/^\d+:[0-9a-f]{64}$/)
  const [number, hash = ''] = (await copied()).split(':')
  await expect(page.getByText(`${number}:${hash.slice(0, 16)}…`)).toBeVisible()

  const [head, ...lines] = await linesOf(page, press)
  expect(lines).toHaveLength(entries.length)
  for (const line of lines) {
    expect(line).toContain('admin.create')
    expect(line).toMatch(/[0-9a-f]{64}/)
  }
  await search('who').fill('nobody at all')
  await expect(page.getByText(say('admin-access:audit.none'))).toBeVisible()
  expect(await linesOf(page, press)).toEqual([head])
  await second.leave()
  await elsewhere.close()
})

/** Chooses today in the calendar of the tick log, a month back and forth: the log goes on from the first price of the day. */
async function readFromToday(page: Page, { button }: Office, say: Words, symbol: string): Promise<void> {
  const chooser = say('ui:date.choose', { label: say('admin-market:log.at') })
  const calendar = page.getByRole('dialog', { name: chooser, exact: true })
  const today = calendar.locator('[aria-current="date"]')
  await button(chooser).click()
  await button(say('ui:date.previous'), calendar).click()
  await expect(today).toHaveCount(0)
  await button(say('ui:date.next'), calendar).click()
  await today.click()
  await expect(calendar).toBeHidden()
  const fromMs = await page.evaluate(() => new Date().setHours(0, 0, 0, 0))
  await expect(page).toHaveURL(new RegExp(`[?&]at=${fromMs}$`))
  const read = async <T>(path: string) => ((await (await page.request.get(path)).json()) as { data: T }).data
  const { entries } = await read<{ entries: { seq: number }[] }>(
    `/api/market/ticks?symbol=${symbol}&fromMs=${fromMs}&limit=1`,
  )
  const { blocks } = await read<{ blocks: { number: number }[] }>(
    `/api/market/blocks?symbol=${symbol}&fromSeq=${entries[0]?.seq}&limit=1`,
  )
  const first = page.locator('.adm-log-block b').first()
  await expect
    .poll(async () => Number((await first.innerText()).replaceAll(/\D/g, '')))
    .toBe(blocks[0]?.number)
}

test('[D11] the tick log is saved as it is shown; an interval of it that ends before it begins, or has no entries, makes no file, and the page says why', async ({
  page,
  office,
  say,
}) => {
  const filter = (label: string) => page.getByRole('search').getByLabel(label, { exact: true })
  const entries = page.locator('tr[data-seq]')
  await office.open('tick-log')
  await filter(say('admin:dashboard.product')).selectOption('ETHUSDT')
  await expect(page).toHaveURL(/symbol=ETHUSDT$/)
  await office.button(say('admin-market:log.lastSource')).click()
  await expect(page.locator('tr[aria-current="true"]')).toContainText(say('proof:receipt.entry.source'))
  await expect(page.locator('.adm-table-box')).toHaveAttribute('aria-busy', 'false')
  const count = await entries.count()
  const [head, ...lines] = await linesOf(page, () => office.button('CSV').click())
  expect(head).toContain('"seq","kind","timeMs","price"')
  expect(lines).toHaveLength(count)
  const [file] = await Promise.all([page.waitForEvent('download'), office.button('JSON').click()])
  const log = JSON.parse(await readFile(await file.path(), 'utf8')) as { symbol: string; entries: object[] }
  expect([log.symbol, log.entries.length]).toEqual(['ETHUSDT', count])
  await readFromToday(page, office, say, 'ETHUSDT')
  await filter(say('admin-market:log.kinds')).selectOption('events')
  const price = page.getByRole('cell', { name: say('proof:receipt.price'), exact: true })
  await expect(entries.filter({ has: price })).toHaveCount(0)
  await expect(entries.first()).toBeVisible()

  const t = (key: string) => say(`admin-market:log.interval.${key}`)
  await office.button(t('title')).click()
  const dialog = page.getByRole('dialog', { name: t('title') })
  const csv = office.button('CSV', dialog)
  await expect(csv).toBeEnabled()
  await expect(dialog.getByText(t('order'))).toBeHidden()
  await fillTime(dialog, t('to'), '2020-01-02T00:00:00', say)
  await expect(dialog.getByText(t('order'))).toBeVisible()
  await expect(csv).toBeDisabled()

  await fillTime(dialog, t('from'), '2020-01-01T00:00:00', say)
  await expect(dialog.getByText(t('order'))).toBeHidden()
  const files = countFiles(page)
  await csv.click()
  await expect(dialog.getByText(t('none'))).toBeVisible()
  expect(files()).toBe(0)
  await expect(dialog).toBeVisible()
})
