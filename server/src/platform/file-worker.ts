import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { AppError } from './app-error.ts'
import { type FileAnswer, type FileCall, type FileJob, READY } from './file-jobs.ts'
import { isPicture, type Pictures } from './picture.ts'
import { createSharedTurns } from './shared-turns.ts'
import type { TurnOwner } from './turn-places.ts'

/** Files looked at or waiting for it, in all and of one user; one more is told to come back. Each is at most 5 MB. */
const FILES_MAX = 16
const FILES_PER_USER_MAX = 3
const BUSY_RETRY_SECONDS = 3
/** Of real time, for one file. */
const JOB_MS_MAX = 20_000
const START_MS_MAX = 20_000
/** Without a file for so long, the process is ended and its memory given back. */
const IDLE_MS_MAX = 60_000
/** Of the language's own heap; the process watches the rest itself. */
const HEAP_MB_MAX = 192
/**
 * glibc gives the memory of one picture back before the next: it would keep it otherwise, in pieces that the next does not fit
 * into, and the process would be ended for memory after some pictures that are taken.
 */
const GIVE_BACK = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

export interface FileWorkerOptions {
  /** Bundle of `file-worker-process.ts`, when it is not beside this file. */
  processFile?: () => Promise<URL>
  jobMsMax?: number
  /** The process died, or took too long over a file. */
  onLost?: (error: Error) => void
}

export interface FileWorker extends Pictures {
  /** Errors: those of `checkPdf`, FILE_NOT_CHECKED, SERVICE_UNAVAILABLE. */
  checkPdf(owner: TurnOwner, bytes: Uint8Array): Promise<void>
  /** Number of the running process, null when there is none. */
  pid(): number | null
  close(): void
}

/**
 * Looks at what strangers upload, one file after another, in a process of its own: decoders are large programs in C that
 * a thread cannot stop, bound or survive. The process starts with the first file. Turns go round by owner (who uploads), by
 * address first: however many accounts of one address send all they may, they do not hold up the files of others.
 */
export function createFileWorker(options: FileWorkerOptions = {}): FileWorker {
  const turns = createSharedTurns({
    max: FILES_MAX,
    perUserMax: FILES_PER_USER_MAX,
    refuse: unavailable,
  })
  let running: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  function close(): void {
    running?.kill('SIGKILL')
    running = null
  }

  async function ready(): Promise<ChildProcess> {
    if (running !== null) return running
    const child = await start(options.processFile)
    child.once('exit', () => {
      if (running === child) running = null
    })
    running = child
    return child
  }

  async function carryOut(job: FileJob, bytes: Uint8Array): Promise<Uint8Array | null> {
    clearTimeout(idle)
    try {
      const answer = await ready()
        .then((child) => ask(child, job, bytes, options.jobMsMax ?? JOB_MS_MAX))
        .catch((error: Error) => {
          options.onLost?.(error)
          throw new AppError('FILE_NOT_CHECKED', undefined, BUSY_RETRY_SECONDS)
        })
      if ('refused' in answer) throw new AppError(answer.refused)
      return answer.bytes
    } finally {
      idle = setTimeout(close, IDLE_MS_MAX).unref()
    }
  }

  const run = (owner: TurnOwner, job: FileJob, bytes: Uint8Array): Promise<Uint8Array | null> =>
    turns.run(owner, () => carryOut(job, bytes))

  async function picture(
    owner: TurnOwner,
    job: Exclude<FileJob, 'pdf'>,
    bytes: Uint8Array,
  ): Promise<Uint8Array> {
    if (!isPicture(bytes)) throw new AppError('FILE_TYPE_REFUSED')
    const made = await run(owner, job, bytes)
    if (made === null) throw new AppError('PICTURE_UNREADABLE')
    return made
  }

  return {
    square: (owner, bytes, sidePx) => picture(owner, { shape: 'square', sidePx }, bytes),
    within: (owner, bytes, sidePx) => picture(owner, { shape: 'within', sidePx }, bytes),
    clear: (owner, bytes, sidePx) => picture(owner, { shape: 'clear', sidePx }, bytes),
    checkPdf: (owner, bytes) => run(owner, 'pdf', bytes).then(() => undefined),
    pid: () => running?.pid ?? null,
    close,
  }
}

const unavailable = (): AppError => new AppError('SERVICE_UNAVAILABLE', undefined, BUSY_RETRY_SECONDS)

/** The process begins without the settings and secrets of this one, and does not keep it from ending. */
async function start(
  processFile = async () => new URL('./file-worker-process.mjs', import.meta.url),
): Promise<ChildProcess> {
  const child = fork(await processFile(), [], {
    env: GIVE_BACK,
    execArgv: [`--max-old-space-size=${HEAP_MB_MAX}`, '--expose-gc'],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  // That the process is gone shows in its end.
  const input = child.stdin as Socket
  input.on('error', () => undefined).unref()
  child.channel?.unref()
  await answerOf(child, START_MS_MAX, 'start', (message) => message === READY)
  return child
}

async function ask(child: ChildProcess, job: FileJob, bytes: Uint8Array, msMax: number): Promise<FileAnswer> {
  const answered = answerOf(child, msMax, job === 'pdf' ? 'a PDF' : 'a picture', () => true)
  const call: FileCall = { job, length: bytes.length }
  // That it could not be sent shows in the end of the process as well.
  child.send(call, () => undefined)
  child.stdin?.write(bytes)
  return (await answered) as FileAnswer
}

/** The next message that counts; kills the process when none comes in time. */
function answerOf(
  child: ChildProcess,
  msMax: number,
  name: string,
  counts: (message: unknown) => boolean,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, msMax)
    const settle = (): void => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
    }
    const onMessage = (message: unknown): void => {
      if (!counts(message)) return
      settle()
      resolve(message)
    }
    const onExit = (code: number | null, signal: string | null): void => {
      settle()
      const why = isLate ? `took more than ${msMax} ms` : `ended by ${signal ?? `code ${code}`}`
      reject(new Error(`the process that looks at files was lost (${name}): ${why}`))
    }
    const onError = (error: Error): void => {
      settle()
      reject(error)
    }
    child.on('message', onMessage).once('exit', onExit).once('error', onError)
  })
}
