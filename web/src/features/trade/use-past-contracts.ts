import { useQuery } from '@tanstack/react-query'
import { type Contract, listContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { useEffect, useMemo } from 'react'
import { call } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { byNewest, onLaterSnapshot, useContracts } from '../../lib/contracts-store.ts'
import { toneOf } from '../../lib/money-format.ts'
import { useSession } from '../../lib/session-store.ts'
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

const NONE: readonly Contract[] = []

/** The newest ones of a product that ended before this page was there, of the chosen funds. Without a list there are none. */
function useEarlier(symbol: string): readonly Contract[] {
  const book = useBook((choice) => choice.book)
  const uid = useSession((session) => session.user?.uid)
  const { data, refetch } = useQuery({
    queryKey: ['past-contracts', uid, book, symbol],
    queryFn: ({ signal }) =>
      call(
        listContracts,
        { query: { book, symbol, state: 'settled', limit: MARKED_MAX } },
        { toast: false, signal },
      ),
    enabled: uid !== undefined,
    // What ends from here on comes by itself.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isTold = data !== undefined
  useEffect(() => (isTold ? onLaterSnapshot(() => void refetch()) : undefined), [isTold, refetch])
  return data?.contracts ?? NONE
}

/** The newest contracts of a product that are over, of the chosen funds, whether they ended in this session or before. */
export function usePastContracts(symbol: string): readonly PastContract[] {
  const byId = useContracts((contracts) => contracts.byId)
  const kept = useSettled((settled) => settled.contracts)
  const book = useBook((choice) => choice.book)
  const earlier = useEarlier(symbol)
  return useMemo(() => {
    const all = new Map([...earlier, ...kept, ...byId.values()].map((contract) => [contract.id, contract]))
    return [...all.values()]
      .filter((contract) => contract.symbol === symbol && contract.book === book)
      .sort(byNewest)
      .flatMap((contract) => pastOf(contract) ?? [])
      .slice(0, MARKED_MAX)
  }, [earlier, byId, kept, book, symbol])
}
