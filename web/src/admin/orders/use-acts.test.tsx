import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { mountedPage } from '../frame/mounted-pages.ts'
import { usePageAddress } from '../frame/page-address.ts'
import { TakeForm } from './TakeForm.tsx'
import type { Acts } from './use-acts.ts'

vi.mock('../frame/mount-page.tsx', () => import('../frame/mounted-pages.ts'))

const CONFIRM = 'POST /api/admin/approvals/:id/confirm'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-approvals', 'admin-announcements', 'admin-settings'])
  useAdminSession.setState({
    admin: {
      ...{ username: 'ada', role: 'owner', permissions: ['approvals', 'announcements', 'system'] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
  await import('../approvals/ApprovalsPage.tsx')
  await import('../announcements/AnnouncementsPage.tsx')
}, 60_000)
afterEach(() => {
  cleanup()
  usePageAddress.setState({ search: '' })
})
afterAll(() => {
  useAdminSession.getState().signOut()
  checkNoMore()
})

const go = (search: string) => act(() => usePageAddress.setState({ search }))
const button = (key: string) => screen.getByRole<HTMLButtonElement>('button', { name: i18next.t(key) })

function open(page: string, search: string, answers: Record<string, unknown>) {
  const Page = mountedPage(page)
  const checked = checkCalls(answers)
  usePageAddress.setState({ search })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page />
    </QueryClientProvider>,
  )
  return checked
}

const proposal = (id: string, version: number): Proposal => ({
  ...{ id, version, kind: 'adjust-balance', lines: [], reason: 'asked', state: 'proposed' },
  subject: { kind: 'user', id: '1000000001', label: 'mira' },
  proposedBy: { username: 'bert', isMe: false },
  ...{ proposedMs: 1, expiresMs: 2, decidedBy: null, decidedMs: null, remark: null },
  ...{ mayDecide: true, confirmFromMs: null, mayWithdraw: false },
})

test('[D17] [D9] what becomes of one row is shown under that one, and another is acted on meanwhile', async () => {
  let fail: (why: Error) => void = () => undefined
  const waiting = new Promise<never>((_, reject) => {
    fail = reject
  })
  const { calls, faults } = open('approvals', '?proposal=5', {
    'GET /api/admin/approvals': { proposals: [proposal('5', 1), proposal('6', 2)], nextCursor: null },
    [CONFIRM]: (_query: unknown, { version }: { version: number }) => (version === 1 ? waiting : {}),
  })
  const confirmed = () => calls.flatMap(({ call, body }) => (call === CONFIRM ? [body] : []))
  const confirm = 'admin-approvals:confirm'
  const confirmInDialog = async (): Promise<HTMLElement> => {
    fireEvent.click(button(confirm))
    const dialog = await screen.findByRole('alertdialog')
    fireEvent.click(within(dialog).getByRole('button', { name: i18next.t(confirm) }))
    return dialog
  }
  await screen.findByRole('heading', { name: 'P5' })
  const dialog = await confirmInDialog()
  await waitFor(() => expect(within(dialog).getByRole('button', { busy: true })).toBeTruthy())
  // Nothing else is done with it meanwhile, and that is to be seen.
  const refuse = { name: i18next.t('admin-approvals:refuse'), hidden: true }
  expect(screen.getByRole<HTMLButtonElement>('button', refuse).disabled).toBe(true)
  go('?proposal=6')
  await screen.findByRole('heading', { name: 'P6' })
  expect(button(confirm).getAttribute('aria-busy')).toBeNull()
  await confirmInDialog()
  await waitFor(() => expect(confirmed()).toEqual([{ version: 1 }, { version: 2 }]))
  fail(new ApiError('REVIEW_CONFLICT', 'Somebody was faster'))
  await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull())
  expect(screen.queryByText('Somebody was faster')).toBeNull()
  go('?proposal=5')
  expect(await screen.findByText('Somebody was faster')).toBeTruthy()
  expect(faults).toEqual([])
})

test('[D12] a new one begins without what went wrong with the last', async () => {
  open('announcements', '?announcement=new', {
    'GET /api/admin/announcements': { announcements: [], nextCursor: null, sendsMails: false },
    'POST /api/admin/announcements': () => {
      throw new ApiError('NETWORK_ERROR', 'No answer')
    },
  })
  const field = (key: string) => screen.getByLabelText(i18next.t(`admin-announcements:${key}`))
  fireEvent.change(field('title'), { target: { value: 'New pairs' } })
  fireEvent.change(field('text'), { target: { value: 'From Monday on.' } })
  fireEvent.click(button('admin-announcements:save'))
  await screen.findByText('No answer')
  go('')
  go('?announcement=new')
  expect(field('title')).toHaveProperty('value', '')
  expect(screen.queryByText('No answer')).toBeNull()
})

test('[D10] an order is not taken while something else is done with it', () => {
  const acts = { pending: 'reject', fault: null, isHeld: () => true } as unknown as Acts
  render(<TakeForm takenBy={null} onTake={async () => undefined} {...{ acts }} />)
  expect(button('admin:orders.step.take').disabled).toBe(true)
})
