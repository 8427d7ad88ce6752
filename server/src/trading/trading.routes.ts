import { getMonth, listMonthEvents } from '@truestrike/protocol/month-endpoints.ts'
import { getReceipt } from '@truestrike/protocol/proof-endpoints.ts'
import {
  exportContracts,
  getContract,
  getStatistics,
  listContracts,
  listRules,
  placeContract,
} from '@truestrike/protocol/trade-endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { Router } from '../platform/route.ts'
import { contractsExport } from './export-contracts.ts'
import type { MonthsService } from './months.service.ts'
import type { Trading } from './trading.module.ts'

export function registerTradingRoutes(
  router: Router,
  { rules, placing, records, receipts, months, wireOf, exports, clock }: TradingParts,
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
    async ({ body }, { userId }) => {
      const { row, receipt } = await placing.place(userId, body)
      return { contract: wireOf(row), receipt }
    },
    { limit: 'order' },
  )
  router.route(listContracts, ({ query }, { userId }) => records.listContracts(userId, query), {
    turns: 'history',
  })
  router.download(
    exportContracts,
    ({ query, request }, { userId }) => {
      const nowMs = clock.nowMs()
      const filter = { ...query, userId }
      return exports.file(contractsExport, { filter, locale: request.locale, nowMs }, nowMs)
    },
    { limit: 'upload' },
  )
  router.route(
    getContract,
    async ({ params }, { userId }) => ({
      contract: await records.getContract(userId, BigInt(params.id ?? '0')),
    }),
    { limit: 'read' },
  )
  router.route(
    getReceipt,
    ({ params }, { userId }) => receipts.getReceipt(userId, BigInt(params.id ?? '0')),
    { limit: 'read' },
  )
  router.route(getStatistics, ({ query }, { userId }) => records.getStatistics(userId, query), {
    turns: 'history',
  })
  router.route(getMonth, ({ query }) => months.getMonth(query.month))
  router.route(listMonthEvents, ({ query }) => months.listEvents(query))
}

type TradingParts = Pick<Trading, 'rules' | 'placing' | 'records' | 'receipts' | 'wireOf'> & {
  months: MonthsService
  exports: ListExports
  clock: Clock
}
