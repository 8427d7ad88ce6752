import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useMemo } from 'react'
import { useBook } from '../../lib/book-store.ts'
import { isPending, useContracts } from '../../lib/contracts-store.ts'

/** Pending contracts of the chosen funds: those of this product first, then by what ends soonest. */
export function useOpenContracts(symbol: string): readonly Contract[] {
  const byId = useContracts((contracts) => contracts.byId)
  const book = useBook((choice) => choice.book)
  return useMemo(
    () =>
      [...byId.values()]
        .filter((contract) => contract.book === book && isPending(contract))
        .sort(
          (a, b) =>
            Number(b.symbol === symbol) - Number(a.symbol === symbol) || a.expiresAtMs - b.expiresAtMs,
        ),
    [byId, book, symbol],
  )
}
