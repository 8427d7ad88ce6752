import { Worker } from 'node:worker_threads'
import { AppError } from './app-error.ts'
import { CSV_TYPE } from './csv.ts'
import type { Sql } from './db.ts'
import type { ExportAnswer, ExportRequest, ExportThreadOptions } from './export-messages.ts'
import type { Download } from './http-download.ts'
import type { SecretBox } from './secret-box.ts'

/** Files under way at once in a process; each holds a page of rows while it is made. */
const FILES_MAX = 32
/** A reader that has taken nothing for so long makes room for another one, where there is none. Real time. */
const PAUSED_MS_MIN = 10_000
const BUSY_RETRY_SECONDS = 3
/** Without a file for so long, the thread is ended and gives its memory and connections back. Real time. */
const IDLE_MS_MAX = 60_000
const STOP_MS_MAX = 5_000
/** Of the thread's own heap. */
const HEAP_MB_MAX = 512

/** A list that can be had as a file. Its name and `input` are sent to the thread that reads and formats it. */
export interface ListExport<Input> {
  /** In the file's name too. */
  name: string
  pages(input: Input, sources: ExportSources): AsyncGenerator<string>
}

interface ExportSources {
  db: Sql
  secrets: SecretBox
}

export interface ListExports {
  /**
   * The list as a file; `input` is plain values only. Nothing is read before its first piece is asked for.
   * Errors of that: SERVICE_UNAVAILABLE (too many are under way, or the thread cannot be started).
   */
  file<Input>(list: ListExport<Input>, input: Input, nowMs: number): Download
  /** Breaks off what is under way. */
  stop(): Promise<void>
}

interface Options {
  /** A way to the database, for a thread of its own. */
  connect(): ExportThreadOptions['database']
  secrets: Pick<SecretBox, 'keys'>
  /** Bundle of `export-thread.ts`, when it is not beside this file. */
  threadFile?: () => Promise<URL>
  pausedMsMin?: number
  /** The thread has died, or could not be started. */
  onLost?: (error: Error) => void
}

/**
 * Makes files of lists in a thread of its own, with database access of its own, so that however long a list is the thread
 * that serves calls only hands pieces on. A piece is made when the reader has taken the one before. The thread starts with
 * the first file.
 */
export function createListExports(options: Options): ListExports {
  let thread: Promise<ExportThread> | null = null
  let idle: NodeJS.Timeout | undefined
  let nextId = 1
  const places = createPlaces(options.pausedMsMin ?? PAUSED_MS_MIN)

  const lose = (error: Error): void => {
    thread = null
    options.onLost?.(error)
  }
  function ready(): Promise<ExportThread> {
    if (thread !== null) return thread
    thread = startThread(options, lose)
    thread.catch(lose)
    return thread
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = null
    await ending?.then(
      (started) => started.stop(),
      () => undefined,
    )
  }

  async function* pieces(list: string, input: unknown): AsyncGenerator<Uint8Array> {
    const id = nextId++
    let from: ExportThread | null = null
    let hasBegun = false
    const place = places.take(() => from?.send({ op: 'end', id }))
    clearTimeout(idle)
    try {
      from = await ready()
      from.send({ op: 'begin', id, list, input })
      for (let piece = await from.next(id); piece !== null; piece = await from.next(id)) {
        hasBegun = true
        place.pause()
        yield piece
        place.resume()
      }
    } catch (error) {
      // Nothing has gone out yet: this can still be answered.
      throw error instanceof ThreadLostError && !hasBegun ? unavailable() : error
    } finally {
      place.leave()
      if (places.areFree()) idle = setTimeout(() => void stop(), IDLE_MS_MAX).unref()
    }
  }

  return {
    file: ({ name }, input, nowMs) => ({
      fileName: `${name}-${new Date(nowMs).toISOString().slice(0, 10)}.csv`,
      contentType: CSV_TYPE,
      pieces: pieces(name, input),
    }),
    stop,
  }
}

interface Place {
  /** The reader has a piece, and has not come for the next one. */
  pause(): void
  /** Throws when the place was given to somebody else meanwhile. */
  resume(): void
  leave(): void
}

/** Places for files under way. When all are taken, the reader that has paused longest makes room, or nobody does. */
function createPlaces(pausedMsMin: number) {
  const taken = new Map<Place, { pausedSinceMs: number }>()

  function makeRoom(): void {
    let longest: { place: Place; pausedSinceMs: number } | null = null
    for (const [place, { pausedSinceMs }] of taken)
      if (longest === null || pausedSinceMs < longest.pausedSinceMs) longest = { place, pausedSinceMs }
    if (longest === null || performance.now() - longest.pausedSinceMs < pausedMsMin) throw unavailable()
    longest.place.leave()
  }

  return {
    areFree: () => taken.size === 0,
    /** Errors: SERVICE_UNAVAILABLE. */
    take(onLeft: () => void): Place {
      if (taken.size >= FILES_MAX) makeRoom()
      const state = { pausedSinceMs: Number.POSITIVE_INFINITY }
      const place: Place = {
        pause() {
          state.pausedSinceMs = performance.now()
        },
        resume() {
          if (!taken.has(place)) throw new Error('a reader that paused made room for others')
          state.pausedSinceMs = Number.POSITIVE_INFINITY
        },
        leave() {
          if (taken.delete(place)) onLeft()
        },
      }
      taken.set(place, state)
      return place
    },
  }
}

const unavailable = (): AppError => new AppError('SERVICE_UNAVAILABLE', undefined, BUSY_RETRY_SECONDS)

interface ExportThread {
  send(request: ExportRequest): void
  next(id: number): Promise<Uint8Array | null>
  stop(): Promise<void>
}

interface Waiting {
  resolve(piece: Uint8Array | null): void
  reject(error: Error): void
}

class ThreadLostError extends Error {
  constructor(cause: unknown) {
    super('the thread that makes files of lists was lost', { cause })
    this.name = 'ThreadLostError'
  }
}

async function startThread(options: Options, onLost: (error: Error) => void): Promise<ExportThread> {
  const {
    connect,
    secrets,
    threadFile = async () => new URL('./export-thread.mjs', import.meta.url),
  } = options
  const file = await threadFile().catch((error: unknown) => {
    throw new ThreadLostError(error)
  })
  const database = connect()
  const worker = new Worker(file, {
    workerData: { database, secretKeys: secrets.keys } satisfies ExportThreadOptions,
    transferList: typeof database === 'string' ? [] : [database],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  })
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let lost: ThreadLostError | null = null
  let isStopping = false
  const fail = (cause: unknown): void => {
    if (lost !== null) return
    lost = new ThreadLostError(cause)
    for (const each of waiting.values()) each.reject(lost)
    waiting.clear()
    if (!isStopping) onLost(lost)
  }
  worker.on('message', (answer: ExportAnswer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('piece' in answer) asked?.resolve(answer.piece)
    else asked?.reject(Object.assign(new Error(answer.failure.message), answer.failure))
  })
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`it ended with code ${code}`)))
  return {
    send: (request) => worker.postMessage(request),
    next: (id) =>
      new Promise((resolve, reject) => {
        if (lost !== null) return reject(lost)
        waiting.set(id, { resolve, reject })
        worker.postMessage({ op: 'next', id } satisfies ExportRequest)
      }),
    stop: () =>
      new Promise((resolve) => {
        isStopping = true
        if (lost !== null) return resolve()
        worker.ref()
        const late = setTimeout(() => void worker.terminate(), STOP_MS_MAX)
        worker.once('exit', () => {
          clearTimeout(late)
          resolve()
        })
        worker.postMessage({ op: 'stop' } satisfies ExportRequest)
      }),
  }
}
