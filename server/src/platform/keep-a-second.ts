import type { Clock } from './clock.ts'

const KEPT_MS = 1_000

/**
 * `read`, answered from memory for a second of real time: many who look at once cost one reading. What fails is not kept.
 * Keys are few (a book, a kind): nothing is ever dropped.
 */
export function keepASecond<K, V>(
  clock: Pick<Clock, 'nowMs' | 'speed'>,
  read: (key: K) => Promise<V>,
): (key: K) => Promise<V> {
  const kept = new Map<K, { value: Promise<V>; untilMs: number }>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined && clock.nowMs() < known.untilMs) return known.value
    const value = read(key)
    const entry = { value, untilMs: clock.nowMs() + KEPT_MS * clock.speed }
    kept.set(key, entry)
    value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return value
  }
}
