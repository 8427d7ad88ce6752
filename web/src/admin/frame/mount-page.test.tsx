import { act, fireEvent, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { wantedOf } from '../AdminApp.tsx'
import { IDLE_MAX_MS, IDLE_WARNING_MS } from './activity.ts'
import { useAdminSession } from './admin-session.store.ts'
import { mountPage } from './mount-page.tsx'
import { usePageAddress } from './page-address.ts'

const admin = {
  ...{ username: 'ada', role: 'owner', permissions: ['users'] },
  ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
}
let calls: unknown[]
let remove = () => {}
const mount = (Page: ComponentType) =>
  act(async () => {
    remove = await mountPage('users', Page)
  })
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="root"></div>'
  useAdminSession.setState({ token: 'token' })
  calls = []
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ url }) => {
    calls.push(url)
    return { status: 200, headers: {}, data: { success: true, data: admin } }
  })
  vi.spyOn(layoutClient, 'request').mockRejectedValue(new Error('no answer'))
})
afterEach(async () => {
  await act(async () => useAdminSession.getState().signOut())
  await act(async () => remove())
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
  localStorage.clear()
})

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('[D2] a page that stands alone at its address names its zone, warns of idleness and signs out, too', async () => {
  const replace = vi.spyOn(location, 'replace').mockReturnValue()
  await mount(() => <h1>Users</h1>)
  await later(IDLE_WARNING_MS - 2_000)
  expect(screen.getByRole('heading').textContent).toBe('Users')
  expect(screen.getByText(/^Times: /)).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  await later(4_000)
  expect(screen.getByRole('dialog').textContent).toContain('15 minutes')
  await later(IDLE_MAX_MS - IDLE_WARNING_MS)
  expect(useAdminSession.getState().token).toBeNull()
  expect(calls).toContain('/api/admin/logout')
  expect(replace.mock.calls).toEqual([['/admin/login?idle&wanted=%2Fadmin%2Fusers']])
})

test('[E5] [D2] a page of the back office that breaks says so and is loaded again, never blank; idleness goes on to count', async () => {
  // React tells of every error that a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(location, 'replace').mockReturnValue()
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  await mount(() => {
    throw new TypeError('no such function')
  })
  await later(1_000)
  expect(screen.getByRole('alert').textContent).toContain('may have been carried out')
  fireEvent.click(screen.getByRole('button'))
  expect(reload).toHaveBeenCalledTimes(1)
  await later(IDLE_WARNING_MS)
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('[D3] [D2] a page that stands alone tells the sign-in page where it and its query are to be led back to', async () => {
  const replace = vi.spyOn(location, 'replace').mockReturnValue()
  usePageAddress.setState({ search: '?user=1000000001&tab=ledger' })
  useAdminSession.setState({ token: null, wasIdle: false })
  await mount(() => <h1>Users</h1>)
  const [[address = ''] = []] = replace.mock.calls
  const { pathname, search } = new URL(String(address), location.origin)
  expect(pathname).toBe('/admin/login')
  expect(wantedOf({ state: null, search })).toBe('/admin/users?user=1000000001&tab=ledger')
  usePageAddress.setState({ search: '' })
})

test.each([
  '//other.example/admin/users',
  'https://other.example/admin/users',
  '/admin/..//other.example',
  '/admin/users/../../account',
  'javascript:alert(1)',
  '/admin/login',
  '',
])('[D3] nothing but a page of the back office is led to after signing in: %s', (wanted) => {
  expect(wantedOf({ state: null, search: `?wanted=${encodeURIComponent(wanted)}` })).toBe('/admin/dashboard')
})

test('[X4] what a page of the back office has to tell for a moment is shown', async () => {
  await mount(() => <h1>Users</h1>)
  await act(async () => showToast('success', 'Saved'))
  expect(screen.getByText('Saved')).toBeDefined()
})
