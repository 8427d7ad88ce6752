/** Whether a price lies no further from a reference than so many basis points of it: the rule of outliers (docs/trading-rules.md). */
export function isWithinBps(price: bigint, reference: bigint, bps: number): boolean {
  const distance = price > reference ? price - reference : reference - price
  return distance * 10_000n <= reference * BigInt(bps)
}
