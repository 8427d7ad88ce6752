import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { applyContracts, forgetContracts } from '../../lib/contracts-store.ts'
import { useSession } from '../../lib/session-store.ts'
import { usePastContracts } from './use-past-contracts.ts'

const past = (id: number, change: Partial<Contract> = {}): Contract =>
  ({
    ...{
      id: String(id),
      symbol: 'BTCUSDT',
      book: 'demo',
      direction: 'up',
      state: 'completed',
      profit: '85.00',
    },
    ...{ openingPrice: `${id}.00`, closingPrice: '9.00', openingTimeMs: id, closingTimeMs: id + 30 },
    ...{ acceptedAtMs: id, expiresAtMs: id + 30, settledAtMs: id + 31 },
    ...change,
  }) as Contract

let asked: Record<string, unknown>[]
/** What the lists hold; null: the server is not there. */
let listed: Contract[] | null

beforeEach(() => {
  asked = []
  listed = []
  apiClient.defaults.adapter = async (config) => {
    if (config.url !== '/api/trade/contracts' || listed === null)
      throw new AxiosError('offline', AxiosError.ERR_NETWORK, config)
    asked.push(config.params)
    const contracts = listed.filter(({ symbol, book }) => {
      return symbol === config.params.symbol && book === config.params.book
    })
    const data = { success: true, data: { contracts, nextCursor: null } }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  forgetContracts()
  useBook.setState({ book: 'demo' })
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
})
afterEach(() => {
  cleanup()
  useBook.setState({ book: 'demo' })
})

/** Entry prices of the marks of a product. */
function marksOf(first: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, rerender } = renderHook(
    ({ symbol }) => usePastContracts(symbol).map(({ entry }) => entry),
    { wrapper, initialProps: { symbol: first } },
  )
  return { shown: () => result.current, show: (symbol: string) => rerender({ symbol }) }
}

test('[T8] [U-11] after a reload contracts that ended before it are marked, of the shown product and the chosen funds', async () => {
  listed = [past(3), past(4, { symbol: 'ETHUSDT' }), past(5, { book: 'real' }), past(1)]
  const { shown, show } = marksOf('BTCUSDT')
  await waitFor(() => expect(shown()).toEqual([3, 1]))
  show('ETHUSDT')
  await waitFor(() => expect(shown()).toEqual([4]))
  show('BTCUSDT')
  act(() => useBook.setState({ book: 'real' }))
  await waitFor(() => expect(shown()).toEqual([5]))
  expect(asked).toEqual(
    [
      { book: 'demo', symbol: 'BTCUSDT' },
      { book: 'demo', symbol: 'ETHUSDT' },
      { book: 'real', symbol: 'BTCUSDT' },
    ].map((query) => ({ ...query, state: 'settled', limit: 20 })),
  )
})

test('[T8] [U-11] what ends from then on joins them, each once, without another question', async () => {
  listed = [past(1)]
  const { shown } = marksOf('BTCUSDT')
  await waitFor(() => expect(shown()).toEqual([1]))
  act(() => void applyContracts([past(1), past(2, { state: 'running', closingPrice: null })], true))
  expect(shown()).toEqual([1])
  act(() => void applyContracts([past(2)], false))
  expect(shown()).toEqual([2, 1])
  expect(asked).toHaveLength(1)
})

test('[T8] [U-11] after a lost connection they are asked for anew: a snapshot tells of the last minutes only', async () => {
  listed = [past(1)]
  const { shown } = marksOf('BTCUSDT')
  await waitFor(() => expect(shown()).toEqual([1]))
  act(() => void applyContracts([past(2)], true))
  expect(shown()).toEqual([2, 1])
  listed = [past(3), past(2), past(1)]
  act(() => void applyContracts([], true))
  await waitFor(() => expect(shown()).toEqual([3, 2, 1]))
  expect(asked).toHaveLength(2)
})

test('[T8] [U-11] without the list, and for guests, what the page knows by itself is marked', async () => {
  listed = null
  const { shown } = marksOf('BTCUSDT')
  act(() => void applyContracts([past(2)], true))
  expect(shown()).toEqual([2])
  cleanup()
  forgetContracts()
  listed = [past(1)]
  useSession.setState({ token: null, user: null })
  const guest = marksOf('BTCUSDT')
  await act(() => new Promise((done) => setImmediate(done)))
  expect([guest.shown(), asked]).toEqual([[], []])
})
