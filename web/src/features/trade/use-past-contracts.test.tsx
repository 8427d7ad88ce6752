import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { applyContracts, forgetContracts } from '../../lib/contracts-store.ts'
import { useSession } from '../../lib/session-store.ts'
import { useSettled } from '../../lib/settled-store.ts'
import { usePastContracts } from './use-past-contracts.ts'

const UID = '1000000001'
const past = (id: number, symbol = 'BTCUSDT', book: Contract['book'] = 'demo'): Contract =>
  ({
    ...{ id: String(id), symbol, book, direction: 'up', state: 'completed', profit: '85.00' },
    ...{ openingPrice: `${id}.00`, closingPrice: '9.00', openingTimeMs: id, closingTimeMs: id + 30 },
    ...{ acceptedAtMs: id, expiresAtMs: id + 30, settledAtMs: id + 31 },
  }) as Contract

let asked: Record<string, unknown>[]
let ofPair: Contract[]
let client: QueryClient

beforeEach(() => {
  asked = []
  ofPair = []
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } })
  apiClient.defaults.adapter = async (config) => {
    if (config.url !== '/api/trade/contracts') throw new AxiosError('offline', AxiosError.ERR_NETWORK, config)
    asked.push(config.params)
    const data = { success: true, data: { contracts: ofPair, nextCursor: null } }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  forgetContracts()
  useSettled.setState({ contracts: [] })
  useBook.setState({ book: 'demo' })
  useSession.setState({ token: 'a-token', user: { uid: UID } as never })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const listed = (contracts: Contract[], nextCursor: string | null): void => {
  client.setQueryData(['contracts', 'recent', UID, 'demo'], { contracts, nextCursor })
}

/** Entry prices of the marks. A phone has no table below the chart. */
function marks(hasTable: boolean, symbol = 'BTCUSDT') {
  vi.stubGlobal('matchMedia', () => {
    return { matches: !hasTable, addEventListener: () => undefined, removeEventListener: () => undefined }
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => usePastContracts(symbol).map(({ entry }) => entry), { wrapper })
  return () => result.current
}

test('[T8] [U-11] after a reload past contracts of this pair and balance are marked from the list below the chart', async () => {
  listed([past(1), past(2, 'ETHUSDT'), past(3)], null)
  const shown = marks(true)
  expect(shown()).toEqual([3, 1])
  act(() => void applyContracts([past(4)], true))
  expect(shown()).toEqual([4, 3, 1])
  expect(asked).toEqual([])
})

test('[T8] [U-11] where that list does not hold all, the newest of this pair are asked for once, when the snapshot has come', async () => {
  listed([past(7, 'ETHUSDT'), past(6)], 'more')
  ofPair = [past(6), past(5)]
  const shown = marks(true)
  expect(shown()).toEqual([6])
  act(() => void applyContracts([], true))
  await waitFor(() => expect(shown()).toEqual([6, 5]))
  expect(asked).toEqual([{ book: 'demo', symbol: 'BTCUSDT', state: 'settled', limit: 20 }])
})

test('[T8] [U-11] on a phone, where no list is shown, they are asked for; what is no longer told by a later snapshot stays marked', async () => {
  ofPair = [past(1)]
  const shown = marks(false)
  act(() => void applyContracts([past(2)], true))
  await waitFor(() => expect(shown()).toEqual([2, 1]))
  ofPair = [past(2), past(1)]
  act(() => void applyContracts([], true))
  await waitFor(() => expect(asked).toHaveLength(2))
  await waitFor(() => expect(shown()).toEqual([2, 1]))
})

test('[T8] [U-11] guests have no marks, and nothing is asked for them', () => {
  useSession.setState({ token: null, user: null })
  const shown = marks(false)
  act(() => void applyContracts([], true))
  expect(shown()).toEqual([])
  expect(asked).toEqual([])
})
