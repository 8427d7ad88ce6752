import { cleanup, render, screen } from '@testing-library/react'
import type { Product, ProductStatus } from '@truestrike/protocol/market-endpoints.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setConnection } from '../../lib/connection-store.ts'
import { startI18n } from '../../lib/i18n.ts'
import { FeedMark } from './FeedMark.tsx'
import { SymbolHeader } from './SymbolHeader.tsx'

const product = (status: ProductStatus): Product =>
  ({
    symbol: 'EURUSDT',
    base: 'EUR',
    quote: 'USDT',
    name: 'Euro',
    category: 'forex',
    source: 'simulated',
    ticker: { status },
  }) as Product

beforeAll(startI18n)
afterEach(cleanup)

test.each([
  ['open', 'open', 'Simulated'],
  ['closed', 'open', 'Simulated · Closed'],
  ['stale', 'open', 'Simulated · Stale'],
  ['disabled', 'open', 'Simulated · Paused'],
  ['open', 'stopped', 'Simulated · Offline'],
] as const)(
  '[M5] prices say that they are simulated, running or not: market %s, connection %s',
  (status, phase, words) => {
    setConnection('trade', { phase, attempt: 0, attemptsMax: 5 })
    render(<FeedMark product={product(status)} />)
    expect(screen.getByText((text) => text.startsWith(words)).textContent).toContain(words)
    cleanup()
    // Beside the pair, on screens that have no room for the mark.
    render(<SymbolHeader symbol="EURUSDT" product={product(status)} />)
    expect(screen.getByRole('button').textContent).toContain(words)
  },
)
