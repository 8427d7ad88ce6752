import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { AdminPassword } from './AdminPassword.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(`admin:password.${key}`)
const field = (key: string) => screen.getByLabelText(say(key))
const type = (key: string, value: string) => fireEvent.change(field(key), { target: { value } })
const noteOf = (key: string): string =>
  document.getElementById(field(key).getAttribute('aria-describedby') ?? '')?.textContent ?? ''

test('[D2] [B-15] the first password of an administrator is told all its rules, and all it does not meet, at its field', async () => {
  const WEAK = 'Easy to guess'
  const { calls } = checkCalls({
    'POST /api/admin/profile/password': () => {
      throw new ApiError('PASSWORD_WEAK', WEAK)
    },
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AdminPassword onDone={() => undefined} />
    </QueryClientProvider>,
  )
  const press = () => fireEvent.click(screen.getByRole('button', { name: say('action') }))
  expect(noteOf('newPassword')).toBe(say('rules'))
  type('currentPassword', 'Ab12-Cd3')
  type('newPassword', 'Ab12-Cd3')
  type('confirmPassword', 'other')
  press()
  await waitFor(() => expect(noteOf('confirmPassword')).toBe(say('faults.match')))
  expect(noteOf('newPassword')).toBe(`${say('faults.minLength')} ${say('faults.same')}`)
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  type('newPassword', 'aaaaaaaaaaaa')
  type('confirmPassword', 'aaaaaaaaaaaa')
  press()
  await waitFor(() => expect(noteOf('newPassword')).toBe(WEAK))
})
