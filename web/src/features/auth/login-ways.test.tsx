import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { loadTexts, startI18n } from '../../lib/i18n.ts'
import { LoginWays } from './LoginWays.tsx'

const SITE = { siteName: 'S', emailLogin: true, walletLogin: false, passwordReset: true }
let client: QueryClient
/** What the server answers to the next code that is asked for. */
let answer: (config: InternalAxiosRequestConfig) => Promise<AxiosResponse>

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = (config) => answer(config)
  await startI18n()
  await loadTexts('auth')
})
beforeEach(() => {
  sessionStorage.clear()
  answer = async (config) => ({
    ...{ config, status: 200, statusText: 'OK', headers: {} },
    data: { success: true, data: { resendSeconds: 60 } },
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(): void {
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(['site-info'], SITE)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <LoginWays wallet={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const byCode = () => fireEvent.click(screen.getByRole('tab', { name: 'E-mail' }))
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
async function ask(email = 'anna@example.com'): Promise<void> {
  fireEvent.change(screen.getByRole('textbox', { name: 'E-mail' }), { target: { value: email } })
  fireEvent.click(button(/^Send/))
}

test('[A1] e-mail appears only where it is offered; switched off while chosen, it gives way to the account', async () => {
  show()
  byCode()
  expect(screen.getByLabelText('Verification code')).toBeTruthy()
  act(() => void client.setQueryData(['site-info'], { ...SITE, emailLogin: false }))
  await waitFor(() => expect(screen.queryByLabelText('Verification code')).toBeNull())
  expect(screen.queryByRole('tab', { name: 'E-mail' })).toBeNull()
  expect(screen.getByLabelText('Username')).toBeTruthy()
})

test('[A10] a forgotten password can be replaced only where the site sends mails', async () => {
  show()
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toBeTruthy()
  act(() => void client.setQueryData(['site-info'], { ...SITE, passwordReset: false }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull())
})

test('[A3] after success the button counts 60 s down, over a reload, and then sends again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  show()
  byCode()
  await ask()
  await waitFor(() => expect(button(/^Resend in 60 s$/).disabled).toBe(true))
  act(() => void vi.advanceTimersByTime(18_000))
  expect(button(/^Resend in 42 s$/).disabled).toBe(true)
  cleanup()
  show()
  byCode()
  expect(button(/^Resend in 42 s$/).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' }).value).toBe('anna@example.com')
  act(() => void vi.advanceTimersByTime(42_000))
  expect(button(/^Send again$/).disabled).toBe(false)
})

test('[A3] after a failure it can be pressed again at once, with the words of the failure beside it', async () => {
  const refuse =
    (status: number, code: string, headers = {}) =>
    async (config: InternalAxiosRequestConfig) => {
      const data = { success: false, code, message: `words of ${code}`, requestId: '1' }
      const response = { config, status, statusText: '', headers, data }
      throw new AxiosError(code, 'ERR_BAD_REQUEST', config, {}, response)
    }
  show()
  byCode()
  answer = refuse(429, 'TOO_MANY_REQUESTS')
  await ask()
  await screen.findByText('words of TOO_MANY_REQUESTS')
  expect(button(/^Send code$/).disabled).toBe(false)
  answer = refuse(429, 'CODE_TOO_SOON', { 'retry-after': '17' })
  fireEvent.click(button(/^Send code$/))
  await screen.findByText('A code was sent a moment ago. Ask again in 17 s.')
  expect(button(/^Send code$/).disabled).toBe(false)
})
