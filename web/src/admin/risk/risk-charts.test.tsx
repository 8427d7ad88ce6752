import { cleanup, render, screen, within } from '@testing-library/react'
import type { Risk } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { ByExpiry } from './ByExpiry.tsx'
import { drawn, expirySums } from './expiry-sums.ts'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-market'])
})
afterEach(cleanup)

type Span = Risk['products'][number]['spans'][number]

const side = (payout: string) => ({ contracts: 1, stake: '10', payout })
const span = (within: Span['within'], up: string, down: string, worstCase: string): Span => ({
  ...{ within, up: side(up), down: side(down), worstCase, worstWay: 'up' },
})

test('[D16] [B-6] expiries of several products are added up span by span, to the last decimal', () => {
  const btc = { spans: [span('1m', '18.5', '0', '8.5'), span('later', '0', '9007199254.740993', '1')] }
  const eth = { spans: [span('1m', '0.000001', '36', '16'), span('later', '1', '1', '0')] }
  expect(expirySums([btc, eth])).toEqual([
    { within: '1m', up: 18_500_001n, down: 36_000_000n, worst: 24_500_000n },
    { within: 'later', up: 1_000_000n, down: 9_007_199_255_740_993n, worst: 1_000_000n },
  ])
  expect(expirySums([])).toEqual([])
  expect(drawn(24_500_000n)).toBe(24.5)
})

test('[D16] [B-6] the sums by expiry are written with all their decimals', () => {
  const product = { symbol: 'BTCUSDT', spans: [span('1m', '462.5', '0', '9007199254.740993')] }
  const props: object = { of: { products: [product] }, chosen: null, onClear: () => undefined }
  render(<ByExpiry {...(props as ComponentProps<typeof ByExpiry>)} />)
  const cells = within(screen.getByRole('table')).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['462.50', '0.00', '9,007,199,254.740993'])
})
