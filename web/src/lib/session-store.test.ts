import type { UserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { onSessionEnded } from './session-events.ts'
import { followOtherTabs, useSession } from './session-store.ts'
import { signOutHere } from './sign-out.ts'

const stop = followOtherTabs()
afterEach(() => useSession.getState().signOut())

const balances = { demo: {}, real: {} } as UserInfo['balances']
const user = { uid: '1', username: 'anna', balance: '5.00', balances, balanceVersion: 1 } as UserInfo
const other = { ...user, uid: '2', username: 'berta' }
/** By a tab that was awake; this one's event has not come yet. */
const signedInElsewhere = (): void => {
  localStorage.setItem('token', 'token of now')
  localStorage.setItem('user', JSON.stringify(other))
}

/** What the browser tells the other tabs once a tab has written. */
const tellOtherTabs = (): boolean => globalThis.dispatchEvent(new StorageEvent('storage', { key: 'token' }))

test('[A10] [A11] a session that ended in another tab ends here with the same reason, said once', () => {
  const listener = vi.fn()
  const forget = onSessionEnded(listener)
  useSession.getState().signOut('the session has ended')
  expect(listener).toHaveBeenCalledExactlyOnceWith('the session has ended')

  // Here the end is not known yet.
  useSession.setState({ token: 'token' })
  tellOtherTabs()
  expect(useSession.getState().token).toBeNull()
  expect(listener.mock.calls).toEqual([['the session has ended'], ['the session has ended']])
  tellOtherTabs()
  expect(listener).toHaveBeenCalledTimes(2)
  forget()
})

test('[A11] who signs out himself is told no reason, in no tab', () => {
  const listener = vi.fn()
  const forget = onSessionEnded(listener)
  useSession.getState().signOut('the session before')
  listener.mockClear()
  useSession.setState({ token: 'token' })
  useSession.getState().signOut()
  useSession.setState({ token: 'token' })
  tellOtherTabs()
  expect(useSession.getState().token).toBeNull()
  expect(listener).not.toHaveBeenCalled()
  forget()
})

test('[A11] [E2] a tab that wakes late and learns that its session is over says so, and leaves a newer one of another tab alone', () => {
  const listener = vi.fn()
  const forget = onSessionEnded(listener)
  useSession.setState({ token: 'token of before', user })
  signedInElsewhere()
  // What came for the session before says nothing about the one of now.
  useSession.getState().applyUser({ ...user, balance: '7.00', balanceVersion: 2 })
  expect(localStorage.getItem('user')).toBe(JSON.stringify(other))
  useSession.getState().signOut('the session has ended')
  expect(useSession.getState()).toMatchObject({ token: 'token of now', user: other })
  expect(localStorage.getItem('token')).toBe('token of now')
  expect(listener).toHaveBeenCalledExactlyOnceWith('the session has ended')

  useSession.getState().signOut('the session has ended')
  expect(useSession.getState().token).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
  forget()
})

test('[A11] [E2] a tab that hears late of both the end and the next sign-in says why the one before ended', () => {
  const listener = vi.fn()
  const forget = onSessionEnded(listener)
  useSession.getState().signOut('the session has ended')
  useSession.setState({ token: 'token of before', user })
  signedInElsewhere()
  listener.mockClear()
  tellOtherTabs()
  expect(useSession.getState()).toMatchObject({ token: 'token of now', user: other })
  expect(listener).toHaveBeenCalledExactlyOnceWith('the session has ended')
  forget()
})

test('[A11] who signs in is known before other tabs hear of his token', () => {
  const stored: unknown[] = []
  vi.stubGlobal('localStorage', { setItem: (key: string) => stored.push(key) })
  useSession.getState().signIn('token', user)
  vi.unstubAllGlobals()
  expect(stored).toEqual(['user', 'token'])
})

test('[A11] [A12] who signs out himself in a tab that wakes late is signed out of the session this browser has', async () => {
  const told: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    told.push(new Headers(headers).get('Authorization'))
    return new Response('{}')
  })
  useSession.setState({ token: 'token of before', user })
  signedInElsewhere()
  signOutHere()
  expect(useSession.getState().token).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
  expect(told).toEqual(['Bearer token of now'])
  vi.unstubAllGlobals()
  stop()
})
