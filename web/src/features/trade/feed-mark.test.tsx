import { cleanup, render, screen } from '@testing-library/react'
import type { Product, ProductStatus } from '@truestrike/protocol/market-endpoints.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setConnection } from '../../lib/connection-store.ts'
import { startI18n } from '../../lib/i18n.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { SourceBadge } from '../markets/SourceBadge.tsx'
import { FeedMark } from './FeedMark.tsx'
import { SymbolHeader } from './SymbolHeader.tsx'

const product = (status: ProductStatus, replay: Partial<Product> = {}): Product =>
  ({
    symbol: 'EURUSDT',
    base: 'EUR',
    quote: 'USDT',
    name: 'Euro',
    category: 'forex',
    source: 'simulated',
    ticker: { status },
    ...replay,
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

test.each([
  ['open', 'Recorded · Prices of Feb 23, 2021', 'Recorded · Prices of Feb 23, 2021'],
  ['closed', 'Recorded · Prices of Feb 23, 2021 · Closed', 'Prices of Feb 23, 2021 · Closed'],
] as const)(
  '[M5] recorded prices that are moved in time say of which day they are: market %s',
  (status, wide, narrow) => {
    setConnection('trade', { phase: 'open', attempt: 0, attemptsMax: 5 })
    const serviceMs = Date.UTC(2021, 3, 20, 12)
    serverClock.greet(serviceMs, 1)
    const shiftMs = serviceMs - Date.UTC(2021, 1, 23, 12)
    const moved = product(status, { source: 'replay', recordedShiftMs: shiftMs })
    render(<FeedMark product={moved} />)
    expect(screen.getByText((text) => text.startsWith(wide)).textContent).toContain(wide)
    cleanup()
    render(<SymbolHeader symbol="EURUSDT" product={moved} />)
    expect(screen.getByRole('button').textContent).toContain(narrow)
    cleanup()
    render(<SourceBadge source="replay" product={moved} />)
    expect(screen.getByText('Recorded').title).toMatch(/recorded market data\. Prices of Feb 23, 2021$/)
    cleanup()
    // Played at its own time there is nothing to say.
    render(<FeedMark product={product(status, { source: 'replay', recordedShiftMs: 0 })} />)
    expect(screen.queryByText((text) => text.includes('Prices of'))).toBeNull()
  },
)
