import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { useConnections } from '../../lib/connection-store.ts'
import { setLanguage, startI18n } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session-store.ts'
import { OrderPanel } from './OrderPanel.tsx'
import { dropOrder, useOrderInHand } from './order-flow.store.ts'

const RULE = {
  durationSeconds: 60,
  payoutBps: 8_200,
  stakeMin: '1',
  stakeMax: '5000',
  windowMs: 3_000,
  openingDelayMs: 300,
  openTimeoutMs: 5_000,
  staleMs: 3_000,
  maxGapMs: 5_000,
  version: 1,
  hash: 'h',
}
const PRODUCT = {
  symbol: 'BTCUSDT',
  nextOpenMs: null,
  nextCloseMs: null,
  ticker: { status: 'open' },
} as unknown as Product
const NONE = { maxStake: null, nextMaxStake: null, dailyLoss: null, nextDailyLoss: null, lostToday: '0.00' }
const BALANCE = { total: '900.00', available: '900.00', inPosition: '0.00', frozen: '0.00' }

/** What the user allows themselves with practice money. */
let demo: object

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
})
beforeEach(async () => {
  await setLanguage('en-US')
  demo = { ...NONE, maxStake: '20.00' }
  const answers: Record<string, () => unknown> = {
    '/api/trade/rules': () => ({ rules: [RULE] }),
    '/api/account/limits': () => ({ demo, real: NONE, excludedUntilMs: null, dayEndsMs: 2_000_000_000_000 }),
  }
  apiClient.defaults.adapter = async (config) => {
    const answer = answers[config.url ?? '']
    if (answer === undefined) throw new AxiosError('offline', AxiosError.ERR_NETWORK)
    const data = { success: true, data: answer() }
    return { config, status: 200, statusText: '', headers: {}, data } as AxiosResponse
  }
  const idle = { phase: 'idle', attempt: 0, attemptsMax: 5 } as const
  useConnections.setState({ general: idle, trade: idle })
  useBook.setState({ book: 'demo' })
  useSession.setState({
    token: 'a-token',
    user: { uid: 'own-limit', balances: { demo: BALANCE, real: BALANCE } } as never,
  })
})
afterEach(() => {
  dropOrder()
  cleanup()
})

function show(): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <OrderPanel symbol="BTCUSDT" product={PRODUCT} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const type = (value: string) => fireEvent.change(amount(), { target: { value } })
const WORDS = /The largest stake you allow yourself is 20 USDT\./

test('[T12] [T2] a stake above the own limit is refused at its field, with the number and the way to the limits, before any question', async () => {
  show()
  type('20.01')
  await screen.findByText(WORDS)
  expect(amount().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('link', { name: 'Your limits' }).getAttribute('href')).toBe(
    '/account?section=settings',
  )
  const up = screen.getByRole('button', { name: /^Up/ })
  fireEvent.click(up)
  expect(useOrderInHand.getState().wish).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(amount().value).toBe('20.00')
  await waitFor(() => expect(screen.queryByText(WORDS)).toBeNull())
  expect(amount().getAttribute('aria-invalid')).toBe('false')
})

test('[T12] a looser limit applies from the time it was set for; that of one balance does not limit the other', async () => {
  show()
  type('500')
  await screen.findByText(WORDS)
  act(() => useBook.setState({ book: 'real' }))
  type('500')
  await waitFor(() => expect(amount().getAttribute('aria-invalid')).toBe('false'))
  cleanup()

  useBook.setState({ book: 'demo' })
  demo = { ...NONE, maxStake: '20.00', nextMaxStake: { limit: '30.00', fromMs: Date.now() - 1 } }
  show()
  type('500')
  await screen.findByText(/The largest stake you allow yourself is 30 USDT\./)
})

test('[T2] [U-10] at the first look at the real balance nothing is framed as wrong: no amount was typed; one that cannot be read is', async () => {
  useBook.setState({ book: 'real' })
  useSession.setState({
    user: { uid: 'first-real', balances: { demo: BALANCE, real: BALANCE } } as never,
  })
  show()
  const hint = await screen.findByText('Please enter a valid amount')
  expect([amount().value, amount().getAttribute('aria-invalid')]).toEqual(['', 'false'])
  expect(hint.classList.contains('hint-bad')).toBe(false)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Up/ }).disabled).toBe(true)
  type('abc')
  await waitFor(() => expect(amount().getAttribute('aria-invalid')).toBe('true'))
  const wrong = screen.getByText('Please enter a valid amount')
  expect(wrong.classList.contains('hint-bad')).toBe(true)
})
