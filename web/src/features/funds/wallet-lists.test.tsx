import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { AxiosError, type AxiosResponse } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { setLanguage, startI18n } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session-store.ts'
import { BillsSection } from './BillsSection.tsx'
import { OpenDeposits } from './OpenDeposits.tsx'
import { RecentWithdrawals } from './RecentWithdrawals.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const BEGUN_MS = Date.UTC(2026, 4, 11, 12, 48, 3)
const OPEN = {
  ...{ id: '9', method: 'wallet', network: 'tron', address: ADDRESS, bankName: null, accountEnd: null },
  ...{ amount: '100.00', fee: '2.00', actual: '98.00', state: 'processing', remark: null },
  ...{ payoutRef: null, createdMs: BEGUN_MS, endedMs: null, returnedMs: null, correctedMs: null },
}
const PAID = {
  ...{ ...OPEN, id: '8', method: 'bank', network: null, address: null, bankName: 'First Bank' },
  ...{ accountEnd: '4321', state: 'completed', payoutRef: 'PAY-77', endedMs: BEGUN_MS + 60_000 },
}
const DEPOSIT = {
  ...{ id: '3', kind: 'wallet', network: 'tron', amount: '250.50', state: 'pending', remark: null },
  ...{ receipt: null, createdMs: BEGUN_MS, endedMs: null },
}
let isThere: boolean
let posted: string[]
const lists: Record<string, unknown> = {
  '/api/account/deposits?which=open': { deposits: [], nextCursor: null },
  '/api/account/addresses': {
    addresses: [{ id: '7', network: 'tron', address: ADDRESS, label: 'Main wallet', isDefault: true }],
  },
  '/api/account/withdrawals': {
    withdrawals: [PAID, ...['7', '6', '5', '4', '3'].map((id) => ({ ...PAID, id }))],
    nextCursor: null,
  },
  // Long ago: it is not on the newest page.
  '/api/account/withdrawals?which=open': { withdrawals: [OPEN], nextCursor: null },
}

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
  await loadFundsTexts()
})
beforeEach(async () => {
  apiClient.defaults.adapter = async (config) => {
    if (!isThere) throw new AxiosError('lost', AxiosError.ERR_NETWORK, config)
    if (config.method === 'post') posted.push(String(config.url))
    const which = config.params?.which === undefined ? '' : `?which=${config.params.which}`
    const data = { success: true, data: lists[`${config.url}${which}`] }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  await setLanguage('en-US')
  isThere = true
  posted = []
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
})
afterEach(cleanup)

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <OpenDeposits />
      <RecentWithdrawals />
      <SavedAddresses />
    </QueryClientProvider>,
  )
}

test('[F3] the wallet tells where withdrawals go, what they cost and where the payout is found', async () => {
  show()
  const rows = within(await screen.findByRole('region', { name: 'Withdrawals' })).getAllByRole('listitem')
  const [open, paid, ...others] = rows.map(({ textContent }) => textContent)
  for (const part of ['100.00', 'TRON', 'Processing', ADDRESS, 'Fee 2.00', 'Payout 98.00']) {
    expect(open).toContain(part)
  }
  for (const part of ['Bank', 'Completed', 'First Bank', '…4321', 'Payout reference: PAY-77']) {
    expect(paid).toContain(part)
  }
  expect(others).toHaveLength(4)
})

test('[F2][F3] a list that cannot be loaded says so, and is there after another try', async () => {
  isThere = false
  show()
  for (const name of ['Open deposits', 'Withdrawals', 'Saved addresses']) {
    await within(await screen.findByRole('region', { name })).findByRole('alert')
  }
  isThere = true
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await screen.findByText('Main wallet')
})

test('[F2] [U-21] one press on Cancel deposit asks, with the amount and what becomes of money on its way; nothing is sent before it is confirmed', async () => {
  const none = lists['/api/account/deposits?which=open']
  lists['/api/account/deposits?which=open'] = { deposits: [DEPOSIT], nextCursor: null }
  show()
  const opener = await screen.findByRole('button', { name: 'Cancel deposit' })
  fireEvent.click(opener)
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this deposit?' })
  expect(question.textContent).toContain('250.50')
  expect(question.textContent).toContain('A payment that arrives after you cancel is not credited')
  fireEvent.click(within(question).getByRole('button', { name: 'Keep deposit' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(posted).toEqual([])

  fireEvent.click(opener)
  const again = await screen.findByRole('alertdialog')
  lists['/api/account/deposits?which=open'] = none
  // A double press.
  for (const _ of [1, 2]) fireEvent.click(within(again).getByRole('button', { name: 'Cancel deposit' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Open deposits' })).toBeNull())
  expect(posted).toEqual(['/api/account/deposits/3/cancel'])
})

test('[F7] more bills that cannot be loaded say so, and are there after another try', async () => {
  const bill = { type: 'deposit', status: 'completed', amount: '1.00', symbol: null, method: 'bank' }
  const rest = { remark: null, ref: 'deposit:1', createdMs: BEGUN_MS, completedMs: BEGUN_MS }
  const pageOf = (id: string, nextCursor: string | null) => ({
    bills: [{ id, ...bill, ...rest }],
    nextCursor,
  })
  lists['/api/account/bills'] = pageOf('2', '2')
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <BillsSection />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const more = await screen.findByRole('button', { name: 'Show more' })
  isThere = false
  fireEvent.click(more)
  await screen.findByText('Failed to load records')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  isThere = true
  lists['/api/account/bills'] = pageOf('1', null)
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.queryByText('Failed to load records')).toBeNull()
})
