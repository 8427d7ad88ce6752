import type { Risk } from '@truestrike/protocol/dashboard-endpoints.ts'
import { expect, test } from 'vitest'
import { drawn, expirySums } from './expiry-sums.ts'

type Span = Risk['products'][number]['spans'][number]

const side = (payout: string) => ({ contracts: 1, stake: '10', payout })
const span = (within: Span['within'], up: string, down: string, worstCase: string): Span => ({
  ...{ within, up: side(up), down: side(down), worstCase, worstWay: 'up' },
})

test('[D16] expiries of several products are added up span by span, to the last decimal', () => {
  const btc = { spans: [span('1m', '18.5', '0', '8.5'), span('later', '0', '9007199254.740993', '1')] }
  const eth = { spans: [span('1m', '0.000001', '36', '16'), span('later', '1', '1', '0')] }
  expect(expirySums([btc, eth])).toEqual([
    { within: '1m', up: 18_500_001n, down: 36_000_000n, worst: 24_500_000n },
    { within: 'later', up: 1_000_000n, down: 9_007_199_255_740_993n, worst: 1_000_000n },
  ])
  expect(expirySums([])).toEqual([])
  expect(drawn(24_500_000n)).toBe(24)
})
