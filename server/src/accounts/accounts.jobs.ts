import type { Cancel, Clock } from '../platform/clock.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { SessionsService } from './sessions.service.ts'

const SWEEP_EVERY_MS = 30_000
const PRUNE_EVERY_MS = 10 * 60_000

interface Parts {
  clock: Clock
  sessions: SessionsService
  throttle: LoginThrottle
  onError(error: unknown): void
}

/** Ends sockets of sessions whose time ran out, and forgets old sign-in attempts. */
export function startAccountsJobs({ clock, sessions, throttle, onError }: Parts): Cancel {
  const sweep = clock.every(SWEEP_EVERY_MS, () => sessions.sweep().catch(onError))
  const prune = clock.every(PRUNE_EVERY_MS, () => throttle.prune().catch(onError))
  return () => {
    sweep()
    prune()
  }
}
