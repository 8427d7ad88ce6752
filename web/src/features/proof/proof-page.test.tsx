import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { loadTexts, startI18n } from '../../lib/i18n.ts'
import { ProofPage } from './ProofPage.tsx'

beforeAll(async () => {
  for (const client of [apiClient, layoutClient])
    client.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  // The verifiers beside it are asked for by `fetch`.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await startI18n()
  await loadTexts('proof')
})
afterEach(cleanup)
afterAll(() => vi.unstubAllGlobals())

/** The page of a site whose newest simulated day has a seed of this origin. */
function show(masterSeed: 'configured' | 'random'): void {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(['products'], { products: [{ symbol: 'BTCUSDT', source: 'simulated' }] })
  client.setQueryData(['simulated-seed', 'BTCUSDT'], { days: [{ masterSeed }] })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ProofPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('[S-4] the page about proofs says that a seed was set by hand, and of one that was made here it does not', () => {
  show('configured')
  expect(screen.getByText(/seed of the simulated prices was set by hand/)).toBeTruthy()
  cleanup()
  show('random')
  expect(screen.queryByText(/seed of the simulated prices was set by hand/)).toBeNull()
})
