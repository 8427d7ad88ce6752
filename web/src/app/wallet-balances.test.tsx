import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadAccountTexts } from '../lib/account-texts.ts'
import { apiClient, layoutClient } from '../lib/api-client.ts'
import { useBook } from '../lib/book-store.ts'
import { useHiddenAmounts } from '../lib/hidden-amounts.ts'
import { loadTexts, setLanguage, startI18n } from '../lib/i18n.ts'
import { useSession } from '../lib/session-store.ts'
import { AccountRoute } from './AccountRoute.tsx'

const WAIT = { timeout: 10_000 }

beforeEach(async () => {
  for (const client of [apiClient, layoutClient])
    client.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
  await setLanguage('en-US')
  await Promise.all([loadAccountTexts(), loadTexts('proof')])
  useHiddenAmounts.setState({ hidden: false })
  useSession.setState({
    token: 'a-token',
    user: {
      uid: '1000000001',
      username: 'anna',
      avatar: null,
      balances: {
        demo: { total: '9985.00', available: '9960.00', inPosition: '25.00', frozen: '0.00' },
        real: { total: '412.50', available: '300.25', inPosition: '0.00', frozen: '112.25' },
      },
    } as never,
  })
})
afterEach(cleanup)

const card = async (name: string) => within(await screen.findByRole('region', { name }, WAIT))
const DEPOSIT = { name: 'Deposit' }
const RESET = { name: 'Reset practice balance' }

test('[F1] [T10] [U-2] the wallet shows both balances with what is frozen, whichever trades; money buttons stand in the card of theirs', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live' })
  useBook.setState({ book: 'demo' })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/account?section=wallet']}>
        <AccountRoute />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const real = await card('Real balance')
  const practice = await card('Practice balance')
  for (const book of ['demo', 'real'] as const) {
    useBook.setState({ book })
    await (book === 'demo' ? practice : real).findByText('In use')
    expect(screen.getAllByText('In use')).toHaveLength(1)
    const part = (of: typeof real, name: string) => of.getByText(name).nextElementSibling?.textContent
    expect(['Available', 'Frozen'].map((name) => part(real, name))).toEqual(['300.25', '112.25'])
    expect(['Available', 'In position'].map((name) => part(practice, name))).toEqual(['9,960.00', '25.00'])
    for (const name of ['Deposit', 'Withdraw', 'Transfer']) {
      expect(real.getAllByRole('button', { name })).toEqual(screen.getAllByRole('button', { name }))
    }
    expect(practice.getAllByRole('button', RESET)).toEqual(screen.getAllByRole('button', RESET))
    expect(practice.queryByRole('button', DEPOSIT)).toBeNull()
  }
  fireEvent.click(practice.getByRole('button', { name: /^Use this balance/ }))
  expect(useBook.getState().book).toBe('demo')
})
