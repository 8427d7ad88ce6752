import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { BrowserRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { applyContracts, forgetContracts, useContracts } from '../../lib/contracts-store.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session-store.ts'
import { ContractsPage } from './ContractsPage.tsx'

const contract = (id: number, state: Contract['state'] = 'completed'): Contract =>
  ({
    id: String(id),
    orderNo: `100${id}`,
    book: 'demo',
    symbol: 'BTCUSDT',
    direction: 'up',
    stake: '100',
    payoutBps: 8_000,
    durationSeconds: 60,
    profit: state === 'completed' ? '80' : null,
    result: state === 'completed' ? 'won' : null,
    state,
    source: 'simulated',
    cancelReason: null,
    openingPrice: '67000.10',
    closingPrice: state === 'completed' ? '67000.20' : null,
    acceptedAtMs: id,
    openingTimeMs: id,
    expiresAtMs: 60_000 + id,
    settledAtMs: state === 'completed' ? 60_000 + id : null,
  }) as Contract

/** What a page holds; null: it cannot be loaded. */
type Page = { contracts: Contract[]; nextCursor: string | null } | null
let pageOf: (cursor: string | undefined) => Page = () => null
let asked: string[] = []

function show(address = '/contract-record?tab=history'): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  history.replaceState(null, '', address)
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <ContractsPage />
        <Address />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>
}

/** The end of the list lies in the view, always. */
class EndInView {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe(): void {
    queueMicrotask(() => this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never))
  }
  disconnect(): void {
    // Nothing is held.
  }
}

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    if (config.url !== '/api/trade/contracts') throw new AxiosError('offline', AxiosError.ERR_NETWORK, config)
    const { cursor } = config.params as { cursor?: string }
    asked.push(cursor ?? '')
    const page = pageOf(cursor)
    if (page === null) throw new AxiosError('offline', AxiosError.ERR_NETWORK, config)
    return {
      status: 200,
      statusText: '',
      headers: {},
      config,
      data: { success: true, data: page },
    } as AxiosResponse
  }
  await startI18n()
})
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', EndInView)
  asked = []
  forgetContracts()
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const numbers = (): string[] =>
  screen
    .queryAllByRole('button', { name: /#?100\d+/ })
    .map((each) => /100\d+/.exec(each.textContent)?.[0] ?? '')

test('[C1] a history that cannot be loaded says so, and does not pass for the few that ended just now', async () => {
  applyContracts([contract(7)], true)
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load records')
  expect(numbers()).toEqual([])
})

test('[C1] [T8] what was bought first and ends last joins a history that has no further page', async () => {
  applyContracts([contract(1, 'running')], true)
  pageOf = () => ({ contracts: [contract(2)], nextCursor: null })
  show()
  await waitFor(() => expect(numbers()).toEqual(['1002']))
  act(() => void applyContracts([contract(1)], false))
  expect(numbers()).toEqual(['1002', '1001'])
})

test('[C1] a further page that cannot be loaded is not asked for without end; the button asks for it', async () => {
  pageOf = (cursor) => (cursor === undefined ? { contracts: [contract(2)], nextCursor: 'x' } : null)
  show()
  await screen.findByText('Failed to load records')
  expect(numbers()).toEqual(['1002'])
  await act(() => new Promise((done) => setImmediate(done)))
  expect(asked).toEqual(['', 'x'])
  pageOf = () => ({ contracts: [contract(1)], nextCursor: null })
  act(() => screen.getByRole('button', { name: 'Show more' }).click())
  await waitFor(() => expect(numbers()).toEqual(['1002', '1001']))
})

test('[C1] of the settled ones those that ended last are kept, whenever they were bought', () => {
  const long = { ...contract(1), settledAtMs: 1_000_000 }
  applyContracts([...Array.from({ length: 500 }, (_, index) => contract(index + 2)), long], true)
  const { byId } = useContracts.getState()
  expect([byId.size, byId.has('1'), byId.has('2')]).toEqual([500, true, false])
})

test('[C1] each of two own dates says beside it which end of the span it is', async () => {
  pageOf = () => ({ contracts: [], nextCursor: null })
  show()
  fireEvent.change(screen.getByRole('combobox', { name: 'Dates' }), { target: { value: 'own' } })
  for (const name of ['Start date', 'End date']) {
    expect(screen.getByText(name).getAttribute('for')).toBe(screen.getByLabelText(name).id)
  }
})

test('[C1] [R12] [U-9] an address with filters and pages shows them again, and the figures follow the filters', async () => {
  const figures: unknown[] = []
  const answer = apiClient.defaults.adapter as (config: InternalAxiosRequestConfig) => Promise<AxiosResponse>
  apiClient.defaults.adapter = (config: InternalAxiosRequestConfig) => {
    if (config.url === '/api/trade/statistics') figures.push(config.params)
    return answer(config)
  }
  vi.stubGlobal(
    'IntersectionObserver',
    class extends EndInView {
      override observe(): void {
        // The end of the list lies outside the view.
      }
    },
  )
  pageOf = (cursor) =>
    cursor === undefined
      ? { contracts: [contract(3)], nextCursor: 'x' }
      : { contracts: [contract(cursor === 'x' ? 2 : 1)], nextCursor: cursor === 'x' ? 'y' : null }
  show('/contract-record?tab=history&symbol=BTCUSDT&page=2')
  await waitFor(() => expect(numbers()).toEqual(['1003', '1002']))
  expect(figures).toContainEqual({ book: 'demo', state: 'settled', symbol: 'BTCUSDT' })
  act(() => screen.getByRole('button', { name: 'Show more' }).click())
  await waitFor(() => expect(numbers()).toEqual(['1003', '1002', '1001']))
  expect(screen.getByLabelText('Address').textContent).toContain('page=3')
  fireEvent.change(screen.getByRole('combobox', { name: 'Direction' }), { target: { value: 'down' } })
  await waitFor(() => expect(figures).toContainEqual(expect.objectContaining({ direction: 'down' })))
  apiClient.defaults.adapter = answer
})

test('[C1] [R12] [U-20] what was chosen in the sheet of filters before a reload stays when Back closes it', async () => {
  pageOf = () => ({ contracts: [], nextCursor: null })
  show('/contract-record?tab=history&direction=down&filters=choose')
  act(() => {
    history.replaceState(null, '', '/contract-record?tab=history')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(location.search).toBe('?tab=history&direction=down'))
})

test('[C1] [R12] [U-9] of two filters chosen before the page shows the first, both are kept', async () => {
  pageOf = () => ({ contracts: [], nextCursor: null })
  show()
  act(() => {
    fireEvent.change(screen.getByRole('combobox', { name: 'Direction' }), { target: { value: 'down' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Dates' }), { target: { value: 'week' } })
  })
  await waitFor(() => expect(location.search).toBe('?tab=history&direction=down&span=week'))
})
