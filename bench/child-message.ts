import type { ChildProcess } from 'node:child_process'

/** The next message of a child that has this field; rejects when the child ends before. */
export function messageWith(child: ChildProcess, field: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`a process of the bench ended with ${code}`))
    child.once('exit', onExit)
    const onMessage = (message: Record<string, unknown>): void => {
      if (!(field in message)) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(message)
    }
    child.on('message', onMessage)
  })
}
