import { useQuery } from '@tanstack/react-query'
import { getUser, type ListedUser, listUsers } from '@truestrike/protocol/people-endpoints.ts'
import { adminCall } from '../frame/admin-session.store.ts'
import { readTimeParam } from '../table/local-time.ts'
import { useList, useListAddress } from '../table/use-list.ts'
import { sortingText, useSorting } from '../table/use-sorting.ts'

export const USER_TEXTS = 'admin-people' as const
export const USERS_LIST = 'admin-users'
/** Of one user: all that is shown of him is asked for anew after an act. */
export const USER_KEY = 'admin-user'

export const STATUSES = ['', 'active', 'frozen'] as const
export const IDENTITIES = ['', 'none', 'pending', 'verified', 'refused', 'revoked'] as const
const UID = /^[1-9][0-9]{9}$/

type UserQuery = NonNullable<NonNullable<(typeof listUsers)['types']>['query']>

/** What the address says: which users are listed, in which order, and who lies open. */
export function useUserAddress() {
  const address = useListAddress('user')
  const sorted = useSorting(['joined', 'seen'], { key: 'joined', isAscending: false })
  const [search, team] = [address.text('search'), address.text('team')]
  const status = address.word('status', STATUSES)
  const identity = address.word('identity', IDENTITIES)
  const [fromMs, toMs] = [readTimeParam(address.text('from')), readTimeParam(address.text('to'))]
  const filters: UserQuery = {
    ...(search === '' ? {} : { search }),
    ...(status === '' ? {} : { status }),
    ...(identity === '' ? {} : { identity }),
    // A number that is not whole (yet) names nobody.
    ...(UID.test(team) ? { team } : {}),
    ...(fromMs === null ? {} : { fromMs }),
    ...(toMs === null ? {} : { toMs }),
  }
  return {
    ...{ ...address, sorted, filters, search, team, status, identity, fromMs, toMs },
    isFiltered: Object.keys(filters).length > 0,
    asked: { ...filters, sort: sortingText(sorted) as '-joined' },
  }
}

export type UserAddress = ReturnType<typeof useUserAddress>

export function useUserList(asked: UserQuery) {
  return useList<ListedUser & { id: string }, UserQuery>(USERS_LIST, asked, async (query) => {
    const { users, nextCursor, moreNames } = await adminCall(listUsers, { query })
    return { rows: users.map((user) => ({ ...user, id: user.uid })), nextCursor, moreNames }
  })
}

export function useUser(uid: string | null) {
  return useQuery({
    queryKey: [USER_KEY, uid, 'details'],
    queryFn: async () => (await adminCall(getUser, { params: { uid: uid ?? '' } })).user,
    enabled: uid !== null && UID.test(uid),
    retry: false,
  })
}
