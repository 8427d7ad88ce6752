import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createProcessTrading,
  DURATION_SECONDS,
  type ProcessTrading,
  START_AND_STOP_MS,
  TRADERS,
} from './process-trading.ts'
import { createDatabaseWithoutPast, isShare, testDatabaseUrl } from './test-database.ts'

/** `npm run soak` takes 50; a run that shares the cases out between the two databases three on each. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (isShare ? 3 : 5))

let database: Awaited<ReturnType<typeof createDatabaseWithoutPast>> | null = null
let trading: ProcessTrading
beforeAll(async () => {
  if (testDatabaseUrl !== undefined) database = await createDatabaseWithoutPast(testDatabaseUrl)
  trading = await createProcessTrading(database?.url ?? null)
})
afterAll(async () => {
  await trading.remove()
  await database?.drop()
})

test(`[O4] [T4] [T8] [T11] [F8] kill -9 while ordering and settling, ${ROUNDS} times: nothing acknowledged is lost, all settled once, all proved`, {
  timeout: (ROUNDS + 3) * START_AND_STOP_MS,
}, async () => {
  await trading.prepare()
  for (let round = 0; round < ROUNDS; round += 1) {
    const running = await trading.start()
    // On PostgreSQL the leases of the killed process must end first.
    const begun = trading.nextAcknowledged()
    const ordering = trading.order(running, `r${round}`)
    await begun
    // Long enough for the first of them to expire; a different moment each time.
    await delay(DURATION_SECONDS * 1_000 + 700 + round * 137)
    await running.end('SIGKILL')
    await ordering
  }
  const acknowledged = trading.sent.filter((entry) => entry.acknowledged !== null)
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * TRADERS)
  await trading.settleAndStop(await trading.start())
  await trading.audit()
})
