import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient, layoutClient } from '../api-client.ts'
import { setConnection } from '../connection-store.ts'
import { startI18n } from '../i18n.ts'
import { announceNotices } from '../notice-events.ts'
import { useNotices } from '../notices-store.ts'
import { localNowMs, serverClock } from '../server-clock.ts'
import { useSession } from '../session-store.ts'
import { useSettings } from '../settings-store.ts'
import { askToSignOut, useSignOutQuestion } from '../sign-out.ts'
import { followNotices } from './follow-notices.ts'
import {
  clearNoticesShown,
  fetchNotices,
  finishClear,
  markAllNoticesRead,
  markNoticeRead,
  removeNotice,
  undoClear,
} from './notice-actions.ts'
import { forgetNotices } from './notice-database.ts'

const DAY_MS = 24 * 3_600_000

/** What the server has and hears; null: it is not there. */
let server: Notice[]
let answers: 'all' | 'none' | number
let heard: string[]

const notice = (id: number, more: Partial<Notice> = {}): Notice => ({
  ...{ id: String(id), kind: 'contract-settled', type: 'trade', priority: 'medium' },
  ...{ timeMs: localNowMs(), read: false, data: {}, ...more },
})
const told = () => useNotices.getState().items.map(({ id, read }) => `${id}${read ? ' read' : ''}`)
let stop: (() => void) | null = null

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    if (answers === 'none') throw new AxiosError('offline', AxiosError.ERR_NETWORK, config)
    const failed = config.method !== 'get' && typeof answers === 'number' ? answers : null
    if (failed !== null) {
      const response = { config, status: failed, statusText: '', headers: {}, data: '' }
      throw new AxiosError('', 'ERR_BAD_REQUEST', config, {}, response)
    }
    const url = `${config.url}`.replace('/api/account/notices', '')
    if (config.method !== 'get') heard.push(`${config.method} ${url} ${config.data ?? ''}`.trim())
    const data = { success: true, data: config.method === 'get' ? { notices: server, more: false } : {} }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  await startI18n()
})
beforeEach(() => {
  server = [notice(3), notice(2), notice(1)]
  heard = []
  answers = 'all'
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
})
afterEach(async () => {
  vi.restoreAllMocks()
  stop?.()
  stop = null
  await forgetNotices()
})

test('[N4] what is read and deleted while the server is away is told when it is back, once, and does not come back', async () => {
  await fetchNotices()
  answers = 'none'
  await markNoticeRead('2')
  await removeNotice('3')
  await removeNotice('3')
  expect(told()).toEqual(['2 read', '1'])
  await fetchNotices()
  expect(told()).toEqual(['2 read', '1'])
  answers = 'all'
  server = [notice(4), ...server]
  await fetchNotices()
  expect(heard).toEqual(['post /2/read {}', 'delete /3'])
  // The answer is still that of before: it was told first, and only then asked for.
  server = [notice(4), notice(2, { read: true }), notice(1)]
  await fetchNotices()
  expect(told()).toEqual(['4', '2 read', '1'])
  expect(heard).toHaveLength(2)
})

test('[N4] so are marks on all, in their order; a server in trouble is told later, a refusal is not repeated', async () => {
  await fetchNotices()
  answers = 503
  await markAllNoticesRead()
  expect(told()).toEqual(['3 read', '2 read', '1 read'])
  await clearNoticesShown()
  await finishClear(Number.POSITIVE_INFINITY)
  expect(told()).toEqual([])
  answers = 'all'
  stop = followNotices()
  setConnection('general', { phase: 'open' } as never)
  await vi.waitFor(() =>
    expect(heard).toEqual(['post /read-all {"throughId":"3"}', 'post /clear {"throughId":"3"}']),
  )
  server = []
  await fetchNotices()
  server = [notice(5)]
  await fetchNotices()
  answers = 404
  await removeNotice('5')
  // Refused: the server's word stands.
  expect(told()).toEqual(['5'])
  answers = 'all'
  await fetchNotices()
  expect(heard).toHaveLength(2)
})

test('[U-13] what was cleared can be undone for eight seconds, and the server hears of it afterwards', async () => {
  await fetchNotices()
  vi.useFakeTimers()
  try {
    await clearNoticesShown()
    expect([told(), useNotices.getState().undoable]).toEqual([[], true])
    // The server names them still, and knows of a new one.
    server = [notice(4), ...server]
    await fetchNotices()
    expect(told()).toEqual(['4'])
    await vi.advanceTimersByTimeAsync(7_999)
    await undoClear()
    expect([told(), useNotices.getState().undoable]).toEqual([['4', '3', '2', '1'], false])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(heard).toEqual([])
    await clearNoticesShown()
    server = [notice(5), ...server]
    await fetchNotices()
    await vi.advanceTimersByTimeAsync(7_999)
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(heard).toEqual(['post /clear {"throughId":"4"}'])
    await undoClear()
    expect([told(), useNotices.getState().undoable]).toEqual([['5'], false])
  } finally {
    vi.useRealTimers()
  }
})

test('[U-13] a page that goes away takes neither what was cleared nor the undo with it: the next one has both', async () => {
  vi.useFakeTimers()
  try {
    const leaveAndReturn = async (): Promise<void> => {
      stop?.()
      useNotices.setState({ items: [], undoable: false })
      await vi.advanceTimersByTimeAsync(5_000)
      stop = followNotices()
      await vi.advanceTimersByTimeAsync(0)
    }
    await fetchNotices()
    stop = followNotices()
    await clearNoticesShown()
    await leaveAndReturn()
    expect([told(), useNotices.getState().undoable]).toEqual([[], true])
    await undoClear()
    expect(told()).toEqual(['3', '2', '1'])
    await clearNoticesShown()
    await leaveAndReturn()
    await leaveAndReturn()
    expect([told(), useNotices.getState().undoable]).toEqual([[], false])
    expect(heard).toEqual(['post /clear {"throughId":"3"}'])
  } finally {
    vi.useRealTimers()
  }
})

test('[U-13] who asks to sign out has cleared for good: nobody could tell the server afterwards', async () => {
  await fetchNotices()
  stop = followNotices()
  await clearNoticesShown()
  askToSignOut()
  await vi.waitFor(() => expect(heard).toEqual(['post /clear {"throughId":"3"}']))
  useSignOutQuestion.setState({ open: false })
  expect([told(), useNotices.getState().undoable]).toEqual([[], false])
})

test('[N4] on start read ones older than seven days go, whether or not the server answers', async () => {
  // Whatever other stories of this run have set it to.
  vi.spyOn(serverClock, 'isSet').mockReturnValue(false)
  const old = localNowMs() - 8 * DAY_MS
  server = [notice(3), notice(2, { read: true, timeMs: old }), notice(1, { timeMs: old })]
  await fetchNotices()
  expect(told()).toEqual(['3', '2 read', '1'])
  answers = 'none'
  stop = followNotices()
  await vi.waitFor(() => expect(told()).toEqual(['3', '1']), { timeout: 15_000 })
})

test('[N5] sound that is switched off in one tab is off in the others', () => {
  stop = followNotices()
  expect(useSettings.getState().sound).toBe(true)
  localStorage.setItem('notificationSound', 'false')
  globalThis.dispatchEvent(new StorageEvent('storage', { key: 'notificationSound', newValue: 'false' }))
  expect(useSettings.getState().sound).toBe(false)
  localStorage.removeItem('notificationSound')
  globalThis.dispatchEvent(new StorageEvent('storage', { key: 'notificationSound', newValue: null }))
  expect(useSettings.getState().sound).toBe(true)
})

test('[N5] a tab in the background lets one that is heard keep a notice first; after a sign-out it keeps none', async () => {
  stop = followNotices()
  await vi.waitFor(() => expect(told()).toHaveLength(3), { timeout: 15_000 })
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.useFakeTimers()
  try {
    announceNotices([notice(4)])
    await vi.advanceTimersByTimeAsync(299)
    expect(told()).not.toContain('4')
    await vi.advanceTimersByTimeAsync(1)
    expect(told()).toContain('4')
    announceNotices([notice(5)])
    stop()
    stop = null
    await vi.advanceTimersByTimeAsync(300)
    expect(told()).toEqual([])
  } finally {
    vi.useRealTimers()
    seen.mockRestore()
  }
})
