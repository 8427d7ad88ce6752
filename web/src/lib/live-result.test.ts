import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  applyContracts,
  applyListed,
  forgetContracts,
  onContractSettled,
  onLaterSnapshot,
  useContracts,
} from './contracts-store.ts'
import { leftFraction, phaseOf, profitIfEndsNow } from './live-result.ts'

const contract: Contract = {
  id: '1',
  orderNo: 'C0000000001',
  clientOrderId: 'client-1',
  book: 'demo',
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '100.00',
  payoutBps: 8_500,
  durationSeconds: 60,
  windowMs: 3_000,
  openingDelayMs: 300,
  openTimeoutMs: 5_000,
  maxGapMs: 5_000,
  ruleVersion: 1,
  ruleHash: 'h',
  source: 'simulated',
  openAfterSeq: 1,
  acceptedAtMs: 1_000,
  expiresAtMs: 61_000,
  state: 'running',
  result: null,
  cancelReason: null,
  openingPrice: '67412.80',
  openingTimeMs: 1_400,
  openingSeq: 2,
  closingPrice: null,
  closingTimeMs: null,
  profit: null,
  settledAtMs: null,
}

beforeEach(forgetContracts)

test('[T7] live profit by exact prices: above, below and equal, in both directions', () => {
  const down: Contract = { ...contract, direction: 'down' }
  const prices = ['67412.81', '67412.79', '67412.80', '67412.8']
  expect(prices.map((price) => profitIfEndsNow(contract, price))).toEqual(['85.00', '-100.00', '0', '0'])
  expect(prices.map((price) => profitIfEndsNow(down, price))).toEqual(['-100.00', '85.00', '0', '0'])
  expect(profitIfEndsNow({ ...contract, openingPrice: null }, '1.00')).toBeNull()
  expect(profitIfEndsNow(contract, null)).toBeNull()
})

test('[T7] opening, in progress, waiting for settlement: by the service clock, whatever the last message said', () => {
  expect(phaseOf({ ...contract, openingPrice: null, state: 'opening' }, 1_100)).toBe('opening')
  expect(phaseOf(contract, 60_999)).toBe('running')
  expect(phaseOf(contract, 61_000)).toBe('waiting')
  expect(phaseOf({ ...contract, state: 'completed' }, 2_000)).toBe('completed')
  expect([1_000, 31_000, 99_000].map((nowMs) => leftFraction(contract, nowMs))).toEqual([1, 0.5, 0])
})

test('[T8] a contract settles once here and never goes back; a snapshot replaces what was known', () => {
  const settled: string[] = []
  const leave = onContractSettled((each) => settled.push(`${each.id} ${each.profit}`))
  const completed: Contract = { ...contract, state: 'completed', result: 'won', profit: '85.00' }
  applyContracts([contract], true)
  applyContracts([completed], false)
  applyContracts([contract], false)
  applyContracts([completed], true)
  leave()
  expect(settled).toEqual(['1 85.00'])
  expect(useContracts.getState().byId.get('1')?.state).toBe('completed')
  applyContracts([{ ...contract, id: '2' }], true)
  expect([...useContracts.getState().byId.keys()]).toEqual(['2'])
})

test('[T8] a list that tells of an end first ends what is pending here, once; what is unknown here it leaves alone', () => {
  const settled: string[] = []
  const completed: Contract = { ...contract, state: 'completed', result: 'won', profit: '85.00' }
  forgetContracts()
  applyContracts([contract], true)
  const leave = onContractSettled((each) => settled.push(each.id))
  applyListed([completed, { ...completed, id: '7' }])
  applyListed([completed])
  applyContracts([completed], false)
  leave()
  expect(settled).toEqual(['1'])
  expect([...useContracts.getState().byId.values()].map(({ id, state }) => [id, state])).toEqual([
    ['1', 'completed'],
  ])
})

test('[S2] [T8] what is pending here stays pending until it is asked for, when a snapshot does not hold it', () => {
  const other: Contract = { ...contract, id: '2', state: 'completed', result: 'lost', profit: '-100.00' }
  applyContracts([contract, other], true)
  expect(applyContracts([{ ...contract, id: '3' }], false)).toEqual([])
  const missed = applyContracts([{ ...contract, id: '3' }], true)
  expect(missed).toEqual(['1'])
  expect([...useContracts.getState().byId.values()].map(({ id, state }) => [id, state])).toEqual([
    ['1', 'running'],
    ['3', 'running'],
  ])
})

test('[S2] [E5] every snapshot but the first since signing in tells that messages may have been missed', () => {
  let told = 0
  const leave = onLaterSnapshot(() => {
    told += 1
  })
  applyContracts([contract], true)
  applyContracts([contract], false)
  expect(told).toBe(0)
  applyContracts([], true)
  expect(told).toBe(1)
  forgetContracts()
  applyContracts([], true)
  expect(told).toBe(1)
  leave()
})
