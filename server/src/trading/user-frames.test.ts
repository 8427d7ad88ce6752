import type { Balances } from '@truestrike/protocol/frames.ts'
import { expect, test } from 'vitest'
import { createFakeClock } from '../platform/fake-clock.ts'
import { silentLog } from '../platform/log.ts'
import { createMemoryBus } from '../platform/memory-bus.ts'
import type { ContractRow } from './contract-row.ts'
import { createUserFrames } from './user-frames.ts'

const NONE = { available: '0', inPosition: '0', frozen: '0', total: '0' }
const BALANCES: Balances = { demo: NONE, real: NONE, version: 7 }

test('[F1] [S2] balances that could not be read are read again: nobody keeps an old one', async () => {
  const clock = await createFakeClock()
  const bus = createMemoryBus((error) => {
    throw error
  })
  const heard: unknown[] = []
  bus.subscribe('user.5', (payload) => void heard.push(payload))
  let reads = 0
  const frames = createUserFrames({
    bus,
    clock,
    log: silentLog,
    listContracts: async () => [],
    tellNotices: async () => {},
    listBalances: async (userIds) => {
      reads += 1
      if (reads === 1) throw new Error('the database is away for a moment')
      return new Map(userIds.map((id) => [id, BALANCES]))
    },
  })
  frames.placed([placedRow()])
  await clock.advance(100)
  expect(reads).toBe(1)
  await clock.advance(2_000)
  expect(reads).toBe(2)
  expect(heard.at(-1)).toEqual({ type: 'balances', balances: BALANCES })
  frames.stop()
})

function placedRow(): ContractRow {
  return {
    ...{ id: 1n, userId: 5n, clientOrderId: 'order-1', book: 'demo', productId: 1, symbol: 'BTCUSDT' },
    ...{ precision: 2, source: 'simulated', direction: 'up', stakeMicros: 1_000_000n, ruleVersion: 1 },
    ...{ ruleHash: new Uint8Array(32), durationSeconds: 60, payoutBps: 8_200, windowMs: 3_000 },
    ...{ openingDelayMs: 300, openTimeoutMs: 5_000, maxGapMs: 5_000, openAfterSeq: 1n },
    ...{ acceptedAtMs: 1n, expiresAtMs: 60_001n, state: 'opening', result: null, cancelReason: null },
    ...{ openingPrice: null, openingTimeMs: null, openingSeq: null, closingPrice: null },
    ...{ closingTimeMs: null, profitMicros: null, settledAtMs: null },
  }
}
