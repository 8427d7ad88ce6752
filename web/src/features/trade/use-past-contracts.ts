import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useMemo } from 'react'
import { useBook } from '../../lib/book-store.ts'
import { byNewest, useContracts } from '../../lib/contracts-store.ts'
import { toneOf } from '../../lib/money-format.ts'
import { useSettled } from '../../lib/settled-store.ts'
import type { PastContract } from './chart-overlay.ts'

/** More would hide the prices. */
const MARKED_MAX = 20

function pastOf(contract: Contract): PastContract | null {
  const { openingPrice, closingPrice, openingTimeMs, acceptedAtMs, closingTimeMs, expiresAtMs } = contract
  if (openingPrice === null || closingPrice === null) return null
  return {
    direction: contract.direction,
    result: toneOf(contract.profit),
    fromMs: openingTimeMs ?? acceptedAtMs,
    toMs: closingTimeMs ?? expiresAtMs,
    entry: Number(openingPrice),
    exit: Number(closingPrice),
  }
}

/** The newest contracts of a product that are over, of the chosen funds: those of this session and of the last minutes. */
export function usePastContracts(symbol: string): readonly PastContract[] {
  const byId = useContracts((contracts) => contracts.byId)
  const kept = useSettled((settled) => settled.contracts)
  const book = useBook((choice) => choice.book)
  return useMemo(() => {
    const all = new Map([...kept, ...byId.values()].map((contract) => [contract.id, contract]))
    return [...all.values()]
      .filter((contract) => contract.symbol === symbol && contract.book === book)
      .sort(byNewest)
      .flatMap((contract) => pastOf(contract) ?? [])
      .slice(0, MARKED_MAX)
  }, [byId, kept, book, symbol])
}
