import { randomUUID } from 'node:crypto'
import type { Bus } from './bus.ts'
import type { Cancel, Clock } from './clock.ts'
import type { RateLimiter } from './http-rate-limit.ts'

export const LIMITS_SUBJECT = 'limits.taken'

/** How soon calls at one process count at the others. Real time. */
const SHARE_EVERY_MS = 500
/** Keys told at once; what is beyond them counts at its own process only. */
const KEYS_MAX = 10_000

/** Calls that were taken at a process since it told last. */
interface TakenMessage {
  from: string
  taken: [key: string, calls: number, callsPerMinute: number][]
}

/**
 * A limiter that counts what other processes have let pass, too. What they let pass at the same moment is not known yet: it
 * becomes a debt, so that a user or an address has what it may in the end, wherever its calls go. Without a bus each counts by itself.
 */
export function createSharedLimiter(
  own: RateLimiter,
): RateLimiter & { share(bus: Bus, clock: Clock): Cancel } {
  const self = randomUUID()
  let taken = new Map<string, { calls: number; callsPerMinute: number }>()

  const note = (key: string, callsPerMinute: number): void => {
    const known = taken.get(key)
    if (known !== undefined) known.calls += 1
    else if (taken.size < KEYS_MAX) taken.set(key, { calls: 1, callsPerMinute })
  }
  const tell = (bus: Bus): void => {
    if (taken.size === 0) return
    const message: TakenMessage = {
      from: self,
      taken: [...taken].map(([key, { calls, callsPerMinute }]) => [key, calls, callsPerMinute]),
    }
    taken = new Map()
    bus.publish(LIMITS_SUBJECT, message)
  }
  return {
    take(key, callsPerMinute) {
      const waitSeconds = own.take(key, callsPerMinute)
      if (waitSeconds === 0) note(key, callsPerMinute)
      return waitSeconds
    },
    charge: own.charge,
    /** Tells the other processes and hears them, until cancelled. */
    share(bus, clock) {
      const stopHearing = bus.subscribe(LIMITS_SUBJECT, (payload) => {
        const message = payload as TakenMessage
        if (message.from === self) return
        for (const [key, calls, callsPerMinute] of message.taken) own.charge(key, calls, callsPerMinute)
      })
      const stopTelling = clock.every(SHARE_EVERY_MS, () => tell(bus))
      return () => {
        stopHearing()
        stopTelling()
      }
    },
  }
}
