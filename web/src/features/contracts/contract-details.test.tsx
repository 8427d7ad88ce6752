import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { loadTexts, startI18n } from '../../lib/i18n.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { ContractDetails } from './ContractDetails.tsx'

beforeAll(async () => {
  apiClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
  await loadTexts('proof')
})
afterEach(cleanup)

/** Accepted in the last moment of a second, so that it opens in the next one. */
const ACCEPTED_MS = Date.UTC(2026, 4, 11, 19, 35, 0, 900)
const OPENED_MS = ACCEPTED_MS + 300
const ENDS_MS = ACCEPTED_MS + 30_000

const contract = {
  ...{ id: '7', orderNo: 'C1007', book: 'demo', symbol: 'BTCUSDT', direction: 'up', state: 'completed' },
  ...{ stake: '25', payoutBps: 8_000, profit: '20', result: 'won', cancelReason: null, source: 'simulated' },
  ...{ durationSeconds: 30, windowMs: 3_000, ruleVersion: 1, openingPrice: '67000.10' },
  ...{ closingPrice: '67000.20', acceptedAtMs: ACCEPTED_MS, openingTimeMs: OPENED_MS },
  ...{ expiresAtMs: ENDS_MS, closingTimeMs: ENDS_MS, settledAtMs: ENDS_MS + 40 },
} as Contract

test('[U-12] a contract names the time it was accepted, from which it runs, besides that of its opening and its end', () => {
  const receipt = { loaded: undefined, failed: true, busy: false, again: () => undefined }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ContractDetails {...{ contract, receipt }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const lineOf = (name: string) =>
    screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent
  expect(lineOf('Accepted')).toBe(formatDayAndClock(ACCEPTED_MS))
  expect(lineOf('Opening time')).toBe(formatDayAndClock(OPENED_MS))
  expect(lineOf('Ends')).toBe(formatDayAndClock(ENDS_MS))
  expect(lineOf('Opening time')).not.toBe(lineOf('Accepted'))
})
