import type { Cancel, Clock } from '../platform/clock.ts'
import type { MailQueue } from '../platform/mail-queue.ts'
import type { DevicesService } from './devices.service.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { MailCodesService } from './mail-codes.service.ts'
import type { SessionsService } from './sessions.service.ts'

const SWEEP_EVERY_MS = 30_000
const PRUNE_EVERY_MS = 10 * 60_000

interface Parts {
  clock: Clock
  sessions: SessionsService
  throttle: LoginThrottle
  devices: DevicesService
  codes: Pick<MailCodesService, 'prune'>
  mails: Pick<MailQueue, 'prune'> | null
  onError(error: unknown): void
}

/** Ends sockets of sessions whose time ran out, and forgets old sign-ins, attempts and codes. */
export function startAccountsJobs(parts: Parts): Cancel {
  const { clock, sessions, throttle, devices, codes, mails, onError } = parts
  const sweep = clock.every(SWEEP_EVERY_MS, () => sessions.sweep().catch(onError))
  const prune = clock.every(PRUNE_EVERY_MS, () =>
    throttle
      .prune()
      .then(devices.prune)
      .then(codes.prune)
      .then(() => mails?.prune())
      .catch(onError),
  )
  return () => {
    sweep()
    prune()
  }
}
