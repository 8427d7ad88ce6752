import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { startI18n } from '../../lib/i18n.ts'
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
const OVERVIEW = 'get /api/account/funds'

type Sent = InternalAxiosRequestConfig
type Answer = (request: Sent) => unknown
let answers: Record<string, Answer>
let sent: Record<string, Record<string, string>[]>
const toasts: string[] = []
onToast(({ text }) => toasts.push(text))

/** What a call is answered with that does not succeed. */
const refusal = (status: number, code: string, details?: unknown) => (config: Sent) => {
  const data = { success: false, code, message: `words of ${code}`, requestId: '1', details }
  throw new AxiosError(
    code,
    'ERR_BAD_REQUEST',
    config,
    {},
    { config, status, statusText: '', headers: {}, data },
  )
}
const strange = (status: number) => (config: Sent) => {
  throw new AxiosError(
    '',
    'ERR_BAD_REQUEST',
    config,
    {},
    { config, status, statusText: '', headers: {}, data: '' },
  )
}
const lost = (config: Sent) => {
  throw new AxiosError('lost', AxiosError.ERR_NETWORK, config)
}

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    const call = `${config.method} ${config.url}`
    sent[call] = [...(sent[call] ?? []), JSON.parse(String(config.data ?? '{}'))]
    const data = await (answers[call] ?? lost)(config)
    return {
      status: 200,
      statusText: '',
      headers: {},
      config,
      data: { success: true, data },
    } as AxiosResponse
  }
  await startI18n()
  await loadFundsTexts()
  loadSheet()
})
beforeEach(() => {
  sent = {}
  toasts.length = 0
  answers = {
    [OVERVIEW]: () => FUNDS,
    [ADDRESSES]: () => ({ addresses: [] }),
    'get /api/account/deposits/methods': () => ({ methods: [METHOD] }),
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
const asked = (call: string, times: number) => waitFor(() => expect(ids(call)).toHaveLength(times))

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
      await asked(call, times + 1)
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
