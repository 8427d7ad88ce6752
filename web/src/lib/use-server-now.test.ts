import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverClock } from './server-clock.ts'
import { useServerNow } from './use-server-now.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

test('[T7] two that count down together read one time, whenever each of them began', () => {
  const strip = renderHook(() => useServerNow(250))
  const read: [number, number][] = []
  pass(130)
  const tag = renderHook(() => useServerNow(250))
  for (let turn = 0; turn < 20; turn += 1) {
    read.push([strip.result.current, tag.result.current])
    pass(70)
  }
  expect(read.map(([shown]) => shown)).toEqual(read.map(([, shown]) => shown))
  expect(new Set(read.map(([shown]) => shown)).size).toBeGreaterThan(4)
})

test('[T7] an expiry that one of them waits for is shown by all at its moment', () => {
  const expiresAtMs = serverClock.nowMs() + 1_130
  const tag = renderHook(() => useServerNow(250))
  const strip = renderHook(() => useServerNow(250, true, expiresAtMs))
  pass(1_129)
  expect(tag.result.current).toBeLessThan(expiresAtMs)
  pass(2)
  expect(tag.result.current).toBeGreaterThanOrEqual(expiresAtMs)
  expect(strip.result.current).toBe(tag.result.current)
})

test('[T7] the clock is not read on for those who have gone or stand still', () => {
  const { result, rerender, unmount } = renderHook(({ running }) => useServerNow(250, running), {
    initialProps: { running: true },
  })
  pass(300)
  rerender({ running: false })
  const stoodMs = result.current
  pass(2_000)
  expect(result.current).toBe(stoodMs)
  expect(vi.getTimerCount()).toBe(0)
  rerender({ running: true })
  expect(result.current).toBeGreaterThanOrEqual(stoodMs + 2_000)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
