import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError } from 'axios'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { loadTexts, startI18n } from '../../lib/i18n.ts'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const SITE = { siteName: 'S', emailLogin: false, walletLogin: false, inviteCodeRequired: true }

const sent: unknown[] = []

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = (config) => {
    sent.push(JSON.parse(String(config.data)))
    const data = { success: false, code: 'LOGIN_FAILED', message: 'words of LOGIN_FAILED', requestId: '1' }
    const response = { config, status: 401, statusText: '', headers: {}, data }
    return Promise.reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, {}, response))
  }
  await startI18n()
  await loadTexts('auth')
})
afterEach(cleanup)

const say = (key: string): string => i18next.t(`auth:${key}`)
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

function show(form: ReactNode, entry: { pathname: string; search?: string; state?: object }): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['site-info'], SITE)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[entry]}>{form}</MemoryRouter>
    </QueryClientProvider>,
  )
}

test('[U-19] where another code is typed, nothing says that it came from the link', async () => {
  show(<RegisterForm onRegistered={() => undefined} />, {
    pathname: '/login/register',
    search: '?code=k7pq42md',
  })
  expect(screen.getByText(say('inviteCode.filled'))).toBeTruthy()
  type(say('inviteCode.label'), 'K7PQ42ME')
  expect(screen.queryByText(say('inviteCode.filled'))).toBeNull()
  type(say('inviteCode.label'), 'k7pq42md')
  expect(screen.getByText(say('inviteCode.filled'))).toBeTruthy()
})

test('[U-19] the good news of a registration does not stand beside a failed sign-in', async () => {
  show(<LoginForm />, { pathname: '/login', state: { registered: true } })
  expect(screen.getByText(say('registered'))).toBeTruthy()
  type(say('username.label'), 'anna')
  type(say('password.label'), 'wrong-one')
  fireEvent.click(screen.getByRole('button', { name: say('login') }))
  expect(await screen.findByText('words of LOGIN_FAILED')).toBeTruthy()
  expect(screen.queryByText(say('registered'))).toBeNull()
})

test('[A2] [A8] a space at an end of a username is not sent, and counts for none of its rules', async () => {
  sent.length = 0
  show(<LoginForm />, { pathname: '/login' })
  type(say('username.label'), ` ${'a'.repeat(20)}\u00a0`)
  type(say('password.label'), ' secret ')
  fireEvent.click(screen.getByRole('button', { name: say('login') }))
  await screen.findByText('words of LOGIN_FAILED')
  cleanup()
  show(<RegisterForm onRegistered={() => undefined} />, {
    pathname: '/login/register',
    search: '?code=K7PQ42MD',
  })
  type(say('username.label'), 'anna ')
  type(say('email.label'), 'anna@example.com')
  type(say('password.label'), 'secret1')
  type(say('confirmPassword.label'), 'secret1')
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: say('register') }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([{ username: 'a'.repeat(20), password: ' secret ' }, { username: 'anna' }])
})
