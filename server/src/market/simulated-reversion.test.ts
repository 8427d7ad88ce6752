import { parsePrice } from '@truestrike/core/price.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { DayPath, startState } from '@truestrike/core/simulated-path.ts'
import { expect, test } from 'vitest'
import { PRODUCT_SEED, type ProductSeed } from './product-seed.ts'
import { referenceUnitsOf } from './seed-products.ts'
import { profileOf } from './simulated-profile.ts'
import { daySeed, keystreamOf } from './simulated-seed.ts'

const MASTER = new Uint8Array(32).fill(7)
const FIRST_DAY = 20_000
const DAYS = 6
/** The quietest hours of the currency markets, 20:00 to 24:00 UTC. */
const FROM_SLOT = 20 * 36_000
const TO_SLOT = 24 * 36_000
/** 30 s, the shortest contract. */
const WINDOW_SLOTS = 300
/** Of an ordinary volatility of 4096. */
const QUIET_VOLATILITY_MAX = 3_000
/** Of a payout rate of 80 %. */
const BREAK_EVEN = 1 / 1.8
/** The slowest in units of the last decimal: price × volatility. */
const SLOW = [
  'ADAUSDT',
  'XRPUSDT',
  'TRXUSDT',
  'LTCUSDT',
  'ATOMUSDT',
  'EURUSDT',
  'GBPUSDT',
  'AUDUSDT',
  'CHFUSDT',
  'CADUSDT',
  'JPYUSDT',
]

interface Outcomes {
  wins: number
  losses: number
}

interface Found {
  /** Of who bets against the last change of the price, in quiet minutes; a tie is neither. */
  againstLastChange: Outcomes
  /** Of who bets against the move of the last 30 s. */
  againstLastWindow: Outcomes
  /** Of the moves of 30 s, one after another. */
  autocorrelation: number
}

const shareOf = ({ wins, losses }: Outcomes): number => wins / (wins + losses)

function settle(outcomes: Outcomes, bet: number, move: number): void {
  if (bet === 0 || move === 0) return
  if (bet > 0 === move > 0) outcomes.wins += 1
  else outcomes.losses += 1
}

function measure({ symbol, category, precision, referencePrice }: ProductSeed): Found {
  const againstLastChange = { wins: 0, losses: 0 }
  const againstLastWindow = { wins: 0, losses: 0 }
  const start = startState(Number(unwrap(parsePrice(referencePrice, precision))))
  let [squares, products] = [0, 0]
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) {
    const path = new DayPath(profileOf(symbol, category), start, keystreamOf(daySeed(MASTER, symbol, day)))
    path.walk(FROM_SLOT)
    let [price, lastChange, lastMove] = [0, 0, 0]
    for (let slot = FROM_SLOT; slot < TO_SLOT; slot += WINDOW_SLOTS) {
      const [entry, change] = [price, lastChange]
      const isQuiet = path.state().volatility < QUIET_VOLATILITY_MAX
      path.walk(slot + WINDOW_SLOTS, ({ priceUnits }) => {
        if (price !== 0 && priceUnits !== price) lastChange = priceUnits - price
        price = priceUnits
      })
      if (entry === 0) continue
      const move = price - entry
      if (isQuiet) {
        settle(againstLastChange, -change, move)
        settle(againstLastWindow, -lastMove, move)
      }
      squares += move * move
      products += move * lastMove
      lastMove = move
    }
  }
  return { againstLastChange, againstLastWindow, autocorrelation: products / squares }
}

const add = (sum: Outcomes, { wins, losses }: Outcomes): Outcomes => ({
  wins: sum.wins + wins,
  losses: sum.losses + losses,
})

test('[M5] [P-3] no decimal of a slow pair is so coarse that its quiet minutes revert', () => {
  const slow = PRODUCT_SEED.filter(({ symbol }) => SLOW.includes(symbol))
  expect(slow).toHaveLength(SLOW.length)
  const found = slow.map((seed) => ({ symbol: seed.symbol, ...measure(seed) }))
  for (const { symbol, againstLastChange, againstLastWindow, autocorrelation } of found) {
    expect(againstLastChange.wins + againstLastChange.losses, symbol).toBeGreaterThan(300)
    expect(shareOf(againstLastChange), symbol).toBeLessThan(BREAK_EVEN - 0.01)
    expect(shareOf(againstLastWindow), symbol).toBeLessThan(BREAK_EVEN - 0.01)
    expect(Math.abs(autocorrelation), symbol).toBeLessThan(0.06)
  }
  // Of all of them: within what chance leaves of six thousand windows.
  for (const rule of ['againstLastChange', 'againstLastWindow'] as const)
    expect(shareOf(found.map((each) => each[rule]).reduce(add)), rule).toBeLessThan(0.51)
})

test('[M5] a pair that began with fewer decimals begins its simulated path at the same price', () => {
  const units = (precision: number): number =>
    referenceUnitsOf({ symbol: 'CADUSDT', precision, firstUnits: null })
  expect([units(5), units(6)]).toEqual([73_052, 730_520])
})
