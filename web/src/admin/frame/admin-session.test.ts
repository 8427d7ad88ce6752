import { type AdminInfo, adminProfile } from '@truestrike/protocol/account-endpoints.ts'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { IDLE_MAX_MS, noteActivity } from './activity.ts'
import { adminCall, followOtherTabs, useAdminSession } from './admin-session.store.ts'
import { checkCalls, checkNoMore } from './checked-calls.ts'

const admin = { username: 'ada', role: 'owner', permissions: ['users'] } as unknown as AdminInfo
const KEY = 'adminToken'
const session = () => useAdminSession.getState()

beforeEach(() => {
  localStorage.clear()
  useAdminSession.setState({ token: null, admin: null, wasIdle: false })
  session().signIn('OLD', admin)
})
afterEach(() => vi.useRealTimers())
afterAll(checkNoMore)

/** What another tab does, as browsers tell of it. */
function elsewhere(token: string | null): void {
  if (token === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, token)
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}
const refuse = () =>
  checkCalls({
    'GET /api/admin/profile': () => {
      throw new ApiError('ADMIN_SESSION_INVALID', 'Over', { status: 403 })
    },
  })

test('[D2] a tab that wakes late leaves the session another one has opened since, and goes on in it', async () => {
  refuse()
  localStorage.setItem(KEY, 'NEW')
  await expect(adminCall(adminProfile)).rejects.toThrow('Over')
  expect(localStorage.getItem(KEY)).toBe('NEW')
  // Whose it is has to be asked: it may be another administrator's.
  expect(session()).toMatchObject({ token: 'NEW', admin: null })
})

test('[D2] an ended session is cleared; a refusal that comes late ends none opened since, and keeps why the old one ended', async () => {
  refuse()
  const late = adminCall(adminProfile)
  session().signOut('idle')
  await expect(late).rejects.toThrow('Over')
  expect(session()).toMatchObject({ token: null, wasIdle: true })
  const later = adminCall(adminProfile)
  session().signIn('NEW', admin)
  await expect(later).rejects.toThrow('Over')
  expect([session().token, localStorage.getItem(KEY)]).toEqual(['NEW', 'NEW'])
  await expect(adminCall(adminProfile)).rejects.toThrow('Over')
  expect([session().token, localStorage.getItem(KEY)]).toEqual([null, null])
  expect(session().wasIdle).toBe(false)
})

test('[D2] signing in and out in another tab holds here, also for having touched nothing for too long', () => {
  const stop = followOtherTabs()
  elsewhere('NEW')
  expect(session()).toMatchObject({ token: 'NEW', admin: null })
  noteActivity()
  elsewhere(null)
  expect(session()).toMatchObject({ token: null, wasIdle: false })
  elsewhere('NEXT')
  vi.useFakeTimers({ now: Date.now() + IDLE_MAX_MS })
  elsewhere(null)
  expect(session()).toMatchObject({ token: null, wasIdle: true })
  // The page in the frame has heard of it as well.
  session().signOut()
  expect(session().wasIdle).toBe(true)
  stop()
  elsewhere('LAST')
  expect(session().token).toBeNull()
})
