import { expect, test } from 'vitest'
import { changeLimit } from './change-limit.ts'

const DAY_MS = 86_400_000
const now = (nowMs: number) => ({ nowMs, speed: 1 })
const at = (micros: bigint | null) => ({ micros, next: null })

test('[T12] a first or tighter limit counts at once and takes back a looser one that waits', () => {
  expect(changeLimit(at(null), 50n, now(1))).toEqual(at(50n))
  const waiting = { micros: 50n, next: { micros: 100n, fromMs: 9 } }
  expect(changeLimit(waiting, 40n, now(1))).toEqual(at(40n))
  expect(changeLimit(waiting, 0n, now(1))).toEqual(at(0n))
})

test('[T12] a looser limit, or none, counts after 24 hours', () => {
  expect(changeLimit(at(50n), 51n, now(7))).toEqual({
    micros: 50n,
    next: { micros: 51n, fromMs: 7 + DAY_MS },
  })
  expect(changeLimit(at(50n), null, now(7))).toEqual({
    micros: 50n,
    next: { micros: null, fromMs: 7 + DAY_MS },
  })
})

test('[T12] asking again for what waits keeps its time, for something else begins anew, for the present one takes it back', () => {
  const waiting = changeLimit(at(50n), null, now(0))
  expect(changeLimit(waiting, null, now(1_000))).toEqual(waiting)
  expect(changeLimit(waiting, 60n, now(1_000)).next).toEqual({ micros: 60n, fromMs: 1_000 + DAY_MS })
  expect(changeLimit(waiting, 50n, now(1_000))).toEqual(at(50n))
})

test('[T12] a day of waiting is a real one, however fast the service clock runs', () => {
  const { next } = changeLimit(at(50n), 51n, { nowMs: 7, speed: 60 })
  expect(next).toEqual({ micros: 51n, fromMs: 7 + 60 * DAY_MS })
})
