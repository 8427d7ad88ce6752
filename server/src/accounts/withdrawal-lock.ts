import type { ProtectionChange } from '@truestrike/protocol/security-endpoints.ts'
import type { Clock } from '../platform/clock.ts'

const WITHDRAWAL_LOCK_MS = 24 * 3_600_000

const CHANGED_AT_MS = 'greatest(password_changed_at_ms, two_factor_removed_at_ms, email_changed_at_ms)'

/** Of `users`: when what protects the account was last changed or weakened, and what; neither counts what came with the registration. */
export const PROTECTION_CHANGED = `${CHANGED_AT_MS} as "changedAtMs",
  case ${CHANGED_AT_MS}
    when email_changed_at_ms then 'email'
    when two_factor_removed_at_ms then 'two-factor'
    when password_changed_at_ms then 'password'
  end as change`

export interface ProtectionChanged {
  changedAtMs: bigint | null
  change: ProtectionChange | null
}

export interface WithdrawalLock {
  untilMs: number
  change: ProtectionChange
}

/** Nothing leaves an account for so long after a change that a thief would make (requirements, F4); null: it may. */
export function withdrawalLock(
  { changedAtMs, change }: ProtectionChanged,
  clock: Pick<Clock, 'nowMs' | 'speed'>,
): WithdrawalLock | null {
  if (changedAtMs === null || change === null) return null
  const untilMs = Number(changedAtMs) + Math.floor(WITHDRAWAL_LOCK_MS * clock.speed)
  return untilMs > clock.nowMs() ? { untilMs, change } : null
}
