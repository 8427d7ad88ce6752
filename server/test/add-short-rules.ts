// `node scripts/run-ts.mjs server/test/add-short-rules.ts SYMBOL:SECONDS …`, on the database of DATA_DIR while its server is
// stopped: contracts of few seconds, for tests that need settled ones.
import { MICROS_PER_USDT } from '@truestrike/core/money.ts'
import { runOnDatabase } from '../src/command-database.ts'
import { putRule } from './put-rule.ts'

await runOnDatabase(async (db) => {
  for (const asked of process.argv.slice(2)) {
    const [symbol = '', seconds] = asked.split(':')
    const times = { windowMs: 500, openingDelayMs: 300, openTimeoutMs: 5_000 }
    await putRule(db, {
      ...{ symbol, durationSeconds: Number(seconds), stakeMaxMicros: 5_000n * MICROS_PER_USDT },
      ...times,
    })
  }
  return 0
})
