import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { mountedPage } from '../frame/mounted-pages.ts'
import { usePageAddress } from '../frame/page-address.ts'

vi.mock('../frame/mount-page.tsx', () => import('../frame/mounted-pages.ts'))

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-access'])
  useAdminSession.setState({
    admin: {
      ...{ username: 'ada', role: 'auditor', permissions: [] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
  await import('../audit-log/AuditLogPage.tsx')
  await import('../roles/RolesPage.tsx')
}, 60_000)
afterEach(() => {
  cleanup()
  usePageAddress.setState({ search: '' })
})
afterAll(() => {
  useAdminSession.getState().signOut()
  checkNoMore()
})

const entry = (id: string) => ({
  ...{ id, timeMs: 1, actorKind: 'system', actor: null, action: `act.${id}`, subject: 'none', ip: null },
  ...{ before: null, after: null, people: [] },
})
const administrator = (id: string) => ({
  ...{ id, username: `name${id}`, role: 'support', ownPermissions: [], disabled: false, twoFactor: false },
  ...{ sessions: 0, isMe: false, mayChange: false, lastLoginMs: null, agreesFromMs: null, createdMs: 1 },
  ...{ createdBy: null, mustChangePassword: false, passwordExpiresMs: null, version: 1 },
})

test.each([
  ['audit-log', 'entry', { entries: [entry('9')], nextCursor: '9', moreNames: false }, entry('7'), 'act.7'],
  [
    ...(['roles', 'administrator'] as const),
    { administrators: [administrator('9')], nextCursor: '9' },
    ...([administrator('7'), 'name7'] as const),
  ],
])(
  '[D9] %s: a link to what the first page does not show opens it, one to nothing says so',
  async (path, name, page, one, title) => {
    const Page = mountedPage(path)
    const list = `GET /api/admin/${path === 'roles' ? 'administrators' : path}`
    const open = (answer: unknown) => {
      const checked = checkCalls({
        ...{ [list]: page, [`${list}/:id`]: answer },
        'GET /api/admin/audit-log/chain': { newest: null, lastCheck: null },
      })
      usePageAddress.setState({ search: `?${name}=7` })
      render(
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Page />
        </QueryClientProvider>,
      )
      return checked
    }
    const { faults } = open({ [name]: one })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(faults).toEqual([])
    cleanup()
    open(() => {
      throw new ApiError('REVIEW_NOT_FOUND', 'Nothing', { status: 404 })
    })
    await screen.findByText(i18next.t('admin:table.nothing', { number: isolatedLtr('7') }))
  },
)
