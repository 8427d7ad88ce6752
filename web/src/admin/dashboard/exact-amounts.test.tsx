import { cleanup, render, screen } from '@testing-library/react'
import type { Dashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { RechargeOrderDetails } from '@truestrike/protocol/order-details-endpoints.ts'
import type { ListedUser, UserDetails } from '@truestrike/protocol/people-endpoints.ts'
import type { VoidPreview } from '@truestrike/protocol/void-endpoints.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { OrderUser } from '../orders/OrderUser.tsx'
import { DataTable } from '../table/DataTable.tsx'
import { UserProfile } from '../users/UserProfile.tsx'
import { useUserColumns } from '../users/user-columns.tsx'
import { VoidEffect } from '../voids/VoidEffect.tsx'
import { Exposure } from './Exposure.tsx'
import { KeyFigures } from './KeyFigures.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-people', 'admin-contracts'])
})
afterEach(cleanup)

const side = (stake: string) => ({ contracts: 1, stake, payout: stake })
const PRODUCT = { symbol: 'BTCUSDT', category: 'crypto', fullest: null, isWarned: false, stop: null }
const DASHBOARD = {
  ...{ usersOnline: 1, orders: { today: 1, yesterdayByNow: 0 }, worstCase: '90.505', limit: '50000.0001' },
  ...{ open: { contracts: 2, stake: '462.5043' }, fullest: null },
  house: { contracts: 1, stake: '302598.000001', result: '-12406.5043', shareBps: 410 },
  exposure: [
    {
      ...{ ...PRODUCT, up: side('462.5043'), down: side('0.000001') },
      ...{ worstCase: '370.00344', worstWay: 'up' },
    },
  ],
} as unknown as Dashboard

const BOOK = { total: '7.5043', available: '1.0001', inPosition: '2.0002', frozen: '4.504' }
const USER = {
  ...{ uid: '1000000001', username: 'mira', nickname: '', email: null, phone: '', bio: '' },
  ...{ invitedBy: null, status: 'active', identity: 'none', loginType: 'account', twoFactor: false },
  ...{ joinedMs: 0, lastLoginMs: null, balances: { real: BOOK, demo: { ...BOOK, total: '0.0004' } } },
  ...{ generations: [], limits: { excludedUntilMs: null } },
} as unknown as UserDetails
const NO_LIMITS = { maxStake: null, nextMaxStake: null, dailyLoss: null, nextDailyLoss: null, lostToday: '0' }
USER.limits = { ...USER.limits, real: NO_LIMITS, demo: NO_LIMITS }

const PREVIEW = {
  ...{ contracts: 3, houseEffect: '-0.0043' },
  books: [
    {
      ...{
        book: 'real',
        lost: { contracts: 1, stake: '462.5043' },
        open: { contracts: 2, stake: '12.0001' },
      },
      effect: { contracts: 2, paid: '0', kept: '0', unknown: { stake: '3.0009', profit: '2.40072' } },
    },
  ],
} as unknown as VoidPreview

function UserList() {
  const of = { uid: '1', username: 'mira', real: '462.5043', demo: '0.000001' } as unknown as ListedUser
  const columns = useUserColumns().filter(({ key }) => key === 'real' || key === 'demo')
  return (
    <DataTable
      {...{ label: 'Users', columns, currentId: null }}
      rows={[{ ...of, id: '1' }]}
      onOpen={() => {}}
    />
  )
}

const details = { total: '462.5043', joinedMs: 0, frozen: false } as RechargeOrderDetails['user']
const PARTS: [string, () => ReactNode, string[]][] = [
  ['what is at risk by product', () => <Exposure of={DASHBOARD} />, ['462.5043', '0.000001', '−370.00344']],
  [
    'the key figures',
    () => <KeyFigures of={DASHBOARD} />,
    ['462.5043', '−12,406.5043', 'of 302,598.000001 volume', '−90.505', '50,000.0001'],
  ],
  [
    'what a void would mean',
    () => <VoidEffect preview={PREVIEW} />,
    ['−0.0043', '462.5043', '12.0001', '−3.0009', '+2.40072'],
  ],
  ['the list of users', () => <UserList />, ['462.5043', '0.000001']],
  [
    'the balances of a user',
    () => <UserProfile user={USER} />,
    ['7.5043', '1.0001', '2.0002', '4.504', '0.0004'],
  ],
  ['the user of an order', () => <OrderUser username="mira" uid="1" details={details} />, ['462.5043']],
]

test.each(PARTS)('[B-6] %s: amounts are shown to the last decimal', (_, part, amounts) => {
  render(part())
  const shown = (document.body.textContent ?? '').replace(/[\u2066-\u2069]/g, '')
  expect(amounts.filter((amount) => !shown.includes(amount))).toEqual([])
})

test('[B-6] where nothing can be lost, the worst case of a product is none, written like any amount', () => {
  const [first] = DASHBOARD.exposure
  const none = { ...first, worstCase: '0', worstWay: null } as (typeof DASHBOARD.exposure)[number]
  render(<Exposure of={{ ...DASHBOARD, exposure: [none] }} />)
  expect(screen.getByText('0.00')).toBeTruthy()
})
