import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { carryOutFileJob, type FileCall, READY } from './file-jobs.ts'

/**
 * The process in which uploaded files are looked at (`file-worker.ts` starts it). It has no settings, no connection and
 * nothing to lose: whatever a file does to it, it is killed and the next file gets another one.
 */

/** Of all memory, with what the decoders take beside the heap of the language. */
const MEMORY_BYTES_MAX = 300_000_000
const MEMORY_LOOK_MS = 50
/** From 0 (as all others) to 19: a core that both want gives the process that serves calls three times as much. */
const NICENESS = 5

const send = process.send?.bind(process)
if (send === undefined) throw new Error('file-worker-process runs as a child process only')

const end = (): void => void process.kill(process.pid, 'SIGKILL')

/** On Linux each thread has a priority of its own; those that are started later take over the one of this thread. */
function yieldToOthers(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICENESS)
    // When the machine runs out of memory, this process goes first.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or not allowed: bounds of time and memory hold all the same.
  }
}

/** The next bytes of the standard input; those of a further file come after the answer only. */
function readInput(length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(length)
  let filled = 0
  return new Promise((resolve) => {
    const take = (chunk: Buffer): void => {
      filled += chunk.copy(bytes, filled)
      if (filled < length) return
      process.stdin.off('data', take).pause()
      resolve(bytes)
    }
    if (length === 0) resolve(bytes)
    else process.stdin.on('data', take).resume()
  })
}

yieldToOthers()
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_BYTES_MAX) end()
}, MEMORY_LOOK_MS)
process.on('disconnect', end)
process.on('message', async ({ job, length }: FileCall) => {
  send(await carryOutFileJob(job, await readInput(length)))
  // What is left of this file is given back before a decoder takes memory for the next one.
  globalThis.gc?.()
})
send(READY)
