import { useQuery } from '@tanstack/react-query'
import { checkWithdrawOrders } from '@truestrike/protocol/order-details-endpoints.ts'
import { adminCall } from '../frame/admin-session.store.ts'

/** How many checks an order passed, of how many. */
export interface Passed {
  passed: number
  of: number
}

/** The newest page that is looked at. */
const AT_ONCE_MAX = 50

/** The checks of what is listed, by order; they come after the list. */
export function useChecks(ids: readonly string[]): ReadonlyMap<string, Passed> {
  const asked = ids.slice(0, AT_ONCE_MAX).join(',')
  const { data } = useQuery({
    queryKey: ['admin-withdraw-checks', asked],
    queryFn: () => adminCall(checkWithdrawOrders, { query: { ids: asked } }),
    enabled: asked !== '',
  })
  return new Map((data?.orders ?? []).map(({ id, of, failed }) => [id, { of, passed: of - failed.length }]))
}

export const isWhole = (passed: Passed | undefined): boolean =>
  passed !== undefined && passed.passed === passed.of
