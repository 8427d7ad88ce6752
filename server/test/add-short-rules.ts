// `node scripts/run-ts.mjs server/test/add-short-rules.ts SYMBOL:SECONDS …`, on the database of DATA_DIR while its server is
// stopped: contracts of few seconds, for tests that need settled ones.
import { ensure } from '@truestrike/core/assert.ts'
import { MICROS_PER_USDT } from '@truestrike/core/money.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { runOnDatabase } from '../src/command-database.ts'
import { createFakeClock } from '../src/platform/fake-clock.ts'
import { createGameRulesService } from '../src/trading/game-rules.service.ts'
import { readProducts } from './second-trading.ts'

await runOnDatabase(async (db) => {
  const products = await readProducts({ db })
  const rules = createGameRulesService({ db, clock: await createFakeClock(), products })
  for (const asked of process.argv.slice(2)) {
    const [symbol = '', seconds] = asked.split(':')
    const rule = {
      symbol,
      durationSeconds: Number(seconds),
      payoutBps: 8_000,
      stakeMinMicros: MICROS_PER_USDT,
      stakeMaxMicros: 5_000n * MICROS_PER_USDT,
      windowMs: 500,
      openingDelayMs: 300,
      openTimeoutMs: 5_000,
      staleMs: 3_000,
      maxGapMs: 5_000,
    }
    unwrap(await rules.updateRule(db, ensure(products.find(symbol), symbol).id, rule))
  }
  return 0
})
