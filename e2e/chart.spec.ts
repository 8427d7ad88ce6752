import type { APIResponse, Locator, Page, Request, Response } from '@playwright/test'
import { contractsOf, placeOrder, waitForPending } from './account-calls.ts'
import { drawnMark, inkOf, noteMarks } from './chart-marks.ts'
import { expect, test } from './journey.ts'
import { openTrade } from './screens.ts'
import { SHORT } from './short-contract.ts'
import { type Words, wordsOf } from './words.ts'

const PERIODS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const

const chip = (page: Page, say: Words, period: string): Locator =>
  page.getByRole('button', { name: `${period}, ${say(`trade:chart.periods.${period}`)}`, exact: true })

async function candlesOf(answer: Response | APIResponse | null): Promise<unknown[]> {
  if (answer === null) throw new Error('no answer')
  return ((await answer.json()) as { data: { candles: unknown[] } }).data.candles
}

const candlesAsked = (page: Page, period: string, older = false): Promise<Request> =>
  page.waitForRequest((request) => {
    const url = new URL(request.url())
    return (
      url.pathname === '/api/market/candles' &&
      url.searchParams.get('period') === period &&
      url.searchParams.has('before') === older
    )
  })

async function openChart(page: Page): Promise<Locator> {
  await page.goto('/trade/BTCUSDT')
  const chart = page.locator('.td-canvas')
  await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
  await expect(chart.locator('canvas').first()).toBeVisible()
  return chart
}

/** A phone shows the periods that are seldom wanted when it is asked for them; a larger screen has room for all. */
async function showAllPeriods(page: Page, say: Words): Promise<void> {
  const seldom = chip(page, say, '15m')
  const all = page.getByRole('button', { name: say('trade:chart.allPeriods') })
  await expect(seldom.or(all)).toBeVisible()
  if (await all.isVisible()) await all.click()
  await expect(seldom).toBeVisible()
}

/** A young product makes its history in the background. */
async function historyIsMade(page: Page): Promise<void> {
  for (const period of PERIODS) {
    const made = async () =>
      candlesOf(await page.request.get(`/api/market/candles?symbol=BTCUSDT&period=${period}`))
    await expect.poll(async () => (await made()).length, { timeout: 90_000 }).toBeGreaterThan(20)
  }
}

test('[M2][U-14] every period brings its candles', async ({ page, say }) => {
  test.slow()
  await historyIsMade(page)
  await openChart(page)
  await showAllPeriods(page, say)
  let pressedMs = Number.NEGATIVE_INFINITY
  for (const period of PERIODS.slice(1)) {
    // The limit of M3, by the clock of the page.
    await page.waitForFunction((ms) => performance.now() - ms > 1_000, pressedMs)
    const asked = candlesAsked(page, period)
    await chip(page, say, period).click()
    pressedMs = await page.evaluate(() => performance.now())
    const answer = await (await asked).response()
    expect(answer?.ok()).toBe(true)
    expect((await candlesOf(answer)).length, `candles of ${period}`).toBeGreaterThan(20)
    await expect(chip(page, say, period)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
  }
})

test('[M3] another change of period within a second is refused in words', async ({ page, say }) => {
  await openChart(page)
  // In one turn of the page, so that a slow machine is not slower than the limit.
  const second = await chip(page, say, '1h').elementHandle()
  await chip(page, say, '5m').evaluate((first, other) => {
    for (const button of [first, other]) (button as HTMLElement | null)?.click()
  }, second)
  await expect(page.getByText(say('trade:chart.periodWait')).first()).toBeVisible()
  await expect(chip(page, say, '5m')).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(page, say, '1h')).toHaveAttribute('aria-pressed', 'false')
})

test('[M2] candles or a line, as chosen, also after a reload, and back again', async ({ page, say }) => {
  const chart = await openChart(page)
  const like = (type: 'candles' | 'line') =>
    say(`trade:chart.label.${type}`, { pair: 'BTC/USDT', period: say('trade:chart.periods.1m') })
  await expect(chart).toHaveAccessibleName(like('candles'))
  await page.getByRole('button', { name: say('trade:chart.typeCandles') }).click()
  await expect(chart).toHaveAccessibleName(like('line'))
  await page.reload()
  await expect(chart).toHaveAccessibleName(like('line'))
  await page.getByRole('button', { name: say('trade:chart.typeLine') }).click()
  await expect(chart).toHaveAccessibleName(like('candles'))
  await page.reload()
  await expect(chart).toHaveAccessibleName(like('candles'))
})

test('[M2] scrolling back loads older candles', { tag: '@full' }, async ({ page }) => {
  const chart = await openChart(page)
  const box = await chart.boundingBox()
  if (box === null) throw new Error('the chart has no place')
  const asked = candlesAsked(page, '1m', true)
  let stop = false
  const drag = async () => {
    for (let turn = 0; turn < 30 && !stop; turn += 1) {
      await page.mouse.move(box.x + 60, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width - 100, box.y + box.height / 2, { steps: 4 })
      await page.mouse.up()
    }
  }
  const dragging = drag()
  const answer = await (await asked).response()
  stop = true
  await dragging
  expect((await candlesOf(answer)).length).toBeGreaterThan(0)
})

test('[M4] the last price of the chart, the header and the title follow the ticks', { tag: '@full' }, async ({
  page,
}) => {
  await openChart(page)
  const hero = page.locator('.td-hero')
  const first = await hero.textContent()
  await expect(hero).not.toHaveText(first ?? '')
  await expect
    .poll(async () => (await page.title()).startsWith((await hero.textContent()) ?? 'none'))
    .toBe(true)
})

test('[E5] a chart that cannot be loaded says so and is brought by a retry', async ({
  page,
  say,
  faults,
}) => {
  faults.expect(/status of 503/)
  await page.route('**/api/market/candles*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/trade/BTCUSDT')
  await expect(page.getByText(say('errors:LOAD_CHART'))).toBeVisible()
  await expect(page.getByText(say('trade:chart.failedText'))).toBeVisible()
  await page.unroute('**/api/market/candles*')
  await page.getByRole('button', { name: say('ui:retry') }).click()
  await expect(page.getByText(say('errors:LOAD_CHART'))).toBeHidden()
  await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
})

test('[T7][M2] on a tablet the chart stands whole above the navigation, however long the column beside it', {
  tag: '@full',
}, async ({ page, context, place, person }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  for (let placed = 0; placed < 4; placed += 1) {
    await placeOrder(place, context, person, { durationSeconds: 300 })
  }
  const chart = await openChart(page)
  await expect(page.locator('.td-progress .qty')).toHaveText('4')
  const footOf = async (box: Locator): Promise<number> => {
    const { y, height } = (await box.boundingBox()) ?? { y: 0, height: 0 }
    return y + height
  }
  const navigation = (await page.locator('.nav').boundingBox())?.y ?? 0
  expect(await footOf(page.locator('.td-progress'))).toBeGreaterThan(navigation)
  expect(await footOf(chart)).toBeLessThanOrEqual(navigation)
})

test('[M2][X1][X2] the last 24 hours, from open to volume, are whole at every width and in every script', {
  tag: '@full',
}, async ({ page }) => {
  test.slow()
  const digits = (text: string | null): string => (text ?? '').replace(/\D/g, '')
  const openedAt = async (): Promise<string> => {
    const { data } = await (await page.request.get('/api/market/products')).json()
    const [product] = data.products.filter(({ symbol }: { symbol: string }) => symbol === 'BTCUSDT')
    return digits(product.ticker.open24h)
  }
  const figures = page.locator('.td-stats dd')
  for (const language of ['en-US', 'ar-AR', 'de-DE', 'hi-IN', 'ru-RU']) {
    const say = wordsOf(language)
    await openChart(page)
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await openChart(page)
    await expect
      .poll(async () => digits(await figures.first().textContent()) === (await openedAt()))
      .toBe(true)
    for (const width of [360, 390, 768, 1024, 1025, 1320, 1321, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const names = ['open', 'high', 'low', 'close', width > 768 ? 'volume' : 'volumeShort']
      await expect(page.locator('.td-stats dt')).toHaveText(names.map((name) => say(`trade:stats.${name}`)))
      const seen = await page.locator('.td-chart-panel').evaluate((panel) => {
        const boxOf = (element: Element): DOMRect => element.getBoundingClientRect().toJSON() as DOMRect
        const parts = '.td-stats > div, .td-symbol, .td-price, .td-feed'
        return {
          panel: boxOf(panel),
          close: panel.querySelectorAll('.td-stats dd')[3]?.textContent,
          price: panel.querySelector('.td-hero')?.textContent,
          boxes: [...panel.querySelectorAll(parts)].filter((each) => each.checkVisibility()).map(boxOf),
        }
      })
      const where = `${language} at ${width}`
      expect(seen.close, where).toBe(seen.price)
      for (const [index, box] of seen.boxes.entries()) {
        expect(box.left, where).toBeGreaterThanOrEqual(seen.panel.left)
        expect(box.right, where).toBeLessThanOrEqual(seen.panel.right)
        const covered = seen.boxes
          .slice(index + 1)
          .filter(
            (other) =>
              Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
              Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
          )
        expect(covered, where).toEqual([])
      }
    }
  }
})

test('[T8] [U-11] a contract that is over is marked on the chart, and still after a reload long afterwards', async ({
  page,
  context,
  place,
  person,
  say,
}) => {
  await noteMarks(page)
  // The socket tells what ended within the last minutes; here it ended before them once the page is loaded again.
  let isLongAgo = false
  await page.routeWebSocket(/\/(ws|trade)$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!isLongAgo || !/"state":"(completed|cancelled)"/.test(String(message))) socket.send(message)
    })
  })
  await openTrade(page, say, SHORT.symbol)
  await expect(page.locator('.td-chart')).toHaveAttribute('aria-busy', 'false')
  await placeOrder(place, context, person, SHORT)
  await waitForPending(place, context, person, 0)
  const [contract] = await contractsOf(place, context, person, 'completed')
  const profit = Number(contract?.profit)
  const ink = await inkOf(page, profit > 0 ? '--up' : profit < 0 ? '--down' : '--text-2')
  await expect.poll(async () => (await drawnMark(page))?.ink).toBe(ink)

  // A result that is not dismissed is kept by the tab.
  const dismiss = page.getByRole('button', { name: say('trade:live.dismiss'), exact: true })
  await dismiss.click()
  await expect(dismiss).toHaveCount(0)
  isLongAgo = true
  await page.reload()
  await expect.poll(async () => (await drawnMark(page))?.ink).toBe(ink)
  const mark = await drawnMark(page)
  const box = await page.locator('.td-canvas').boundingBox()
  const [left, top] = mark?.from ?? [-1, -1]
  const [right, bottom] = mark?.to ?? [-1, -1]
  expect(left).toBeGreaterThan(0)
  expect(right).toBeGreaterThanOrEqual(left)
  expect(right).toBeLessThan(box?.width ?? 0)
  // Prices grow upwards.
  const isHigher = Number(contract?.closingPrice) > Number(contract?.openingPrice)
  expect(bottom < top).toBe(isHigher)
})
