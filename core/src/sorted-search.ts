/** Index of the first element ≥ `value` of an ascending array; its length when there is none. */
export function firstAtLeast(ascending: ArrayLike<number>, value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the first element > `value` of an ascending array; its length when there is none. */
export function firstAbove(ascending: ArrayLike<number>, value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}
