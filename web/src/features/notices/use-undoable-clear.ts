import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { useEffect, useState } from 'react'
import { removeNoticesThrough } from '../../lib/notices/notice-actions.ts'

const UNDO_MS = 8_000

interface UndoableClear {
  /** Ids of what is cleared and not yet deleted. */
  cleared: ReadonlySet<string>
  clear: (items: readonly Notice[]) => void
  undo: () => void
}

const NONE: ReadonlySet<string> = new Set()

export function useUndoableClear(open: boolean): UndoableClear {
  const [cleared, setCleared] = useState(NONE)
  useEffect(() => {
    // Newest first: what has come since then stays.
    const [newest] = cleared
    if (newest === undefined) return
    const finish = (): void => {
      void removeNoticesThrough(newest).finally(() => setCleared(NONE))
    }
    if (!open) {
      finish()
      return
    }
    const timer = setTimeout(finish, UNDO_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [cleared, open])
  return {
    cleared,
    clear: (items) => setCleared(new Set(items.map(({ id }) => id))),
    undo: () => setCleared(NONE),
  }
}
