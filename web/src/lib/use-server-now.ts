import { useEffect, useState } from 'react'
import { serverClock } from './server-clock.ts'

/** Longer waits would overflow the browser's timers. */
const WAKE_MS_MAX = 86_400_000

type Listener = (nowMs: number) => void

/** One reading of the service clock for all who read it this often: two countdowns of one contract never disagree. */
class Beat {
  readonly #listeners = new Set<Listener>()
  readonly #everyMs: number
  #timer: ReturnType<typeof setInterval> | undefined
  #nowMs = 0

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** The last reading while it is being read, else a new one. */
  nowMs(): number {
    return this.#listeners.size > 0 ? this.#nowMs : serverClock.nowMs()
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#timer = setInterval(() => this.read(), this.#everyMs)
    this.read()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) clearInterval(this.#timer)
    }
  }

  read(atLeastMs = Number.NEGATIVE_INFINITY): void {
    this.#nowMs = Math.max(atLeastMs, serverClock.nowMs())
    for (const listener of this.#listeners) listener(this.#nowMs)
  }
}

const beats = new Map<number, Beat>()

function beatOf(everyMs: number): Beat {
  const beat = beats.get(everyMs) ?? new Beat(everyMs)
  beats.set(everyMs, beat)
  return beat
}

/**
 * The service clock, refreshed `everyMs` of wall time while running, and exactly at `atMs` of service time
 * (an expiry), so that what begins then is shown from its first moment on.
 */
export function useServerNow(everyMs = 250, running = true, atMs: number | null = null): number {
  const [nowMs, setNowMs] = useState(() => beatOf(everyMs).nowMs())
  useEffect(() => (running ? beatOf(everyMs).listen(setNowMs) : undefined), [everyMs, running])
  useEffect(() => {
    if (atMs === null || !running) return
    const waitMs = (atMs - serverClock.nowMs()) / serverClock.speed()
    if (waitMs <= 0 || waitMs > WAKE_MS_MAX) return
    const timer = setTimeout(() => beatOf(everyMs).read(atMs), waitMs)
    return () => clearTimeout(timer)
  }, [everyMs, running, atMs])
  return nowMs
}
