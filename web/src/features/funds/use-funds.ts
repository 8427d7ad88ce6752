import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getBalanceDays, getWallet } from '@truestrike/protocol/bill-endpoints.ts'
import {
  getFunds,
  listAddresses,
  listDepositMethods,
  listDeposits,
  listWithdrawals,
} from '@truestrike/protocol/funds-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { useEffect } from 'react'
import { call } from '../../lib/api-client.ts'
import { onLaterSnapshot } from '../../lib/contracts-store.ts'
import { onNotices } from '../../lib/notice-events.ts'
import { useSession } from '../../lib/session-store.ts'
import { loadUserInfo } from '../../lib/user-info.ts'

const QUIET = { toast: false }
/** Moved by others too, while no page looks: asked for anew by each page that shows them. */
export const MOVING = { staleTime: 0 }
/** What a movement of money changes: nobody else's addresses, nobody's methods. */
const MOVED = ['wallet', 'days', 'deposits', 'withdrawals', 'bills']
/** Several movements in a row cost one round of calls. */
const ROUND_MS = 800

function useKey(...parts: string[]): string[] {
  return ['funds', useSession((session) => session.user?.uid) ?? '', ...parts]
}

/** Limits, fees, and whether money may leave now. */
export function useFunds() {
  return useQuery({
    queryKey: useKey('overview'),
    queryFn: ({ signal }) => call(getFunds, {}, { ...QUIET, signal }),
  })
}

export function useWallet(book: Book) {
  return useQuery({
    queryKey: useKey('wallet', book),
    queryFn: ({ signal }) => call(getWallet, { query: { book } }, { ...QUIET, signal }),
    ...MOVING,
  })
}

export function useBalanceDays(book: Book, days: number) {
  return useQuery({
    queryKey: useKey('days', book, String(days)),
    queryFn: ({ signal }) => call(getBalanceDays, { query: { book, days } }, { ...QUIET, signal }),
    ...MOVING,
  })
}

export function useMethods() {
  return useQuery({
    queryKey: useKey('methods'),
    queryFn: ({ signal }) => call(listDepositMethods, {}, { ...QUIET, signal }),
  })
}

export function useOpenDeposits() {
  return useQuery({
    queryKey: useKey('deposits'),
    queryFn: ({ signal }) =>
      call(listDeposits, { query: { limit: 50, which: 'open' } }, { ...QUIET, signal }),
    ...MOVING,
  })
}

/** The newest ones, or those that have not ended: among many of all states an old open one would be out of sight. */
export function useWithdrawals(which?: 'open') {
  return useQuery({
    queryKey: useKey('withdrawals', which ?? 'all'),
    queryFn: ({ signal }) =>
      call(
        listWithdrawals,
        { query: { limit: 50, ...(which === undefined ? {} : { which }) } },
        { ...QUIET, signal },
      ),
    ...MOVING,
  })
}

export function useAddresses() {
  return useQuery({
    queryKey: useKey('addresses'),
    queryFn: ({ signal }) => call(listAddresses, {}, { ...QUIET, signal }),
  })
}

/** Asks anew for everything about money after something was done with it. */
export function useFundsChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  const key = useKey()
  return () => Promise.all([client.invalidateQueries({ queryKey: key }), loadUserInfo()])
}

/** While its part of the page stands: asks anew when money has come or gone, whoever moved it. */
export function useFollowedMoney(): void {
  const client = useQueryClient()
  const uid = useSession((session) => session.user?.uid) ?? ''
  useEffect(() => {
    let round: ReturnType<typeof setTimeout> | null = null
    const ask = (): void => {
      round ??= setTimeout(() => {
        round = null
        for (const part of MOVED) void client.invalidateQueries({ queryKey: ['funds', uid, part] })
      }, ROUND_MS)
    }
    const leave = [
      useSession.subscribe(({ user }, before) => {
        if (user?.balanceVersion !== before.user?.balanceVersion) ask()
      }),
      onNotices((items) => {
        if (items.some(({ data }) => data.amount !== undefined)) ask()
      }),
      // What happened while the socket was away is not told again.
      onLaterSnapshot(ask),
    ]
    return () => {
      for (const stop of leave) stop()
      if (round !== null) clearTimeout(round)
    }
  }, [client, uid])
}
