import { expect, test } from 'vitest'
import { recordAttack } from './attack-record.ts'
import { simulate } from './simulate.ts'

/** The simulated site's stories: `SIMULATION_SEED` and `SIMULATION_CONTRACTS` run another one. */
const SEED = Number(process.env.SIMULATION_SEED ?? 1)
const CONTRACTS = Number(process.env.SIMULATION_CONTRACTS ?? 10_000)

test(`[F8] [T4] [T6] [T8] [T11] [O4] simulated site, seed ${SEED}: ${CONTRACTS} contracts through every fault`, async (context) => {
  const say = recordAttack(context, 16, `simulated site with faults (seed ${SEED})`)
  const told = await simulate(SEED, CONTRACTS)
  say(
    `${told.contracts} contracts (${told.cancelled} cancelled) in ${told.steps} steps, each checked; ${told.audits} full audits; ${told.receipts} receipts verified; digest ${told.digest}`,
  )
  say(
    Object.entries(told.faults)
      .map(([name, times]) => `${name} ${times}×`)
      .join(', '),
  )
  expect(told.contracts).toBeGreaterThanOrEqual(CONTRACTS)
  expect(told.cancelled).toBeLessThan(told.contracts / 2)
  expect(told.receipts).toBeGreaterThan(0)
})
