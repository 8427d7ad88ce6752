import type { Book } from '@truestrike/protocol/scalars.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useMemo } from 'react'
import { create } from 'zustand'
import { useBook } from './book-store.ts'
import { watchDoublePress } from './double-press.ts'

interface Settled {
  /** Results not yet dismissed, of both books, newest first. */
  contracts: readonly Contract[]
  /** `pressedMs`: when, on the clock of `performance.now()`. */
  dismiss(id: string, pressedMs: number): void
  dismissAll(book: Book): void
}

/** The next result comes to stand where the dismissed one stood: the second half of a double press must not dismiss it too. */
const isRepeatedPress = watchDoublePress()

export const useSettled = create<Settled>()((set, get) => ({
  contracts: [],
  dismissAll: (book) => set({ contracts: get().contracts.filter((contract) => contract.book !== book) }),
  dismiss: (id, pressedMs) => {
    if (isRepeatedPress(pressedMs)) return
    set({ contracts: get().contracts.filter((contract) => contract.id !== id) })
  },
}))

/** Those of the book in use: a result of the other one would look like money won or lost in this one. */
export function useSettledInUse(): readonly Contract[] {
  const contracts = useSettled((settled) => settled.contracts)
  const book = useBook((choice) => choice.book)
  return useMemo(() => contracts.filter((contract) => contract.book === book), [contracts, book])
}
