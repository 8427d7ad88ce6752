import { logout } from '@truestrike/protocol/account-endpoints.ts'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { create } from 'zustand'
import { newestToken, useSession } from './session-store.ts'

/** Tries to tell the server that a session is over. */
const TRIES_MAX = 30
/** A line that has died without a word. */
const WAIT_MS = 15_000

/** Whether the question "sign out?" is on the screen: any page may ask it, the shell shows it. */
export const useSignOutQuestion = create<{ open: boolean }>()(() => ({ open: false }))

export function askToSignOut(): void {
  useSignOutQuestion.setState({ open: true })
}

/**
 * Forgets the session at once and says why. The server is told meanwhile, also when the page goes. Without a reason it is
 * the user's own wish: out of whatever session this browser has.
 */
export function signOutHere(why?: string): void {
  const { token: ours, signOut } = useSession.getState()
  const token = why === undefined ? newestToken() : ours
  if (token === null) return
  // First: a listener of the end that throws must not keep the server from being told.
  void tellServer(token)
  signOut(why)
}

/** Until it has heard, for as long as the page lives, yet no longer than about 25 minutes. */
async function tellServer(token: string): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const answer = await fetch(logout.path, {
      method: logout.method,
      headers: {
        Authorization: `Bearer ${token}`,
        'X-XSRF-TOKEN': /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '',
      },
      keepalive: true,
      signal: AbortSignal.timeout(WAIT_MS),
    }).catch(() => null)
    // Without this session's cookie, as after the next sign-in, which ended it, the token is refused.
    if (answer?.ok || answer?.status === 401) return
    await new Promise<void>((resolve) => {
      setTimeout(resolve, Math.min(60, 2 ** tries) * 1_000)
      globalThis.addEventListener('online', () => resolve(), { once: true })
    })
  }
}

/** The way out that a user has chosen: to the sign-in page, and not back to where he was. */
export function useWayOut(): () => void {
  const navigate = useNavigate()
  return () => {
    // Pages that need a session lead away by themselves, with a way back: first they, then this.
    flushSync(() => signOutHere())
    void navigate('/login', { replace: true })
  }
}
