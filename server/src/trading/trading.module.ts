import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { MarketModule } from '../market/market.module.ts'
import { BATCHES_SUBJECT } from '../market/signed-batch.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Router } from '../platform/route.ts'
import type { SocketHub } from '../platform/socket-hub.ts'
import { carryOutStep } from '../platform/start-step.ts'
import type { Signer } from '../proof/signer.ts'
import { createAcceptancesService } from './acceptances.service.ts'
import { type ContractRow, toWireContract } from './contract-row.ts'
import { listContractsById } from './contracts.store.ts'
import { createFiguresService } from './figures.service.ts'
import { createGameRulesService } from './game-rules.service.ts'
import { createPriceLog, createProductLookup, createSealedLog } from './market-adapter.ts'
import type { Measured } from './measure-void.ts'
import { createMonthsService } from './months.service.ts'
import { createOverdueSettlement } from './overdue-settlement.ts'
import { createPlaceContracts } from './place-contracts.ts'
import { createReceiptsService } from './receipts.service.ts'
import { createRecordsService } from './records.service.ts'
import { createReturnStakes } from './return-stakes.ts'
import { createRiskService } from './risk.service.ts'
import { createRuleAdminService } from './rule-admin.service.ts'
import { createRuleSimulationService } from './rule-simulation.service.ts'
import { createSettleContracts } from './settle-contracts.ts'
import { createSettlementJobs, PLACED_SUBJECT, placedMessage } from './settlement.jobs.ts'
import type { PriceLog, ProductLookup, SealedLog } from './traded-product.ts'
import { registerTradingRoutes } from './trading.routes.ts'
import { defineTradingChannels } from './trading-channels.ts'
import { createTradingConfigService } from './trading-config.service.ts'
import { createTradingHalt } from './trading-halt.ts'
import { type FundsSettings, updateFundsSettings } from './trading-settings.store.ts'
import { createUserFrames } from './user-frames.ts'
import { createVoidWorks } from './void-works.ts'

export interface TradingOptions extends Pick<Measured, 'behindMax'> {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  metrics: Metrics
  signer: Signer
  ledger: Pick<LedgerService, 'listBalances' | 'getBalances'>
  notices: Pick<NoticesService, 'tell'>
  products: ProductLookup
  priceLog: PriceLog
  sealedLog: SealedLog
  funds: FundsSettings
  /** Whether this process opens and settles. */
  engine: boolean
}

export type Trading = ReturnType<typeof createTrading>

export interface MarketTradingOptions extends Omit<TradingOptions, 'products' | 'priceLog' | 'sealedLog'> {
  market: Pick<MarketModule, 'products' | 'service' | 'refresh' | 'engine' | 'archives'>
}

export interface TradingModuleOptions extends MarketTradingOptions {
  router: Router
  exports: ListExports
  hub: SocketHub
}

/** Trading on the market, with its routes and channels. */
export function createTradingModule({ router, hub, exports, ...options }: TradingModuleOptions): Trading {
  const trading = createMarketTrading(options)
  const months = createMonthsService({ ...options, market: options.market.service })
  registerTradingRoutes(router, { ...trading, months, exports, clock: options.clock })
  defineTradingChannels({ hub, records: trading.records, getBalances: options.ledger.getBalances })
  return trading
}

/** Trading on the market's products and log; its engine is given the accepted batches and the confirmed voids. */
export function createMarketTrading({ market, ...options }: MarketTradingOptions): Trading {
  const trading = createTrading({
    ...options,
    products: createProductLookup(market),
    priceLog: createPriceLog(options.db),
    sealedLog: createSealedLog(options.db, market.archives),
  })
  market.engine.useBatches(trading.acceptances.source)
  market.engine.useVoids(trading.works.source)
  return trading
}

/** Puts trading together: rules, placing, opening and settling, records. */
export function createTrading(options: TradingOptions) {
  const { db, bus, clock, ledger, products } = options
  const halt = createTradingHalt(options)
  const rules = createGameRulesService(options)
  const ruleAdmin = createRuleAdminService({ ...options, rules })
  const frames = createUserFrames({
    ...options,
    listBalances: ledger.listBalances,
    listContracts: (ids) => listContractsById(db, ids),
    tellNotices: options.notices.tell,
  })
  const onPlaced = (rows: readonly ContractRow[]): void => {
    bus.publish(PLACED_SUBJECT, placedMessage(rows))
    frames.placed(rows)
  }
  const acceptances = createAcceptancesService({ ...options, rules })
  const placing = createPlaceContracts({
    ...{ ...options, rules, halt, acceptances, onPlaced },
    onSigned: (batch) => bus.publish(BATCHES_SUBJECT, batch),
  })
  const settle = createSettleContracts({
    ...options,
    halt,
    onOpened: frames.opened,
    onSettled: frames.settled,
  })
  const returnStakes = createReturnStakes({ ...options, onReturned: frames.settled })
  const jobs = createSettlementJobs({ ...options, settle, returnStakes })
  // By every process: it is told while no engine lives, too.
  options.metrics.trackOverdueSettlement(createOverdueSettlement(options))

  return {
    rules,
    ruleAdmin,
    simulations: createRuleSimulationService(options),
    placing,
    acceptances,
    receipts: createReceiptsService({ ...options, acceptances }),
    records: createRecordsService(options),
    works: createVoidWorks(options),
    figures: createFiguresService(options),
    risk: createRiskService(options),
    config: createTradingConfigService(options),
    jobs,
    settle,
    returnStakes,
    products,
    halt,
    wireOf: (row: ContractRow): Contract => toWireContract(row, clock.nowMs()),

    /** Seeds rules where there are none, then settles what expired and goes on from there. */
    async start(): Promise<void> {
      await carryOutStep(() => updateFundsSettings(db, options.funds))
      await carryOutStep(() => rules.seedDefaults(products.list()))
      if (options.engine) await jobs.start()
    },

    /** Answers the orders that wait, ends the run under way. What is open is taken up by the next start. */
    async stop(): Promise<void> {
      await placing.drain()
      await jobs.stop()
      frames.stop()
    },
  }
}
