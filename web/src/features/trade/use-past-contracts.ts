import { useQuery } from '@tanstack/react-query'
import { type Contract, listContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { useEffect, useMemo } from 'react'
import { call } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { byNewest, isPending, onLaterSnapshot, useContracts } from '../../lib/contracts-store.ts'
import { toneOf } from '../../lib/money-format.ts'
import { useSession } from '../../lib/session-store.ts'
import { useSettled } from '../../lib/settled-store.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import type { PastContract } from './chart-overlay.ts'
import { recentContracts } from './recent-contracts.ts'

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

/**
 * Past contracts of a product that lists tell of: those of the table below the chart, and the product's own where the table is not there
 * or names few of them. Asked for when the snapshot of the socket has come, which is when the page has time for it.
 */
function useListed(symbol: string): readonly Contract[] {
  const book = useBook((choice) => choice.book)
  const uid = useSession((session) => session.user?.uid)
  const known = useContracts((contracts) => contracts.known)
  const hasTable = !useMedia(MOBILE)
  // The table asks for it.
  const recent = useQuery({ ...recentContracts(uid, book), enabled: false })
  const listed = recent.data?.contracts
  const isEnough =
    recent.data?.nextCursor === null ||
    (listed ?? []).filter((contract) => contract.symbol === symbol).length >= MARKED_MAX
  const isTold = !hasTable || listed !== undefined || recent.isError
  const { data, refetch } = useQuery({
    queryKey: ['past-contracts', uid, book, symbol],
    queryFn: ({ signal }) =>
      call(
        listContracts,
        { query: { book, symbol, state: 'settled', limit: MARKED_MAX } },
        { toast: false, signal },
      ),
    enabled: uid !== undefined && known && isTold && !isEnough,
    // What ends from here on comes by itself.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isAsked = data !== undefined
  useEffect(() => (isAsked ? onLaterSnapshot(() => void refetch()) : undefined), [isAsked, refetch])
  return useMemo(() => [...(listed ?? []), ...(data?.contracts ?? [])], [listed, data])
}

/** The newest contracts of a product that are over, of the chosen funds, whether they ended in this session or before. */
export function usePastContracts(symbol: string): readonly PastContract[] {
  const byId = useContracts((contracts) => contracts.byId)
  const kept = useSettled((settled) => settled.contracts)
  const book = useBook((choice) => choice.book)
  const listed = useListed(symbol)
  return useMemo(() => {
    const all = new Map([...listed, ...kept, ...byId.values()].map((contract) => [contract.id, contract]))
    return [...all.values()]
      .filter((contract) => contract.symbol === symbol && contract.book === book && !isPending(contract))
      .sort(byNewest)
      .flatMap((contract) => pastOf(contract) ?? [])
      .slice(0, MARKED_MAX)
  }, [listed, byId, kept, book, symbol])
}
