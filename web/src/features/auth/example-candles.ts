/** Open, high, low, close, as distance from 67,000: invented for the drawing on the sign-in page. */
export type ExampleCandle = readonly [number, number, number, number]

const LOWEST = 190
const HIGHEST = 570
const TOP_PX = 10
const BOTTOM_PX = 220

export function priceY(price: number): number {
  return BOTTOM_PX - ((price - LOWEST) / (HIGHEST - LOWEST)) * (BOTTOM_PX - TOP_PX)
}

/** Closing prices of the example, one a candle; wicks and openings follow from them. */
const CLOSES = [
  438, 346, 372, 358, 292, 290, 420, 484, 448, 440, 484, 420, 390, 350, 382, 424, 408, 402, 416, 376, 386,
  392, 398, 384, 396, 388, 394, 396, 380, 366, 372, 336, 332, 310, 330, 352, 206, 258, 250, 288, 330, 308,
  260, 412, 392, 372, 378, 346, 398, 430, 420, 466, 482.36,
]

const FIRST_OPEN = 440

export const CANDLES: readonly ExampleCandle[] = CLOSES.map((close, index) => {
  const open = index === 0 ? FIRST_OPEN : (CLOSES[index - 1] ?? close)
  const wick = 4 + ((index * 7) % 5) * 4
  return [open, Math.max(open, close) + wick, Math.min(open, close) - ((wick * 3) % 17), close]
})
