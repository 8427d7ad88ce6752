import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ErrorCode } from '@truestrike/protocol/errors.ts'
import { LOCALES, messageFor } from '@truestrike/protocol/messages/locales.ts'
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { setLanguage, startI18n } from '../../lib/i18n.ts'
import type { Locale } from '../../lib/locale.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session-store.ts'
import { onToast } from '../../lib/toast-bus.ts'
import { loadSheet } from '../../ui/Sheet.tsx'
import { FundsDialogs } from './FundsDialogs.tsx'

const FUNDS = {
  ruleVersion: 1,
  deposit: { min: '10.00', max: '100000.00' },
  withdrawal: {
    ...{ min: '20.00', max: '5000.00', walletFee: '2.00' },
    ...{ bankFeeBps: 100, bankFeeMin: '0.00', identityMissing: false },
  },
  transfer: { min: '1.00', max: '5000.00' },
  lockedUntilMs: null,
  lockedBy: null,
  confirmation: 'password',
}
const METHOD = {
  ...{ id: '1', kind: 'wallet', name: null, network: 'tron', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  ...{ accountName: null, accountNumber: null, bankName: null, instructions: '', isTest: true },
}
const ETH_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const WITHDRAWALS = 'post /api/account/withdrawals'
const TRANSFERS = 'post /api/account/transfers'
const DEPOSITS = 'post /api/account/deposits'
const ADDRESSES = 'get /api/account/addresses'
const METHODS = 'get /api/account/deposits/methods'
const OVERVIEW = 'get /api/account/funds'

/** Marks of writing direction around figures. */
const INVISIBLE = /[\u2066-\u2069]/g

type Sent = InternalAxiosRequestConfig
type Answer = (request: Sent) => unknown
let answers: Record<string, Answer>
let sent: Record<string, Record<string, string>[]>
const toasts: string[] = []
onToast(({ text }) => toasts.push(text))

/** An answer that is no success, with words of the server or without any. */
const strange =
  (status: number, data: unknown = '') =>
  (config: Sent) => {
    const response = { config, status, statusText: '', headers: {}, data }
    throw new AxiosError('', 'ERR_BAD_REQUEST', config, {}, response)
  }
const refusal = (status: number, code: ErrorCode, details?: unknown) =>
  strange(status, { success: false, code, message: messageFor('en-US', code), requestId: '1', details })
const lost = (config: Sent) => {
  throw new AxiosError('lost', AxiosError.ERR_NETWORK, config)
}

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    const call = `${config.method} ${config.url}`
    sent[call] = [...(sent[call] ?? []), JSON.parse(String(config.data ?? '{}'))]
    const data = await (answers[call] ?? lost)(config)
    const answer = { status: 200, statusText: '', config, data: { success: true, data } }
    return { ...answer, headers: {} } as AxiosResponse
  }
  await startI18n()
  await loadFundsTexts()
  loadSheet()
})
beforeEach(async () => {
  await setLanguage('en-US')
  sent = {}
  toasts.length = 0
  answers = {
    [OVERVIEW]: () => FUNDS,
    [ADDRESSES]: () => ({ addresses: [] }),
    [METHODS]: () => ({ methods: [METHOD] }),
    'post /api/account/addresses': () => ({ addresses: [] }),
    [WITHDRAWALS]: () => ({ withdrawal: {} }),
    [TRANSFERS]: () => ({ transfer: {} }),
    [DEPOSITS]: () => ({ deposit: { id: '1' } }),
  }
  useSession.setState({
    token: 'a-token',
    user: { uid: '1000000001', balances: { real: { available: '2418.600000' } } } as never,
  })
})
afterEach(cleanup)

async function open(name: 'withdraw' | 'transfer' | 'deposit'): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } })
  client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live' })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/account?modal=${name}`]}>
        <FundsDialogs />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
}
const find = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
const has = (text: string | RegExp) => screen.findByText(text)
const ids = (call: string) => (sent[call] ?? []).map(({ requestId }) => requestId)
async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const input = await find(label)
    fireEvent.change(input, { target: { value } })
    fireEvent.blur(input)
  }
}
async function press(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  fireEvent.click(screen.getByRole('button', { name }))
}

const WITHDRAWAL = { Network: 'eth', 'Wallet address': ETH_ADDRESS, Amount: '100', Password: 'secret' }
const TRANSFER = {
  'UID of the recipient': '1000000002',
  'User name of the recipient': 'anna',
  Amount: '100',
  Password: 'secret',
}
const DEPOSIT = { Amount: '100', 'Account name': 'Mira Kovac', 'Wallet address': ETH_ADDRESS }
const UNKNOWN = /^It is not known whether your request arrived\. Press again/
const EARLIER = /^Your earlier request had arrived and was carried out/

test('[F3] a withdrawal is requested though its address cannot be saved: the toast says both, nothing is asked twice', async () => {
  answers['post /api/account/addresses'] = refusal(400, 'ADDRESS_LIMIT')
  await open('withdraw')
  await fill(WITHDRAWAL)
  fireEvent.click(screen.getByLabelText('Save this address'))
  await press('Request withdrawal')
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatch(/^The withdrawal is requested, but the address was not saved: ./)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Request withdrawal' })).toBeNull())
  expect(ids(WITHDRAWALS)).toHaveLength(1)
})

test.each([
  ['withdraw', WITHDRAWALS, WITHDRAWAL, 'Request withdrawal', 'Withdrawal requested'],
  ['transfer', TRANSFERS, TRANSFER, 'Transfer', 'Transferred'],
  ['deposit', DEPOSITS, DEPOSIT, 'Request deposit', 'Deposit requested'],
] as const)(
  '[F2][F3][F6] %s: as long as nobody knows whether a request arrived, it is the same request',
  async (...row) => {
    const [name, call, values, button, done] = row
    const answered = answers[call] as Answer
    await open(name)
    await fill(values)
    for (const [times, answer] of [
      lost,
      strange(408),
      strange(502),
      refusal(429, 'TOO_MANY_REQUESTS'),
    ].entries()) {
      answers[call] = answer
      await press(button)
      await waitFor(() => expect(ids(call)).toHaveLength(times + 1))
      await (answer === lost ? has(UNKNOWN) : waitFor(() => screen.getAllByRole('alert')))
    }
    answers[call] = strange(408)
    await press(button)
    await has(UNKNOWN)
    answers[call] = answered
    await press(button)
    await waitFor(() => expect(toasts).toEqual([done]))
    expect(new Set(ids(call)).size).toBe(1)
  },
)

test('[F3][F6] changed after an unknown outcome: the earlier request is said to be done, how things stand is asked, then it is a new one', async () => {
  await open('transfer')
  await fill(TRANSFER)
  answers[TRANSFERS] = lost
  await press('Transfer')
  await has(UNKNOWN)
  await fill({ Amount: '150' })
  const before = sent[OVERVIEW]?.length ?? 0
  answers[TRANSFERS] = refusal(409, 'IDEMPOTENCY_MISMATCH')
  await press('Transfer')
  await has(EARLIER)
  await waitFor(() => expect(sent[OVERVIEW]?.length).toBeGreaterThan(before))
  answers[TRANSFERS] = () => ({ transfer: {} })
  await press('Transfer')
  await waitFor(() => expect(toasts).toEqual(['Transferred']))
  const [first, second, third] = ids(TRANSFERS)
  expect([first === second, second === third]).toEqual([true, false])
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
/** What stands at a field, its fault if it has one. */
const noteOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const isInvalid = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
const lineOf = (label: string | RegExp) => screen.getByText(label).parentElement?.textContent
const isInert = (label: string) => field(label).closest('fieldset')?.disabled
const locked = (leftMs: number) => ({
  ...FUNDS,
  lockedUntilMs: serverClock.nowMs() + leftMs,
  lockedBy: 'password',
})

test('[F3] what is missing is said at its field in the words of the specification', async () => {
  await open('withdraw')
  await find('Wallet address')
  await press('Request withdrawal')
  expect([noteOf('Wallet address'), noteOf('Amount'), noteOf('Password')]).toEqual([
    'Please enter a valid wallet address',
    'Please enter a valid amount',
    'Please fill in this field',
  ])
  await fill({ 'Wallet address': ETH_ADDRESS, Password: 'secret', Amount: 'much' })
  expect([isInvalid('Wallet address'), noteOf('Amount')]).toEqual([false, 'Please enter a valid amount'])
  fireEvent.click(screen.getByRole('tab', { name: 'Bank' }))
  expect(isInvalid('Bank name')).toBe(false)
  await fill({ 'Account name': 'Mira Kovac', Amount: '100' })
  await press('Request withdrawal')
  expect(noteOf('Bank name')).toBe('Please fill in all bank information')
  expect(noteOf('Account number')).toBe('Please fill in all bank information')
  expect([isInvalid('Account name'), isInvalid('Amount')]).toEqual([false, false])
  expect(sent[WITHDRAWALS]).toBeUndefined()
})

test.each(LOCALES)('[F3][L3] %s: the form says it as the server would', async (locale) => {
  await setLanguage(locale)
  const said = ['amount', 'balance', 'bank', 'address'].map((key) => i18next.t(`funds:wrong.${key}`))
  const codes = [
    'AMOUNT_INVALID',
    'INSUFFICIENT_BALANCE',
    'BANK_DETAILS_MISSING',
    'WITHDRAWAL_ADDRESS_INVALID',
  ] as const
  expect(said).toEqual(codes.map((code) => messageFor(locale, code)))
})

test('[F3] a refusal that is about one field stands at that field', async () => {
  answers[WITHDRAWALS] = refusal(400, 'WITHDRAWAL_ADDRESS_INVALID')
  await open('withdraw')
  await fill(WITHDRAWAL)
  await press('Request withdrawal')
  await waitFor(() => expect(noteOf('Wallet address')).toBe('Please enter a valid wallet address'))
  answers[WITHDRAWALS] = refusal(409, 'INSUFFICIENT_BALANCE')
  await press('Request withdrawal')
  await waitFor(() => expect(noteOf('Amount')).toBe('Insufficient balance'))
  answers[WITHDRAWALS] = refusal(400, 'INVALID_PARAMETERS', { fields: [{ field: 'password' }] })
  await press('Request withdrawal')
  await waitFor(() => expect(noteOf('Password')).toBe('The password is not correct'))
})

test('[F6] a number and a name that do not belong together are refused in one sentence', async () => {
  answers[TRANSFERS] = refusal(404, 'RECIPIENT_UNKNOWN')
  await open('transfer')
  await fill(TRANSFER)
  await press('Transfer')
  await has(messageFor('en-US', 'RECIPIENT_UNKNOWN'))
})

test('[F3] limits and balance are held against the amount while it is typed, once the field was left', async () => {
  await open('withdraw')
  const type = (value: string) => fireEvent.change(field('Amount'), { target: { value } })
  await find('Amount')
  const limits = noteOf('Amount')
  type('2500')
  expect([isInvalid('Amount'), noteOf('Amount')]).toEqual([false, limits])
  fireEvent.blur(field('Amount'))
  expect(noteOf('Amount').replace(INVISIBLE, '')).toBe(
    'Insufficient balance. You can withdraw up to 2,416.60 after the fee.',
  )
  expect(lineOf('You receive')).toContain('--')
  type('19.99')
  expect([isInvalid('Amount'), noteOf('Amount')]).toEqual([true, limits])
  type('300')
  expect(isInvalid('Amount')).toBe(false)
  expect(lineOf('Fee (flat)')).toContain('2.00')
  expect(lineOf('You receive')).toContain('298.00')
  fireEvent.click(screen.getByRole('tab', { name: 'Bank' }))
  expect(lineOf(/^Fee \(.*1%.*\)$/)).toContain('3.00')
  fireEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(field('Amount').value).toBe('2418.60')
})

test.each<[Locale, string, string]>([
  ['en-US', '1,000', '1000.00'],
  ['en-US', '2,000.50', '2000.50'],
  ['ar-AR', '١٬٠٠٠٫٥', '1000.50'],
  ['hi-IN', '१,०००', '1000.00'],
  ['en-US', '１００', '100.00'],
  ['de-DE', '1.000,50', '1000.50'],
])('[L2][F2][F3][F6] %s: %s goes as %s from every form', async (locale, typed, plain) => {
  await setLanguage(locale)
  const word = (key: string): string => i18next.t(`funds:${key}`)
  const translated = (values: Record<string, string>, keys: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([label, value]) => [word(keys[label] ?? ''), value]))
  const common = { Amount: 'amount', Password: 'password', 'Wallet address': 'address', Network: 'network' }
  for (const [name, call, values, keys] of [
    ['withdraw', WITHDRAWALS, WITHDRAWAL, common],
    ['deposit', DEPOSITS, DEPOSIT, { ...common, 'Account name': 'accountName' }],
    [
      'transfer',
      TRANSFERS,
      TRANSFER,
      { ...common, 'UID of the recipient': 'transfer.uid', 'User name of the recipient': 'transfer.name' },
    ],
  ] as const) {
    await open(name)
    await fill(translated({ ...values, Amount: typed }, keys))
    expect(field(word('amount')).value).toBe(plain)
    if (name === 'withdraw') expect(lineOf(word('receive'))).not.toContain('--')
    await press(word(`${name}.submit`))
    await waitFor(() => expect(ids(call)).toHaveLength(1))
    expect(sent[call]?.at(-1)).toMatchObject({ amount: plain })
    cleanup()
  }
})

test('[L2][F3] an amount that could be two stays as typed, is said to be unclear and is not sent', async () => {
  await setLanguage('de-DE')
  await open('transfer')
  const label = i18next.t('funds:amount')
  await fill({ [label]: '1.000' })
  expect(field(label).value).toBe('1.000')
  expect(noteOf(label)).toBe(i18next.t('funds:wrong.unclear'))
  expect(isInvalid(label)).toBe(true)
})

const SAVED = { id: '7', network: 'tron', address: METHOD.address, label: 'Main wallet', isDefault: true }

test('[F3] saved addresses that come late are waited for; what is typed where they failed is never replaced', async () => {
  let arrive: () => void = () => undefined
  const late = new Promise<void>((done) => (arrive = done))
  answers[ADDRESSES] = async () => {
    await late
    return { addresses: [SAVED] }
  }
  await open('withdraw')
  await waitFor(() => expect(sent[ADDRESSES]).toHaveLength(1))
  await new Promise((done) => setImmediate(done))
  expect(screen.queryByLabelText('Wallet address', { selector: 'input' })).toBeNull()
  arrive()
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Main wallet/ })).checked).toBe(true)
  cleanup()

  answers[ADDRESSES] = lost
  await open('withdraw')
  await fill(WITHDRAWAL)
  answers[ADDRESSES] = () => ({ addresses: [SAVED] })
  answers[WITHDRAWALS] = refusal(409, 'FUNDS_RULES_CHANGED')
  await press('Request withdrawal')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Main wallet/ })).checked).toBe(false)
  expect(field('Wallet address').value).toBe(ETH_ADDRESS)
})

test('[F4] a lock that begins while the form is open shows the time left; its form is inert; it opens when the time is over', async () => {
  await open('withdraw')
  await fill(WITHDRAWAL)
  answers[OVERVIEW] = () => locked(60_000)
  answers[WITHDRAWALS] = refusal(403, 'WITHDRAWALS_LOCKED')
  await press('Request withdrawal')
  await has(/^Opens in .*0(1:00|0:59)/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Locked' }).disabled).toBe(true)
  expect(isInert('Amount')).toBe(true)
  expect(isInert('Wallet address')).toBe(true)
  cleanup()

  answers[OVERVIEW] = () => locked(300)
  await open('withdraw')
  await has(/^Opens in /)
  answers[OVERVIEW] = () => FUNDS
  await waitFor(() => expect(screen.queryByText(/^Opens in /)).toBeNull(), { timeout: 5_000 })
  expect(screen.getByRole('button', { name: 'Request withdrawal' })).toBeTruthy()
  expect(isInert('Amount')).toBe(false)
})

test('[F2] without a method the dialog says that no deposits are taken; other dialogs do not need one', async () => {
  answers[METHODS] = () => ({ methods: [] })
  await open('deposit')
  await has('No deposits are taken at present')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  cleanup()
  answers[METHODS] = lost
  await open('transfer')
  await find('UID of the recipient')
})
