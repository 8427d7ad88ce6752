import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { useUnsavedForms } from '../frame/unsaved.ts'
import { TwoFactorFirst } from './TwoFactorFirst.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-access'])
})
afterEach(() => {
  cleanup()
  checkNoMore()
})

const PASSWORD = 'a long password of theirs'
const buttonOf = (key: string): HTMLElement | null => screen.queryByRole('button', { name: i18next.t(key) })

test('[A13] [D2] [B-13] two-factor sign-in can be skipped until it is on; beside the recovery codes nothing leads away from them', async () => {
  const { faults } = checkCalls({
    'GET /api/admin/profile/security': {
      twoFactor: { on: false, required: false, recoveryCodesLeft: 0 },
      sessions: [],
    },
    'POST /api/admin/profile/two-factor/begin': { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' },
    'POST /api/admin/profile/two-factor/confirm': { recoveryCodes: ['aaaa-bbbb-cccc'] },
  })
  let isOver = false
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TwoFactorFirst
        isOptional
        onDone={() => {
          isOver = true
        }}
      />
    </QueryClientProvider>,
  )
  expect(buttonOf('admin-access:twoFactor.skip')).not.toBeNull()
  fireEvent.change(await screen.findByLabelText(i18next.t('security:password.yours')), {
    target: { value: PASSWORD },
  })
  fireEvent.click(screen.getByRole('button', { name: i18next.t('security:twoFactor.next') }))
  const code = await screen.findByRole('textbox')
  expect(buttonOf('admin-access:twoFactor.skip')).not.toBeNull()
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: i18next.t('security:twoFactor.turnOn') }))
  expect(await screen.findByText('aaaa-bbbb-cccc')).toBeTruthy()
  expect(buttonOf('admin-access:twoFactor.skip')).toBeNull()
  expect(isOver).toBe(false)
  expect(useUnsavedForms.getState().forms).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: i18next.t('security:recovery.done') }))
  expect(isOver).toBe(true)
  expect(faults).toEqual([])
})
