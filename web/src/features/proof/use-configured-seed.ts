import { useQuery } from '@tanstack/react-query'
import { listDays } from '@truestrike/protocol/market-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { useProducts } from '../../lib/products-query.ts'

/** Whether the operator set the seed of the newest simulated day by hand; false while that is not known. */
export function useConfiguredSeed(): boolean {
  const symbol = useProducts().data?.products.find(({ source }) => source === 'simulated')?.symbol
  const { data } = useQuery({
    queryKey: ['simulated-seed', symbol],
    queryFn: () => call(listDays, { query: { symbol: symbol ?? '', limit: 1 } }, { toast: false }),
    enabled: symbol !== undefined,
  })
  return data?.days.at(-1)?.masterSeed === 'configured'
}
