/** The first and the last of many rows, and how many are left out between them. */
export function elided<T>(
  rows: readonly T[],
  max: number,
): { head: readonly T[]; left: number; tail: readonly T[] } {
  if (rows.length <= max) return { head: rows, left: 0, tail: [] }
  const half = Math.floor(max / 2)
  return { head: rows.slice(0, half), left: rows.length - 2 * half, tail: rows.slice(-half) }
}
