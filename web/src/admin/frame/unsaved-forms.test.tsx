import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Administrator } from '@truestrike/protocol/administrator-endpoints.ts'
import type { SystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import type { UserDetails } from '@truestrike/protocol/people-endpoints.ts'
import type { ReviewedDeposit, ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import type { OfferedRule } from '@truestrike/protocol/rule-endpoints.ts'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { DraftDrawer } from '../announcements/AnnouncementDrawer.tsx'
import { NewRule } from '../game-rules/NewRule.tsx'
import { RuleDrawer } from '../game-rules/RuleDrawer.tsx'
import { type Acts, useActs } from '../orders/use-acts.ts'
import { ProductDrawer } from '../products/ProductDrawer.tsx'
import { ChangeOwnPassword } from '../profile/ChangeOwnPassword.tsx'
import { RechargeSteps } from '../recharge-orders/RechargeSteps.tsx'
import { AdministratorActs } from '../roles/AdministratorActs.tsx'
import { NewAdministrator } from '../roles/NewAdministrator.tsx'
import { OneTimePassword } from '../roles/OneTimePassword.tsx'
import { BasicSection } from '../system-config/BasicSection.tsx'
import { FundsSection } from '../system-config/FundsSection.tsx'
import { MailSection } from '../system-config/MailSection.tsx'
import { MethodsSection } from '../system-config/MethodsSection.tsx'
import { TextsSection } from '../system-config/TextsSection.tsx'
import { TradingSection } from '../system-config/TradingSection.tsx'
import { UserActForm } from '../users/UserActForm.tsx'
import { UserNotes } from '../users/UserNotes.tsx'
import { ProposeVoid } from '../voids/ProposeVoid.tsx'
import { BulkReject } from '../withdraw-orders/BulkReject.tsx'
import { WithdrawSteps } from '../withdraw-orders/WithdrawSteps.tsx'
import { useAdminSession } from './admin-session.store.ts'
import { loadAdminTexts } from './admin-texts.ts'
import { checkCalls, checkNoMore } from './checked-calls.ts'
import { moveTo, usePageAddress } from './page-address.ts'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import { moveOn, useUnsavedForms } from './unsaved.ts'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([
    ...(['admin-settings', 'admin-access', 'admin-people', 'admin-contracts'] as const),
    ...(['admin-announcements', 'security'] as const),
  ])
})
beforeEach(() => {
  usePageAddress.setState({ search: '' })
  useAdminSession.setState({ token: 'token', admin: { permissions: ['users', 'roles'] } as never })
})
afterEach(() => {
  cleanup()
  usePageAddress.setState({ search: '' })
  useAdminSession.setState({ token: null, admin: null })
  useUnsavedForms.setState({ leave: null })
})
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(key)
const fill = async (key: string, value = '7') =>
  fireEvent.change(await screen.findByLabelText(say(key)), { target: { value } })
const press = async (key: string) => fireEvent.click(await screen.findByRole('button', { name: say(key) }))

function open(Part: (props: { acts: Acts }) => ReactNode, answers: Record<string, unknown> = {}) {
  const checked = checkCalls(answers)
  const Page = () => <Part acts={useActs(async () => undefined)} />
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UnsavedQuestion />
      <Page />
    </QueryClientProvider>,
  )
  return checked
}

const nothing = () => undefined
const never = { version: 3, changedMs: null, changedBy: null }
const limits = { min: '10.00', max: '1000.00' }
const config: SystemConfig = {
  basic: {
    ...{ siteName: 'Site', siteDescription: '', operatorName: '', logo: null, inviteCodeRequired: true },
    ...{ walletLogin: true, emailLogin: false },
    customerService: { enabled: false, serviceLink: '', hours: '' },
  },
  funds: {
    ...{ deposit: limits, withdrawal: limits, transfer: limits, walletFee: '1.00', bankFeeBps: 50 },
    ...{ bankFeeMin: '2.00', secondAdminAbove: '5000.00', identityRequired: false },
  },
  methods: [],
  trading: {
    ...{ demoEnabled: true, realEnabled: true, exposureLimit: '50000.00', exposureWarningBps: 8_000 },
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
const section = { config, isReadOnly: false, note: null }
const rule = {
  ...{ symbol: 'BTCUSDT', category: 'crypto', enabled: true, durationSeconds: 60, payoutBps: 8_000 },
  ...{ stakeMin: '1.00', stakeMax: '1000.00', windowMs: 1_000, openingDelayMs: 0, openTimeoutMs: 5_000 },
  ...{ staleMs: 5_000, maxGapMs: 10_000, version: 4, hash: 'a'.repeat(43), createdMs: 1_700_000_000_000 },
} as unknown as OfferedRule
const offered = { isAvailable: true, availableFromMs: null, onClose: nothing }
const order = { id: '7', version: 2, state: 'processing', network: null, amount: '40.00', takenBy: 'me' }
const deposit = {
  ...order,
  username: 'mira',
  proposed: null,
  transactionId: null,
} as unknown as ReviewedDeposit
const withdrawal = {
  ...{ ...order, actual: '39.00', approvedMs: 1, needsOther: false, nobodyElse: false, twoFromMs: null },
  ...{ correctedMs: null, returnedMs: null, payee: null, address: null, username: 'mira' },
} as unknown as ReviewedWithdrawal
const user = {
  ...{ uid: '1234567890', adjustLimit: '1000', status: 'active', twoFactor: true },
  secondFor: { adjustBalance: true, resetTwoFactor: true },
  secondFromMs: { adjustBalance: null, resetTwoFactor: null },
} as unknown as UserDetails
const administrator = {
  ...{ id: '5', version: 2, username: 'berta', role: 'support', ownPermissions: [], disabled: false },
  ...{ twoFactor: false, sessions: 0 },
} as unknown as Administrator
const voids = {
  draft: { symbol: '', fromMs: null, toMs: null },
  change: nothing,
} as unknown as Parameters<typeof ProposeVoid>[0]['address']

type Part = (props: { acts: Acts }) => ReactNode
/** A form, what is typed in it, and the part of the address it lies open by; none: it goes with its page alone. */
const FORMS: [string, Part, () => Promise<unknown>, string | null][] = [
  [
    'an announcement',
    ({ acts }) => (
      <DraftDrawer announcement={null} {...{ acts }} sendsMails onSaved={nothing} onClose={nothing} />
    ),
    () => fill('admin-announcements:title'),
    'announcement',
  ],
  [
    'a text of another language',
    ({ acts }) => <TextsSection {...{ config, acts }} isReadOnly={false} />,
    () => fill('admin-settings:texts.words'),
    'locale',
  ],
  ...(
    [
      ['basic', BasicSection, () => fill('admin-settings:basic.hours')],
      ['funds', FundsSection, () => fill('admin-settings:funds.walletFee')],
      ['methods', MethodsSection, () => press('admin-settings:methods.add')],
      ['trading', TradingSection, () => fill('admin-settings:trading.warning')],
      ['mail', MailSection, () => fill('admin-settings:mail.senderName')],
      ['a higher limit', TradingSection, () => fill('admin-settings:trading.raise.to')],
    ] as const
  ).map(([name, Section, type]): [string, Part, () => Promise<unknown>, string] => [
    ...([`settings: ${name}`, ({ acts }: { acts: Acts }) => <Section {...section} acts={acts} />] as const),
    ...([type, 'section'] as const),
  ]),
  [
    'a rule',
    ({ acts }) => <RuleDrawer {...{ rule, acts, ...offered }} others={[]} mayAct />,
    () => fill('admin-settings:rules.payoutBps'),
    'rule',
  ],
  [
    'a new rule',
    ({ acts }) => <NewRule rules={[rule]} {...{ acts, ...offered }} />,
    () => fill('admin-settings:rules.payoutBps'),
    'rule',
  ],
  [
    'a product',
    ({ acts }) => (
      <ProductDrawer
        product={null}
        source="simulated"
        mayAct
        {...{ acts }}
        onAdded={nothing}
        onClose={nothing}
      />
    ),
    () => fill('admin-settings:products.base'),
    'product',
  ],
  [
    'an act on a user',
    ({ acts }) => <UserActForm act="freeze" {...{ user, acts }} onClose={nothing} />,
    () => fill('admin-people:reason'),
    'user',
  ],
  [
    'a note on a user',
    ({ acts }) => <UserNotes uid={user.uid} acts={acts} />,
    () => fill('admin-people:newNote'),
    'tab',
  ],
  [
    'a void',
    ({ acts }) => <ProposeVoid address={voids} acts={acts} onClose={nothing} />,
    () => fill('admin-contracts:voids.reason'),
    'new',
  ],
  [
    'a deposit that is reviewed',
    ({ acts }) => <RechargeSteps order={deposit} {...{ acts }} byTwo={undefined} onDone={nothing} />,
    () => fill('admin:orders.note'),
    'order',
  ],
  [
    'a payout',
    ({ acts }) => <WithdrawSteps order={withdrawal} {...{ acts }} available={undefined} onDone={nothing} />,
    () => fill('admin:orders.reference.bank'),
    'order',
  ],
  [
    'the reason of a refusal that is asked about',
    ({ acts }) => (
      <WithdrawSteps
        order={{ ...withdrawal, approvedMs: null }}
        {...{ acts }}
        available={undefined}
        onDone={nothing}
      />
    ),
    async () => {
      await press('admin:orders.step.reject')
      await fill('admin:orders.reason')
    },
    'order',
  ],
  [
    'the reason of several refusals',
    () => <BulkReject open count={2} sum="80.00" pending={false} onClose={nothing} onReject={nothing} />,
    () => fill('admin:orders.bulk.rejectNote'),
    'state',
  ],
  [
    'the role of an administrator',
    () => <AdministratorActs administrator={administrator} onActed={async () => undefined} />,
    () => fill('admin-access:people.role', 'auditor'),
    'administrator',
  ],
  [
    'a new administrator',
    () => <NewAdministrator open onClose={nothing} onCreated={async () => undefined} />,
    () => fill('admin-access:people.name', 'berta'),
    null,
  ],
  [
    'an own password',
    () => <ChangeOwnPassword />,
    async () => {
      await press('admin-access:password.change')
      await fill('admin:password.newPassword')
    },
    null,
  ],
  [
    'a one-time password',
    () => <OneTimePassword username="berta" password="Ab12-Cd34" onDone={nothing} />,
    async () => undefined,
    null,
  ],
]

/** As the browser asks before a page goes. */
const isHeldByBrowser = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test.each(FORMS)(
  '[D9] [B-13] what is not saved in a form is not lost by one press: %s',
  async (_, Part, type, name) => {
    open(Part, {
      'GET /api/admin/system/config/texts': { text: null, version: 0 },
      'GET /api/admin/game-rules/versions': { versions: [] },
      'GET /api/admin/users/:uid/notes': { notes: [], nextCursor: null },
    })
    if (name !== null) expect(isHeldByBrowser()).toBe(false)
    await type()
    await waitFor(() => expect(isHeldByBrowser()).toBe(true))
    // What does not take it away goes on.
    moveTo(new URLSearchParams({ search: 'pepe' }))
    expect(usePageAddress.getState().search).toBe('?search=pepe')
    if (name !== null) {
      moveTo(new URLSearchParams({ [name]: 'other' }))
      expect(usePageAddress.getState().search).toBe('?search=pepe')
      await screen.findByRole('alertdialog', { name: say('admin:unsaved.title') })
    }
    cleanup()
    expect(isHeldByBrowser()).toBe(false)
  },
)

test('[D13] [B-13] the name of a new administrator is there when the sheet that was closed is opened again', async () => {
  const New = ({ open: isOpen }: { open: boolean }) => (
    <NewAdministrator open={isOpen} onClose={nothing} onCreated={async () => undefined} />
  )
  const { rerender } = render(<New open />)
  await fill('admin-access:people.name', 'berta')
  rerender(<New open={false} />)
  await waitFor(() => expect(screen.queryByLabelText(say('admin-access:people.name'))).toBeNull())
  rerender(<New open />)
  const name = await screen.findByLabelText<HTMLInputElement>(say('admin-access:people.name'))
  expect(name.value).toBe('berta')
})

test('[D13] [B-13] a role that is chosen stays when something else is done to the administrator', async () => {
  const Acts = ({ version }: { version: number }) => (
    <AdministratorActs administrator={{ ...administrator, version }} onActed={async () => undefined} />
  )
  const { rerender } = render(<Acts version={1} />)
  await fill('admin-access:people.role', 'auditor')
  rerender(<Acts version={2} />)
  const role = screen.getByLabelText<HTMLSelectElement>(say('admin-access:people.role'))
  expect(role.value).toBe('auditor')
})

test('[D9] [B-13] it goes when it may, stays when it may not, and is not asked about once it is saved', async () => {
  let saved = { ...config, mail: { senderName: '', replyTo: '' } }
  const Mail = ({ acts }: { acts: Acts }) => <MailSection {...section} config={saved} acts={acts} />
  open(Mail, {
    'POST /api/admin/system/config/mail': (_query: unknown, body: Pick<SystemConfig, 'mail'>) => {
      saved = { ...saved, mail: body.mail }
      return { version: 4 }
    },
  })
  const away = () => moveTo(new URLSearchParams({ section: 'basic' }))
  const search = () => usePageAddress.getState().search
  await fill('admin-settings:mail.senderName', 'Desk')
  away()
  await press('ui:cancel')
  expect(search()).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>(say('admin-settings:mail.senderName')).value).toBe('Desk')
  away()
  await press('admin:unsaved.leave')
  expect(search()).toBe('?section=basic')
  usePageAddress.setState({ search: '' })
  moveOn(away)
  expect(search()).toBe('?section=basic')
  usePageAddress.setState({ search: '' })
  await press('admin-settings:save')
  await waitFor(() => expect(isHeldByBrowser()).toBe(false))
  away()
  expect(search()).toBe('?section=basic')
})

test('[D9] [B-13] a question about what is being saved answers itself when it is saved', async () => {
  let saved = { ...config, mail: { senderName: '', replyTo: '' } }
  let answer = (): void => undefined
  const Mail = ({ acts }: { acts: Acts }) => <MailSection {...section} config={saved} acts={acts} />
  open(Mail, {
    'POST /api/admin/system/config/mail': (_query: unknown, body: Pick<SystemConfig, 'mail'>) =>
      new Promise((resolve) => {
        answer = () => {
          saved = { ...saved, mail: body.mail }
          resolve({ version: 4 })
        }
      }),
  })
  await fill('admin-settings:mail.senderName', 'Desk')
  await press('admin-settings:save')
  moveTo(new URLSearchParams({ section: 'basic' }))
  await screen.findByRole('alertdialog')
  expect(usePageAddress.getState().search).toBe('')
  answer()
  await waitFor(() => expect(usePageAddress.getState().search).toBe('?section=basic'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
