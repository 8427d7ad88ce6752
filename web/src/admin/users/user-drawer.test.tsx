import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { UserDetails } from '@truestrike/protocol/people-endpoints.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls } from '../frame/checked-calls.ts'
import { usePageAddress } from '../frame/page-address.ts'
import { UserDrawer } from './UserDrawer.tsx'
import { useUserAddress } from './use-users.ts'

const uid = '1000000001'
const BOOK = { total: '0.00', available: '0.00', inPosition: '0.00', frozen: '0.00' }
const NO_LIMITS = {
  ...{ maxStake: null, nextMaxStake: null, dailyLoss: null, nextDailyLoss: null, lostToday: '0.00' },
}
const TEAM = { members: 0, certified: 0 }
const USER = {
  ...{ uid, username: 'mira', nickname: '', email: null, phone: '', bio: '', invitedBy: null },
  ...{ status: 'active', identity: 'none', loginType: 'account', twoFactor: false, joinedMs: 0 },
  ...{ lastLoginMs: null, invitedByUid: null, balances: { real: BOOK, demo: BOOK } },
  limits: {
    real: { ...NO_LIMITS, maxStake: '25.50', nextMaxStake: { limit: null, fromMs: 86_400_000 } },
    ...{ demo: NO_LIMITS, excludedUntilMs: 172_800_000, dayEndsMs: 86_400_000 },
  },
  generations: [TEAM, TEAM, TEAM],
  secondFor: { adjustBalance: true, resetTwoFactor: true },
  ...{ secondFromMs: { adjustBalance: null, resetTwoFactor: null }, adjustLimit: '1000' },
} as unknown as UserDetails
const PROPOSAL = {
  ...{ id: '4', kind: 'adjust-balance', subject: { kind: 'user', id: uid, label: 'mira' } },
  lines: [{ label: 'amount', as: 'amount', before: null, after: '5.00' }],
  ...{ reason: 'bonus', state: 'proposed', version: 1, proposedBy: { username: 'bert', isMe: false } },
  ...{ proposedMs: 0, expiresMs: 86_400_000, decidedBy: null, decidedMs: null, remark: null },
  ...{ mayDecide: false, confirmFromMs: null, mayWithdraw: false },
}

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-people', 'admin-approvals'])
  useAdminSession.setState({
    admin: {
      ...{ username: 'ada', role: 'owner', permissions: ['users', 'approvals:read'] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
})
afterEach(cleanup)

let closed = 0
function Drawer() {
  return <UserDrawer uid={uid} address={useUserAddress()} onClose={() => (closed += 1)} />
}

function show(search: string): void {
  usePageAddress.setState({ search })
  checkCalls({
    'GET /api/admin/users/:uid': { user: USER },
    'GET /api/admin/approvals': { proposals: [PROPOSAL], nextCursor: null },
    'GET /api/admin/users/:uid/notes': { notes: [], nextCursor: null },
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Drawer />
    </QueryClientProvider>,
  )
}

test('[D6] [B-10] a proposal that waits is seen on every tab of a user, who is called by name', async () => {
  show('?tab=notes')
  await screen.findByText('P4 Balance correction')
  await screen.findByText('No notes yet')
  expect(screen.getByRole('heading', { level: 2, name: 'mira' })).toBeTruthy()
})

test('[D6] [B-9] own limits and a break of a user are seen by who looks at that user', async () => {
  show('')
  const part = within(
    (await screen.findByRole('heading', { name: 'Limits set by the user' })).closest('section') ??
      document.body,
  )
  expect(part.getByRole('cell', { name: /^25\.50.*No limit.* from / })).toBeTruthy()
  expect(part.getByText('The user is taking a break')).toBeTruthy()
})

test('[D6] [B-10] Esc closes the form of an act, and not the drawer; what is typed stays', async () => {
  show('')
  fireEvent.click(await screen.findByRole('button', { name: 'Freeze' }))
  const field = screen.getByRole('textbox', { name: 'Reason' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'asked by phone' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('asked by phone')
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Freeze' }))
  expect(closed).toBe(0)
})
