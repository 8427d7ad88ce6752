import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { usePending } from './use-pending.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  useAdminSession.getState().signOut()
})

const signIn = (permission: string): void =>
  useAdminSession.setState({
    ...{ token: 'token' },
    admin: {
      ...{ username: 'ada', role: 'owner', permissions: [permission] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('[D3] [D5] shown is what nobody has taken on; one that is new alerts also when another was taken on meanwhile', async () => {
  vi.useFakeTimers()
  signIn('withdraw-orders')
  const answers = [
    { count: 15, processing: 3 },
    { count: 15, processing: 5 },
    { count: 16, processing: 6 },
    { count: 16, processing: 4 },
  ]
  vi.spyOn(apiClient, 'request').mockImplementation(async () => ({
    ...{ status: 200, headers: {}, data: { success: true, data: answers.shift() } },
  }))
  const client = new QueryClient()
  const { result } = renderHook(() => usePending('withdraw'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await later(59_000)
  expect(result.current).toMatchObject({ count: 12, processing: 3, isAlert: false })
  await later(60_000)
  expect(result.current).toMatchObject({ count: 10, processing: 5, isAlert: false })
  await later(60_000)
  expect(result.current).toMatchObject({ count: 10, processing: 6, isAlert: true })
  act(() => result.current.calm())
  await later(60_000)
  // Two were decided while two came.
  expect(result.current).toMatchObject({ count: 12, processing: 4, isAlert: true })
  client.clear()
})

test('[D5] each rise alerts for a minute, also one that comes when the alert of another is about to end', async () => {
  vi.useFakeTimers()
  signIn('approvals')
  const answers = [
    { count: 1, afterMs: 100 },
    { count: 2, afterMs: 100 },
    { count: 3, afterMs: 20 },
  ]
  vi.spyOn(apiClient, 'request').mockImplementation(async () => {
    const { count, afterMs } = answers.shift() ?? { count: 3, afterMs: 20 }
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    return { status: 200, headers: {}, data: { success: true, data: { count } } }
  })
  const client = new QueryClient()
  const { result } = renderHook(() => usePending('approvals'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await later(59_000)
  expect(result.current).toMatchObject({ count: 1, isAlert: false })
  await later(1_300)
  expect(result.current).toMatchObject({ count: 2, isAlert: true })
  await later(59_700)
  // A page says that something was decided: they are counted again at once.
  void client.invalidateQueries({ queryKey: ['admin-pending'] })
  await later(50)
  await later(59_900)
  expect(result.current).toMatchObject({ count: 3, isAlert: true })
  await later(100)
  expect(result.current).toMatchObject({ count: 3, isAlert: false })
  client.clear()
})
