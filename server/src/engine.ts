import { createUserInfoService } from './accounts/user-info.service.ts'
import { createAlertWatch } from './alerts/watch-alerts.ts'
import { createConfiguredMarket, type MarketDependencies } from './configured-market.ts'
import { createLedgerService } from './ledger/ledger.service.ts'
import { createLiabilities } from './liabilities/liabilities.module.ts'
import { createNoticeSender } from './notifications/notice-sender.ts'
import type { RandomBytes } from './platform/secret-token.ts'
import { followSiteKeys } from './proof/signer.ts'
import { createMarketTrading } from './trading/trading.module.ts'

export interface EngineDependencies extends MarketDependencies {
  random: RandomBytes
}

export interface Engine {
  start(): Promise<void>
  /** Ends what is under way and gives the products to others. */
  stop(): Promise<void>
  /** Throws when the price log does not move. */
  checkFeed(): void
  /** Runs `work` while every entry of the log is in a signed block and none is appended. */
  atRest(work: () => Promise<void>): Promise<void>
}

/**
 * What makes prices and outcomes, and nothing that strangers can reach: feed, price log, opening, settlement, price
 * alerts and the trees of liabilities. It answers no calls and serves no sockets; what it has to say goes over the bus.
 */
export async function createEngine(dependencies: EngineDependencies): Promise<Engine> {
  const { config, db, bus, clock, log, signer } = dependencies
  const onError = (error: unknown): void => log.error({ err: error }, 'a job failed')
  dependencies.metrics.trackClockOffset(() => clock.offsetMs(), 'engine')
  const ledger = createLedgerService(dependencies)
  const users = createUserInfoService({ db, balancesOf: ledger.getBalances })
  const notices = createNoticeSender({ db, bus, users })
  const market = await createConfiguredMarket(dependencies, null)
  const parts = [
    createLiabilities({
      ...dependencies,
      router: null,
      ledger,
      onError,
      uidsOf: users.uidsOf,
      engine: true,
    }),
    market,
    createAlertWatch({ ...dependencies, notices, market }),
    createMarketTrading({ ...dependencies, ledger, notices, market, funds: config.funds, engine: true }),
  ]
  let stopFollowingKeys: () => void = () => undefined
  return {
    async start() {
      stopFollowingKeys = followSiteKeys(signer, clock, onError)
      for (const part of parts) await part.start()
    },
    async stop() {
      const failures: unknown[] = []
      for (const part of parts.reverse()) {
        try {
          await part.stop()
        } catch (error) {
          failures.push(error)
        }
      }
      stopFollowingKeys()
      if (failures.length > 0) throw failures[0]
    },
    checkFeed: market.checkFeed,
    atRest: market.atRest,
  }
}
