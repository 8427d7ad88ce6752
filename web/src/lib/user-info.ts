import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { create } from 'zustand'
import { call, layoutClient } from './api-client.ts'
import { useSession } from './session-store.ts'

/** Several balance events in a row cost one call. */
const RELOAD_DELAY_MS = 800

interface UserInfoState {
  /** The last load failed: the header offers to try again. */
  failed: boolean
}

export const useUserInfoState = create<UserInfoState>()(() => ({ failed: false }))

let newestRequest = 0

/** Of an earlier visit: its balances may be long out of date. */
const remembered = useSession.getState().user
const UNKNOWN = { balanceVersion: -1, balances: { demo: {}, real: {} } }

/** A page that opened without the server shows no balance at all rather than one it remembers. */
function forgetBalances(): void {
  const { user } = useSession.getState()
  if (user !== null && user === remembered) useSession.setState({ user: { ...user, ...UNKNOWN } as never })
}

/** Loads the signed-in user. Only the newest request may write, and never older balances over newer ones. */
export async function loadUserInfo(): Promise<void> {
  const { token } = useSession.getState()
  if (token === null) return
  newestRequest += 1
  const request = newestRequest
  try {
    const user = await call(getUserInfo, {}, { client: layoutClient, toast: false })
    if (request !== newestRequest || useSession.getState().token !== token) return
    useSession.getState().applyUser(user)
    useUserInfoState.setState({ failed: false })
  } catch {
    if (request !== newestRequest) return
    forgetBalances()
    useUserInfoState.setState({ failed: true })
  }
}

let reloadTimer: ReturnType<typeof setTimeout> | null = null

/** A balance has changed: loads the user soon. */
export function reloadUserInfoSoon(): void {
  if (reloadTimer !== null) return
  reloadTimer = setTimeout(() => {
    reloadTimer = null
    void loadUserInfo()
  }, RELOAD_DELAY_MS)
}
