import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { ConfigHistory } from './ConfigHistory.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-settings'])
})
afterEach(cleanup)
afterAll(checkNoMore)

test('[D12] each version says who changed it, when, and what from and to', async () => {
  const fields = [{ field: 'siteName', before: 'Old', after: 'New' }]
  const change = {
    id: '9',
    section: 'basic',
    version: 3,
    atMs: Date.UTC(2026, 10, 23, 12),
    by: 'olga',
    fields,
  }
  const { faults } = checkCalls({
    'GET /api/admin/system/config/history': { changes: [change], nextCursor: null },
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigHistory />
    </QueryClientProvider>,
  )
  const line = await screen.findByText(/^Version 3 by/)
  expect(line.textContent).toMatch(/^Version 3 by \u2068olga\u2069, .*23/)
  const [, row] = screen.getAllByRole('row')
  expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['siteName', 'Old', 'New'])
  expect(faults).toEqual([])
})
