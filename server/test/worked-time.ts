import { readFileSync } from 'node:fs'

/**
 * What this thread has worked so far, in ms. Time for which a busy machine ran something else instead does not count: that
 * says nothing about the code.
 */
export function workedMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    // Another system: then all threads of the process.
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e3
  }
}

/** What this thread works for the task, in ms: the least of so many times. */
export function costMs(task: () => unknown, times = 3): number {
  const costs = Array.from({ length: times }, () => {
    const before = workedMs()
    task()
    return workedMs() - before
  })
  return Math.min(...costs)
}
