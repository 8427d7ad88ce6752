import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ErrorCode } from '@truestrike/protocol/errors.ts'
import { messageFor } from '@truestrike/protocol/messages/locales.ts'
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { setLanguage, startI18n } from '../../lib/i18n.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session-store.ts'
import { onToast } from '../../lib/toast-bus.ts'
import { loadSheet } from '../../ui/Sheet.tsx'
import { FundsDialogs } from './FundsDialogs.tsx'

export const FUNDS = {
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
export const METHOD = {
  ...{ id: '1', kind: 'wallet', name: null, network: 'tron', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  ...{ accountName: null, accountNumber: null, bankName: null, instructions: '', isTest: true },
  picture: null,
}
export const ETH_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const WITHDRAWALS = 'post /api/account/withdrawals'
export const TRANSFERS = 'post /api/account/transfers'
export const DEPOSITS = 'post /api/account/deposits'
export const ADDRESSES = 'get /api/account/addresses'
export const METHODS = 'get /api/account/deposits/methods'
export const OVERVIEW = 'get /api/account/funds'

/** Marks of writing direction around figures. */
export const INVISIBLE = /[\u2066-\u2069]/g

export type Sent = InternalAxiosRequestConfig
export type Answer = (request: Sent) => unknown
export let answers: Record<string, Answer>
export let sent: Record<string, Record<string, string>[]>
export const toasts: string[] = []
onToast(({ text }) => toasts.push(text))

/** An answer that is no success, with words of the server or without any. */
export const strange =
  (status: number, data: unknown = '') =>
  (config: Sent) => {
    const response = { config, status, statusText: '', headers: {}, data }
    throw new AxiosError('', 'ERR_BAD_REQUEST', config, {}, response)
  }
export const refusal = (status: number, code: ErrorCode, details?: unknown) =>
  strange(status, { success: false, code, message: messageFor('en-US', code), requestId: '1', details })
export const lost = (config: Sent) => {
  throw new AxiosError('lost', AxiosError.ERR_NETWORK, config)
}

/** Called by each file: hooks belong to the file that is being read. */
export function onFundsStage(): void {
  beforeAll(async () => {
    layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
    apiClient.defaults.adapter = async (config) => {
      const call = `${config.method} ${config.url}`
      sent[call] = [
        ...(sent[call] ?? []),
        config.data instanceof FormData ? {} : JSON.parse(String(config.data ?? '{}')),
      ]
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
    sessionStorage.clear()
    localStorage.clear()
    sent = {}
    toasts.length = 0
    answers = {
      [OVERVIEW]: () => FUNDS,
      [ADDRESSES]: () => ({ addresses: [] }),
      [METHODS]: () => ({ methods: [METHOD], ended: [] }),
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
}

export let address = ''
function Address() {
  const { pathname, search } = useLocation()
  address = pathname + search
  return null
}

export async function open(name: 'withdraw' | 'transfer' | 'deposit'): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } })
  client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live' })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter
        initialEntries={[
          '/stocks',
          '/account',
          { pathname: '/account', search: `?modal=${name}`, state: { shown: name } },
        ]}
      >
        <Address />
        <FundsDialogs />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
}
export const find = (label: string) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
export const has = (text: string | RegExp) => screen.findByText(text)
export const ids = (call: string) => (sent[call] ?? []).map(({ requestId }) => requestId)
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const input = await find(label)
    fireEvent.change(input, { target: { value } })
    fireEvent.blur(input)
  }
}
export async function press(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  fireEvent.click(screen.getByRole('button', { name }))
}

export const WITHDRAWAL = { Network: 'eth', 'Wallet address': ETH_ADDRESS, Amount: '100', Password: 'secret' }
export const TRANSFER = {
  'UID of the recipient': '1000000002',
  'User name of the recipient': 'anna',
  Amount: '100',
  Password: 'secret',
}
export const DEPOSIT = { Amount: '100', 'Account name': 'Mira Kovac', 'Wallet address': METHOD.address }
export const UNKNOWN = /^It is not known whether your request arrived\. Press again/
export const EARLIER = /^Your earlier request had arrived and was carried out/

export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
/** What stands at a field, its fault if it has one. */
export const noteOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent ?? ''
export const isInvalid = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
export const lineOf = (label: string | RegExp) => screen.getByText(label).parentElement?.textContent
export const isInert = (label: string) => field(label).closest('fieldset')?.disabled
export const locked = (leftMs: number) => ({
  ...FUNDS,
  lockedUntilMs: serverClock.nowMs() + leftMs,
  lockedBy: 'password',
})
