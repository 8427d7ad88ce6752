import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { countUsersSeen, listUsersSeen } from './sessions.store.ts'

const ONLINE_MS = 5 * 60_000

/** Users with a page that listens, on any process, or a call in the last five minutes. */
export function createOnlineUsers({ db, clock }: { db: Db; clock: Clock }) {
  const span = () => {
    const nowMs = clock.nowMs()
    return { sinceMs: Math.floor(nowMs - ONLINE_MS * clock.speed), nowMs }
  }
  return {
    countOnline(): Promise<number> {
      const { sinceMs, nowMs } = span()
      return countUsersSeen(db, sinceMs, nowMs)
    },
    /** By their row ids, from the one after `afterId`. */
    listOnline: (afterId: bigint, limit: number): Promise<bigint[]> =>
      listUsersSeen(db, { ...span(), afterId, limit }),
  }
}

export type OnlineUsers = ReturnType<typeof createOnlineUsers>
