import { askDeposit, get } from './account-calls.ts'
import { windowedOptions } from './browser.ts'
import { expect, test } from './journey.ts'
import { post } from './person.ts'

// The build without windows shows no notifications.
test.use({ launchOptions: windowedOptions })

interface Products {
  products: { symbol: string; ticker: { price: string } }[]
}

test('[N5] what is urgent, and that alone, is shown by the browser, for five seconds; a click on it reads it', async ({
  page,
  context,
  place,
  person,
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
  /** Those of before are known: from now on what comes is new. */
  const openMarkets = async () => {
    const listed = page.waitForResponse((answer) => answer.url().includes('/api/account/notices'))
    await page.goto('/stocks')
    await listed
  }
  await openMarkets()
  // Of no urgency: told by the bell alone.
  const id = await askDeposit(place, context, person, '45')
  await post(place, context, `/api/account/deposits/${id}/cancel`, {}, person.token)
  const bell = page.locator('header .count')
  await expect(bell).toHaveText('2')
  expect(await told()).toEqual([])
  const reached = async () => {
    const { notices } = await get<{ notices: { kind: string }[] }>(
      place,
      context,
      '/api/account/notices',
      person,
    )
    return notices.filter(({ kind }) => kind === 'price-alert').length
  }
  /** Urgent: a price that the market reaches with one of its next steps; when it goes the other way, the next one near it. */
  const alert = async () => {
    const before = await reached()
    await expect(async () => {
      const { products } = await get<Products>(place, context, '/api/market/products', person)
      const price = Number(products.find(({ symbol }) => symbol === 'BTCUSDT')?.ticker.price)
      const near = { symbol: 'BTCUSDT', direction: 'up', price: (price + 0.01).toFixed(2) }
      const answer = await post(place, context, '/api/account/alerts', near, person.token)
      // Refused when the market was there first.
      expect(answer.ok()).toBe(true)
      const { data } = (await answer.json()) as { data: { alert: { id: string } } }
      const isReached = expect.poll(reached, { timeout: 3_000 }).toBe(before + 1)
      await isReached.catch(() =>
        post(place, context, `/api/account/alerts/${data.alert.id}`, null, person.token, 'DELETE'),
      )
      // Taken back, it may have been reached before.
      expect(await reached()).toBe(before + 1)
    }).toPass({ timeout: 60_000 })
    await expect.poll(async () => (await told()).length).toBe(1)
  }
  await alert()
  await expect.poll(async () => (await told()).map(({ closedAfterMs }) => closedAfterMs)).toEqual([null])
  expect((await told())[0]?.title).toContain('BTC/USDT')
  await expect(bell).toHaveText('3')
  await page.evaluate(() => (globalThis as unknown as Shown).shown[0]?.click())
  await expect(bell).toHaveText('2')
  await openMarkets()
  await alert()
  await expect.poll(async () => (await told())[0]?.closedAfterMs ?? 0).toBeGreaterThanOrEqual(4_990)
  expect(await told()).toHaveLength(1)
})

test('[N5] the browser is asked at a press; dismissed, it can be asked again, and forbidden, nothing is offered any more', async ({
  page,
  person,
  say,
}) => {
  expect(person.token).not.toBe('')
  // The question is the browser's own: what its user answers is put in its place.
  await page.addInitScript(() => {
    if (!location.protocol.startsWith('http')) return
    const kept = (key: string) => (sessionStorage.getItem(key) ?? 'default') as NotificationPermission
    Object.defineProperty(Notification, 'permission', { get: () => kept('permission') })
    Notification.requestPermission = async () => {
      sessionStorage.setItem('asked', 'yes')
      sessionStorage.setItem('permission', kept('answer'))
      return kept('permission')
    }
  })
  const answer = (text: NotificationPermission) =>
    page.evaluate((each) => sessionStorage.setItem('answer', each), text)
  await page.goto('/stocks?modal=notices')
  const dialog = page.getByRole('dialog', { name: say('notices:title'), exact: true })
  const allow = dialog.getByRole('button', { name: say('notices:browserAllow'), exact: true })
  await allow.click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('asked'))).toBe('yes')
  await expect(allow).toBeVisible()
  await answer('granted')
  await allow.click()
  await expect(allow).toBeHidden()

  // Taken back in the browser, then forbidden when it is asked anew.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await answer('denied')
  await allow.click()
  await expect(allow).toBeHidden()
  await page.reload()
  await expect(dialog.getByRole('switch', { name: say('notices:sound') })).toBeVisible()
  await expect(allow).toBeHidden()
})
