import { useEffect, useState } from 'react'
import { serverClock } from './server-clock.ts'

/** Longer waits would overflow the browser's timers. */
const WAKE_MS_MAX = 86_400_000

/**
 * The service clock, refreshed `everyMs` of wall time while running, and exactly at `atMs` of service time
 * (an expiry), so that what begins then is shown from its first moment on.
 */
export function useServerNow(everyMs = 250, running = true, atMs: number | null = null): number {
  const [nowMs, setNowMs] = useState(() => serverClock.nowMs())
  useEffect(() => {
    if (!running) return
    const refresh = (): void => setNowMs(serverClock.nowMs())
    refresh()
    const timer = setInterval(refresh, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, running])
  useEffect(() => {
    if (atMs === null) return
    const waitMs = (atMs - serverClock.nowMs()) / serverClock.speed()
    if (waitMs <= 0 || waitMs > WAKE_MS_MAX) return
    const timer = setTimeout(() => setNowMs(Math.max(atMs, serverClock.nowMs())), waitMs)
    return () => clearTimeout(timer)
  }, [atMs])
  return nowMs
}
