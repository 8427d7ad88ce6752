import { askDeposit } from './account-calls.ts'
import { windowedOptions } from './browser.ts'
import { expect, test } from './journey.ts'
import { post } from './person.ts'

// The build without windows shows no notifications.
test.use({ launchOptions: windowedOptions })

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
