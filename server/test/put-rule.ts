import { ensure } from '@truestrike/core/assert.ts'
import type { GameRuleContent } from '@truestrike/core/game-rule.ts'
import { MICROS_PER_USDT } from '@truestrike/core/money.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { Db } from '../src/platform/db.ts'
import { createFakeClock } from '../src/platform/fake-clock.ts'
import { createGameRulesService } from '../src/trading/game-rules.service.ts'
import { readProducts } from './second-trading.ts'

type PutRule = Omit<GameRuleContent, 'payoutBps' | 'stakeMinMicros' | 'staleMs' | 'maxGapMs'>

/** Puts a rule for new contracts into a database, past every administrator; it pays 80 % from 1 USDT on. */
export async function putRule(db: Db, rule: PutRule): Promise<void> {
  const products = await readProducts({ db })
  const rules = createGameRulesService({ db, clock: await createFakeClock(), products })
  const content = {
    ...{ payoutBps: 8_000, stakeMinMicros: MICROS_PER_USDT, staleMs: 3_000, maxGapMs: 5_000 },
    ...rule,
  }
  unwrap(await rules.updateRule(db, ensure(products.find(rule.symbol), rule.symbol).id, content))
}
