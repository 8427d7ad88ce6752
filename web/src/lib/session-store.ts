import type { UserInfo } from '@truestrike/protocol/account-endpoints.ts'
import type { Balances } from '@truestrike/protocol/frames.ts'
import { create } from 'zustand'
import { readStored, readStoredObject, writeStored } from './browser-storage.ts'
import { announceSessionEnded } from './session-events.ts'

export interface Session {
  token: string | null
  user: UserInfo | null
  signIn(token: string, user: UserInfo): void
  /** Forgets the session. With a reason, the shell of every tab says it and leads to the sign-in page. */
  signOut(why?: string): void
  /** Takes a loaded user; its balances are kept only when not older than those already known. */
  applyUser(user: UserInfo): void
  applyBalances(balances: Balances): void
}

const TOKEN_KEY = 'token'
const USER_KEY = 'user'
/** Why the last session ended, for the tabs that learn of it from this one. */
const ENDED_KEY = 'sessionEnded'

function storedUser(): UserInfo | null {
  const value = readStoredObject(USER_KEY)
  if (value === null || typeof value.username !== 'string' || typeof value.balances !== 'object') return null
  return value as unknown as UserInfo
}

/** What is stored belongs to the stored session: a tab that was frozen may still hold an older one. */
function keep(user: UserInfo): UserInfo {
  if (readStored(TOKEN_KEY) === useSession.getState().token) writeStored(USER_KEY, JSON.stringify(user))
  return user
}

/** The session of this browser, also where this tab has not heard of it yet. */
export function newestToken(): string | null {
  return readStored(TOKEN_KEY) ?? useSession.getState().token
}

export const useSession = create<Session>()((set, get) => ({
  token: readStored(TOKEN_KEY),
  user: readStored(TOKEN_KEY) === null ? null : storedUser(),
  signIn(token, user) {
    // Other tabs hear of the token: whose it is must be there by then.
    writeStored(USER_KEY, JSON.stringify(user))
    writeStored(TOKEN_KEY, token)
    set({ token, user })
  },
  signOut(why) {
    const token = newestToken()
    if (why !== undefined && token !== get().token) {
      // A tab that was frozen has not heard yet of the session another one opened since: that one goes on, with pages of its own.
      set({ token, user: storedUser() })
    } else {
      writeStored(ENDED_KEY, why ?? null)
      writeStored(TOKEN_KEY, null)
      writeStored(USER_KEY, null)
      set({ token: null, user: null })
    }
    if (why !== undefined) announceSessionEnded(why)
  },
  applyUser(user) {
    const { token, user: known } = get()
    if (token === null) return
    if (known !== null && known.uid === user.uid && known.balanceVersion > user.balanceVersion) {
      const { balance, balances, balanceVersion } = known
      set({ user: keep({ ...user, balance, balances, balanceVersion }) })
      return
    }
    set({ user: keep(user) })
  },
  applyBalances({ version, demo, real }) {
    const known = get().user
    if (known === null || known.balanceVersion >= version) return
    set({
      user: keep({ ...known, balance: real.available, balances: { demo, real }, balanceVersion: version }),
    })
  },
}))

/** Signing in or out in another tab holds here too. Returns the way to stop. */
export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent): void => {
    if (event.key !== TOKEN_KEY && event.key !== null) return
    const token = readStored(TOKEN_KEY)
    const before = useSession.getState().token
    useSession.setState({ token, user: token === null ? null : storedUser() })
    const why = readStored(ENDED_KEY)
    if (before !== null && token !== before && why !== null) announceSessionEnded(why)
  }
  globalThis.addEventListener('storage', listener)
  return () => globalThis.removeEventListener('storage', listener)
}
