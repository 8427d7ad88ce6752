import { useQueries } from '@tanstack/react-query'
import { checkWithdrawOrders } from '@truestrike/protocol/order-details-endpoints.ts'
import { adminCall } from '../frame/admin-session.store.ts'

/** How many checks an order passed, of how many. */
export interface Passed {
  passed: number
  of: number
}

/** Orders the server looks at in one call. */
const AT_ONCE_MAX = 50

/** The checks of what is listed, by order; they come after the list. */
export function useChecks(ids: readonly string[]): ReadonlyMap<string, Passed> {
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE_MAX) }, (_, at) =>
    ids.slice(at * AT_ONCE_MAX, (at + 1) * AT_ONCE_MAX).join(','),
  )
  const answers = useQueries({
    queries: parts.map((asked) => ({
      queryKey: ['admin-withdraw-checks', asked],
      queryFn: () => adminCall(checkWithdrawOrders, { query: { ids: asked } }),
    })),
  })
  return new Map(
    answers
      .flatMap(({ data }) => data?.orders ?? [])
      .map(({ id, of, failed }) => [id, { of, passed: of - failed.length }]),
  )
}

export const isWhole = (passed: Passed | undefined): boolean =>
  passed !== undefined && passed.passed === passed.of
