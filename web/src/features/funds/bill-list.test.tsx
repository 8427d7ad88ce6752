import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Bill } from '@truestrike/protocol/bill-endpoints.ts'
import { MemoryRouter } from 'react-router'
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
  ...{ remark: null, reference: null, ref: 'deposit:1' },
  ...{ createdMs: BEGUN_MS, completedMs: ENDED_MS, ...more },
})
const texts = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)
const show = (bills: readonly Bill[], hidden = false) =>
  render(<BillList bills={bills} hidden={hidden} />, { wrapper: MemoryRouter })

beforeAll(async () => {
  await startI18n()
  await loadFundsTexts()
})
afterEach(cleanup)

test('[F7] [U-2] a bill tells when it was completed, or ended otherwise, where that is not when it began', () => {
  const bills = [
    bill({ id: '1' }),
    bill({ id: '2', status: 'rejected' }),
    bill({ id: '3', completedMs: BEGUN_MS }),
    bill({ id: '4', status: 'pending', completedMs: null }),
  ]
  show(bills)
  const [begun, ended] = [BEGUN_MS, ENDED_MS].map(formatDayAndClock)
  const start = `DepositBank · ${begun}+250.50`
  expect(texts()).toEqual([
    `${start}Completed · ${ended}`,
    `${start}Rejected · ${ended}`,
    `${start}Completed`,
    `${start}Pending`,
  ])
})

test('[F7] [U-2] a bill opens to its number, times, method and remark, and leads to its contract or open request', () => {
  show([
    bill({ ref: 'withdrawal:7', type: 'withdraw', method: 'eth 0x1234…abcd', remark: 'seen to' }),
    bill({ id: '2', status: 'pending', completedMs: null }),
    bill({ id: '3', type: 'loss', ref: 'contract:55', method: null }),
  ])
  const [paid, requested, lost] = document.querySelectorAll('details')
  expect(paid?.open).toBe(false)
  fireEvent.click(paid?.querySelector('summary') as HTMLElement)
  expect(paid?.open).toBe(true)
  const [begun, ended] = [BEGUN_MS, ENDED_MS].map(formatDayAndClock)
  const details = (row: Element | undefined) => row?.querySelector('dl')?.textContent
  expect(details(paid)).toBe(
    `Order numberW7Requested${begun}Completed${ended}Payment methodEthereum 0x1234…abcdRemarkseen to`,
  )
  expect(details(requested)).toContain('Completed--')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/account?section=wallet', '/contract-record?tab=history&contract=55'])
  expect(lost?.querySelector('a')).not.toBeNull()
})

test('[U1] hidden amounts are hidden in the list, their colour too', () => {
  show([bill({ type: 'profit', amount: '20.00' })], true)
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
