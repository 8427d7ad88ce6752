import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { setLanguage, startI18n } from '../../lib/i18n.ts'
import { useSettled } from '../../lib/settled-store.ts'
import { loadLiveStrip } from './LiveStrip.tsx'
import { loadProgressCard } from './ProgressCard.tsx'

const resultOf = (id: string, book: Contract['book'], profit: string): Contract =>
  ({
    id,
    orderNo: `C100${id}`,
    book,
    symbol: 'BTCUSDT',
    direction: 'up',
    stake: '50',
    payoutBps: 8_000,
    state: 'completed',
    result: 'won',
    profit,
    cancelReason: null,
    durationSeconds: 30,
    openingPrice: '67000.10',
    closingPrice: '67000.20',
    acceptedAtMs: 1,
    openingTimeMs: 1,
    closingTimeMs: 30_001,
    expiresAtMs: 30_001,
    settledAtMs: 30_002,
  }) as Contract

beforeAll(async () => {
  apiClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
})
afterEach(() => {
  cleanup()
  useSettled.setState({ contracts: [] })
  useBook.setState({ book: 'demo' })
})

for (const [place, load] of [
  ['the strip of a phone', loadLiveStrip],
  ['the cards beside the order', loadProgressCard],
] as const) {
  test(`[T10] [T8] ${place}: results of the book in use alone; dismissing them all leaves those of the other`, async () => {
    await setLanguage('en-US')
    useBook.setState({ book: 'real' })
    useSettled.setState({
      contracts: [
        resultOf('4', 'demo', '41'),
        resultOf('3', 'real', '12.5'),
        resultOf('2', 'demo', '42'),
        resultOf('1', 'real', '13.5'),
      ],
    })
    const Place = await load()
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Place contracts={[]} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    const more = screen.queryByRole('button', { expanded: false })
    if (more !== null) fireEvent.click(more)
    const profits = (): string[] =>
      [...document.body.textContent.matchAll(/\+\d+\.\d\d/g)].map(([text]) => text).sort()
    expect(profits()).toEqual(['+12.50', '+13.50'])
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss all results' }))
    expect(profits()).toEqual([])
    act(() => useBook.setState({ book: 'demo' }))
    expect(profits()).toEqual(['+41.00', '+42.00'])
  })
}
