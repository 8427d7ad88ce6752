const WITHDRAWAL_LOCK_MS = 24 * 3_600_000

/** Of `users`: when what protects the account was last changed or weakened; the password of the registration is no change. */
export const PROTECTION_CHANGED_AT_MS = 'greatest(password_changed_at_ms, two_factor_removed_at_ms)'

/** Nothing leaves an account for so long after a change that a thief would make (requirements, F4); null: it may. */
export function withdrawalsLockedUntil(changedAtMs: bigint | null, nowMs: number): number | null {
  if (changedAtMs === null) return null
  const untilMs = Number(changedAtMs) + WITHDRAWAL_LOCK_MS
  return untilMs > nowMs ? untilMs : null
}
