import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session-store.ts'
import { ContractTable } from './ContractTable.tsx'

beforeAll(async () => {
  apiClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
})
afterEach(cleanup)

test('[U-17] a guest who is told to sign in to see contracts is given the way there and back', () => {
  useSession.setState({ token: null, user: null })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/trade/ETHUSDT']}>
        <ContractTable open={[]} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByText('Sign in to see your contracts.')).toBeTruthy()
  const [way] = screen.getAllByRole('link')
  expect(way?.getAttribute('href')).toBe('/login?next=%2Ftrade%2FETHUSDT')
})
