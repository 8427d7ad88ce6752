import { createHash } from 'node:crypto'
import { ensure } from '@truestrike/core/assert.ts'

/** A recorded minute in the product's prices. */
export interface Bar {
  openTimeMs: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volumeMicros: bigint
}

export interface BarTick {
  /** Inside the minute. */
  offsetMs: number
  price: bigint
  volumeMicros: bigint
}

const SECONDS = 60
const BYTES_PER_SECOND = 4

/**
 * One tick a second through a recorded minute: from the open through low and high (which comes first is drawn from the
 * seed, as are the moments) to the close. Between these points the path goes straight with a seeded wobble, never
 * outside [low, high]. Candles of these ticks are the bar again. The same for the same seed.
 */
export function barTicks(bar: Bar, seed: string): BarTick[] {
  const bytes = createHash('shake256', { outputLength: SECONDS * BYTES_PER_SECOND + 8 })
    .update(`truestrike bar ${seed} ${bar.openTimeMs}`)
    .digest()
  const random = (index: number): number => ensure(bytes[index])
  const at = SECONDS * BYTES_PER_SECOND
  // The two turning points lie apart, and away from the ends.
  const firstTurn = 3 + (random(at) % 24)
  const secondTurn = firstTurn + 3 + (random(at + 1) % 24)
  const lowFirst = random(at + 2) % 2 === 0
  const points: [second: number, price: bigint][] = [
    [0, bar.open],
    [firstTurn, lowFirst ? bar.low : bar.high],
    [secondTurn, lowFirst ? bar.high : bar.low],
    [SECONDS - 1, bar.close],
  ]
  const wobble = (bar.high - bar.low) / 8n
  const share = bar.volumeMicros / BigInt(SECONDS)
  const ticks: BarTick[] = []
  for (let leg = 0; leg + 1 < points.length; leg += 1) {
    const [fromSecond, from] = ensure(points[leg])
    const [toSecond, to] = ensure(points[leg + 1])
    for (let second = fromSecond; second < toSecond; second += 1) {
      const offset = second * BYTES_PER_SECOND
      const straight = from + ((to - from) * BigInt(second - fromSecond)) / BigInt(toSecond - fromSecond)
      const sway = (wobble * BigInt(random(offset) + random(offset + 1) - 255)) / 255n
      const price = second === fromSecond ? from : clamp(straight + sway, bar.low, bar.high)
      ticks.push({ offsetMs: offsetOf(second, random(offset + 2)), price, volumeMicros: share })
    }
  }
  ticks.push({
    offsetMs: offsetOf(SECONDS - 1, random((SECONDS - 1) * BYTES_PER_SECOND + 2)),
    price: bar.close,
    volumeMicros: bar.volumeMicros - share * BigInt(SECONDS - 1),
  })
  return ticks
}

/** Early in the second: no two ticks share a slot of 100 ms, and none is followed later than 1.3 s after. */
function offsetOf(second: number, random: number): number {
  return second * 1_000 + Math.floor((random * 300) / 256)
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  return value < low ? low : value > high ? high : value
}
