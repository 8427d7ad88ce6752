import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { AdminSidebar } from './AdminSidebar.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)

const NONE = { count: null, processing: 0, isAlert: false, calm: () => undefined }

function show(customerService: object): void {
  const client = new QueryClient()
  client.setQueryData(['site-info'], { customerService })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AdminSidebar
          pending={{ recharge: NONE, withdraw: NONE, approvals: NONE, identities: NONE }}
          onSignOut={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('[D3] the sidebar leads to customer service as the operator set it, in a page of its own', () => {
  show({ enabled: true, serviceLink: 'https://help.example.com/desk', hours: '' })
  const link = screen.getByRole('link', { name: 'Contact' })
  expect(link.getAttribute('href')).toBe('https://help.example.com/desk')
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
})

test.each([
  [false, 'https://help.example.com/desk'],
  [true, ''],
  [true, 'javascript:alert(1)'],
])('[D3] switched on: %s, address %j: there is no link', (enabled, serviceLink) => {
  show({ enabled, serviceLink, hours: '' })
  expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull()
})
