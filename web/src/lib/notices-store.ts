import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { create } from 'zustand'
import { onNotices } from './notice-events.ts'

/** Kept in memory; over it the oldest read one goes, else the oldest. */
const NOTICES_MAX = 50

interface Notices {
  /** Newest first. */
  items: readonly Notice[]
}

export const useNotices = create<Notices>()(() => ({ items: [] }))

/** Adds notices, each once, newest first, and drops what is too much. */
export function addNotices(known: readonly Notice[], fresh: readonly Notice[]): Notice[] {
  const byId = new Map(known.map((notice) => [notice.id, notice]))
  for (const notice of fresh) if (!byId.has(notice.id)) byId.set(notice.id, notice)
  const items = [...byId.values()].sort((a, b) => b.timeMs - a.timeMs)
  while (items.length > NOTICES_MAX) {
    const oldestRead = items.findLastIndex((notice) => notice.read)
    items.splice(oldestRead === -1 ? items.length - 1 : oldestRead, 1)
  }
  return items
}

export function markNoticeRead(id: string): void {
  useNotices.setState(({ items }) => ({
    items: items.map((notice) => (notice.id === id ? { ...notice, read: true } : notice)),
  }))
}

export function markAllNoticesRead(): void {
  useNotices.setState(({ items }) => ({ items: items.map((notice) => ({ ...notice, read: true })) }))
}

export function forgetNotices(): void {
  useNotices.setState({ items: [] })
}

/** Collects what the sockets bring. Returns the way to stop. */
export function followNotices(): () => void {
  return onNotices((fresh) => useNotices.setState(({ items }) => ({ items: addNotices(items, fresh) })))
}
