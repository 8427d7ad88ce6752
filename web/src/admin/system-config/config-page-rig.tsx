import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkNoMore } from '../frame/checked-calls.ts'
import { mountedPage } from '../frame/mounted-pages.ts'
import { usePageAddress } from '../frame/page-address.ts'

/** For tests of the whole page, with a section of it open for who may change it. They mock `mount-page.tsx`. */
export function setUpConfigPage(section: string): void {
  beforeAll(async () => {
    await startI18n()
    await loadAdminTexts(['admin-settings'])
    await import('./SystemConfigPage.tsx')
  })
  beforeEach(() => {
    usePageAddress.setState({ search: `?section=${section}` })
    useAdminSession.setState({ token: 'token', admin: { permissions: ['system'] } as never })
  })
  afterEach(() => {
    cleanup()
    useAdminSession.setState({ token: null, admin: null })
    usePageAddress.setState({ search: '' })
  })
  afterAll(checkNoMore)
}

export function renderConfigPage(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Page = mountedPage('system-config')
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return client
}

/** Nothing is under way. */
export const isStill = () => waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull())
