import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { AdminHeader } from './AdminHeader.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const waits = (count: number, processing: number) => ({
  ...{ count, processing, isAlert: false, calm: () => undefined },
})

function show(): void {
  const client = new QueryClient()
  client.setQueryData(['site-info'], { siteName: 'Site', logo: null, fundsMode: 'test' })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AdminHeader
          pending={{
            ...{ recharge: waits(7, 0), withdraw: waits(12, 3) },
            ...{ approvals: waits(0, 0), identities: waits(0, 0) },
          }}
          onSignOut={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('[D3] [B-10] a counter shows what is pending, as its tab does, and names what is being processed besides', () => {
  show()
  const withdraw = screen.getByRole('link', { name: /Withdraw\s*12/ })
  expect(withdraw.getAttribute('title')).toBe('3 more are being processed')
  expect(screen.getByRole('link', { name: /Recharge\s*7/ }).getAttribute('title')).toBeNull()
})

test('[D3] the header and its menu name the zone of the times that pages show, not the offset of now', async () => {
  const { timeZone: _, ...more } = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...{ ...more, timeZone: 'Africa/Cairo' },
  })
  show()
  const told = () =>
    screen.getAllByText(/^Times:/).map((each) => each.textContent?.replaceAll(/[\u2066-\u2069]/g, ''))
  expect(told()).toEqual(['Times: Africa/Cairo'])
  fireEvent.click(screen.getByRole('button', { name: /menu/i }))
  await waitFor(() => expect(told()).toEqual(['Times: Africa/Cairo', 'Times: Africa/Cairo']))
})
