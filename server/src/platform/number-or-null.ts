/** A count or a time of the database as a number; null stays null. */
export function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
