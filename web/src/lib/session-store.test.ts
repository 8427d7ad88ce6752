import { afterEach, expect, test, vi } from 'vitest'
import { onSessionEnded } from './session-events.ts'
import { followOtherTabs, useSession } from './session-store.ts'

const stop = followOtherTabs()
afterEach(() => useSession.getState().signOut())

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

test('[A11] a tab that wakes late and learns that its session is over leaves a newer one of another tab alone', () => {
  const listener = vi.fn()
  const forget = onSessionEnded(listener)
  useSession.setState({ token: 'token of before' })
  // Signed in meanwhile by a tab that was awake; its event has not come yet.
  localStorage.setItem('token', 'token of now')
  useSession.getState().signOut('the session has ended')
  expect(useSession.getState().token).toBe('token of now')
  expect(localStorage.getItem('token')).toBe('token of now')
  expect(listener).not.toHaveBeenCalled()

  useSession.getState().signOut('the session has ended')
  expect(useSession.getState().token).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
  expect(listener).toHaveBeenCalledExactlyOnceWith('the session has ended')
  forget()
  stop()
})
