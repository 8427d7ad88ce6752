import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { layoutClient } from '../../lib/api-client.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

/** The sign-in page as a browser loads it at an address. */
async function open(address: string): Promise<void> {
  vi.spyOn(layoutClient, 'request').mockRejectedValue(new Error('no answer'))
  history.replaceState(null, '', address)
  vi.resetModules()
  const { startI18n } = await import('../../lib/i18n.ts')
  const { loadAdminTexts } = await import('../frame/admin-texts.ts')
  const { AdminLogin } = await import('./AdminLogin.tsx')
  await startI18n()
  await loadAdminTexts(['admin-access'])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AdminLogin />
    </QueryClientProvider>,
  )
}

test.each([
  ['/admin/login?idle', true],
  ['/admin/login', false],
])('[D2] [L1] the sign-in page at %s tells of idleness: %s', async (address, tells) => {
  await open(address)
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByText(/15 minutes/) !== null).toBe(tells)
  // Signs at the ends of a name keep their places from right to left.
  expect(document.querySelector('.adm-brand bdi')?.textContent).toBeTruthy()
})
