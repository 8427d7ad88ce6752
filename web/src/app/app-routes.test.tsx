import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError } from 'axios'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient, layoutClient } from '../lib/api-client.ts'
import { startI18n } from '../lib/i18n.ts'
import { useSession } from '../lib/session-store.ts'
import { askToSignOut } from '../lib/sign-out.ts'
import { AppRoutes } from './AppRoutes.tsx'

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

function open(path: string, symbols: string[] = []): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (symbols.length > 0) {
    client.setQueryData(['products'], {
      source: 'simulated',
      products: symbols.map((symbol) => ({ symbol, ticker: { symbol, status: 'open' } })),
    })
  }
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <AppRoutes />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

async function leadsTo(path: string): Promise<void> {
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe(path), { timeout: 5_000 })
}

beforeAll(async () => {
  // No server stands behind these tests: every call fails as without a network.
  for (const client of [apiClient, layoutClient]) {
    client.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  }
  await startI18n()
})
beforeEach(() => {
  localStorage.clear()
  useSession.setState({ token: null, user: null })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('[R1] / leads to the markets, /trade to the product last visited', async () => {
  open('/')
  await leadsTo('/stocks')
  cleanup()
  open('/trade')
  await leadsTo('/trade/BTCUSDT')
  cleanup()
  localStorage.setItem('lastStock', 'ETHUSDT')
  open('/trade/')
  await leadsTo('/trade/ETHUSDT')
})

test('[R2] a slash in the code is stripped, and a product remembered, while an unknown code is not', async () => {
  open('/trade/SOL/USDT', ['BTCUSDT'])
  await leadsTo('/trade/SOLUSDT')
  expect(localStorage.getItem('lastStock')).toBeNull()
  cleanup()
  open('/trade/BTC/USDT', ['BTCUSDT'])
  await leadsTo('/trade/BTCUSDT')
  await waitFor(() => expect(localStorage.getItem('lastStock')).toBe('BTCUSDT'))
})

test('[R4] [R6] account and records want a user and lead back; markets and sign-in do not', async () => {
  open('/account')
  await leadsTo('/login?next=%2Faccount')
  cleanup()
  open('/contract-record?state=open')
  await leadsTo('/login?next=%2Fcontract-record%3Fstate%3Dopen')
  cleanup()
  open('/stocks')
  await leadsTo('/stocks')
})

test('[R3] [A11] with a token the sign-in page leads on: to the wanted page, else to the markets', async () => {
  useSession.setState({ token: 'a-token', user: null })
  open('/login')
  await leadsTo('/stocks')
  cleanup()
  open('/login/register?next=%2Faccount')
  await leadsTo('/account')
  cleanup()
  open('/login?next=%2F%2Fevil.example')
  await leadsTo('/stocks')
})

test('[A12] [R8] signing out waits for no server: from any page to the sign-in page, and not back', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  for (const path of ['/account', '/stocks']) {
    useSession.setState({ token: 'a-token', user: null })
    open(path)
    await leadsTo(path)
    act(askToSignOut)
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }, { timeout: 5_000 }))
    expect([useSession.getState().token, localStorage.getItem('token')]).toEqual([null, null])
    await leadsTo('/login')
    cleanup()
  }
})

test('[R6] an unknown path shows a way back', async () => {
  open('/no/such/page')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Go to markets' })).toBeTruthy())
  await leadsTo('/no/such/page')
})

test('[R3] [A8] an invitation link fills the code in', async () => {
  open('/login/register?code=k7pq42md')
  const field = await screen.findByLabelText('Invite code', undefined, { timeout: 5_000 })
  expect((field as HTMLInputElement).value).toBe('K7PQ42MD')
})

test('[R8] [U2] a guest has a picture in the header, and it leads to the sign-in', async () => {
  open('/stocks')
  const link = await screen.findByRole('link', { name: 'Sign in' })
  const picture = link.querySelector('.avatar')
  expect([picture?.textContent, picture?.getAttribute('aria-hidden')]).toEqual(['', 'true'])
  expect(link.getAttribute('href')).toBe('/login?next=%2Fstocks')
})

test('[A11] a page of users begins anew when another tab has signed somebody else in', async () => {
  useSession.setState({ token: 'of anna', user: null })
  open('/contract-record')
  const before = await screen.findByRole('heading', { level: 1 }, { timeout: 5_000 })
  act(() => useSession.setState({ token: 'of berta' }))
  expect((await screen.findByRole('heading', { level: 1 })) === before).toBe(false)
})
