import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { type Acts, useActs } from '../orders/use-acts.ts'
import { UserContracts } from './UserContracts.tsx'
import { UserIdentity } from './UserIdentity.tsx'
import { UserNotes } from './UserNotes.tsx'
import { UserProposals } from './UserProposals.tsx'
import { UserSessions } from './UserSessions.tsx'

const uid = '1000000001'
const OF = '/api/admin/users/:uid'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-people', 'admin-approvals'])
  useAdminSession.setState({
    admin: {
      ...{ username: 'ada', role: 'auditor', permissions: ['approvals:read'] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
})
afterEach(cleanup)
afterAll(() => {
  useAdminSession.getState().signOut()
  checkNoMore()
})

const note = (id: string) => ({ id, act: 'note', text: `note ${id}`, by: 'ada', timeMs: Number(id) })
const login = (id: string) => ({
  ...{ timeMs: Number(id), outcome: 'signed-in', method: 'password', ip: `10.0.0.${id}` },
  ...{ browser: null, system: null },
})
/** Two pages, of which the second fails once. */
function paged(rows: string, of: (id: string) => object) {
  let failures = 1
  return ({ cursor }: { cursor?: string }) => {
    if (cursor !== undefined && failures-- > 0) throw new Error('down')
    return cursor === undefined
      ? { [rows]: [of('9')], nextCursor: '9' }
      : { [rows]: [of('8')], nextCursor: null }
  }
}

function show(Part: (props: { uid: string; acts: Acts }) => ReactNode, answers: Record<string, unknown>) {
  const checked = checkCalls(answers)
  const Page = () => <Part uid={uid} acts={useActs(async () => undefined)} />
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page />
    </QueryClientProvider>,
  )
  return checked
}
const press = async (key: string) =>
  fireEvent.click(await screen.findByRole('button', { name: i18next.t(key) }))

test.each([
  ['notes', UserNotes, { [`GET ${OF}/notes`]: paged('notes', note) }, ['note 9', 'note 8']],
  [
    ...(['sign-ins', UserSessions] as const),
    { [`GET ${OF}/sessions`]: { sessions: [] }, [`GET ${OF}/logins`]: paged('logins', login) },
    ['10.0.0.9', '10.0.0.8'],
  ],
])(
  '[D6] %s of a user go on page by page; a page that cannot be had is told and asked for again',
  async (_, Part, answers, [first = '', second = '']) => {
    const { faults } = show(Part, answers)
    await screen.findByText(first)
    await press('admin:table.more')
    await screen.findByRole('alert')
    expect(screen.getByText(first)).toBeTruthy()
    await press('ui:retry')
    await screen.findByText(second)
    expect(screen.getByText(first)).toBeTruthy()
    expect(screen.queryByRole('button', { name: i18next.t('admin:table.more') })).toBeNull()
    expect(faults).toEqual([])
  },
)

test.each([
  ['notes', UserNotes, `GET ${OF}/notes`, { notes: [note('9')], nextCursor: null }, 'note 9'],
  ['contracts', UserContracts, 'GET /api/admin/contracts', { contracts: [] }, 'contracts:empty'],
  ['identity', UserIdentity, `GET ${OF}/identity`, { checks: [] }, 'admin-people:noChecks'],
  ['sessions', UserSessions, `GET ${OF}/sessions`, { sessions: [] }, 'admin-people:noSessions'],
  ['proposals', UserProposals, 'GET /api/admin/approvals', { proposals: [] }, null],
])(
  '[D6] %s of a user that cannot be had say so and are asked for again',
  async (_, Part, call, answer, then) => {
    let isDown = true
    show(Part, {
      [`GET ${OF}/logins`]: { logins: [], nextCursor: null },
      [call]: () => {
        if (isDown) throw new Error('down')
        return answer
      },
    })
    await screen.findByText(i18next.t('admin:table.failed'))
    isDown = false
    await press('ui:retry')
    if (then === null) await expect.poll(() => screen.queryByRole('alert')).toBeNull()
    else await screen.findByText(then.includes(':') ? i18next.t(then) : then)
  },
)

const bodiesOf = (calls: readonly { call: string; body: unknown }[], act: string) =>
  calls.filter(({ call }) => call === `POST ${OF}/identity/${act}`).map(({ body }) => body)

test('[D20] [B-4] an identity is confirmed once each document was opened here; a confirmed one can be revoked with a reason', async () => {
  useAdminSession.setState({
    admin: {
      ...{ username: 'ada', role: 'owner', permissions: ['identity-checks'] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
  const check = {
    ...{ id: '7', state: 'pending', realName: 'Noor Haddad', document: 'identity-card', submittedMs: 1 },
    ...{ decidedMs: null, decidedBy: null, revokedMs: null, revokedBy: null, reason: null },
    sides: [
      { side: 'front', isPdf: false, isSeen: false },
      { side: 'back', isPdf: false, isSeen: true },
    ],
  }
  const asked = show(UserIdentity, {
    [`GET ${OF}/identity`]: { checks: [check] },
    [`GET ${OF}/identity/:side`]: { address: '/uploads/private?seal=x', untilMs: 1 },
    [`POST ${OF}/identity/verify`]: {},
  })
  const confirm = await screen.findByRole<HTMLButtonElement>('button', {
    name: i18next.t('admin-people:verify'),
  })
  expect(confirm.disabled).toBe(true)
  await press('admin-people:side.front')
  const picture = await screen.findByRole('img')
  // Asked for is not yet looked at.
  expect(confirm.disabled).toBe(true)
  fireEvent.load(picture)
  expect(confirm.disabled).toBe(false)
  fireEvent.click(confirm)
  await vi.waitFor(() => expect(bodiesOf(asked.calls, 'verify')).toEqual([{ checkId: '7' }]))
  cleanup()

  const verified = { ...check, state: 'verified', decidedMs: 2, decidedBy: 'bert' }
  const revoked = show(UserIdentity, {
    [`GET ${OF}/identity`]: { checks: [verified] },
    [`POST ${OF}/identity/revoke`]: {},
  })
  await press('admin-people:revoke')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Noor Haddad')
  const yes = within(dialog).getByRole('button', { name: i18next.t('admin-people:revoke') })
  fireEvent.click(yes)
  expect(dialog.textContent).toContain(i18next.t('admin:orders.noteMissing'))
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'stolen' } })
  fireEvent.click(yes)
  await vi.waitFor(() =>
    expect(bodiesOf(revoked.calls, 'revoke')).toEqual([{ checkId: '7', reason: 'stolen' }]),
  )
})
