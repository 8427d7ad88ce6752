import { act, renderHook } from '@testing-library/react'
import type { UserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

/** The form as a page loaded anew has it. */
async function loadForm(uid: string, book: 'demo' | 'real') {
  vi.resetModules()
  const { useOrderForm } = await import('./order-form.store.ts')
  const { useBook } = await import('../../lib/book-store.ts')
  const { useSession } = await import('../../lib/session-store.ts')
  useBook.setState({ book })
  useSession.setState({ token: uid, user: { uid } as UserInfo })
  const { result } = renderHook(useOrderForm)
  return result
}

test('[T1][T10][U-5] stake and duration outlast a reload, each book and each user with their own', async () => {
  const practice = await loadForm('1001', 'demo')
  expect([practice.current.amountText, practice.current.durationSeconds]).toEqual(['50.00', 60])
  act(() => practice.current.setAmountText('12.50'))
  act(() => practice.current.setDuration(300))
  const reloaded = await loadForm('1001', 'demo')
  expect([reloaded.current.amountText, reloaded.current.durationSeconds]).toEqual(['12.50', 300])
  expect((await loadForm('1002', 'demo')).current.amountText).toBe('50.00')
  const real = await loadForm('1001', 'real')
  expect(real.current.amountText, 'no stake of real money is suggested').toBe('')
  act(() => real.current.setAmountText('7'))
  expect((await loadForm('1001', 'real')).current.amountText).toBe('7')
  expect((await loadForm('1001', 'demo')).current.amountText).toBe('12.50')
})

test('[T1] what somebody else wrote into the storage of the browser is no choice', async () => {
  localStorage.setItem('orderForm', '{"1001:demo":{"durationSeconds":"60","amountText":5},"1001:real":7}')
  expect((await loadForm('1001', 'demo')).current.amountText).toBe('50.00')
})
