import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { mountedPage } from '../frame/mounted-pages.ts'
import { usePageAddress } from '../frame/page-address.ts'
import { byChecks } from './check-filter.tsx'
import { obstaclesOf } from './use-checks.ts'

vi.mock('../frame/mount-page.tsx', () => import('../frame/mounted-pages.ts'))

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
  await import('./WithdrawOrdersPage.tsx')
})
const clients: QueryClient[] = []
afterEach(() => {
  cleanup()
  for (const client of clients.splice(0)) client.clear()
  usePageAddress.setState({ search: '' })
})
afterAll(() => {
  useAdminSession.getState().signOut()
  checkNoMore()
})

const say = (key: string, values: Record<string, unknown> = {}): string =>
  i18next.t(`admin:orders.${key}`, values)
const CLEAR = { lockedUntilMs: null, twoFactor: true, covered: true }

const order = (
  id: string,
  changes: Partial<Pick<ReviewedWithdrawal, 'checks' | 'nobodyElse'>> = {},
): ReviewedWithdrawal => ({
  ...{
    id,
    state: 'pending',
    method: 'wallet',
    network: 'tron',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  },
  ...{
    bankName: null,
    accountEnd: null,
    amount: '101',
    fee: '1',
    actual: '100.5',
    createdMs: 1,
    endedMs: null,
  },
  ...{
    payoutRef: null,
    returnedMs: null,
    correctedMs: null,
    remark: null,
    uid: '1000000001',
    username: 'mira',
  },
  ...{ reviewer: null, paidBy: null, returnedBy: null, returnRemark: null },
  ...{ correctedBy: null, correctionRemark: null, shortfall: null },
  ...{ version: 1, takenBy: null, payee: null, approvedMs: null, approvedBy: null },
  ...{ needsOther: false, nobodyElse: false, twoFromMs: null, checks: CLEAR },
  ...changes,
})

const checked = (id: string) => ({ id, of: 6, failed: id === '7' ? ['device'] : [] })

const WITHDRAWALS = [
  order('1'),
  order('2'),
  order('3', { checks: { ...CLEAR, lockedUntilMs: 9 } }),
  order('4', { checks: { ...CLEAR, twoFactor: false } }),
  order('5', { checks: { ...CLEAR, covered: false } }),
  order('6', { nobodyElse: true }),
  order('7'),
]

function open(withdrawals = WITHDRAWALS, answers: Record<string, unknown> = {}) {
  useAdminSession.setState({
    ...{ token: 'token' },
    admin: {
      ...{ username: 'ada', role: 'owner', permissions: ['withdraw-orders'] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
  const { calls, faults } = checkCalls({
    'GET /api/admin/withdraw-orders': {
      ...{ withdrawals, nextCursor: null, totals: { count: 7, amount: '707.00' } },
    },
    'GET /api/admin/withdraw-orders/pending-count': { count: 9, processing: 2 },
    'GET /api/admin/withdraw-orders/checks': {
      orders: withdrawals.map(({ id }) => checked(id)),
    },
    'POST /api/admin/withdraw-orders/:id/take': { withdrawal: { version: 2 } },
    ...answers,
  })
  const Page = mountedPage('withdraw-orders')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  clients.push(client)
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return { calls, faults }
}

/** The page, once all that it asks for has come. */
async function show(withdrawals = WITHDRAWALS, answers: Record<string, unknown> = {}) {
  const { calls, faults } = open(withdrawals, answers)
  const boxes = () => screen.queryAllByRole('checkbox').slice(1)
  await waitFor(() => expect(boxes()).toHaveLength(withdrawals.length))
  await screen.findByText('5/6')
  const choose = (...ids: string[]): void => {
    for (const id of ids) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`${id}$`) }))
  }
  const posted = () => calls.filter(({ call }) => call.startsWith('POST'))
  return { choose, posted, faults, calls }
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('[F5] [D10] only withdrawals whose every check passed are approved together, once their number and sum are confirmed', async () => {
  const { choose, posted, faults } = await show()
  expect(screen.getByText(say('bulk.only'))).toBeDefined()
  choose('1', '2')
  const approve = say('bulk.approve', { count: 2 })
  fireEvent.click(button(approve))
  const dialog = await screen.findByRole('alertdialog', { name: say('bulk.ask', { count: 2 }) })
  expect(dialog.textContent).toContain('201.00')
  expect(posted()).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: approve }))
  await waitFor(() => expect(posted()).toHaveLength(4))
  expect(posted().map(({ call, body }) => [call.split('/').at(-1), body])).toEqual([
    ['take', { version: 1 }],
    ['approve', { version: 2 }],
    ['take', { version: 1 }],
    ['approve', { version: 2 }],
  ])
  expect(faults).toEqual([])
})

test.each([
  ['3', 'guard'],
  ['4', 'guard'],
  ['5', 'checks'],
  ['6', 'alone'],
  ['7', 'checks'],
])(
  '[D10] with order %s among them approving together is not offered, and the bar says why: %s',
  async (id, reason) => {
    const { choose } = await show()
    choose('1', id)
    expect(button(say('bulk.approve', { count: 2 })).disabled).toBe(true)
    const reasons = say(`bulk.reason.${reason}`, { count: 1 })
    expect(screen.getByText(say('bulk.notTogether', { reasons }))).toBeDefined()
    choose(id)
    expect(button(say('bulk.approve', { count: 1 })).disabled).toBe(false)
  },
)

test('[D10] those that failed a check are rejected together, with one remark, which is asked for', async () => {
  const { choose, posted, faults } = await show()
  choose('1', '7')
  const reject = say('bulk.reject', { count: 2 })
  fireEvent.click(button(reject))
  const dialog = await screen.findByRole('alertdialog', { name: say('bulk.askReject', { count: 2 }) })
  expect(dialog.textContent).toContain('202.00')
  fireEvent.click(within(dialog).getByRole('button', { name: reject }))
  expect(within(dialog).getByText(say('noteMissing'))).toBeDefined()
  expect(posted()).toEqual([])
  const remark = within(dialog).getByRole('textbox')
  fireEvent.change(remark, { target: { value: ' Not from this device. ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: reject }))
  await waitFor(() => expect(posted()).toHaveLength(4))
  const body = { version: 2, remark: 'Not from this device.' }
  expect(posted().map(({ call, body }) => [call.split('/').at(-1), body])).toEqual([
    ...[
      ['take', { version: 1 }],
      ['reject', body],
    ],
    ...[
      ['take', { version: 1 }],
      ['reject', body],
    ],
  ])
  expect(faults).toEqual([])
})

test('[D10] the tabs and the foot count what the server counts; by check result what is loaded is filtered, and said so', async () => {
  await show()
  expect(screen.getByRole('tab', { name: /^Pending/ }).textContent).toBe('Pending7')
  expect(screen.getByRole('tab', { name: /^Processing/ }).textContent).toBe('Processing2')
  expect(screen.getByRole('tab', { name: /^Completed/ }).textContent).toBe('Completed')
  expect(screen.getByText('7 orders, 707.00 USDT')).toBeDefined()
  expect(screen.getByPlaceholderText(say('searchAddress'))).toBeDefined()
  const filter = screen.getByRole('combobox', { name: say('column.checks') })
  fireEvent.change(filter, { target: { value: 'failed' } })
  expect(screen.getByRole('checkbox', { name: /7$/ })).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: /1$/ })).toBeNull()
  expect(screen.getByText(/1 of 7 loaded, 101\.00 USDT/).textContent).toContain(say('checkLoaded'))
  fireEvent.change(filter, { target: { value: 'passed' } })
  expect(screen.queryByRole('checkbox', { name: /7$/ })).toBeNull()
  expect(screen.getByText(/6 of 7 loaded/)).toBeDefined()
})

const PAGE = Array.from({ length: 30 }, (_, at) => order(String(at + 1)))
const LIST = 'GET /api/admin/withdraw-orders'
const CHECKS = `${LIST}/checks`
/** Thirty orders and one more on the next page, whose checks are answered by `late`. */
const paged = (late: () => unknown) => ({
  [LIST]: ({ cursor }: { cursor?: string }) => ({
    withdrawals: cursor === undefined ? PAGE : [order('31')],
    ...{ nextCursor: cursor === undefined ? '30' : null, totals: { count: 31, amount: '3131.00' } },
  }),
  [CHECKS]: ({ ids }: { ids: string }) =>
    ids.includes('31') ? late() : { orders: ids.split(',').map(checked) },
})
const rejectDialog = () => screen.findByRole('alertdialog', { name: say('bulk.askReject', { count: 1 }) })

test('[D10] a further page asks for its own checks only, and takes neither the filtered orders nor the typed remark away', async () => {
  let answer: (value: unknown) => void = () => undefined
  const late = new Promise((resolve) => {
    answer = resolve
  })
  const { choose, calls } = await show(
    PAGE,
    paged(() => late),
  )
  fireEvent.change(screen.getByRole('combobox', { name: say('column.checks') }), {
    target: { value: 'failed' },
  })
  choose('7')
  fireEvent.click(button(say('bulk.reject', { count: 1 })))
  fireEvent.change(within(await rejectDialog()).getByRole('textbox'), { target: { value: 'Not yours.' } })
  fireEvent.click(screen.getByText(i18next.t('admin:table.more')))
  const asked = () => calls.filter(({ call }) => call === CHECKS)
  await waitFor(() => expect(asked().at(-1)?.query).toEqual({ ids: '31' }))
  expect(asked()).toHaveLength(2)
  expect(within(await rejectDialog()).getByRole<HTMLInputElement>('textbox').value).toBe('Not yours.')
  expect(screen.getByText(/1 of 31 loaded/)).toBeDefined()
  answer({ orders: [{ id: '31', of: 6, failed: ['device'] }] })
  expect(await screen.findByText(/2 of 31 loaded/)).toBeDefined()
  expect(within(await rejectDialog()).getByRole<HTMLInputElement>('textbox').value).toBe('Not yours.')
})

test('[D10] checks that cannot be had are told apart from none that match, and asked for again', async () => {
  let isDown = true
  usePageAddress.setState({ search: '?checks=failed' })
  open(WITHDRAWALS, {
    [CHECKS]: ({ ids }: { ids: string }) => {
      if (isDown) throw new Error('down')
      return { orders: ids.split(',').map(checked) }
    },
  })
  expect(await screen.findByText(say('checksFailed'))).toBeDefined()
  expect(screen.queryByText(say('noneFound'))).toBeNull()
  isDown = false
  fireEvent.click(button(i18next.t('ui:retry')))
  expect(await screen.findByText('5/6')).toBeDefined()
  expect(screen.queryByText(say('checksFailed'))).toBeNull()
})

test('[D10] orders whose checks are still to come are not approved together, and the bar says so', () => {
  const unknown = obstaclesOf(order('1'), undefined)
  expect([...unknown]).toEqual(['unchecked'])
  expect(byChecks([order('1')], { passed: new Map(), isFailed: false }, 'passed').shown).toBeUndefined()
  expect(byChecks([], { passed: new Map(), isFailed: false }, 'passed').shown).toEqual([])
})

test('[D10] acting on several that is refused half-way says how far it came, where it stopped and what is left taken on', async () => {
  let refuse: () => void = () => undefined
  const refused = new Promise((_, reject) => {
    refuse = () => reject(new ApiError('PAYEE_FROZEN', 'Frozen.', { status: 409 }))
  })
  let sent = 0
  const { choose } = await show(WITHDRAWALS, {
    'POST /api/admin/withdraw-orders/:id/approve': () => {
      sent += 1
      return sent === 2 ? refused : { withdrawal: { version: 3 } }
    },
  })
  choose('1', '2')
  fireEvent.click(button(say('bulk.approve', { count: 2 })))
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: say('bulk.approve', { count: 2 }) }))
  await waitFor(() => expect(sent).toBe(2))
  fireEvent.click(within(dialog).getByRole('button', { name: i18next.t('ui:cancel') }))
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(dialog.hasAttribute('data-open')).toBe(true)
  refuse()
  const told = await screen.findByText(/Done: 1 of 2/)
  expect(told.textContent?.replaceAll(/[\u2066-\u2069]/g, '')).toBe(
    'Done: 1 of 2. Stopped at W2. It is now under Processing, taken on by you.',
  )
  expect(screen.getByText('Frozen.')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
