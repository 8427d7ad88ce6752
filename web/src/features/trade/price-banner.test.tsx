import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { Product, ProductStatus } from '@truestrike/protocol/market-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { setConnection } from '../../lib/connection-store.ts'
import { startI18n } from '../../lib/i18n.ts'
import { livePrices } from '../../lib/live-prices.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { PriceBanner } from './PriceBanner.tsx'

/** No other test's: what is known of a product's price is kept. */
const SYMBOL = 'NZDUSDT'
const NOW_MS = Date.UTC(2026, 4, 2, 12)
const ticker = (status: ProductStatus) => ({
  ...{ symbol: SYMBOL, status, price: '1.08', timeMs: NOW_MS - 5_000, seq: 1 },
  ...{ change24h: null, high24h: null, low24h: null, volume24h: null },
})
const product = (status: ProductStatus): Product =>
  ({
    ...{ symbol: SYMBOL, base: 'NZD', quote: 'USDT', name: 'New Zealand dollar', category: 'forex' },
    ...{ source: 'simulated', ticker: ticker(status), nextOpenMs: NOW_MS + 3_600_000 },
  }) as unknown as Product

const { adapter } = apiClient.defaults

beforeAll(startI18n)
beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date', 'setInterval', 'clearInterval', 'performance'] })
  serverClock.greet(NOW_MS, 1)
  setConnection('trade', { phase: 'open', attempt: 0, attemptsMax: 5 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  apiClient.defaults.adapter = adapter
})

test('[S2] a lost connection is told of, also where the product is not known', () => {
  setConnection('trade', { phase: 'retrying', attempt: 2, attemptsMax: 5 })
  render(<PriceBanner product={undefined} />)
  expect(screen.getByRole('status').textContent).toContain('try 2 of 5')
  act(() => setConnection('trade', { phase: 'stopped', attempt: 5, attemptsMax: 5 }))
  expect(screen.getByRole('button', { name: 'Reconnect' })).toBeTruthy()
})

test('[X4] the age of the last price is shown and not announced', async () => {
  livePrices.applyTickers([ticker('stale')] as never)
  const { container } = render(<PriceBanner product={product('stale')} />)
  const said = screen.getByRole('status').textContent
  const shown = container.textContent
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(container.textContent).toMatch(/price is \d+ s old/)
  expect(container.textContent).not.toBe(shown)
  expect(screen.getByRole('status').textContent).toBe(said)
})

test('[X4] of a product that an operator has paused nothing is said to open', () => {
  livePrices.applyTickers([ticker('disabled')] as never)
  render(<PriceBanner product={product('disabled')} />)
  expect(screen.getByRole('status').textContent).toBe(
    'Trading in this product is pausedPrices and records can still be viewed.',
  )
})

test('[X4] without the list of products the chart says so, and asks for it again', async () => {
  vi.useRealTimers()
  let calls = 0
  apiClient.defaults.adapter = () => {
    calls += 1
    return Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <ChartPanel symbol={SYMBOL} product={undefined} contracts={[]} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to load stock data')
  expect(document.querySelector('.td-chart-skeleton')).toBeNull()
  // What is said in a busy region might not be read aloud.
  expect(alert.closest('[aria-busy="true"]')).toBeNull()
  const before = calls
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  await vi.waitFor(() => expect(calls).toBeGreaterThan(before))
})

test('[X1][T7][U-11] a contract leaves the chart as it is; a line of seconds is chosen by its own chip, and called that', () => {
  apiClient.defaults.adapter = () => new Promise(() => undefined)
  const contract = {
    ...{ id: '1', symbol: SYMBOL, direction: 'up', state: 'running', stake: '5', openingPrice: null },
    ...{ acceptedAtMs: NOW_MS, expiresAtMs: NOW_MS + 60_000 },
  } as Contract
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ChartPanel symbol={SYMBOL} product={undefined} contracts={[contract]} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const label = (): string | null => screen.getByRole('img').getAttribute('aria-label')
  const pressed = (): string[] =>
    screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent ?? '')
  expect([label(), pressed()]).toEqual([`${SYMBOL} candles, 1 minute`, ['1m']])
  act(() => screen.getByRole('button', { name: '1s, 1 second' }).click())
  expect([label(), pressed()]).toEqual([`${SYMBOL} price line, second by second`, ['1s']])
})
