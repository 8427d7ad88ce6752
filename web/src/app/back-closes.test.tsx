import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError } from 'axios'
import type { ReactNode } from 'react'
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { RegisterForm } from '../features/auth/RegisterForm.tsx'
import { apiClient, layoutClient } from '../lib/api-client.ts'
import { loadTexts, setLanguage, startI18n } from '../lib/i18n.ts'

const SITE = { siteName: 'S', fundsMode: 'test', inviteCodeRequired: true }

let address = ''
let navigate: NavigateFunction

function Place() {
  const { pathname, search } = useLocation()
  address = pathname + search
  navigate = useNavigate()
  return null
}

function show(page: ReactNode, at: string): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['site-info'], SITE)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/stocks', at]} initialIndex={1}>
        <Place />
        {page}
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

beforeAll(async () => {
  for (const client of [apiClient, layoutClient])
    client.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
  await setLanguage('en-US')
  await loadTexts('auth')
})
afterEach(cleanup)

const PLACES: [string, ReactNode, string, string][] = [
  [
    'the terms of a registration',
    <RegisterForm key="register" onRegistered={() => undefined} />,
    '/login/register?code=K7PQ42MD',
    'terms',
  ],
]

for (const [what, page, at, opener] of PLACES) {
  test(`[R12] Back closes ${what} and leaves the page as it was`, async () => {
    show(page, at)
    const typed = document.querySelector<HTMLInputElement>('input[autocomplete="username"]')
    if (typed !== null) fireEvent.change(typed, { target: { value: 'anna' } })
    fireEvent.click(screen.getByText(opener, { selector: 'button, button *' }))
    await screen.findByRole('dialog')
    act(() => void navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address).toBe(at)
    if (typed !== null) expect(document.querySelector('input[autocomplete="username"]')).toBe(typed)
    expect(typed?.value ?? 'anna').toBe('anna')
    // Closed by its own button it leaves no step behind.
    fireEvent.click(screen.getByText(opener, { selector: 'button, button *' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(address).toBe(at))
    act(() => void navigate(-1))
    expect(address).toBe('/stocks')
  })
}
