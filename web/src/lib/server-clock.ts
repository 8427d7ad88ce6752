/**
 * The service clock as this browser knows it (round trips over the sockets).
 * In a replay the service clock runs faster than the wall by `speed`; countdowns follow it.
 */

interface Sample {
  /** Service time minus speed × local time, ms. */
  offsetMs: number
  roundTripMs: number
}

const SAMPLES_MAX = 16
/** The offset is the median of this many samples with the shortest round trips. */
const BEST_SAMPLES = 5
/** What the greeting of a socket counts as: better than nothing, worse than any round trip. */
const ONE_WAY_TRIP_MS = 60_000

/** Beyond what clocks that run at their own pace come apart by between two pings. */
const SLEPT_MS = 250

export interface ServerClock {
  nowMs(): number
  speed(): number
  /** Whether anything has been heard of the service's time yet. */
  isSet(): boolean
  /** From a greeting, whose travel time is unknown. A changed speed forgets all samples. */
  greet(serverTimeMs: number, clockSpeed: number): void
  /** From an answered ping: when it was sent and answered here, and the server's time in between. */
  sample(sentMs: number, receivedMs: number, serverTimeMs: number): void
  /** After sleep or a new network the old samples say nothing. */
  forget(): void
}

function medianOffsetMs(samples: readonly Sample[]): number {
  const best = [...samples].sort((a, b) => a.roundTripMs - b.roundTripMs).slice(0, BEST_SAMPLES)
  const offsets = best.map((sample) => sample.offsetMs).sort((a, b) => a - b)
  const middle = Math.floor(offsets.length / 2)
  const high = offsets[middle] ?? 0
  return offsets.length % 2 === 1 ? high : ((offsets[middle - 1] ?? high) + high) / 2
}

export function createServerClock(localNowMs: () => number): ServerClock {
  let speed = 1
  let offsetMs = 0
  let set = false
  let samples: Sample[] = []
  const add = (sample: Sample): void => {
    set = true
    // Off by more than its own way here can explain: this browser slept, and what was heard before says nothing.
    const offMs = Math.abs(sample.offsetMs - offsetMs)
    if (sample.roundTripMs < ONE_WAY_TRIP_MS && offMs > sample.roundTripMs + SLEPT_MS) samples = []
    // The clock of a replay waits for its server: what it was a while ago says nothing.
    samples = speed === 1 ? [...samples, sample].slice(-SAMPLES_MAX) : [sample]
    const answered = samples.filter((each) => each.roundTripMs < ONE_WAY_TRIP_MS)
    offsetMs = medianOffsetMs(answered.length > 0 ? answered : samples.slice(-1))
  }
  return {
    nowMs: () => speed * localNowMs() + offsetMs,
    speed: () => speed,
    isSet: () => set,
    greet(serverTimeMs, clockSpeed) {
      if (!Number.isFinite(serverTimeMs) || !Number.isFinite(clockSpeed) || clockSpeed <= 0) return
      if (clockSpeed !== speed) samples = []
      speed = clockSpeed
      add({ offsetMs: serverTimeMs - speed * localNowMs(), roundTripMs: ONE_WAY_TRIP_MS })
    },
    sample(sentMs, receivedMs, serverTimeMs) {
      const roundTripMs = receivedMs - sentMs
      if (!Number.isFinite(serverTimeMs) || !(roundTripMs >= 0) || roundTripMs >= ONE_WAY_TRIP_MS) return
      add({ offsetMs: serverTimeMs - speed * ((sentMs + receivedMs) / 2), roundTripMs })
    },
    forget() {
      samples = []
    },
  }
}

/** Wall clock that does not jump when the system's time is set. */
export function localNowMs(): number {
  return performance.timeOrigin + performance.now()
}

export const serverClock = createServerClock(localNowMs)
