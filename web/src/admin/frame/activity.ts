import { readStored, writeStored } from '../../lib/browser-storage.ts'

/** The server ends a session after as long; all pages and tabs of the back office count together. */
export const IDLE_MAX_MS = 15 * 60_000
export const IDLE_WARNING_MS = 14 * 60_000

const KEY = 'adminActiveAt'
const NOTED_EVERY_MS = 1_000
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

let ownMs = 0
/** When this page called last after somebody had touched one. */
let attendedMs = 0

/** When a page of the back office was touched last, in any tab. */
export const activeMs = (): number => Math.max(ownMs, Number(readStored(KEY)) || 0)

export function noteActivity(): void {
  const nowMs = Date.now()
  if (nowMs - ownMs < NOTED_EVERY_MS) return
  ownMs = nowMs
  writeStored(KEY, String(nowMs))
}

let place = ''

/** Browsers tell of a move also when the page moves under a pointer that rests: only another place is one. */
function notePointer({ screenX, screenY }: PointerEvent): void {
  const now = `${screenX} ${screenY}`
  if (place !== '' && place !== now) noteActivity()
  place = now
}

/** A page that opens was asked for. Answers what ends it, and forgets what this page has seen. */
export function followActivity(): () => void {
  const following = new AbortController()
  const options = { passive: true, capture: true, signal: following.signal }
  noteActivity()
  window.addEventListener('pointermove', notePointer, options)
  for (const touch of TOUCHES) window.addEventListener(touch, noteActivity, options)
  return () => {
    following.abort()
    ownMs = 0
    attendedMs = 0
    place = ''
  }
}

/** Whether somebody has touched a page since this one called: the server does not know of it yet. */
export const isUntold = (): boolean => activeMs() > attendedMs

/** Whether the call that goes out now is one the page makes by itself: nobody has touched anything since the last. */
export function isUnattended(): boolean {
  if (!isUntold()) return true
  attendedMs = Date.now()
  return false
}
