import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadChartReadout } from './ChartReadout.tsx'
import type { ChartBar } from './chart-bar.ts'
import type { PriceChart } from './price-chart.ts'

beforeAll(async () => {
  await startI18n()
})
afterEach(cleanup)

test('[U-15] open, high, low and close of the bar under the pointer are told, with the decimals of the pair', async () => {
  const ChartReadout = await loadChartReadout()
  const chart = { precision: 2, onReadout: (_bar: ChartBar | null) => {} }
  const current = chart as unknown as PriceChart
  render(<ChartReadout chart={{ current }} chartKey="BTCUSDT 1m" low={false} />)
  expect(screen.queryByRole('status')).toBeNull()
  const prices = { open: 67_482.3, high: 67_500, low: 67_400.25, close: 67_450.1 }
  act(() => chart.onReadout({ ...prices, timeSeconds: 1_700_000_000, volume: 3 }))
  const told = [...screen.getByRole('status').querySelectorAll('span > bdi')].map((each) => each.textContent)
  expect(told).toEqual(['67,482.30', '67,500.00', '67,400.25', '67,450.10'])
  act(() => chart.onReadout(null))
  expect(screen.queryByRole('status')).toBeNull()
})
