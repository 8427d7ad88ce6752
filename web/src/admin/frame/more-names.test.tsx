import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from './admin-session.store.ts'
import { loadAdminTexts } from './admin-texts.ts'
import { checkCalls, checkNoMore } from './checked-calls.ts'
import { mountedPage } from './mounted-pages.ts'

vi.mock('./mount-page.tsx', () => import('./mounted-pages.ts'))

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-people', 'admin-contracts', 'admin-access'])
  useAdminSession.setState({
    admin: {
      ...{ username: 'ada', role: 'auditor', permissions: [] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
  await import('../users/UsersPage.tsx')
  await import('../recharge-orders/RechargeOrdersPage.tsx')
  await import('../withdraw-orders/WithdrawOrdersPage.tsx')
  await import('../order-list/OrderListPage.tsx')
  await import('../audit-log/AuditLogPage.tsx')
}, 60_000)
afterEach(cleanup)
afterAll(() => {
  useAdminSession.getState().signOut()
  checkNoMore()
})

test.each([
  ['users', 'GET /api/admin/users', { users: [] }],
  ['recharge-orders', 'GET /api/admin/recharge-orders', { deposits: [], totals: null }],
  ['withdraw-orders', 'GET /api/admin/withdraw-orders', { withdrawals: [], totals: null }],
  ['order-list', 'GET /api/admin/contracts', { contracts: [] }],
  ['audit-log', 'GET /api/admin/audit-log', { entries: [] }],
])(
  '[D9] %s: a search that names more users than are looked through says so, of list and file',
  async (path, call, page) => {
    const Page = mountedPage(path)
    for (const moreNames of [true, false]) {
      const answer = { ...page, nextCursor: null, moreNames }
      const { calls, faults } = checkCalls({
        ...{ [call]: answer, 'GET /api/admin/audit-log/chain': { newest: null, lastCheck: null } },
        ...(path.endsWith('orders') ? { [`${call}/pending-count`]: { count: 0, processing: 0 } } : {}),
        'GET /api/market/products': { products: [], source: 'simulated' },
      })
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
      client.setQueryData(['site-info'], {})
      render(
        <QueryClientProvider client={client}>
          <Page />
        </QueryClientProvider>,
      )
      await waitFor(() => expect(calls.map((each) => each.call)).toContain(call))
      await screen.findByText(/^(No|Nothing|There)/)
      expect(screen.queryAllByText(i18next.t('admin:table.moreNames'))).toHaveLength(moreNames ? 1 : 0)
      expect(faults).toEqual([])
      cleanup()
    }
  },
)
