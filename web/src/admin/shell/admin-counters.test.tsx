import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { AdminShell } from './AdminShell.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-access'])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  useAdminSession.getState().signOut()
})

test('[B-10] the counters of the header follow at once what a page has decided', async () => {
  useAdminSession.setState({
    token: 'token',
    admin: {
      ...{ username: 'anna', role: 'owner', permissions: ['recharge-orders'] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
  const answers = [7, 6]
  vi.spyOn(apiClient, 'request').mockImplementation(async () => ({
    ...{
      status: 200,
      headers: {},
      data: { success: true, data: { count: answers.shift() ?? 6, processing: 0 } },
    },
  }))
  const client = new QueryClient()
  client.setQueryData(['site-info'], { siteName: 'Site', logo: null, fundsMode: 'test' })
  const router = createMemoryRouter([{ path: '/admin/:page', Component: AdminShell }], {
    initialEntries: ['/admin/recharge-orders'],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const counters = await screen.findAllByRole('link', { name: /Recharge\s*7/ })
  const frame = screen.getByRole('main').querySelector('iframe')
  const from = { origin: location.origin, source: frame?.contentWindow ?? null }
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { ...from, data: { kind: 'decided' } }))
  })
  // The next look by itself would be in a minute.
  expect(await screen.findAllByRole('link', { name: /Recharge\s*6/ })).toHaveLength(counters.length)
  client.clear()
})
