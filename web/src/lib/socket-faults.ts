import i18next from 'i18next'
import type { SocketFault } from './socket-client.ts'
import { showToast } from './toast-bus.ts'

/** One and the same fault is told at most this often: a socket can fail many times a second. */
const REPEAT_MS = 30_000

const toldMs = new Map<SocketFault, number>()

/** Words a fault of a socket for the user. A mere lost connection is left to the banner of the screen. */
export function reportSocketFault(fault: SocketFault, nowMs: number = performance.now()): void {
  const last = toldMs.get(fault)
  if (last !== undefined && nowMs - last < REPEAT_MS) return
  toldMs.set(fault, nowMs)
  showToast('error', i18next.t(`errors:SOCKET_${fault}`))
}
