/** The slots along the time axis: those of the bars, then those kept free for the future. */
export interface Timeline {
  /** Beginnings of the slots, whole seconds, ascending. */
  times: readonly number[]
  stepSeconds: number
}

/** Slots after the last bar, so that an expiry lies on the axis. */
export function futureTimes(lastSeconds: number, stepSeconds: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => lastSeconds + (index + 1) * stepSeconds)
}

/**
 * Where a moment lies among the slots: 12.5 is the middle of slot 12 to 13. A slot without a bar takes no room,
 * so moments of a missing slot lie on the edge before the next bar.
 */
export function slotOf({ times, stepSeconds }: Timeline, timeMs: number): number | null {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return null
  const seconds = timeMs / 1000
  if (seconds < first) return (seconds - first) / stepSeconds
  if (seconds >= last) return times.length - 1 + (seconds - last) / stepSeconds
  let low = 0
  let high = times.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= seconds) low = middle
    else high = middle
  }
  return low + Math.min(1, (seconds - (times[low] ?? seconds)) / stepSeconds)
}

export interface ViewWish {
  plotWidth: number
  /** Slots of the focused contract, from its beginning to its expiry; null without one. */
  contractSlots: number | null
  /** Slots from the last bar to the expiry; 0 when it is past. */
  slotsToExpiry: number
}

export interface View {
  barSpacing: number
  /** Free slots right of the last bar. */
  rightOffset: number
}

const WIDE_PX = 560
const SPACING_MIN = 0.05
const SPACING_MAX = 16
/** The contract fills this share of the plot: between a quarter and a third. */
const CONTRACT_SHARE = 0.3
/** Free room on the right is at most this share. */
const FUTURE_SHARE = 0.72
/** A contract of fewer slots changes nothing of the view. */
const SLOTS_MIN = 3
/** Slots after the expiry that stay in view. */
const AFTER_EXPIRY = 2

/** How wide the slots are and how much future shows. */
export function viewOf({ plotWidth, contractSlots, slotsToExpiry }: ViewWish): View {
  const wide = plotWidth > WIDE_PX
  const usual = { barSpacing: wide ? 9 : 8, rightOffset: wide ? 13 : 9 }
  // So short a contract is seen as it is: the bars keep their width when it is bought.
  if (contractSlots === null || contractSlots < SLOTS_MIN) return usual
  const afterLast = Math.ceil(slotsToExpiry) + AFTER_EXPIRY
  const wished = (plotWidth * CONTRACT_SHARE) / Math.max(1, contractSlots)
  const fitting = (plotWidth * FUTURE_SHARE) / afterLast
  const barSpacing = Math.max(SPACING_MIN, Math.min(SPACING_MAX, wished, fitting))
  const usualRoom = Math.round((usual.barSpacing * usual.rightOffset) / barSpacing)
  return { barSpacing, rightOffset: Math.max(afterLast, Math.min(usualRoom, afterLast + 6)) }
}
