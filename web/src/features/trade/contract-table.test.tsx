import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { applyContracts, useContracts } from '../../lib/contracts-store.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session-store.ts'
import { ContractTable } from './ContractTable.tsx'
import { useOpenContracts } from './use-open-contracts.ts'

const UID = '1000000001'
const contract = (id: string, state: Contract['state']): Contract =>
  ({
    id,
    orderNo: `100${id}`,
    book: 'demo',
    symbol: 'BTCUSDT',
    direction: 'up',
    stake: '100',
    payoutBps: 8_200,
    profit: state === 'completed' ? '-100' : null,
    state,
    cancelReason: null,
    openingPrice: '67000.10',
    closingPrice: state === 'completed' ? '67000.00' : null,
    acceptedAtMs: Number(id),
    openingTimeMs: Number(id),
    expiresAtMs: 2_000,
  }) as Contract

function Screen() {
  return <ContractTable open={useOpenContracts('BTCUSDT')} />
}

const rows = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td:nth-last-child(2)')?.textContent ?? '')

beforeAll(async () => {
  // No server stands behind this test: the list is what it is told to be.
  apiClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('[T8] a contract that the list knows as settled before its message came stands there once, with its result', async () => {
  const complaints = vi.spyOn(console, 'error').mockReturnValue()
  useBook.setState({ book: 'demo' })
  useSession.setState({ token: 'a-token', user: { uid: UID } as never })
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  const list = (...contracts: Contract[]): void => {
    client.setQueryData(['contracts', 'recent', UID, 'demo'], { contracts, nextCursor: null })
  }
  list()
  applyContracts([contract('1', 'running'), contract('2', 'running')], true)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(rows()).toEqual(['--', '--'])
  list(contract('2', 'completed'), contract('1', 'completed'))
  await waitFor(() => expect(rows()).toEqual(['−100.00', '−100.00']))
  expect([...useContracts.getState().byId.values()].map(({ state }) => state)).toEqual([
    'completed',
    'completed',
  ])
  act(() => applyContracts([contract('3', 'running')], false))
  expect(rows()).toEqual(['--', '−100.00', '−100.00'])
  expect(complaints).not.toHaveBeenCalled()
})
