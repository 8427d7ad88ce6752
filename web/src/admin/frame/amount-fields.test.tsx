import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { SystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import type { UserDetails } from '@truestrike/protocol/people-endpoints.ts'
import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import type { OfferedRule } from '@truestrike/protocol/rule-endpoints.ts'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setLanguage, startI18n } from '../../lib/i18n.ts'
import { NewRule } from '../game-rules/NewRule.tsx'
import { ContractFilters } from '../order-list/ContractFilters.tsx'
import { useContractAddress } from '../order-list/use-contract-list.ts'
import { OrderFilters } from '../orders/OrderFilters.tsx'
import { type Acts, useActs } from '../orders/use-acts.ts'
import { useOrderAddress } from '../orders/use-orders.ts'
import { ProductDrawer } from '../products/ProductDrawer.tsx'
import { RechargeSteps } from '../recharge-orders/RechargeSteps.tsx'
import { FundsSection } from '../system-config/FundsSection.tsx'
import { TradingSection } from '../system-config/TradingSection.tsx'
import { UserActForm } from '../users/UserActForm.tsx'
import { loadAdminTexts } from './admin-texts.ts'
import { checkCalls, checkNoMore } from './checked-calls.ts'
import { usePageAddress } from './page-address.ts'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-settings', 'admin-people', 'admin-contracts'])
})
beforeEach(() => usePageAddress.setState({ search: '' }))
afterEach(async () => {
  cleanup()
  usePageAddress.setState({ search: '' })
  await setLanguage('en-US')
})
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(key)

function open(Part: (props: { acts: Acts }) => ReactNode) {
  const checked = checkCalls({})
  const Page = () => <Part acts={useActs(async () => undefined)} />
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page />
    </QueryClientProvider>,
  )
  return { ...checked, posts: () => checked.calls.filter(({ call }) => call.startsWith('POST')) }
}

const limits = { min: '10.00', max: '1000.00' }
const never = { version: 3, changedMs: null, changedBy: null }
const config = {
  funds: {
    ...{ deposit: limits, withdrawal: limits, transfer: limits, walletFee: '1.00', bankFeeBps: 50 },
    ...{ bankFeeMin: '2.00', secondAdminAbove: '5000.00', identityRequired: false },
  },
  trading: {
    ...{ demoEnabled: true, realEnabled: true, exposureLimit: '50000.00', exposureWarningBps: 8_000 },
    identityRequired: false,
  },
  versions: { funds: never, trading: never },
  ...{ hasSecondAdmin: false, secondAdminFromMs: null, environment: { fundsMode: 'test' } },
} as unknown as SystemConfig
const section = { config, isReadOnly: false, note: null }
const rule = {
  ...{ symbol: 'BTCUSDT', category: 'crypto', enabled: true, durationSeconds: 60, payoutBps: 8_000 },
  ...{ stakeMin: '1.00', stakeMax: '1000.00', windowMs: 1_000, openingDelayMs: 0, openTimeoutMs: 5_000 },
  ...{ staleMs: 5_000, maxGapMs: 10_000, version: 4, hash: 'a'.repeat(43), createdMs: 1_700_000_000_000 },
} as unknown as OfferedRule
const deposit = {
  ...{ id: '7', version: 2, state: 'processing', network: null, amount: '40.00', takenBy: 'me' },
  ...{ username: 'mira', proposed: null, transactionId: null, toldTransactionId: null },
} as unknown as ReviewedDeposit
const user = {
  ...{ uid: '1234567890', adjustLimit: '1000', status: 'active', twoFactor: true },
  secondFor: { adjustBalance: true, resetTwoFactor: true },
  secondFromMs: { adjustBalance: null, resetTwoFactor: null },
} as unknown as UserDetails

interface Case {
  Part: (props: { acts: Acts }) => ReactNode
  label: string
  button: string
  /** Filled in before, by label. */
  also?: Record<string, string>
  /** What `1,200` is sent as. */
  sent: object
}

const CASES: [string, Case][] = [
  [
    'the confirmed amount of a deposit',
    {
      Part: ({ acts }) => (
        <RechargeSteps
          order={deposit}
          acts={acts}
          byTwo={{ above: '5000.00', available: true, availableFromMs: null }}
          onDone={() => undefined}
        />
      ),
      ...{ label: 'admin:orders.confirmed', button: 'admin:orders.step.propose' },
      sent: { credited: '1200.00' },
    },
  ],
  [
    'a correction of a balance',
    {
      Part: ({ acts }) => <UserActForm act="adjust" {...{ user, acts }} onClose={() => undefined} />,
      ...{ label: 'admin-people:amount', button: 'admin-people:act.adjust' },
      also: { 'admin-people:reasonTold': 'a mistake of ours' },
      sent: { amount: '1200.00' },
    },
  ],
  [
    'a limit of the funds',
    {
      Part: ({ acts }) => <FundsSection {...section} acts={acts} />,
      ...{ label: 'admin-settings:funds.deposit.max', button: 'admin-settings:save' },
      sent: { funds: { deposit: { max: '1200.00' } } },
    },
  ],
  [
    'the exposure limit',
    {
      Part: ({ acts }) => <TradingSection {...section} acts={acts} />,
      ...{ label: 'admin-settings:trading.exposureLimit', button: 'admin-settings:save' },
      sent: { trading: { exposureLimit: '1200.00' } },
    },
  ],
  [
    'the largest amount of a rule',
    {
      Part: ({ acts }) => (
        <NewRule rules={[rule]} isAvailable availableFromMs={null} acts={acts} onClose={() => undefined} />
      ),
      ...{ label: 'admin-settings:rules.stakeMax', button: 'admin-settings:rules.propose' },
      also: { 'admin-settings:rules.durationInSeconds': '90', 'admin-settings:rules.reason': 'asked for' },
      sent: { rule: { stakeMax: '1200.00' } },
    },
  ],
  [
    'the first price of a product',
    {
      Part: ({ acts }) => (
        <ProductDrawer
          product={null}
          source="simulated"
          acts={acts}
          mayAct
          onAdded={() => undefined}
          onClose={() => undefined}
        />
      ),
      ...{ label: 'admin-settings:products.firstPrice', button: 'admin-settings:products.add' },
      also: { 'admin-settings:products.base': 'PEPE', 'admin-settings:products.name': 'Pepe' },
      sent: { firstPrice: '1200' },
    },
  ],
]

test.each(CASES)(
  '[D10] [D12] [B-18] %s is read as it is written, and refused at its field before anything is sent',
  async (_, { Part, label, button, also = {}, sent }) => {
    const { posts, faults } = open(Part)
    const type = (key: string, value: string) =>
      fireEvent.change(screen.getByLabelText(say(key)), { target: { value } })
    const press = () => fireEvent.click(screen.getByRole('button', { name: new RegExp(say(button)) }))
    for (const [key, value] of Object.entries(also)) type(key, value)
    type(label, '1,200')
    // The button may have another name for another amount.
    const pressed = screen.getByRole('button', { name: new RegExp(say(button)) })
    type(label, 'abc')
    fireEvent.click(pressed)
    const field = screen.getByLabelText(say(label))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe(say('admin:amount.none'))
    expect(posts()).toEqual([])
    type(label, '1,200')
    press()
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject(sent)
    expect(faults).toEqual([])
  },
)

test('[L2] [B-18] in German a number of two meanings is asked about, and a balance is lowered by a true minus', async () => {
  await setLanguage('de-DE')
  const { posts } = open(({ acts }) => (
    <UserActForm act="adjust" {...{ user, acts }} onClose={() => undefined} />
  ))
  const amount = screen.getByLabelText(say('admin-people:amount'))
  const press = () => fireEvent.click(screen.getByRole('button', { name: say('admin-people:act.adjust') }))
  fireEvent.change(screen.getByLabelText(say('admin-people:reasonTold')), { target: { value: 'ein Fehler' } })
  fireEvent.change(amount, { target: { value: '-1.200' } })
  press()
  expect(screen.getByRole('alert').textContent).toBe(say('admin:amount.unclear'))
  expect(posts()).toEqual([])
  fireEvent.change(amount, { target: { value: '−1.200,50' } })
  press()
  await waitFor(() => expect(posts()[0]?.body).toMatchObject({ amount: '-1200.50' }))
})

test('[D10] [B-18] a bound of a list is read as it is written; one that cannot be read says so', () => {
  const asked: unknown[] = []
  const Lists = () => {
    const orders = useOrderAddress<string>([])
    const contracts = useContractAddress()
    asked.splice(0, 2, orders.asked, contracts.asked)
    return (
      <>
        <OrderFilters address={orders} methods={[]} onExport={undefined} searches="orders" more={null} />
        <ContractFilters address={contracts} onExport={() => undefined}>
          {null}
        </ContractFilters>
      </>
    )
  }
  usePageAddress.setState({ search: '?maxAmount=1%2C200&maxStake=1%2C200' })
  open(() => <Lists />)
  expect(asked).toMatchObject([{ maxAmount: '1200.00' }, { maxStake: '1200.00' }])
  for (const field of screen.getAllByLabelText(say('admin:orders.minAmount'))) {
    fireEvent.change(field, { target: { value: 'abc' } })
    fireEvent.blur(field)
  }
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    say('admin:amount.none'),
    say('admin:amount.none'),
  ])
  expect(asked[0]).not.toHaveProperty('minAmount')
  expect(asked[1]).not.toHaveProperty('minStake')
})
