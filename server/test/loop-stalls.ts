import { readFileSync } from 'node:fs'

const LOOK_MS = 5

/**
 * What this thread has worked so far, in ms. Time for which a busy machine ran something else instead does not count: that
 * says nothing about the code.
 */
function workedMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    // Another system: then all threads of the process.
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e3
  }
}

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
