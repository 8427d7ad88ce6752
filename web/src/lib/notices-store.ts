import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { create } from 'zustand'

interface Notices {
  /** Newest first; filled by `notices/`, which comes when the first page stands. */
  items: readonly Notice[]
  /** All were cleared a moment ago: that can be undone. */
  undoable?: boolean
}

export const useNotices = create<Notices>()(() => ({ items: [] }))
