import { appendFileSync } from 'node:fs'
import { ensure } from '@truestrike/core/assert.ts'
import { test } from 'vitest'
import { simulate } from './simulate.ts'

// Run by `npm run soak`, which says which seeds and where the results go.
const { SOAK_SEEDS = '1', SOAK_CONTRACTS = '20000', SOAK_RESULTS, SOAK_UNTIL, SOAK_CODE } = process.env

test.each(SOAK_SEEDS.split(',').map(Number))(
  '[F8] [T4] [T6] [T8] [O4] simulated site, seed %i',
  async (seed) => {
    if (SOAK_UNTIL !== undefined && Date.now() > Number(SOAK_UNTIL)) return
    const startedMs = performance.now()
    const told = await simulate(seed, Number(SOAK_CONTRACTS))
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    appendFileSync(ensure(SOAK_RESULTS), `${JSON.stringify({ ...told, seconds, code: SOAK_CODE })}\n`)
  },
)
