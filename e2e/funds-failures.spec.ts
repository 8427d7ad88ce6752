import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { askDeposit, sendReceipt, TRON_ADDRESS } from './account-calls.ts'
import { expect, test } from './journey.ts'
import { LOST_CONNECTION, refusedCall } from './page-faults.ts'
import { post } from './person.ts'
import { field, press, sheet } from './sheet.ts'
import type { Words } from './words.ts'

const ADDRESSES = [
  { network: 'tron', address: TRON_ADDRESS, label: 'Main wallet' },
  { network: 'eth', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', label: 'Cold storage' },
]

interface Act {
  /** The end of the address of its call. */
  path: RegExp
  act(): Promise<void>
  /** Everything is as it was. */
  unchanged(): Promise<void>
}

/** The call fails on the way, which is said and changes nothing. */
async function loseCall(page: Page, say: Words, { path, act, unchanged }: Act): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('failed'),
  )
  const lost = page.waitForEvent('requestfailed', (request) => request.method() !== 'GET')
  await act()
  await lost
  const told = page.locator('.toast').filter({ hasText: say('errors:NETWORK_ERROR') })
  await expect(told).toHaveCount(1)
  await unchanged()
  await told.locator('button').click()
  await expect(told).toHaveCount(0)
  await page.unroute(path)
}

test('[F2][E2] a receipt that cannot be removed and a deposit that cannot be cancelled stay when the call fails on the way, and go at the next press', async ({
  page,
  person,
  place,
  context,
  say,
  faults,
}) => {
  faults.expect(LOST_CONNECTION)
  await sendReceipt(place, context, person, await askDeposit(place, context, person, '250'))
  await page.goto('/account?section=wallet')
  const open = page.getByRole('region', { name: say('funds:deposit.open') })
  const removal = open.getByRole('button', { name: say('funds:receipt.remove') })
  await loseCall(page, say, {
    path: /\/receipt$/,
    act: () => removal.click(),
    unchanged: () => expect(removal).toBeVisible(),
  })
  await removal.click()
  await expect(open.getByText(say('funds:receipt.add'))).toBeVisible()
  const cancel = open.getByRole('button', { name: say('funds:deposit.cancel') })
  const question = page.getByRole('alertdialog', { name: say('funds:deposit.cancelTitle') })
  const cancelDeposit = async (): Promise<void> => {
    await cancel.click()
    await question.getByRole('button', { name: say('funds:deposit.cancel'), exact: true }).click()
  }
  await loseCall(page, say, {
    path: /\/cancel$/,
    act: cancelDeposit,
    unchanged: async () => {
      await expect(question).toBeHidden()
      await expect(cancel).toBeEnabled()
    },
  })
  await cancelDeposit()
  await expect(open).toBeHidden()
})

test('[F3][E2] saved addresses stay as they are when a call fails on the way, with the new name as it was typed; a wrong default is set right', async ({
  page,
  person,
  place,
  context,
  say,
  faults,
}) => {
  faults.expect(LOST_CONNECTION)
  for (const body of ADDRESSES) await post(place, context, '/api/account/addresses', body, person.token)
  await page.goto('/account?section=wallet')
  const rows = page.getByRole('region', { name: say('funds:saved') }).getByRole('listitem')
  const row = (name: string) => rows.filter({ hasText: name })
  const button = (name: string, what: string) =>
    row(name).getByRole('button', { name: say(`funds:addresses.${what}`) })
  const isDefault = (name: string) => expect(row(name).locator('.badge')).toHaveText(say('funds:default'))

  await button('Cold storage', 'rename').click()
  await field(page, say('funds:label')).fill('Vault')
  await loseCall(page, say, {
    path: /\/addresses\/\d+$/,
    act: () => press(page, say('funds:addresses.save')),
    unchanged: () => expect(field(page, say('funds:label'))).toHaveValue('Vault'),
  })
  await press(page, say('funds:addresses.save'))
  await expect(sheet(page)).toBeHidden()
  await expect(row('Vault')).toBeVisible()

  await loseCall(page, say, {
    path: /\/default$/,
    act: () => button('Vault', 'makeDefault').click(),
    unchanged: () => isDefault('Main wallet'),
  })
  await button('Vault', 'makeDefault').click()
  await isDefault('Vault')
  // The wrong one: back again.
  await button('Main wallet', 'makeDefault').click()
  await isDefault('Main wallet')
  await expect(button('Vault', 'makeDefault')).toBeVisible()

  const question = page.getByRole('alertdialog')
  const remove = async (): Promise<void> => {
    await button('Vault', 'remove').click()
    await question.getByRole('button', { name: say('funds:addresses.remove'), exact: true }).click()
  }
  await loseCall(page, say, {
    path: /\/addresses\/\d+$/,
    act: remove,
    unchanged: () => expect(rows).toHaveCount(2),
  })
  await remove()
  await expect(rows).toHaveCount(1)
})

test('[F7][E2] bills whose file is refused say why, and come at the next press', async ({
  page,
  person,
  say,
  faults,
}) => {
  expect(person.token).not.toBe('')
  faults.expect(refusedCall(429))
  const body = { success: false, code: 'TOO_MANY_REQUESTS', message: 'Wait a little', requestId: 'r' }
  await page.route('**/bills/export?*', (route) => route.fulfill({ status: 429, json: body }))
  await page.goto('/account?section=bills')
  const button = page.getByRole('button', { name: say('funds:export') })
  await button.click()
  await expect(page.locator('.toast')).toContainText('Wait a little')
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/bills/export?*')
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(await readFile(await file.path(), 'utf8')).toContain(say('funds:type.label'))
})
