import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { AxiosError } from 'axios'
import { MemoryRouter, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../lib/api-client.ts'
import { startI18n } from '../lib/i18n.ts'
import { loadSecurityTexts } from '../lib/security-texts.ts'
import { useSession } from '../lib/session-store.ts'
import { AccountRoute } from './AccountRoute.tsx'

const offline = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))

beforeAll(async () => {
  layoutClient.defaults.adapter = offline
  apiClient.defaults.adapter = offline
  await startI18n()
  await loadSecurityTexts()
})
afterEach(cleanup)

/** Where the user has come to, and how. */
function Here() {
  const { pathname, search } = useLocation()
  return `${useNavigationType()} ${pathname}${search}`
}

test.each(['/account?modal=about', '/account?section=settings&modal=about'])(
  '[R12] %s leads to the page about the site, and back leads past it',
  async (address) => {
    useSession.setState({ token: 'a-token', user: { uid: '1000000001', username: 'anna' } as never })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live', walletLogin: false })
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path="/account" element={<AccountRoute />} />
            <Route path="*" element={<Here />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    )
    expect(await screen.findByText('REPLACE /about')).toBeTruthy()
  },
)
