import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'

type Listener = (items: readonly Notice[]) => void

const listeners = new Set<Listener>()

export function onNotices(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceNotices(items: readonly Notice[]): void {
  for (const listener of listeners) listener(items)
}
