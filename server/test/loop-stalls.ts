import { workedMs } from './worked-time.ts'

const LOOK_MS = 5

/** Watches the event loop of this thread, on which the server of a test runs. */
export function watchLoop(): { stop(): { longestMs: number } } {
  let longestMs = 0
  let last = { at: performance.now(), worked: workedMs() }
  function look(): void {
    const now = { at: performance.now(), worked: workedMs() }
    longestMs = Math.max(longestMs, Math.min(now.at - last.at, now.worked - last.worked))
    last = now
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return { longestMs }
    },
  }
}
