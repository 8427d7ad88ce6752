import { useQuery } from '@tanstack/react-query'
import type { BookLimits, OwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { call } from './api-client.ts'
import { useBook } from './book-store.ts'
import { useSession } from './session-store.ts'

/** What the signed-in user limits themselves to, and the key it is kept under. What it takes comes by itself: the trade page has no room for it. */
export function useOwnLimits() {
  const uid = useSession((session) => session.user?.uid)
  const key = ['security', uid ?? '', 'limits']
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<OwnLimits> => {
      const { getOwnLimits } = await import('@truestrike/protocol/limits-endpoints.ts')
      return call(getOwnLimits, {}, { toast: false, signal })
    },
    enabled: uid !== undefined,
  })
  return { key, query }
}

/** The largest stake that applies at this moment: a looser one that was waiting applies from its time on. */
function maxStakeOf({ maxStake, nextMaxStake }: BookLimits, nowMs: number): string | null {
  return nextMaxStake !== null && nextMaxStake.fromMs <= nowMs ? nextMaxStake.limit : maxStake
}

/** The user's own largest stake in the book in use, USDT; null: none, or not known here. The server holds every order against it. */
export function useOwnMaxStake(): string | null {
  const book = useBook((choice) => choice.book)
  const { data } = useOwnLimits().query
  return data === undefined ? null : maxStakeOf(data[book], Date.now())
}
