import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { AxiosError, type AxiosResponse } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../lib/api-client.ts'
import { loadTexts, startI18n } from '../lib/i18n.ts'
import { loadSecurityTexts } from '../lib/security-texts.ts'
import { useSession } from '../lib/session-store.ts'
import { loadSheet } from '../ui/Sheet.tsx'
import { AccountRoute } from './AccountRoute.tsx'

const PROOF = 'post /api/account/proof'
const SITE = { siteName: 'S', fundsMode: 'live', walletLogin: true, passwordReset: true }

/** What calls are answered; one that is not here finds no server. An error's code is a refusal. */
let answers: Record<string, unknown>
let sent: Record<string, unknown[]>

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    const call = `${config.method} ${config.url}`
    sent[call] = [...(sent[call] ?? []), JSON.parse(String(config.data ?? '{}'))]
    const answer = answers[call]
    const response = { config, status: 200, statusText: '', headers: {} }
    if (answer === undefined) throw new AxiosError('offline', AxiosError.ERR_NETWORK)
    if (typeof answer !== 'string')
      return { ...response, data: { success: true, data: answer } } as AxiosResponse
    const data = { success: false, code: answer, message: `words of ${answer}`, requestId: '1' }
    throw new AxiosError(answer, 'ERR_BAD_REQUEST', config, {}, { ...response, status: 403, data })
  }
  await startI18n()
  await Promise.all([loadSecurityTexts(), loadTexts('wallet')])
  loadSheet()
})
beforeEach(() => {
  sent = {}
  answers = { [PROOF]: {}, 'get /api/account/wallets': { wallets: [], canUnlink: false } }
})
afterEach(cleanup)

interface Protection {
  hasPassword: boolean
  twoFactorOn: boolean
  unconfirmedEmail?: string | null
}

async function open(address: string, protection: Protection) {
  const { hasPassword, twoFactorOn, unconfirmedEmail = null } = protection
  answers['get /api/account/security'] = {
    ...{ hasPassword, proofEmail: hasPassword ? null : 'anna@example.com', devices: 1 },
    unconfirmedEmail,
    twoFactor: { on: twoFactorOn, recoveryCodesLeft: 10 },
    ...{ withdrawalsLockedUntilMs: null, withdrawalsLockedBy: null },
  }
  const book = { total: '0.00', available: '0.00', inPosition: '0.00', frozen: '0.00' }
  useSession.setState({
    token: 'a-token',
    user: {
      uid: '1000000001',
      username: 'anna',
      avatar: null,
      balances: { demo: book, real: book },
    } as never,
  })
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(['site-info'], SITE)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <AccountRoute />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('dialog', {}, { timeout: 20_000 })
}
const WAIT = { timeout: 10_000 }
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' }, WAIT)
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }, WAIT))

test('[A13] [U1] a proof that ran out before the first password is asked for anew; its code may be in any script', async () => {
  await open('/account?section=security&modal=password', { hasPassword: false, twoFactorOn: true })
  const prove = async (typed: string): Promise<void> => {
    const code = await field('Code from your authenticator app')
    fireEvent.change(code, { target: { value: typed } })
    expect(code.value).toBe('123456')
    await press('Next')
  }
  await prove('١٢٣٤٥٦')
  const first = await field('New password')
  fireEvent.change(first, { target: { value: 'Secret-secret-1' } })
  fireEvent.change(await field('Repeat new password'), { target: { value: 'Secret-secret-1' } })
  answers['post /api/account/password'] = 'PROOF_REQUIRED'
  await press('Set a password')
  await prove('१२३४५६')
  expect(await field('New password')).toBeTruthy()
  expect(sent[PROOF]).toEqual([{ code: '123456' }, { code: '123456' }])
})

test('[A13] a proof that ran out before two-factor sign-in is turned on is asked for anew', async () => {
  answers['post /api/account/proof/code'] = { resendSeconds: 60 }
  await open('/account?section=security&modal=two-factor', { hasPassword: false, twoFactorOn: false })
  const prove = async (): Promise<void> => {
    fireEvent.change(await field('Verification code'), { target: { value: '123456' } })
    await press('Confirm')
  }
  await prove()
  answers['post /api/account/two-factor/begin'] = 'PROOF_REQUIRED'
  await press('Next')
  await prove()
  await screen.findByRole('button', { name: 'Next' }, WAIT)
  expect(sent[PROOF]).toHaveLength(2)
})

test('[A4] a proof that ran out before a wallet is linked is asked for anew', async () => {
  const provider = {
    isMetaMask: true,
    request: async ({ method }: { method: string }) =>
      method === 'eth_requestAccounts' ? ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'] : '0x',
  }
  const detail = { info: { name: 'MetaMask', rdns: 'io.metamask' }, provider }
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  await open('/account?modal=link-wallet', { hasPassword: true, twoFactorOn: false })
  const prove = async (): Promise<void> => {
    fireEvent.change(await field('Your password'), { target: { value: 'Secret-secret-1' } })
    await press('Next')
  }
  await prove()
  answers['post /api/account/wallets/message'] = 'PROOF_REQUIRED'
  fireEvent.click(await screen.findByLabelText('Ethereum', {}, WAIT))
  await press('Connect MetaMask')
  await prove()
  await screen.findByRole('button', { name: 'Connect MetaMask' }, WAIT)
  await waitFor(() => expect(sent[PROOF]).toHaveLength(2))
  removeEventListener('eip6963:requestProvider', announce)
})

test('[A2 A15] an address nobody has confirmed is confirmed from a link to the dialog; the focus goes on below its row', async () => {
  const email = 'anna@example.com'
  await open('/account?modal=confirm-email', {
    hasPassword: true,
    twoFactorOn: true,
    unconfirmedEmail: email,
  })
  const dialog = within(screen.getByRole('dialog'))
  // No code was asked for yet: none is said to have been sent.
  await dialog.findByText(/^We send a code to .*anna@example\.com/, {}, WAIT)
  expect(screen.getByText(/a password reset on a new device removes linked wallets/)).toBeTruthy()
  answers['post /api/account/email/confirm'] = 'CODE_INVALID'
  fireEvent.change(await field('Verification code'), { target: { value: '123456' } })
  await press('Confirm')
  await dialog.findByText('words of CODE_INVALID', {}, WAIT)

  answers['post /api/account/email/confirm'] = {}
  answers['get /api/account/security'] = {
    ...(answers['get /api/account/security'] as object),
    unconfirmedEmail: null,
  }
  await press('Confirm')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), WAIT)
  expect(screen.queryByText('E-mail not confirmed')).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' })),
  )
  expect(sent['post /api/account/email/confirm']).toEqual([{ code: '123456' }, { code: '123456' }])
})
