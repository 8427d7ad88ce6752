import { balanceOf, contractsOf, placeOrder, serviceTime, waitForPending } from './account-calls.ts'
import { expect, test as journey } from './journey.ts'
import { START_LIMIT_MS, startProduct } from './product.ts'
import { buy, orderPanel, resultOf, withoutConfirmStep } from './screens.ts'

const dataDir = process.env.MARKET_DATA_DIR
const NO_DATA = 'MARKET_DATA_DIR names no folder of recorded market data'

/** The recording starts at `start`; its clock runs ten times as fast as ours. */
const test = journey.extend<{ start: string }>({
  start: ['2021-04-20T01:48:00Z', { option: true }],
  place: [
    async ({ start }, use) => {
      const product = await startProduct({
        MARKET_FEED: 'replay',
        MARKET_DATA_DIR: dataDir ?? '',
        REPLAY_SPEED: '10',
        REPLAY_START: start,
        FOREX_ALWAYS_OPEN: 'false',
        FEED_SEED: '',
      })
      await use(product)
      await product.stop()
    },
    { scope: 'test', timeout: START_LIMIT_MS },
  ],
})

test.describe('an exchange that stopped at 02:00', () => {
  test.skip(dataDir === undefined, NO_DATA)

  test('[M5][T6][X4] recorded prices are marked, contracts settle, and over the real gap they are cancelled', async ({
    page,
    context,
    place,
    person,
    say,
  }) => {
    // A busy machine runs the recording slower than ten times.
    test.slow()
    await withoutConfirmStep(page)
    await page.goto('/stocks')
    await expect(page.getByText(say('markets:source.replay.name'), { exact: true })).toBeVisible()
    const price = page.locator('tbody tr').filter({ hasText: 'BTC/USDT' }).locator('.mk-price')
    await expect(price).toHaveText(/^5\d,\d{3}\.\d+$/)
    const before = await price.textContent()
    await expect(price).not.toHaveText(before ?? '')
    await page.goto('/trade/BTCUSDT')
    const panel = orderPanel(page, say)
    await expect(page.getByText(say('trade:feed.replay')).first()).toBeVisible()
    await expect(panel.up).toBeEnabled()
    await buy(page, say, { direction: 'up', amount: '60', confirm: false })
    await expect(panel.region).toContainText('9,940.00')
    await expect(page.locator('.td-settled').first()).toBeVisible()
    const [settled] = await contractsOf(place, context, person, 'completed')
    await expect(page.locator('.td-settled').first()).toContainText(resultOf(settled ?? { profit: null }))

    // From here on five minutes end behind the last price by more than it may be old.
    const overGapMs = Date.parse('2021-04-20T01:55:10Z')
    await expect
      .poll(() => serviceTime(place, context), { timeout: 150_000, intervals: [250] })
      .toBeGreaterThan(overGapMs)
    const late = await placeOrder(place, context, person, { stake: '90', durationSeconds: 300 })
    await expect(page.getByText(say('trade:banner.stale')).first()).toBeVisible({ timeout: 150_000 })
    await expect(panel.up).toBeDisabled()
    await expect(panel.hint).toHaveText(say('trade:obstacle.stale'))
    await waitForPending(place, context, person, 0)
    const [cancelled] = await contractsOf(place, context, person, 'cancelled')
    expect(cancelled?.id).toBe(late.id)
    expect(cancelled?.cancelReason).toBe('price-gap')
    await expect(page.getByText(say('trade:live.reason.price-gap')).first()).toBeVisible()
    const { total } = await balanceOf(place, context, person)
    expect(Number(total)).toBeCloseTo(10_000 + Number(settled?.profit), 6)
  })
})

test.describe('a Saturday', () => {
  test.skip(dataDir === undefined, NO_DATA)
  test.use({ start: '2021-02-27T12:00:00Z' })

  test('[T2][X4] a closed market says so and takes no orders', async ({ page, person, say }) => {
    expect(person.token).not.toBe('')
    await page.goto('/trade/EURUSDT')
    await expect(page.getByText(say('trade:banner.closed')).first()).toBeVisible()
    const panel = orderPanel(page, say)
    await expect(panel.hint).toHaveText(say.like('trade:obstacle.closedUntil'))
    await expect(panel.up).toBeDisabled()
    await expect(panel.down).toBeDisabled()
    await page.goto('/stocks')
    await page.getByRole('tab', { name: say('markets:tabs.forex') }).click()
    await expect(page.getByText(say('markets:status.closed')).first()).toBeVisible()
  })
})
