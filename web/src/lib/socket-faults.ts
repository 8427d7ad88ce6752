import i18next from 'i18next'
import { useSession } from './session-store.ts'
import type { SocketFault } from './socket-client.ts'
import { showToast } from './toast-bus.ts'

/** One and the same fault is told at most this often: a socket can fail many times a second. */
const REPEAT_MS = 30_000

const toldMs = new Map<SocketFault, number>()

/**
 * Words a fault of a socket for the user. A mere lost connection is left to the banner of the screen. A damaged token
 * belongs to no session: it ends once, whether a call or a socket is the first to see it, and with one message.
 */
export function reportSocketFault(fault: SocketFault, nowMs: number = performance.now()): void {
  const text = i18next.t(`errors:SOCKET_${fault}`)
  if (fault === 'TOKEN_UNREADABLE') {
    const { token, signOut } = useSession.getState()
    if (token !== null) signOut(text)
    return
  }
  const last = toldMs.get(fault)
  if (last !== undefined && nowMs - last < REPEAT_MS) return
  toldMs.set(fault, nowMs)
  showToast('error', text)
}
