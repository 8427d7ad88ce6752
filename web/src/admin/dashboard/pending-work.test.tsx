import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { Dashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { PendingWork } from './PendingWork.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)
afterAll(checkNoMore)

const task = (id: string, receipt: boolean | null, waitingMs: number) => ({
  ...{ id, receipt, waitingMs, createdMs: 1, uid: '1000000001', username: 'mira' },
  ...{ amount: '300', takenBy: null },
})
const PENDING: Dashboard['pending'] = {
  withdrawOrders: { count: 15, processing: 3, oldest: [task('8', null, 900), task('9', null, 800)] },
  rechargeOrders: { count: 7, processing: 0, oldest: [task('4', true, 700), task('5', false, 600)] },
  identityChecks: null,
}

test('[D15] each task says what speaks for it: checks passed, a receipt or none; the whole queues are one step away', async () => {
  const { faults } = checkCalls({
    'GET /api/admin/withdraw-orders/checks': {
      orders: [
        { id: '8', of: 7, failed: ['device'] },
        { id: '9', of: 7, failed: [] },
      ],
    },
  })
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <PendingWork of={PENDING} />
    </QueryClientProvider>,
  )
  await screen.findByText('6 of 7 checks')
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'))
  expect(cells.map((row) => [row[0], row[1], row[5]].map((cell) => cell?.textContent))).toEqual([
    ['Withdraw', 'W8', '6 of 7 checks'],
    ['Withdraw', 'W9', '7 of 7 checks'],
    ['Recharge', 'R4', 'Receipt attached'],
    ['Recharge', 'R5', 'No receipt'],
  ])
  const queue = screen.getByRole('navigation', { name: 'Whole queue' })
  expect(
    within(queue)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Withdraw 12', 'Recharge 7'])
  expect(faults).toEqual([])
  client.clear()
})

test('[D15] a queue that is all being processed is still led to, and one told by an older process is read, too', () => {
  checkCalls()
  const client = new QueryClient()
  const rechargeOrders = { count: 7, oldest: [{ ...task('4', null, 700), receipt: undefined }] }
  render(
    <QueryClientProvider client={client}>
      <PendingWork
        of={{
          withdrawOrders: { count: 3, processing: 3, oldest: [] },
          rechargeOrders: rechargeOrders as unknown as Dashboard['pending']['rechargeOrders'],
          identityChecks: null,
        }}
      />
    </QueryClientProvider>,
  )
  const queue = screen.getByRole('navigation', { name: 'Whole queue' })
  const told = within(queue).getAllByRole('button')
  expect(told.map(({ textContent }) => textContent)).toEqual(['Withdraw 0', 'Recharge 7'])
  expect(screen.queryByText('No receipt')).toBeNull()
  client.clear()
})
