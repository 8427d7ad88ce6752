import type { Page } from '@playwright/test'
import { balanceOf, contractsOf, placeOrder, waitForPending } from './account-calls.ts'
import { type Cable, layCable } from './cable.ts'
import { expect, test as journey } from './journey.ts'
import { LOST_CONNECTION } from './page-faults.ts'
import { type Product, START_LIMIT_MS, startProduct } from './product.ts'
import { openTrade, resultOf } from './screens.ts'

// Their pages open without a server, too.
journey.use({ serviceWorkers: 'allow' })

/** A page that has stopped trying every few seconds tries once a minute; with what a busy machine needs to paint. */
const RETURN_MS_MAX = 66_000

/** Journeys through outages have a product of their own, and a cable to it. */
const test = journey.extend<{ cable: Cable; product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern.
  cable: async ({}, use) => {
    const cable = await layCable()
    await use(cable)
    cable.remove()
  },
  product: [
    async ({ cable }, use) => {
      const product = await startProduct({ PUBLIC_URL: cable.url })
      cable.plugInto(Number(new URL(product.url).port))
      await use(product)
      await product.stop()
    },
    { scope: 'test', timeout: START_LIMIT_MS },
  ],
  place: async ({ cable, product }, use) => use({ url: cable.url, firstRun: product.firstRun }),
})

test('[S2][X4] without network the page says so, buying pauses, and nothing is missed when it is back', async ({
  page,
  context,
  cable,
  product,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(LOST_CONNECTION, /ERR_FAILED/)
  const panel = await openTrade(page, say, 'BTCUSDT')
  await placeOrder(place, context, person, { stake: '20' })
  await expect(panel.region).toContainText('9,980.00')
  cable.pull()
  await context.setOffline(true)
  await expect(page.getByText(say.like('trade:banner.retrying'))).toBeVisible()
  await expect(panel.up).toBeDisabled()
  await expect(panel.hint).toHaveText(say('trade:obstacle.offline'))
  await waitForPending(product, context, person, 0)
  cable.putBack()
  await context.setOffline(false)
  await expect(page.getByText(say.like('trade:banner.retrying'))).toBeHidden()
  await expect(panel.up).toBeEnabled()
  const [contract] = await contractsOf(place, context, person)
  await expect(
    page
      .locator('.td-side, .td-centre')
      .getByText(resultOf(contract ?? { profit: null }))
      .first(),
  ).toBeVisible()
  const { available } = await balanceOf(place, context, person)
  const balance = Number(available).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await expect(panel.region).toContainText(balance)

  // Opened without network the app is there, and tells nothing it cannot know.
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await caches.match('/'))?.ok === true && navigator.serviceWorker.controller !== null,
      ),
    )
    .toBe(true)
  cable.pull()
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByText(say('errors:LOAD_STOCKS'))).toBeVisible()
  await expect(page.getByText(say('app:connection.text'))).toBeVisible()
  await expect(page.locator('.top-balance')).toContainText('--')
  await expect(page.locator('.mk-price')).toHaveCount(0)
  cable.putBack()
  await context.setOffline(false)
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await expect(page.locator('.top-balance')).toContainText(balance)
})

test('[S2][X4] when the browser loses its network, prices count as stopped at once, on the markets too', {
  tag: '@full',
}, async ({ page, context, place, person, say, faults }) => {
  faults.expect(LOST_CONNECTION)
  const panel = await openTrade(page, say, 'BTCUSDT')
  await placeOrder(place, context, person, { stake: '20', durationSeconds: 60 })
  const profit = page.locator('.td-table tbody tr').first().locator('td').nth(-2)
  await expect(profit).toContainText('.')
  await page.evaluate(() => globalThis.dispatchEvent(new Event('offline')))
  const atOnce = { timeout: 1_000 }
  await expect(page.getByText(say.like('trade:banner.retrying'))).toBeVisible(atOnce)
  await expect(page.locator('.td-chart.td-paused')).toBeVisible(atOnce)
  await expect(page.locator('.td-price.td-paused')).toBeVisible(atOnce)
  await expect(profit).toHaveText('--', atOnce)
  await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
  await expect(panel.up).toBeEnabled(atOnce)
  await page.goto('/stocks')
  await expect(page.locator('.mk-price').first()).toBeVisible()
  await page.evaluate(() => globalThis.dispatchEvent(new Event('offline')))
  await expect(page.getByText(say('app:connection.retrying', { attempt: 1, max: 5 }))).toBeVisible(atOnce)
  await expect(page.locator('.mk[data-lost="true"]')).toBeVisible(atOnce)
})

test('[S2][X4] a line that falls silent without a word is noticed within ten seconds, its price sooner', {
  tag: '@full',
}, async ({ page, cable, person, say, faults }) => {
  expect(person.token).not.toBe('')
  faults.expect(LOST_CONNECTION)
  const panel = await openTrade(page, say, 'BTCUSDT')
  cable.hush()
  // Ten seconds from the silence on, and two for a busy machine to paint.
  const noticed = expect(page.getByText(say.like('trade:banner.retrying'))).toBeVisible({ timeout: 12_000 })
  await expect(page.getByText(say('trade:banner.stale')).first()).toBeVisible({ timeout: 5_000 })
  await expect(panel.up).toBeDisabled()
  await noticed
  cable.putBack()
  await expect(page.getByText(say.like('trade:banner.retrying'))).toBeHidden({ timeout: 15_000 })
  await expect(panel.up).toBeEnabled()
})

test('[T4][T6][S2] [U-18] a killed server comes back, the page reconnects, and the open contract settles', async ({
  page,
  context,
  product,
  place,
  person,
  say,
  faults,
}) => {
  faults.expect(LOST_CONNECTION)
  const panel = await openTrade(page, say, 'BTCUSDT')
  const contract = await placeOrder(place, context, person, { stake: '30', durationSeconds: 30 })
  await expect(page.locator('.td-progress')).toContainText('30.00')
  const banner = page.getByText(say.like('trade:banner.retrying'))
  await product.crashAndRestart(async () => {
    await expect(banner).toBeVisible()
    await expect(panel.up).toBeDisabled()
  })
  // By itself, also when the server took so long that the page tries once a minute only.
  await expect(panel.up).toBeEnabled({ timeout: RETURN_MS_MAX })
  await waitForPending(place, context, person, 0)
  const [settled] = await contractsOf(place, context, person)
  expect(settled?.id).toBe(contract.id)
  const { total, inPosition } = await balanceOf(place, context, person)
  expect(Number(inPosition)).toBe(0)
  expect(Number(total)).toBeCloseTo(10_000 + Number(settled?.profit), 6)
  await expect(page.locator('.td-settled')).toContainText(resultOf(settled ?? { profit: null }))
})

interface Noting {
  shownTexts: string[]
}

/** From the next load on the page notes which of these texts it has shown, each once, in order. */
async function noteShown(page: Page, texts: string[]): Promise<void> {
  await page.addInitScript((wanted) => {
    const shownTexts: string[] = []
    Object.assign(window, { shownTexts })
    new MutationObserver(() => {
      const found = document.body?.textContent ?? ''
      for (const text of wanted) if (found.includes(text) && !shownTexts.includes(text)) shownTexts.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, texts)
}

const STOPPED = [
  { path: '/stocks', part: 'app:connection', loaded: '.mk-price' },
  { path: '/trade/BTCUSDT', part: 'trade:banner', loaded: '.td-hero' },
] as const
for (const { path, part, loaded } of STOPPED) {
  test(`[S2] after five attempts the page stops, and a press reconnects: ${path}`, async ({
    page,
    say,
    faults,
  }) => {
    faults.expect(LOST_CONNECTION, /Failed to load resource/)
    await page.clock.install()
    await page.goto(path)
    await expect(page.locator(loaded).first()).toBeVisible()
    let refused = true
    await page.routeWebSocket(/\/(ws|trade)$/, (socket) => {
      if (refused) void socket.close({ code: 1011 })
      else socket.connectToServer()
    })
    const attempts = [1, 2, 3, 4, 5].map((attempt) => say(`${part}.retrying`, { attempt, max: 5 }))
    await noteShown(page, attempts)
    await page.clock.pauseAt(Date.now() + 1_000)
    await page.reload()
    // The first try lasts until the page has come: while it loads, the trade page says nothing of it.
    const first = page.getByText(attempts[0] ?? '')
    await expect
      .poll(async () => {
        await page.clock.runFor(10)
        return first.isVisible()
      })
      .toBe(true)
    await page.clock.resume()
    const stopped = page.getByText(say(`${part}.stopped`))
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000)
        return stopped.isVisible()
      })
      .toBe(true)
    expect(await page.evaluate(() => (window as unknown as Noting).shownTexts)).toEqual(attempts)
    await expect(page.getByText(say('errors:SOCKET_ATTEMPTS_EXHAUSTED')).first()).toBeVisible()
    refused = false
    await page.getByRole('button', { name: say(`${part}.reconnect`) }).click()
    await expect(stopped).toBeHidden()
    await expect(page.getByText(say.like(`${part}.retrying`))).toBeHidden()
  })
}
