import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { layoutClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { noteActivity } from '../frame/activity.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
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
afterAll(checkNoMore)

function show(address: string, client = new QueryClient()) {
  const router = createMemoryRouter([{ path: '/admin/:page', Component: AdminShell }], {
    initialEntries: ['/admin/dashboard', address],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

/** The page in the frame says something to the shell. */
function hear(data: object): void {
  const frame = screen.getByRole('main', { hidden: true }).querySelector('iframe')
  const from = { origin: location.origin, source: frame?.contentWindow ?? null }
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { ...from, data }))
  })
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
  hear({ kind: 'decided' })
  await screen.findByText('After')
})

test('[D3] [B-13] the shell asks before it takes away a page with something that is not saved', async () => {
  useAdminSession.setState({ admin: { permissions: ['dashboard:read', 'announcements'] } as never })
  checkCalls()
  // Nobody is signed out for idleness meanwhile, however busy the machine is.
  noteActivity()
  const router = show('/admin/announcements')
  const place = () => `${router.state.location.pathname}${router.state.location.search}`
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
  const isClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  hear({ kind: 'moved', search: '?announcement=new', isStep: true })
  hear({ kind: 'unsaved', heldBy: ['announcement'] })
  fireEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  await press('Cancel')
  await isClosed()
  expect(place()).toBe('/admin/announcements?announcement=new')
  // A step back would close what is being written.
  await act(() => router.navigate(-1))
  await press('Cancel')
  await isClosed()
  expect(place()).toBe('/admin/announcements?announcement=new')
  // The page has asked about its own moves.
  hear({ kind: 'moved', search: '?state=draft&announcement=9', isStep: false })
  expect(place()).toBe('/admin/announcements?state=draft&announcement=9')
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await press('Cancel')
  await isClosed()
  expect(useAdminSession.getState().token).toBe('token')
  hear({ kind: 'open', page: 'dashboard', search: '' })
  await screen.findByRole('button', { name: 'Leave' })
  // The save that was under way has ended.
  hear({ kind: 'unsaved', heldBy: null })
  await waitFor(() => expect(place()).toBe('/admin/dashboard'))
  await isClosed()
  await act(() => router.navigate(-1))
  hear({ kind: 'unsaved', heldBy: ['announcement'] })
  hear({ kind: 'open', page: 'dashboard', search: '' })
  await press('Leave')
  await waitFor(() => expect(place()).toBe('/admin/dashboard'))
  // Nothing of it is left with another page.
  await act(() => router.navigate(-1))
  expect(place()).toBe('/admin/announcements?state=draft&announcement=9')
})
