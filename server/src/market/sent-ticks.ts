import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Resume, SocketClient } from '../platform/socket-hub.ts'

/** Every tick after the one seq up to the other, none missing. */
interface Stretch {
  afterSeq: number
  throughSeq: number
}

/**
 * Which ticks each socket has been sent, so that a subscription that is repeated costs what is new, not all of it again.
 * Only what is complete counts: behind a gap, or for a socket that was left out, it is sent from where its reader stands.
 */
export class SentTicks {
  /** By symbol: the newest broadcasts that follow each other without a gap. */
  private readonly broadcasts = new Map<string, Stretch>()
  private readonly snapshots = new WeakMap<SocketClient, Map<string, Stretch>>()

  /** Ticks of one product go to all that follow it. */
  noteBroadcast(symbol: string, ticks: readonly TickItem[]): void {
    for (const [, , seq, prevTickSeq] of ticks) {
      const stretch = this.broadcasts.get(symbol)
      if (stretch?.throughSeq === prevTickSeq) stretch.throughSeq = seq
      else this.broadcasts.set(symbol, { afterSeq: prevTickSeq, throughSeq: seq })
    }
  }

  noteSnapshot(client: SocketClient, symbol: string, stretch: Stretch): void {
    const known = this.snapshots.get(client) ?? new Map<string, Stretch>()
    this.snapshots.set(client, known.set(symbol, stretch))
  }

  /** What a socket that follows a product has got of it in one piece, as far as that has what its reader lacks. */
  stretchOf(client: SocketClient, symbol: string, { isFollowing, afterSeq }: Resume): Stretch | null {
    const snapshot = this.snapshots.get(client)?.get(symbol)
    if (!isFollowing || snapshot === undefined) return null
    const stretch = joined(snapshot, this.broadcasts.get(symbol))
    return afterSeq === null || afterSeq >= stretch.afterSeq ? stretch : null
  }
}

/** The snapshot and what was broadcast since; behind a gap only the latter. */
function joined(snapshot: Stretch, broadcast: Stretch | undefined): Stretch {
  if (broadcast === undefined || broadcast.throughSeq <= snapshot.throughSeq) return snapshot
  if (broadcast.afterSeq > snapshot.throughSeq) return broadcast
  return { afterSeq: snapshot.afterSeq, throughSeq: broadcast.throughSeq }
}
