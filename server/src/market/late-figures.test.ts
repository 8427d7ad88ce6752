import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdStatement } from '../../test/held-statement.ts'
import { createMarketRig, type MarketRig } from '../../test/market-rig.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { createLateFigures, type LateFigures } from './late-figures.ts'
import type { LiveProduct } from './live-product.ts'

const DELAY_MS = 5_000

let market: MarketRig
let figures: LateFigures
/** Statements that ask for candles: two a product. */
let asked: number
let db: Db
let errors: unknown[]
/** Timers that have neither run nor been cancelled. */
let timers: Set<() => void>

beforeEach(async () => {
  market = await createMarketRig()
  asked = 0
  errors = []
  timers = new Set()
  db = {
    ...market.db,
    query: (text, params) => {
      if (/\bfrom (missed_)?candles\b/.test(text)) asked += 1
      return market.db.query(text, params)
    },
  }
  const after: Clock['after'] = (delayMs, run) => {
    const timer = (): void => {
      timers.delete(timer)
      run()
    }
    timers.add(timer)
    const cancel = market.clock.after(delayMs, timer)
    return () => {
      timers.delete(timer)
      cancel()
    }
  }
  figures = createLateFigures({
    db,
    clock: { ...market.clock, after },
    onError: (error) => void errors.push(error),
  })
})
afterEach(async () => {
  await figures.stop()
  await market.close()
})

const three = (): LiveProduct[] => [...market.live.values()].slice(0, 3)

test('[O4] [O5] figures of products that were taken over are read a while later', async () => {
  figures.read(three())
  await market.clock.advance(DELAY_MS - 1)
  expect(asked).toBe(0)
  await market.clock.advance(1)
  await expect.poll(() => asked).toBe(6)
  expect(errors).toEqual([])
})

test('[O4] what was still to come when the process stops is not read', async () => {
  figures.read(three())
  await market.clock.advance(DELAY_MS - 1)
  await figures.stop()
  // A lease that was being taken when the stop began.
  figures.read(three())
  expect(timers.size).toBe(0)
  await market.clock.advance(2 * DELAY_MS)
  await figures.stop()
  expect(asked).toBe(0)
})

test('[O4] a stop waits for the product that is being read, and begins no other', async () => {
  const held = holdStatement(db, /\bfrom candles\b/)
  figures.read(three())
  await market.clock.advance(DELAY_MS)
  await held.reached
  let isStopped = false
  const stopped = figures.stop().then(() => {
    isStopped = true
  })
  // Whatever does not wait for the answer that is held is done when the database has answered this.
  await market.db.query('select 1')
  expect(isStopped).toBe(false)
  held.release()
  await stopped
  expect(asked).toBe(2)
  expect(errors).toEqual([])
})
