import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { Bill } from '@truestrike/protocol/bill-endpoints.ts'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session-store.ts'
import { WalletSection } from './WalletSection.tsx'

beforeAll(async () => {
  for (const client of [apiClient, layoutClient])
    client.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
  await loadFundsTexts()
})
afterEach(cleanup)

const bill = (more: Partial<Bill>): Bill => ({
  ...{ id: '1', type: 'deposit', status: 'pending', amount: '250.50', symbol: null, method: 'bank' },
  ...{ remark: null, reference: null, ref: 'deposit:1', createdMs: 1_000, completedMs: null, ...more },
})
const wallet = (recent: readonly Bill[]) => ({
  ...{ total: '0.00', available: '0.00', inPosition: '0.00', frozen: '0.00' },
  ...{ change: '0.00', changeBps: null, recent },
})

test('[U-2] while practice funds trade, the wallet shows a requested deposit of the real balance, beside the practice contracts', async () => {
  useBook.setState({ book: 'demo' })
  useSession.setState({ token: null, user: null })
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live' })
  client.setQueryData(['funds', '', 'wallet', 'real'], wallet([bill({})]))
  client.setQueryData(['funds', '', 'wallet', 'demo'], wallet([bill({ type: 'loss', ref: 'contract:5' })]))
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <WalletSection balances={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const [real, practice] = await screen.findAllByRole('region', { name: /Recent transactions/ })
  expect(
    within(real as HTMLElement)
      .getByText(/Deposit/)
      .closest('li')?.textContent,
  ).toContain('250.50')
  expect(
    within(real as HTMLElement)
      .getByRole('link', { name: 'All transactions' })
      .getAttribute('href'),
  ).toBe('/account?section=bills&book=real')
  expect(practice?.textContent).not.toContain('Deposit')
})
