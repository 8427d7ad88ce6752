import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type ChecksOfOrder, checkWithdrawOrders } from '@truestrike/protocol/order-details-endpoints.ts'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import { adminCall } from '../frame/admin-session.store.ts'

/** How many checks an order passed, of how many. */
export interface Passed {
  passed: number
  of: number
}

/** What is known of the checks of a list. */
export interface KnownChecks {
  passed: ReadonlyMap<string, Passed>
  /** Those of some orders could not be had. */
  isFailed: boolean
  isFetching: boolean
  /** Asks again for those that could not be had. */
  refetch: () => void
}

const CHECKS = 'admin-withdraw-checks'
/** Orders the server looks at in one call: a page of the list, so that another page leaves the answers before it alone. */
const AT_ONCE_MAX = 30

/** The checks of what is listed, by order; they come after the list, and again where a time is named. */
export function useChecks(ids: readonly string[], everyMs?: number): KnownChecks {
  const queries = useQueryClient()
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE_MAX) }, (_, at) =>
    ids.slice(at * AT_ONCE_MAX, (at + 1) * AT_ONCE_MAX).join(','),
  )
  const answers = useQueries({
    queries: parts.map((asked) => ({
      queryKey: [CHECKS, asked],
      queryFn: () => adminCall(checkWithdrawOrders, { query: { ids: asked } }),
      refetchInterval: everyMs ?? (false as const),
    })),
  })
  // Where the list moves, other ids are asked for together: what was answered before counts until they are.
  const passed = new Map(
    queries
      .getQueryCache()
      .findAll({ queryKey: [CHECKS] })
      .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
      .flatMap(({ state }) => (state.data as { orders: ChecksOfOrder[] } | undefined)?.orders ?? [])
      .map(({ id, of, failed }) => [id, { of, passed: of - failed.length }]),
  )
  return {
    passed,
    isFailed: answers.some(({ isError }) => isError) && ids.some((id) => !passed.has(id)),
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { isError, refetch } of answers) if (isError) void refetch()
    },
  }
}

export const isWhole = ({ passed, of }: Passed): boolean => passed === of

/** Why an order is not approved without a look at it. */
export const OBSTACLES = ['unchecked', 'checks', 'guard', 'alone'] as const
type Obstacle = (typeof OBSTACLES)[number]

/** None: every check passed, its user's withdrawals are guarded and not locked, and where it takes two there are two. */
export function obstaclesOf(
  { checks, nobodyElse }: Pick<ReviewedWithdrawal, 'checks' | 'nobodyElse'>,
  passed: Passed | undefined,
): ReadonlySet<Obstacle> {
  const { lockedUntilMs, twoFactor, covered } = checks
  const stands: Record<Obstacle, boolean> = {
    unchecked: passed === undefined,
    checks: !covered || (passed !== undefined && !isWhole(passed)),
    guard: lockedUntilMs !== null || !twoFactor,
    alone: nobodyElse,
  }
  return new Set(OBSTACLES.filter((obstacle) => stands[obstacle]))
}
