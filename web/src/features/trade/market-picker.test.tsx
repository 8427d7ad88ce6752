import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { Product, ProductStatus } from '@truestrike/protocol/market-endpoints.ts'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { MarketPicker } from './MarketPicker.tsx'

const product = (symbol: string, status: ProductStatus): Product =>
  ({
    symbol,
    base: symbol.replace('USDT', ''),
    quote: 'USDT',
    name: symbol,
    category: 'crypto',
    sort: 1,
    ticker: { status, price: '110', open24h: '100' },
  }) as Product

beforeAll(startI18n)
afterEach(cleanup)

test('[T2] [M6] the list to choose from says which market runs no prices, instead of its change of the day', () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const statuses: ProductStatus[] = ['open', 'closed', 'stale', 'disabled']
  queries.setQueryData(['products'], {
    products: statuses.map((status) => product(`${status.toUpperCase()}USDT`, status)),
  })
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <MarketPicker symbol="OPENUSDT" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const shown = Object.fromEntries(
    screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent]),
  )
  expect(shown['/trade/OPENUSDT']).toContain('10.00%')
  for (const [symbol, word] of [
    ['CLOSEDUSDT', 'Closed'],
    ['STALEUSDT', 'Stale'],
    ['DISABLEDUSDT', 'Paused'],
  ]) {
    expect(shown[`/trade/${symbol}`]).toContain(word)
    expect(shown[`/trade/${symbol}`]).not.toContain('%')
  }
})
