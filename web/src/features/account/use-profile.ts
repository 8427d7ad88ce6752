import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getIdentity,
  getProfile,
  type Identity,
  type Profile,
} from '@truestrike/protocol/profile-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { loadUserInfo } from '../../lib/user-info.ts'
import { useSecurityKey } from './use-security.ts'

interface View<T> {
  data: T | undefined
  /** Whether an answer has come, a failure too. */
  fetched: boolean
  failed: boolean
  retry(): void
}

export function useProfile(): View<Profile> {
  const { data, isError, isFetched, refetch } = useQuery({
    queryKey: useSecurityKey('profile'),
    queryFn: ({ signal }) => call(getProfile, {}, { toast: false, signal }),
  })
  return { data, fetched: isFetched, failed: isError && data === undefined, retry: () => void refetch() }
}

export function useIdentity(): View<Identity> {
  const { data, isError, isFetched, refetch } = useQuery({
    queryKey: useSecurityKey('identity'),
    queryFn: ({ signal }) => call(getIdentity, {}, { toast: false, signal }),
  })
  return { data, fetched: isFetched, failed: isError && data === undefined, retry: () => void refetch() }
}

/** After a change of the profile: what header and overview show of it follows. */
export function useProfileChanged(): () => Promise<void> {
  const client = useQueryClient()
  const key = useSecurityKey('profile')
  return async () => {
    void loadUserInfo()
    await client.invalidateQueries({ queryKey: key })
  }
}
