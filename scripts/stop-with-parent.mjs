/** Sends itself SIGTERM once the process that started it is gone, also when that one was killed. */
export function endWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}

/** npm runs scripts through a shell, which ends on SIGTERM without passing it on: its end is our signal. */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event !== undefined) endWithParent()
}
