import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError } from 'axios'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { applyContracts, forgetContracts } from '../../lib/contracts-store.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session-store.ts'
import { useSettled } from '../../lib/settled-store.ts'
import { watchSettled } from '../../lib/settled-watch.ts'
import { loadContractAnnouncer } from './ContractAnnouncer.tsx'

const contract = (id: string, change: Partial<Contract>): Contract =>
  ({
    id,
    orderNo: `100${id}`,
    ...{ book: 'demo', symbol: 'BTCUSDT', direction: 'up', stake: '50', state: 'opening' },
    ...{ openingPrice: null, closingPrice: null, profit: null, cancelReason: null },
    ...{ acceptedAtMs: 1, expiresAtMs: 2_000, settledAtMs: null },
    ...change,
  }) as Contract
const running = { state: 'running', openingPrice: '67482.36' } as const
const lost = {
  ...running,
  state: 'completed',
  profit: '-50',
  closingPrice: '67000.00',
  settledAtMs: 9,
} as const
const heard = (): (string | null)[] =>
  [...screen.getByRole('log').children].map(({ textContent }) => textContent)

beforeAll(async () => {
  apiClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
})
afterEach(() => {
  cleanup()
  forgetContracts()
  useSettled.setState({ contracts: [] })
})

test('[T14] [T10] entries and results of the book in use are announced, each once, also when two sound alike; what moves is not', async () => {
  useBook.setState({ book: 'demo' })
  useSession.setState({ token: 'a-token', user: { uid: 'announcer' } as never })
  const stop = watchSettled()
  const Announcer = await loadContractAnnouncer()
  // What ran before the page was there is no news.
  applyContracts([contract('9001', running)], true)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Announcer />
    </QueryClientProvider>,
  )
  expect(heard()).toEqual([])
  act(() => void applyContracts([contract('9002', {}), contract('9003', {})], false))
  expect(heard()).toEqual([])
  act(() => void applyContracts([contract('9002', running)], false))
  const entry = 'BTC/USDT Up, 50.00 USDT, entry 67,482.36'
  expect(heard()).toEqual([entry])
  act(() => void applyContracts([contract('9002', { ...running, state: 'settling' })], false))
  expect(heard()).toEqual([entry])
  act(() => void applyContracts([contract('9001', lost)], false))
  act(() => void applyContracts([contract('9002', lost)], false))
  act(
    () =>
      void applyContracts([contract('9003', { state: 'cancelled', profit: '0', settledAtMs: 10 })], false),
  )
  const result = 'BTC/USDT settled, −50.00 USDT'
  expect(heard()).toEqual([entry, result, result, 'BTC/USDT cancelled, the stake is returned'])
  act(() => useBook.setState({ book: 'real' }))
  act(() => void applyContracts([contract('9004', running)], false))
  act(() => void applyContracts([contract('9004', lost)], false))
  expect(heard()).toHaveLength(4)
  stop()
})
