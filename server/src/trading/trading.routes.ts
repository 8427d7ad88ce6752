import {
  getContract,
  getStatistics,
  listContracts,
  listRules,
  placeContract,
} from '@truestrike/protocol/trade-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { Trading } from './trading.module.ts'

export function registerTradingRoutes(
  router: Router,
  { rules, placing, records, wireOf }: TradingParts,
): void {
  router.route(
    listRules,
    async ({ query }) => ({ symbol: query.symbol, rules: await rules.listRules(query.symbol) }),
    {
      limit: 'read',
    },
  )
  router.route(
    placeContract,
    async ({ body }, { userId }) => ({ contract: wireOf((await placing.place(userId, body)).row) }),
    { limit: 'order' },
  )
  router.route(listContracts, ({ query }, { userId }) => records.listContracts(userId, query), {
    limit: 'read',
  })
  router.route(
    getContract,
    async ({ params }, { userId }) => ({
      contract: await records.getContract(userId, BigInt(params.id ?? '0')),
    }),
    { limit: 'read' },
  )
  router.route(getStatistics, ({ query }, { userId }) => records.getStatistics(userId, query.book), {
    limit: 'read',
  })
}

type TradingParts = Pick<Trading, 'rules' | 'placing' | 'records' | 'wireOf'>
