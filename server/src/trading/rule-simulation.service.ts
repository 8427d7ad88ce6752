import { formatMicros } from '@truestrike/core/money.ts'
import { evenMargin, oneWayMargin, stakedMargin } from '@truestrike/core/rule-statistics.ts'
import type { RuleContent, RuleSimulation } from '@truestrike/protocol/rule-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { createTurnQueue } from '../platform/turn-queue.ts'
import { readRule } from './read-rule.ts'
import { sampleRule } from './simulate-rule.ts'
import { sumStaked } from './staked-sums.store.ts'
import type { PriceLog, ProductLookup } from './traded-product.ts'

/** Simulations that may wait for the one under way. */
const WAITING_MAX = 3
const RETRY_SECONDS = 5
const CONTRACTS_MAX = 20_000

interface Parts {
  db: Db
  clock: Clock
  priceLog: PriceLog
  products: ProductLookup
}

/** What a rule would have brought the house on the recorded log: read only, one at a time, in bounded work. */
export function createRuleSimulationService({ db, clock, priceLog, products }: Parts) {
  const turns = createTurnQueue(
    WAITING_MAX,
    () => new AppError('TOO_MANY_REQUESTS', undefined, RETRY_SECONDS),
  )

  async function simulate(symbol: string, asked: RuleContent): Promise<RuleSimulation> {
    const product = products.find(symbol)
    if (product === undefined) throw new AppError('PRODUCT_NOT_FOUND')
    const rule = readRule(symbol, asked)
    const { payoutBps } = rule
    const wallMs = () => performance.now()
    const { span, spacingMs, ...samples } = await sampleRule(priceLog, {
      ...{ product, rule, wallMs, nowMs: clock.nowMs() },
    })
    const books = await sumStaked(db, { ...rule, productId: product.id, limit: CONTRACTS_MAX })
    return {
      ...{ span, spacingMs, samples },
      even: evenMargin(samples, payoutBps),
      up: oneWayMargin(samples, payoutBps, 'up'),
      down: oneWayMargin(samples, payoutBps, 'down'),
      contracts: books.map(({ book, stakeMicros, ...sums }) => ({
        ...{ book, contracts: sums.contracts, stake: formatMicros(stakeMicros) },
        margin: stakedMargin(sums, payoutBps),
      })),
    }
  }

  return {
    /** Errors: PRODUCT_NOT_FOUND, INVALID_PARAMETERS, TOO_MANY_REQUESTS. */
    simulate: (symbol: string, asked: RuleContent): Promise<RuleSimulation> =>
      turns.run(() => simulate(symbol, asked)),
  }
}
