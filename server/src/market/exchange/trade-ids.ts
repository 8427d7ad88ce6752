/** Trade ids that were jumped over, and the source's times of the trades around them. */
export interface IdGap {
  fromId: number
  toId: number
  /** Of the last trade before it. */
  fromMs: number
  /** Of the first trade after it. */
  toMs: number
  /** When it was noticed, service time. */
  seenMs: number
}

export interface NumberedTrade {
  id: number
  /** At the source. */
  timeMs: number
}

/** Gaps kept for one product; beyond that the oldest are forgotten and stay gaps. */
const GAPS_MAX = 200

/**
 * Keeps count of one product's trade ids, which are contiguous at the source: what came twice is told from what came late,
 * and what is missing is known.
 */
export class TradeIds {
  private newest: NumberedTrade | null = null
  private gaps: IdGap[] = []

  /** False: this trade came before. */
  take(id: number, timeMs: number, nowMs: number): boolean {
    const before = this.newest
    if (before === null || id > before.id) {
      if (before !== null && id > before.id + 1) this.open(before, { id, timeMs }, nowMs)
      this.newest = { id, timeMs }
      return true
    }
    const gap = this.gaps.find(({ fromId, toId }) => fromId <= id && id <= toId)
    if (gap === undefined) return false
    this.gaps = this.gaps.flatMap((other) => (other === gap ? without(gap, id) : [other]))
    return true
  }

  /** Trades the exchange tells of were never heard: a gap like any other, as far as it is not one already. */
  miss({ fromId, toId, fromMs, toMs }: Omit<IdGap, 'seenMs'>, seenMs: number): void {
    const { newest } = this
    let parts: IdGap[] = [{ fromId, toId, fromMs, toMs, seenMs }]
    for (const gap of this.gaps) parts = parts.flatMap((part) => outside(part, gap))
    this.gaps = [...this.gaps, ...parts].slice(-GAPS_MAX)
    // Or the next trade would be found to have jumped over them.
    if (newest === null || newest.id < toId) this.newest = { id: toId, timeMs: toMs }
  }

  private open(before: NumberedTrade, after: NumberedTrade, seenMs: number): void {
    const gap = {
      fromId: before.id + 1,
      toId: after.id - 1,
      fromMs: before.timeMs,
      toMs: after.timeMs,
      seenMs,
    }
    this.gaps = [...this.gaps, gap].slice(-GAPS_MAX)
  }

  /**
   * What follows a trade that was logged before, by another process perhaps, is missing up to what came here and still waits
   * for the log. Gaps before that are part of it, or nobody tells whether the log has their trades.
   */
  resume({
    last,
    waiting,
    nowMs,
  }: {
    last: NumberedTrade
    waiting: NumberedTrade | null
    nowMs: number
  }): void {
    const { newest } = this
    const end = waiting ?? { id: (newest?.id ?? 0) + 1, timeMs: newest?.timeMs ?? 0 }
    this.gaps = this.gaps.filter(({ fromId }) => fromId > end.id)
    if (end.id > last.id + 1) this.open(last, end, nowMs)
    // What the log has further on is not missed here.
    if (newest === null || newest.id < last.id) this.newest = last
  }

  /** Gaps that no late frame has closed for so long. */
  gapsBefore(seenBeforeMs: number): IdGap[] {
    return this.gaps.filter(({ seenMs }) => seenMs <= seenBeforeMs)
  }

  /** The gap was filled from elsewhere, or is given up: with what a late frame has left of it meanwhile. */
  close(gap: IdGap): void {
    this.gaps = this.gaps.flatMap((other) => outside(other, gap))
  }
}

const without = (gap: IdGap, id: number): IdGap[] => outside(gap, { fromId: id, toId: id })

/** What of a gap lies before and after some ids. */
function outside(gap: IdGap, ids: Pick<IdGap, 'fromId' | 'toId'>): IdGap[] {
  const parts = [
    { ...gap, toId: Math.min(gap.toId, ids.fromId - 1) },
    { ...gap, fromId: Math.max(gap.fromId, ids.toId + 1) },
  ]
  return parts.filter(({ fromId, toId }) => fromId <= toId)
}
