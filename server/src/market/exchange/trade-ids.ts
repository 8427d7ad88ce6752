/** Trade ids, and the source's times of the trades around them. */
export interface IdSpan {
  fromId: number
  toId: number
  /** Of the last trade before it. */
  fromMs: number
  /** Of the first trade after it. */
  toMs: number
}

/** Trade ids that were jumped over, or dropped. */
export interface IdGap extends IdSpan {
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
  miss({ fromId, toId, fromMs, toMs }: IdSpan, seenMs: number): void {
    const { newest } = this
    this.addUnknown({ fromId, toId, fromMs, toMs, seenMs })
    // Or the next trade would be found to have jumped over them.
    if (newest === null || newest.id < toId) this.newest = { id: toId, timeMs: toMs }
  }

  /** But for what is known to be missing already. */
  private addUnknown(gap: IdGap): void {
    const parts = this.gaps.reduce((left, known) => left.flatMap((part) => outside(part, known)), [gap])
    this.gaps = [...this.gaps, ...parts].slice(-GAPS_MAX)
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
   * Trades that were heard and had to be dropped are missing again, but for what already is. Nobody asks for them until
   * somebody takes what waits: fetched before, they would wait in the place of what had none.
   */
  drop({ fromId, toId, fromMs, toMs }: IdSpan): void {
    if (fromId > toId) return
    this.addUnknown({ fromId, toId, fromMs, toMs, seenMs: Number.POSITIVE_INFINITY })
  }

  /** What was dropped may be asked for from now on. */
  release(nowMs: number): void {
    this.gaps = this.gaps.map((gap) => (Number.isFinite(gap.seenMs) ? gap : { ...gap, seenMs: nowMs }))
  }

  /**
   * What follows a trade that was logged before, by another process perhaps, is missing up to what came here and still waits
   * for the log. Gaps before that are part of it, or nobody tells whether the log has their trades. Answers the first id after them.
   */
  resume({
    last,
    waiting,
    nowMs,
  }: {
    last: NumberedTrade
    waiting: NumberedTrade | null
    nowMs: number
  }): number {
    const { newest } = this
    const end = waiting ?? { id: (newest?.id ?? 0) + 1, timeMs: newest?.timeMs ?? 0 }
    this.gaps = this.gaps.filter(({ fromId }) => fromId > end.id)
    if (end.id > last.id + 1) this.open(last, end, nowMs)
    // What the log has further on is not missed here.
    if (newest === null || newest.id < last.id) this.newest = last
    return end.id
  }

  /** Gaps that no late frame has closed for so long. */
  gapsBefore(seenBeforeMs: number): IdGap[] {
    return this.gaps.filter(({ seenMs }) => seenMs <= seenBeforeMs)
  }

  /**
   * The gap was filled from elsewhere, or is given up; `rest`: but for this part of it. False: it is no more, replaced by
   * another one or parted by a late frame.
   */
  close(gap: IdGap, rest: IdGap | null = null): boolean {
    const isHeld = this.gaps.includes(gap)
    this.gaps = this.gaps.flatMap((other) => (other !== gap ? [other] : rest === null ? [] : [rest]))
    return isHeld
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
