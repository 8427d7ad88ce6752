import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSecurity, listDevices, type SecurityOverview } from '@truestrike/protocol/security-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session-store.ts'

export interface SecurityView {
  overview: SecurityOverview | undefined
  /** Whether an answer has come, a failure too. */
  fetched: boolean
  failed: boolean
  retry(): void
}

const keyOf = (uid: string | undefined, part: string): string[] => ['security', uid ?? '', part]

/** The key of what is kept of the signed-in user's protection. */
export function useSecurityKey(part: string): string[] {
  return keyOf(
    useSession((session) => session.user?.uid),
    part,
  )
}

/** How the account is protected. */
export function useSecurity(): SecurityView {
  const { data, isError, isFetched, refetch } = useQuery({
    queryKey: useSecurityKey('overview'),
    queryFn: ({ signal }) => call(getSecurity, {}, { toast: false, signal }),
  })
  return {
    overview: data,
    fetched: isFetched,
    failed: isError && data === undefined,
    retry: () => void refetch(),
  }
}

/** Where the account is signed in, or was. */
export function useDevices() {
  return useQuery({
    queryKey: useSecurityKey('devices'),
    queryFn: ({ signal }) => call(listDevices, {}, { toast: false, signal }),
  })
}

/** Asks anew for all of it after a change. */
export function useSecurityChanged(): () => Promise<void> {
  const client = useQueryClient()
  const uid = useSession((session) => session.user?.uid)
  return () => client.invalidateQueries({ queryKey: ['security', uid ?? ''] })
}
