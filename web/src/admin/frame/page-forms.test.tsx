import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import type { ConfiguredMethod, SystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import type { UserDetails } from '@truestrike/protocol/people-endpoints.ts'
import type { ConfiguredProduct } from '@truestrike/protocol/product-endpoints.ts'
import type { OfferedRule } from '@truestrike/protocol/rule-endpoints.ts'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { DraftDrawer } from '../announcements/AnnouncementDrawer.tsx'
import { ProposalActs } from '../approvals/ProposalActs.tsx'
import { NewRule } from '../game-rules/NewRule.tsx'
import { RuleDrawer } from '../game-rules/RuleDrawer.tsx'
import { type Acts, useActs } from '../orders/use-acts.ts'
import { ProductDrawer } from '../products/ProductDrawer.tsx'
import { NewAdministrator } from '../roles/NewAdministrator.tsx'
import { BasicSection } from '../system-config/BasicSection.tsx'
import { FundsSection } from '../system-config/FundsSection.tsx'
import { MailSection } from '../system-config/MailSection.tsx'
import { MethodsSection } from '../system-config/MethodsSection.tsx'
import { TextsSection } from '../system-config/TextsSection.tsx'
import { TradingSection } from '../system-config/TradingSection.tsx'
import { UserActForm } from '../users/UserActForm.tsx'
import { ProposeVoid } from '../voids/ProposeVoid.tsx'
import { VoidAside } from '../voids/VoidAside.tsx'
import { loadAdminTexts } from './admin-texts.ts'
import { checkCalls, checkNoMore } from './checked-calls.ts'

const PARTS = ['settings', 'access', 'users', 'contracts', 'approvals', 'announcements'] as const

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(PARTS.map((part) => `admin-${part}` as const))
})
afterEach(cleanup)
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(key)
const fill = (key: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(say(key)), { target: { value } })
}
const press = (key: string): void => {
  fireEvent.click(screen.getByRole('button', { name: say(key) }))
}

/** Renders part of a page as the page does, with what its calls would be refused for. */
function open(Part: (props: { acts: Acts }) => ReactNode, answers: Record<string, unknown> = {}) {
  const checked = checkCalls(answers)
  const Page = () => <Part acts={useActs(async () => undefined)} />
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return {
    ...checked,
    /** Waits for a call; nothing that was sent until then may be refused for its form. */
    async expectCall(call: string, body: object): Promise<void> {
      await waitFor(() => expect(checked.calls.map((each) => each.call)).toContain(call))
      expect(checked.faults).toEqual([])
      expect(checked.calls.find((each) => each.call === call)?.body).toMatchObject(body)
      checked.calls.length = 0
    },
  }
}

const never = { version: 3, changedMs: null, changedBy: null }
const limits = { min: '10', max: '1000' }
const method: ConfiguredMethod = {
  ...{ id: '7', kind: 'bank', name: null, network: null, address: null, isTest: true },
  ...{ accountName: 'Example', accountNumber: '4711', bankName: 'Bank', instructions: '' },
  ...{ picture: null, enabled: true },
}
const config: SystemConfig = {
  basic: {
    ...{ siteName: 'Site', siteDescription: '', operatorName: '', logo: null, inviteCodeRequired: true },
    ...{ walletLogin: true, emailLogin: false },
    customerService: { enabled: false, serviceLink: '', hours: '' },
  },
  funds: {
    ...{ deposit: limits, withdrawal: limits, transfer: limits, walletFee: '1', bankFeeBps: 50 },
    ...{ bankFeeMin: '2', secondAdminAbove: '5000', identityRequired: false },
  },
  methods: [method],
  trading: {
    ...{ demoEnabled: true, realEnabled: true, exposureLimit: '50000', exposureWarningBps: 8_000 },
    identityRequired: false,
  },
  mail: { senderName: '', replyTo: '' },
  texts: [],
  versions: { basic: never, funds: never, methods: never, trading: never, mail: never },
  ...{ hasSecondAdmin: true, secondAdminFromMs: null },
  environment: {
    ...{ fundsMode: 'test', licenceName: null, allowedCountries: [], source: 'simulated' },
    mail: { kind: 'inbox', server: null, hasUser: false, hasPassword: false, from: null },
  },
}
const CONFIG = 'POST /api/admin/system/config'

test('[D9] each section of the system configuration sends what its call takes', async () => {
  const section = { config, isReadOnly: false, note: null }
  const saves = async (Part: typeof BasicSection, name: string, edit: () => void, body: object) => {
    const page = open(({ acts }) => <Part {...section} acts={acts} />)
    edit()
    press('admin-settings:save')
    await page.expectCall(`${CONFIG}/${name}`, { version: 3, ...body })
    cleanup()
  }
  await saves(BasicSection, 'basic', () => fill('admin-settings:basic.siteName', 'Other'), {
    basic: { siteName: 'Other' },
  })
  await saves(FundsSection, 'funds', () => fill('admin-settings:funds.bankFee', '0.75'), {
    funds: { bankFeeBps: 75 },
  })
  await saves(TradingSection, 'trading', () => fill('admin-settings:trading.warning', '70'), {
    trading: { exposureWarningBps: 7_000 },
  })
  await saves(MailSection, 'mail', () => fill('admin-settings:mail.senderName', 'Desk'), {
    mail: { senderName: 'Desk' },
  })
  await saves(MethodsSection, 'methods', () => press('admin-settings:methods.add'), {
    methods: [{ id: '7', accountNumber: '4711' }, { kind: 'bank' }],
  })
})

test('[D9] [D17] a text of the operator, a higher amount for a second administrator, a higher exposure limit', async () => {
  const texts = open(({ acts }) => <TextsSection {...{ config, acts }} isReadOnly={false} />, {
    'GET /api/admin/system/config/texts': { text: null, version: 0 },
  })
  await screen.findByLabelText(say('admin-settings:texts.words'))
  fill('admin-settings:texts.words', '# Terms')
  press('admin-settings:save')
  await texts.expectCall(`${CONFIG}/texts`, { version: 0, page: 'terms', text: '# Terms' })
  cleanup()
  const funds = open(({ acts }) => <FundsSection {...{ config, acts }} isReadOnly={false} note={null} />, {
    'GET /api/admin/system/config/second-admin/preview': { from: '5000', to: '6000', waiting: 0 },
  })
  fill('admin-settings:funds.raise.to', '6000')
  fill('admin-settings:rules.reason', 'larger payouts')
  press('admin-settings:funds.raise.propose')
  await funds.expectCall(`${CONFIG}/second-admin`, { from: '5000', to: '6000.00', reason: 'larger payouts' })
  cleanup()
  const trading = open(({ acts }) => <TradingSection {...{ config, acts }} isReadOnly={false} note={null} />)
  fill('admin-settings:trading.raise.to', '60000')
  fill('admin-settings:rules.reason', 'more users')
  press('admin-settings:trading.raise.propose')
  await trading.expectCall(`${CONFIG}/exposure-limit`, {
    from: '50000',
    to: '60000.00',
    reason: 'more users',
  })
})

test('[D8] products are added and changed', async () => {
  const none = {
    source: 'simulated',
    mayAct: true,
    onAdded: () => undefined,
    onClose: () => undefined,
  } as const
  const adding = open(({ acts }) => <ProductDrawer product={null} {...none} acts={acts} />)
  fill('admin-settings:products.base', 'pepe')
  fill('admin-settings:products.firstPrice', '0.0123')
  fill('admin-settings:products.name', 'Pepe')
  press('admin-settings:products.add')
  await adding.expectCall('POST /api/admin/products', { base: 'PEPE', firstPrice: '0.0123', calendar: null })
  cleanup()
  const product: ConfiguredProduct = {
    ...{
      name: 'Pepe',
      calendar: null,
      enabled: true,
      sort: 5,
      symbol: 'PEPEUSDT',
      base: 'PEPE',
      quote: 'USDT',
    },
    ...{ category: 'crypto', precision: 4, source: 'simulated', version: 1, calendarVersion: 1, edits: 2 },
    ...{
      staleMs: 5_000,
      outlierBps: 100,
      deviationBps: 100,
      status: 'open',
      price: null,
      openContracts: 0,
      pastHoursUntilMs: null,
    },
  }
  const changing = open(({ acts }) => <ProductDrawer product={product} {...none} acts={acts} />)
  fill('admin-settings:products.sort', '9')
  press('admin-settings:save')
  await changing.expectCall('POST /api/admin/products/:symbol', { sort: 9, edits: 2 })
  // How far a product may lie from its second source concerns those that have one.
  const shown = (key: string) => screen.queryByText(say(`admin-settings:products.${key}`)) !== null
  expect([shown('outlierBps'), shown('deviationBps')]).toEqual([true, false])
  cleanup()
  open(({ acts }) => <ProductDrawer product={{ ...product, source: 'exchange' }} {...none} acts={acts} />)
  expect([shown('outlierBps'), shown('deviationBps')]).toEqual([true, true])
})

const rule: OfferedRule = {
  ...{ symbol: 'BTCUSDT', category: 'crypto', enabled: true, durationSeconds: 60, payoutBps: 8_000 },
  ...{ stakeMin: '1', stakeMax: '1000', windowMs: 1_000, openingDelayMs: 0, openTimeoutMs: 5_000 },
  ...{ staleMs: 5_000, maxGapMs: 10_000, version: 4, hash: 'a'.repeat(43), createdMs: 1_700_000_000_000 },
}
const RULES = '/api/admin/game-rules'

test('[D8] [B-14] a rule is stopped, changed and tried, its versions are listed, and a duration is added', async () => {
  const offered = { isAvailable: true, availableFromMs: null, onClose: () => undefined }
  const changing = open(({ acts }) => <RuleDrawer {...{ rule, acts, ...offered }} others={[]} mayAct />, {
    [`GET ${RULES}/versions`]: { versions: [rule, { ...rule, version: 3, payoutBps: 7_750 }] },
  })
  expect(await screen.findByText('77.5%')).toBeTruthy()
  press('admin-settings:rules.stop')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(say('admin-settings:rules.stopText'))
  expect(changing.calls.some(({ call }) => call === `POST ${RULES}/switch`)).toBe(false)
  fireEvent.click(within(question).getByRole('button', { name: say('admin-settings:rules.stop') }))
  await changing.expectCall(`POST ${RULES}/switch`, { durationSeconds: 60, version: 4, enabled: false })
  fill('admin-settings:rules.payoutBps', '81.5')
  fill('admin-settings:rules.reason', 'as others')
  press('admin-settings:rules.propose')
  await changing.expectCall(`POST ${RULES}/propose`, {
    ...{ rule: { payoutBps: 8_150 }, products: [{ symbol: 'BTCUSDT', version: 4 }] },
  })
  cleanup()
  const adding = open(({ acts }) => <NewRule rules={[rule]} {...{ acts, ...offered }} />)
  fill('admin-settings:rules.durationInSeconds', '60')
  expect(screen.queryByRole('button', { name: say('admin-settings:rules.propose') })).toBeNull()
  fill('admin-settings:rules.durationInSeconds', '90')
  fill('admin-settings:rules.reason', 'asked for')
  press('admin-settings:rules.propose')
  await adding.expectCall(`POST ${RULES}/propose`, {
    ...{ rule: { durationSeconds: 90 }, products: [{ symbol: 'BTCUSDT', version: 0 }] },
  })
})

test('[D17] [B-12] what is proposed is not proposed again by a second press, but something else is', async () => {
  const { calls } = open(({ acts }) => (
    <NewRule rules={[rule]} acts={acts} isAvailable availableFromMs={null} onClose={() => undefined} />
  ))
  const propose = () => screen.queryByRole('button', { name: say('admin-settings:rules.propose') })
  fill('admin-settings:rules.durationInSeconds', '90')
  fill('admin-settings:rules.reason', 'asked for')
  press('admin-settings:rules.propose')
  press('admin-settings:rules.propose')
  await screen.findByText(say('admin-settings:rules.proposed'))
  expect(propose()).toBeNull()
  fireEvent.submit(screen.getByLabelText(say('admin-settings:rules.reason')))
  expect(calls.filter(({ call }) => call === `POST ${RULES}/propose`)).toHaveLength(1)
  fill('admin-settings:rules.reason', 'asked for again')
  expect(propose()).not.toBeNull()
})

test('[D6] every act on a user', async () => {
  const user = {
    ...{ uid: '1234567890', adjustLimit: '1000', status: 'active', twoFactor: true },
    secondFor: { adjustBalance: true, resetTwoFactor: true },
    secondFromMs: { adjustBalance: null, resetTwoFactor: null },
  } as unknown as UserDetails
  const paths = {
    ...{ freeze: 'freeze', unfreeze: 'unfreeze', signOut: 'sign-out' },
    ...{ adjust: 'adjust-balance', reset: 'reset-two-factor' },
  }
  for (const act of ['freeze', 'unfreeze', 'signOut', 'adjust', 'reset'] as const) {
    const page = open(({ acts }) => <UserActForm {...{ act, user, acts }} onClose={() => undefined} />)
    if (act === 'adjust') fill('admin-users:amount', '-12.5')
    fill(`admin-users:${act === 'adjust' ? 'reasonTold' : 'reason'}`, 'he asked')
    press(`admin-users:act.${act}`)
    const more = act === 'adjust' ? { book: 'real', amount: '-12.50' } : {}
    await page.expectCall(`POST /api/admin/users/:uid/${paths[act]}`, { reason: 'he asked', ...more })
    cleanup()
  }
})

test('[D13][K3] administrators are added, voids proposed', async () => {
  const roles = open(() => (
    <NewAdministrator open onClose={() => undefined} onCreated={async () => undefined} />
  ))
  fill('admin-access:people.name', 'berta')
  press('admin-access:people.create')
  await roles.expectCall('POST /api/admin/administrators', { username: 'berta', role: 'support' })
  cleanup()
  const draft = { symbol: 'BTCUSDT', fromMs: 1_700_000_000_000, toMs: 1_700_000_060_000 }
  const address = { draft, change: () => undefined } as unknown as Parameters<
    typeof ProposeVoid
  >[0]['address']
  const voids = open(({ acts }) => <ProposeVoid {...{ address, acts }} onClose={() => undefined} />, {
    'GET /api/market/products': { products: [], source: 'simulated' },
    'GET /api/admin/voids/preview': { preview: { contracts: 0, houseEffect: '0', books: [] } },
    'POST /api/admin/voids': { void: { id: '1' } },
  })
  fill('admin-contracts:voids.reason', 'prices stood still')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: say('admin-contracts:voids.propose') })).toHaveProperty(
      'disabled',
      false,
    ),
  )
  press('admin-contracts:voids.propose')
  await voids.expectCall('POST /api/admin/voids', { ...draft, reason: 'prices stood still' })
})

test('[D9] a void says that settlement is behind where nothing is counted yet, and nothing of it once that is over', async () => {
  const of = {
    ...{ id: '7', symbol: 'BTCUSDT', fromMs: 1, toMs: 2, reason: 'r', version: 1, remark: null, entry: null },
    ...{ proposedBy: { username: 'ada', isMe: false }, proposedMs: 3, expiresMs: 4, confirmFromMs: null },
    ...{ decidedBy: null, decidedMs: null, returnedMs: null },
  }
  for (const [state, shown] of [
    ['proposed', 1],
    ['confirmed', 1],
    ['withdrawn', 0],
  ] as const) {
    const answer = { void: { ...of, state }, preview: null }
    const page = open(
      ({ acts }) => <VoidAside id="7" listed={undefined} onClose={() => undefined} {...{ acts }} />,
      {
        'GET /api/admin/voids/:id': answer,
      },
    )
    await screen.findByText('V7')
    expect(screen.queryAllByText(say('admin-contracts:voids.behind'))).toHaveLength(shown)
    expect(page.faults).toEqual([])
    cleanup()
  }
})

test('[D17] proposals are confirmed, refused with a remark, and withdrawn', async () => {
  const proposal = {
    ...{ id: '5', version: 1, mayDecide: true, confirmFromMs: null, kind: 'adjust-balance' },
    subject: { kind: 'user', id: '1000000001', label: 'mira' },
    lines: [{ label: 'amount', before: null, after: '-12.50', as: 'amount' }],
  } as unknown as Proposal
  const deciding = open(({ acts }) => <ProposalActs {...{ proposal, acts }} />)
  // Each is asked about first, with all that it is about; Esc changes nothing.
  const ask = async (act: 'confirm' | 'refuse') => {
    press(`admin-approvals:${act}`)
    const dialog = await screen.findByRole('alertdialog', { name: say(`admin-approvals:ask.${act}`) })
    expect(dialog.textContent).toMatch(/mira.*12\.50/)
    return dialog
  }
  const yes = (dialog: HTMLElement, act: string): void => {
    fireEvent.click(within(dialog).getByRole('button', { name: say(`admin-approvals:${act}`) }))
  }
  fireEvent.keyDown(await ask('confirm'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deciding.calls).toEqual([])
  yes(await ask('confirm'), 'confirm')
  await deciding.expectCall('POST /api/admin/approvals/:id/confirm', { version: 1 })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const refusing = await ask('refuse')
  yes(refusing, 'refuse')
  expect(refusing.textContent).toContain(say('admin:orders.noteMissing'))
  fill('admin-approvals:remarkNeeded', 'too much')
  yes(refusing, 'refuse')
  await deciding.expectCall('POST /api/admin/approvals/:id/refuse', { version: 1, remark: 'too much' })
  cleanup()
  const own = { ...proposal, mayDecide: false, mayWithdraw: true }
  const page = open(({ acts }) => <ProposalActs proposal={own} acts={acts} />)
  press('admin-approvals:withdraw')
  await page.expectCall('POST /api/admin/approvals/:id/withdraw', { version: 1 })
})

test('[D12] an announcement is kept', async () => {
  const page = open(
    ({ acts }) => (
      <DraftDrawer
        announcement={null}
        {...{ acts }}
        sendsMails
        onSaved={() => undefined}
        onClose={() => undefined}
      />
    ),
    { 'POST /api/admin/announcements': { announcement: { id: '9', version: 1 } } },
  )
  fill('admin-announcements:title', 'New pairs')
  fill('admin-announcements:text', 'From Monday on.')
  press('admin-announcements:save')
  const texts = { 'en-US': { title: 'New pairs', text: 'From Monday on.' } }
  await page.expectCall('POST /api/admin/announcements', { texts })
})
