import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { startI18n } from '../../lib/i18n.ts'
import { BookChange, RecentOfBook } from './AccountGlance.tsx'
import { FundsActions } from './FundsActions.tsx'

beforeAll(async () => {
  for (const client of [apiClient, layoutClient]) {
    client.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  }
  await startI18n()
  await loadFundsTexts()
})
beforeEach(() => useBook.setState({ book: 'demo' }))
afterEach(cleanup)

test('[U1] [U-2] what can be done with a balance: deposit, withdraw, transfer, bills; the wallet is reached from the book in use', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live' })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <BookChange book="demo" isInWallet={false} />
        <BookChange book="real" isInWallet={false} />
        <FundsActions />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const actions = within(await screen.findByRole('navigation', { name: 'Money' }))
  const names = [...actions.getAllByRole('button'), ...actions.getAllByRole('link')].map(
    ({ textContent }) => textContent,
  )
  expect(names).toEqual(['Deposit', 'Withdraw', 'Transfer', 'Bills'])
  expect(actions.getByRole('link').getAttribute('href')).toBe('/account?section=bills&book=real')
  const wallet = screen.getByRole('link', { name: 'Wallet' })
  expect(wallet.getAttribute('href')).toBe('/account?section=wallet')
})

test('[U1] figures and movements of a book that cannot be loaded say so', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <BookChange book="demo" isInWallet={false} />
        <RecentOfBook />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findAllByText('Failed to load data')).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
})
