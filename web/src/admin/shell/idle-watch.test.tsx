import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { followActivity, IDLE_MAX_MS, IDLE_WARNING_MS } from '../frame/activity.ts'
import { IdleWatch } from './IdleWatch.tsx'

beforeEach(async () => {
  await startI18n()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

test('[D2] nobody touches a page for 14 minutes: a warning; for 15: he is signed out, once', async () => {
  const onIdle = vi.fn()
  followActivity()
  render(<IdleWatch onIdle={() => onIdle()} />)
  await act(() => vi.advanceTimersByTimeAsync(IDLE_WARNING_MS - 2_000))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(onIdle).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(IDLE_MAX_MS - IDLE_WARNING_MS))
  expect(onIdle).toHaveBeenCalledTimes(1)
})
