import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { layoutClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { AdminShell } from './AdminShell.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-access'])
})
beforeEach(() => {
  useAdminSession.setState({
    token: 'token',
    admin: {
      ...{ username: 'anna', role: 'owner', permissions: ['dashboard:read'] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(address: string, client = new QueryClient()): void {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/admin/:page" element={<AdminShell />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('[D3] [B-10] an address that names no page says so, with a way on', () => {
  show('/admin/no-such-page')
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/admin/dashboard')
})

test('[D3] [B-10] the first link of the shell leads past header and menu, into the page', () => {
  show('/admin/dashboard')
  const [first] = screen.getAllByRole('link')
  expect(first?.textContent).toBe('Skip to the content')
  expect(first?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)
})

test('[D12] [B-10] name and logo of the site are asked for anew when a page has changed something', async () => {
  let siteName = 'Before'
  vi.spyOn(layoutClient, 'request').mockImplementation(async () => ({
    ...{ status: 200, headers: {}, data: { success: true, data: { siteName } } },
  }))
  const client = new QueryClient()
  client.setQueryData(['site-info'], { siteName })
  show('/admin/dashboard', client)
  siteName = 'After'
  const frame = screen.getByRole('main').querySelector('iframe')
  const from = { origin: location.origin, source: frame?.contentWindow ?? null }
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { ...from, data: { kind: 'decided' } }))
  })
  await screen.findByText('After')
})
