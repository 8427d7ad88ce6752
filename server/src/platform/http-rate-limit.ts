import type { RouteOptions } from './route.ts'

export type LimitClass = NonNullable<RouteOptions['limit']>

/** Calls a minute for one user or, on calls without one, one address. */
export type RateLimits = Record<LimitClass, number>

/**
 * The users of one address together may do this many times what one may: offices and mobile networks share addresses. So
 * may the browsers that users are known by, beyond what the address may.
 */
export const ADDRESS_FACTOR = 10

/** Buckets kept in each of two generations; the older one is dropped when the younger is full. */
const BUCKETS_MAX = 50_000
const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  atMs: number
}

export interface RateLimiter {
  /** Takes one call from the bucket of `key`; 0 when allowed, else the seconds after which one is free again. */
  take(key: string, callsPerMinute: number): number
  /** Takes calls that were let pass elsewhere: at most a minute's more than there are. */
  charge(key: string, calls: number, callsPerMinute: number): void
}

/** Token buckets holding one minute's calls, filled evenly. `monotonicMs` is real time, also when the service clock runs faster. */
export function createRateLimiter(monotonicMs: () => number = () => performance.now()): RateLimiter {
  let young = new Map<string, Bucket>()
  let old = new Map<string, Bucket>()

  const bucketOf = (key: string, callsPerMinute: number, nowMs: number): Bucket => {
    const present = young.get(key)
    if (present !== undefined) return present
    if (young.size >= BUCKETS_MAX) {
      old = young
      young = new Map()
    }
    const bucket = old.get(key) ?? { tokens: callsPerMinute, atMs: nowMs }
    young.set(key, bucket)
    return bucket
  }

  const filled = (key: string, callsPerMinute: number): Bucket => {
    const nowMs = monotonicMs()
    const bucket = bucketOf(key, callsPerMinute, nowMs)
    const refill = ((nowMs - bucket.atMs) * callsPerMinute) / MINUTE_MS
    bucket.tokens = Math.min(callsPerMinute, bucket.tokens + Math.max(0, refill))
    bucket.atMs = nowMs
    return bucket
  }

  return {
    charge(key, calls, callsPerMinute) {
      const bucket = filled(key, callsPerMinute)
      bucket.tokens = Math.max(-callsPerMinute, bucket.tokens - calls)
    },
    take(key, callsPerMinute) {
      const bucket = filled(key, callsPerMinute)
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1
        return 0
      }
      return Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / callsPerMinute))
    },
  }
}
