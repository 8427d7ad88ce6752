import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { OrderLedger } from '../orders/OrderLedger.tsx'
import { UserLedger } from './UserLedger.tsx'
import { useUserAddress } from './use-users.ts'

const UID = '1000000001'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-people'])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  useAdminSession.getState().signOut()
  history.replaceState(null, '', '/')
})

const signIn = (permissions: string[]) =>
  useAdminSession.setState({
    ...{ token: 'token' },
    admin: {
      ...{ username: 'ada', role: 'owner', permissions },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
const show = (page: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {page}
    </QueryClientProvider>,
  )
const entry = (id: string) => ({
  ...{ id, timeMs: 0, kind: 'deposit' as const, ref: `deposit:${id}`, contract: null },
  ...{ amount: '5.00', change: '5.00', available: '5.00' },
})

function Ledger() {
  return <UserLedger uid={UID} address={useUserAddress()} />
}

test('[D6] the ledger of a user goes on page by page, and of the practice book too', async () => {
  signIn(['balances', 'users'])
  const asked: { book: string; cursor?: string }[] = []
  vi.spyOn(apiClient, 'request').mockImplementation(async (config) => {
    const params = config.params as (typeof asked)[number]
    asked.push(params)
    const data =
      params.cursor === undefined
        ? { entries: [entry('9')], nextCursor: '9.5000000' }
        : { entries: [entry('8')], nextCursor: null }
    return { status: 200, headers: {}, data: { success: true, data } }
  })
  show(<Ledger />)
  await screen.findByText('R9')
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('R8')
  expect(screen.getByText('R9')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'Balance' }), { target: { value: 'demo' } })
  await screen.findByRole('button', { name: 'Show more' })
  expect(asked).toMatchObject([{ book: 'real' }, { book: 'real', cursor: '9.5000000' }, { book: 'demo' }])
})

test('[D6] a further page of the ledger that cannot be had is told, and asked for again', async () => {
  signIn(['balances', 'users'])
  let isDown = true
  vi.spyOn(apiClient, 'request').mockImplementation(async (config) => {
    const isMore = (config.params as { cursor?: string }).cursor !== undefined
    if (isMore && isDown) throw new Error('down')
    const data = { entries: [entry(isMore ? '8' : '9')], nextCursor: isMore ? null : '9.-5000000' }
    return { status: 200, headers: {}, data: { success: true, data } }
  })
  show(<Ledger />)
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByRole('alert')
  expect(screen.getByText('R9')).toBeTruthy()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('R8')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[D6] [D10] the ledger beside an order leads to all entries of its user, for who may read them', () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  signIn(['balances', 'users'])
  show(<OrderLedger entries={[]} ownRef="" uid={UID} />)
  fireEvent.click(screen.getByRole('button', { name: 'All entries' }))
  expect(assign.mock.calls).toEqual([[`/admin/users?user=${UID}&tab=ledger`]])
  cleanup()
  signIn(['withdraw-orders'])
  show(<OrderLedger entries={[]} ownRef="" uid={UID} />)
  expect(screen.queryByRole('button', { name: 'All entries' })).toBeNull()
})
