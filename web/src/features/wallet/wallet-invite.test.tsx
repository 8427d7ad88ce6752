import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError, type InternalAxiosRequestConfig } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { loadTexts, startI18n } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session-store.ts'
import { useAnnounced } from '../../lib/wallet/found-wallets.ts'
import { WalletLogin } from './WalletLogin.tsx'

const ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
/** The bodies of the sign-ins that were sent. */
let sent: Record<string, unknown>[]
const connector = {
  connect: vi.fn(async () => ADDRESS),
  sign: vi.fn(async () => '0xsigned'),
  selected: async () => ADDRESS,
  disconnect: vi.fn(async () => undefined),
  isSame: () => true,
}

beforeAll(async () => {
  await startI18n()
  await Promise.all([loadTexts('auth'), loadTexts('wallet')])
})
beforeEach(() => {
  sent = []
  vi.clearAllMocks()
  useAnnounced.setState({
    wallets: [{ key: 'io.metamask', chain: 'eth', name: 'MetaMask', kind: 'metamask', connector }],
  })
  apiClient.defaults.adapter = async (config) => {
    const data = config.url?.endsWith('wallet-message')
      ? { message: 'sign this', expiresAtMs: 1 }
      : signIn(config)
    return { config, status: 200, statusText: 'OK', headers: {}, data: { success: true, data } }
  }
})
afterEach(() => {
  cleanup()
  useSession.getState().signOut()
})

/** As the server: a new user needs the code K7PQ42MD. */
function signIn(config: InternalAxiosRequestConfig): object {
  const body = JSON.parse(String(config.data))
  sent.push(body)
  if (body.inviteCode === 'K7PQ42MD')
    return { token: 'token', user: { uid: '1', username: 'wallet_eth_1' }, isNewUser: true }
  const code = body.inviteCode === undefined ? 'INVITE_CODE_REQUIRED' : 'INVALID_INVITE_CODE'
  const data = { success: false, code, message: `words of ${code}`, requestId: '1' }
  throw new AxiosError(
    code,
    'ERR_BAD_REQUEST',
    config,
    {},
    {
      ...{ config, status: 400, statusText: '', headers: {}, data },
    },
  )
}

async function connect(search = ''): Promise<void> {
  render(
    <MemoryRouter initialEntries={[`/login${search}`]}>
      <WalletLogin />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('radio', { name: 'Ethereum' }))
  fireEvent.click(screen.getByRole('button', { name: 'Connect MetaMask' }))
  await screen.findByLabelText('Invite code')
}
const field = () => screen.getByLabelText<HTMLInputElement>('Invite code')
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create account' }))

test('[A9] [U-19] a new wallet user is asked for the code alone: one signature serves every try', async () => {
  await connect()
  create()
  await screen.findByText('Enter your invite code.')
  fireEvent.change(field(), { target: { value: 'zzzz-zzzz' } })
  create()
  await screen.findByText('words of INVALID_INVITE_CODE')
  expect(field().value).toBe('zzzzzzzz')
  fireEvent.change(field(), { target: { value: 'k7pq42md' } })
  // What was wrong with the code before is not said of this one.
  expect(screen.queryByText('words of INVALID_INVITE_CODE')).toBeNull()
  create()
  await waitFor(() => expect(useSession.getState().token).toBe('token'))
  expect(connector.sign).toHaveBeenCalledTimes(1)
  expect(connector.disconnect).not.toHaveBeenCalled()
  expect(sent.map(({ inviteCode, signature }) => [inviteCode, signature])).toEqual([
    [undefined, '0xsigned'],
    ['ZZZZZZZZ', '0xsigned'],
    ['K7PQ42MD', '0xsigned'],
  ])
})

test('[A9] a wrong code of the invitation link stands in the field with the words of its refusal', async () => {
  await connect('?code=k7pq42mx')
  expect(field().value).toBe('K7PQ42MX')
  screen.getByText('words of INVALID_INVITE_CODE')
})

test('[A5] going back to the wallets, or leaving, lets the wallet go and signs nobody in', async () => {
  await connect()
  fireEvent.click(screen.getByRole('button', { name: 'Back to wallets' }))
  screen.getByRole('button', { name: 'Connect MetaMask' })
  expect(connector.disconnect).toHaveBeenCalledTimes(1)
  cleanup()
  await connect()
  cleanup()
  expect(connector.disconnect).toHaveBeenCalledTimes(2)
  expect(useSession.getState().token).toBeNull()
})
