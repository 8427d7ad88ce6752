import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getBalanceDays, getWallet } from '@truestrike/protocol/bill-endpoints.ts'
import {
  getFunds,
  listAddresses,
  listDepositMethods,
  listDeposits,
} from '@truestrike/protocol/funds-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { call } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session-store.ts'
import { loadUserInfo } from '../../lib/user-info.ts'

const QUIET = { toast: false }

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
  })
}

export function useBalanceDays(book: Book, days: number) {
  return useQuery({
    queryKey: useKey('days', book, String(days)),
    queryFn: ({ signal }) => call(getBalanceDays, { query: { book, days } }, { ...QUIET, signal }),
  })
}

export function useMethods() {
  return useQuery({
    queryKey: useKey('methods'),
    queryFn: ({ signal }) => call(listDepositMethods, {}, { ...QUIET, signal }),
  })
}

export function useDeposits() {
  return useQuery({
    queryKey: useKey('deposits'),
    queryFn: ({ signal }) => call(listDeposits, { query: { limit: 50 } }, { ...QUIET, signal }),
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
