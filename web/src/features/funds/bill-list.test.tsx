import { cleanup, render, screen } from '@testing-library/react'
import type { Bill } from '@truestrike/protocol/bill-endpoints.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { startI18n } from '../../lib/i18n.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { BillList } from './BillList.tsx'
import { DayChange } from './DayChange.tsx'

const BEGUN_MS = Date.UTC(2026, 4, 11, 12, 48, 3)
const ENDED_MS = BEGUN_MS + 3_600_000
const bill = (more: Partial<Bill>): Bill => ({
  ...{ id: '1', type: 'deposit', status: 'completed', amount: '250.50', symbol: null, method: 'bank' },
  ...{ remark: null, ref: 'deposit:1', createdMs: BEGUN_MS, completedMs: ENDED_MS, ...more },
})
const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

beforeAll(async () => {
  await startI18n()
  await loadFundsTexts()
})
afterEach(cleanup)

test('[F7] a bill tells when it was completed, or ended otherwise, where that is not when it began', () => {
  const bills = [
    bill({ id: '1' }),
    bill({ id: '2', status: 'rejected' }),
    bill({ id: '3', completedMs: BEGUN_MS }),
    bill({ id: '4', status: 'pending', completedMs: null }),
  ]
  render(<BillList bills={bills} />)
  const [begun, ended] = [BEGUN_MS, ENDED_MS].map(formatDayAndClock)
  const start = `DepositBank · ${begun}+250.50`
  expect(texts()).toEqual([
    `${start}Completed · ${ended}`,
    `${start}Rejected · ${ended}`,
    `${start}Completed`,
    `${start}Pending`,
  ])
})

test('[U1] hidden amounts are hidden in the list, their colour too', () => {
  render(<BillList bills={[bill({ type: 'profit', amount: '20.00' })]} hidden />)
  expect(texts()[0]).not.toContain('20.00')
  expect(document.querySelector('.gain')).toBeNull()
})

test('[F1] both figures of a day’s change bear the same minus; amounts are hidden where they are to be', () => {
  const view = render(<DayChange change="-10.00" changeBps={-33} hidden={false} />)
  expect(view.container.textContent).toBe('−0.33%−10.00from contracts, 24h')
  view.rerender(<DayChange change="86.40" changeBps={311} hidden />)
  expect(view.container.textContent).toBe('+3.11%from contracts, 24h')
  view.rerender(<DayChange change="0.00" changeBps={null} hidden={false} />)
  expect(view.container.textContent).toBe('0.00from contracts, 24h')
})
