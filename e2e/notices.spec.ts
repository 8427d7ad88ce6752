import type { BrowserContext, Locator, Page } from '@playwright/test'
import { contractsOf, get, placeOrder } from './account-calls.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { type Person, type Place, post } from './person.ts'

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Leaves a notice of the type system behind. */
async function askDeposit(
  place: Place,
  context: BrowserContext,
  person: Person,
  amount: string,
): Promise<string> {
  const path = '/api/account/deposits/methods'
  const { methods } = await get<{ methods: { id: string }[] }>(place, context, path, person)
  const payer = { accountName: 'Mira Kovac', accountNumber: '0042 7719 3310', bankName: 'Example Bank' }
  const body = { requestId: crypto.randomUUID(), methodId: methods[0]?.id, amount, ...payer }
  const answer = await post(place, context, '/api/account/deposits', body, person.token)
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: { deposit: { id: string } } }).data.deposit.id
}

test('[N1] [N3] [N4] [R12] [X1] results that came while nobody looked: told on return, read, led to, deleted', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await placeOrder(place, context, person, { symbol: 'ETHUSDT' })
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
  await bell.click()
  await dialog.getByRole('tab', { name: say('notices:system') }).click()
  await dialog.getByRole('button', { name: say('notices:remove') }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await expect(dialog.getByText(say('notices:empty'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/trade\/ETHUSDT$/)
  await expect(bell.locator('.count')).toHaveCount(0)
})

test('[N1] [N4] [N5] a new one comes by itself, into every tab, rings in one of them, and all can be read and cleared', async ({
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
  expect(await page.evaluate(() => localStorage.getItem('rung'))).toBe('1')
  await page.goto('/stocks?modal=notices')
  const dialog = dialogOf(page, say('notices:title'))
  await dialog.getByRole('switch', { name: say('notices:sound') }).click()
  await dialog.getByRole('button', { name: say('notices:readAll') }).click()
  for (const each of [page, other]) await expect(countOf(each)).toHaveCount(0)
  await askDeposit(place, context, person, '44')
  await expect(dialog.getByRole('tab', { name: say('notices:system') })).toContainText('1')
  await dialog.getByRole('tab', { name: say('notices:system') }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: say('notices:clearAll') }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await page.reload()
  await expect(dialog.getByText(say('notices:empty'))).toBeVisible()
  await expect(dialog.getByRole('switch', { name: say('notices:sound') })).not.toBeChecked()
  await expect(countOf(other)).toHaveCount(0)
})

test('[N5] what is urgent is shown by the browser, for five seconds; a click on it reads it', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    const shown: { title: string; closedAfterMs: number | null; click(): void }[] = []
    const Real = globalThis.Notification
    class Seen extends Real {
      readonly #fromMs = performance.now()
      readonly #place = shown.length
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        shown.push({ title, closedAfterMs: null, click: () => this.onclick?.(new Event('click')) })
      }
      override close(): void {
        super.close()
        const own = shown[this.#place]
        if (own !== undefined) own.closedAfterMs ??= performance.now() - this.#fromMs
      }
    }
    Object.assign(globalThis, { Notification: Seen, shown })
  })
  type Shown = { shown: { title: string; closedAfterMs: number | null; click(): void }[] }
  const told = () =>
    page.evaluate(() =>
      (globalThis as unknown as Shown).shown.map(({ title, closedAfterMs }) => ({ title, closedAfterMs })),
    )
  const listed = page.waitForResponse((answer) => answer.url().includes('/api/account/notices'))
  await page.goto('/stocks')
  await listed
  const cancel = async (amount: string) => {
    const id = await askDeposit(place, context, person, amount)
    const answer = await post(place, context, `/api/account/deposits/${id}/cancel`, {}, person.token)
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await cancel('45')
  const title = say('notices:kind.deposit-cancelled')
  await expect.poll(told).toEqual([{ title, closedAfterMs: null }])
  await expect(page.locator('header .count')).toHaveText('2')
  await page.evaluate(() => (globalThis as unknown as Shown).shown[0]?.click())
  await expect(page.locator('header .count')).toHaveText('1')
  await cancel('46')
  await expect.poll(async () => (await told())[1]?.closedAfterMs ?? 0).toBeGreaterThanOrEqual(4_990)
  expect(await told()).toHaveLength(2)
})
