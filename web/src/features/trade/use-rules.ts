import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type GameRule, listRules } from '@truestrike/protocol/trade-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { useOrderForm } from './order-form.store.ts'

const FRESH_MS = 60_000

export function useRules(symbol: string): UseQueryResult<GameRule[]> {
  return useQuery({
    queryKey: ['rules', symbol],
    queryFn: async ({ signal }) => {
      const { rules } = await call(listRules, { query: { symbol } }, { toast: false, signal })
      return [...rules].sort((a, b) => a.durationSeconds - b.durationSeconds)
    },
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
}

/** The rule of the chosen duration, or of the nearest longer one that is offered. */
export function useChosenRule(symbol: string): GameRule | undefined {
  const { data } = useRules(symbol)
  const { durationSeconds } = useOrderForm()
  return data?.find((rule) => rule.durationSeconds >= durationSeconds) ?? data?.at(-1)
}
