import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { followActivity, IDLE_MAX_MS, IDLE_WARNING_MS } from '../frame/activity.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { markUnattended } from '../frame/mark-unattended.ts'
import { IdleWatch } from './IdleWatch.tsx'

let stopMarking: () => void
let stopNoting = () => {}
let attended: string[]
let sent: unknown[]
beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-access'])
  stopMarking = markUnattended()
  apiClient.interceptors.response.use((answer) => {
    if (!answer.config.headers.has('X-Unattended')) attended.push(answer.config.url ?? '')
    return answer
  })
})
beforeEach(() => {
  attended = []
  sent = checkCalls().calls
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  stopNoting()
  vi.useRealTimers()
  localStorage.clear()
})

afterAll(() => {
  stopMarking()
  checkNoMore()
})

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('[D2] nobody touches a page for 14 minutes: a warning; for 15: he is signed out, once', async () => {
  const onIdle = vi.fn()
  stopNoting = followActivity()
  render(<IdleWatch onIdle={() => onIdle()} />)
  await later(IDLE_WARNING_MS - 2_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  await later(4_000)
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(onIdle).not.toHaveBeenCalled()
  await later(IDLE_MAX_MS - IDLE_WARNING_MS)
  expect(onIdle).toHaveBeenCalledTimes(1)
})

test('[D2] who only types keeps his session: the server is told once a minute, and not while nobody touches anything', async () => {
  stopNoting = followActivity()
  render(<IdleWatch onIdle={() => undefined} />)
  await later(60_000)
  attended = []
  for (let second = 0; second < 16 * 60; second += 1) {
    fireEvent.keyDown(document.body, { key: 'a' })
    await later(1_000)
  }
  expect(attended).toEqual(Array(16).fill('/api/admin/profile'))
  // The last key was after the last call.
  await later(60_000)
  sent.length = 0
  await later(5 * 60_000)
  expect(sent).toEqual([])
})

test('[D2] staying tells the server at once', async () => {
  stopNoting = followActivity()
  render(<IdleWatch onIdle={() => undefined} />)
  await later(IDLE_WARNING_MS + 1_000)
  attended = []
  fireEvent.click(screen.getByRole('button', { name: i18next.t('admin-access:idle.stay') }))
  await later(1)
  expect(attended).toEqual(['/api/admin/profile'])
})
