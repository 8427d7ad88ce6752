import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import {
  type Contract,
  type GameRule,
  ORDER_DECIDED_WITHIN_MS,
} from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { forgetContracts, useContracts } from '../../lib/contracts-store.ts'
import { startI18n } from '../../lib/i18n.ts'
import { followReleases } from '../../lib/release-watch.ts'
import { useSession } from '../../lib/session-store.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { onToast } from '../../lib/toast-bus.ts'
import { loadConfirmOrder } from './ConfirmOrder.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { beginOrder, dropOrder, sendOrder, showOrder, useOrderInHand } from './order-flow.store.ts'
import { quoteOf } from './order-quote.ts'
import { useOrder } from './use-order.ts'

const rule = { payoutBps: 8_500, windowMs: 0 } as GameRule
const order = {
  book: 'demo',
  symbol: 'BTCUSDT',
  direction: 'up',
  durationSeconds: 60,
  stake: '12.345678',
  ruleVersion: 1,
} as const
const wish = { order, rule }
const UNKNOWN = 'The outcome of your order is not known'

type Sent = InternalAxiosRequestConfig
const sent: Sent[] = []
const toasts: string[] = []
onToast(({ text }) => toasts.push(text))

function answerWith(answer: (request: Sent) => unknown): void {
  apiClient.defaults.adapter = async (config) => {
    sent.push(config)
    const data = await answer(config)
    if (data === null) throw new AxiosError('lost', AxiosError.ERR_NETWORK, config)
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
}

const state = (): string => useOrderInHand.getState().state
const idOf = (request: Sent | undefined): string => JSON.parse(String(request?.data)).clientOrderId
const posts = (): Sent[] => sent.filter(({ method }) => method === 'post')

/** An order that was sent four times and never answered. */
async function loseOrder(): Promise<void> {
  answerWith(() => null)
  beginOrder(wish, () => undefined)
  const sending = sendOrder()
  await vi.advanceTimersByTimeAsync(8_000)
  await sending
}

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  useSession.setState({ token: 'first', user: null })
  sent.length = 0
  toasts.length = 0
})
afterEach(() => {
  dropOrder()
  forgetContracts()
  vi.useRealTimers()
  cleanup()
})

test('[T4] an order outlives its page: elsewhere a toast tells, the next page shows it, nothing new is sent', async () => {
  const leave = showOrder()
  await loseOrder()
  expect([state(), toasts]).toEqual(['unknown', []])
  leave()
  const leaveNext = showOrder()
  await Promise.resolve()
  expect(toasts).toEqual([])
  leaveNext()
  await Promise.resolve()
  expect(toasts).toEqual([UNKNOWN])
  expect(beginOrder(wish, () => undefined)).toBe(false)
  answerWith(() => ({ success: true, data: { contract: { id: '1', orderNo: '1' } } }))
  await sendOrder()
  expect(useOrderInHand.getState().wish).toBeNull()
  expect(new Set(posts().map(idOf)).size).toBe(1)
  expect(beginOrder(wish, () => undefined)).toBe(true)
})

test('[T4] an order whose outcome becomes unknown where nothing shows it is told of by a toast', async () => {
  await loseOrder()
  expect(toasts).toEqual([UNKNOWN])
})

test('[T4] what was only asked goes with its page', () => {
  const leave = showOrder()
  beginOrder(wish, () => undefined)
  leave()
  expect(useOrderInHand.getState().wish).toBeNull()
})

test('[T4] as long as an outcome is unknown the page does not load itself anew', async () => {
  await loseOrder()
  vi.useRealTimers()
  const page = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    return new Response('<script type="module" src="/new.js"></script>')
  })
  const reload = vi.fn()
  const stop = followReleases(reload)
  const meet = async (calls: number) => {
    dispatchEvent(new Event('vite:preloadError'))
    await waitFor(() => expect(page).toHaveBeenCalledTimes(calls))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await meet(1)
  expect(reload).not.toHaveBeenCalled()
  dropOrder()
  await meet(2)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  stop()
  page.mockRestore()
})

test('[T4][A11] an order is never repeated for another session, and its late answer is ignored', async () => {
  await loseOrder()
  useSession.setState({ token: 'second' })
  await sendOrder()
  expect([posts().length, useOrderInHand.getState().wish]).toEqual([4, null])

  let answer: (data: unknown) => void = () => undefined
  answerWith(() => new Promise((resolve) => (answer = resolve)))
  beginOrder(wish, () => undefined)
  const sending = sendOrder()
  await vi.advanceTimersByTimeAsync(0)
  useSession.setState({ token: 'third' })
  answer({ success: true, data: { contract: { id: '1', orderNo: '1' } as Contract } })
  await sending
  expect(posts().map(({ headers }) => headers.Authorization)).toEqual([
    ...Array(4).fill('Bearer first'),
    'Bearer second',
  ])
  expect(useContracts.getState().byId.size).toBe(0)
  expect(toasts).toEqual([UNKNOWN])
})

test('[T4] long after the press the order is looked for among the newest contracts, and said to be there or not', async () => {
  for (const found of [true, false]) {
    await loseOrder()
    await vi.advanceTimersByTimeAsync(ORDER_DECIDED_WITHIN_MS)
    const clientOrderId = idOf(posts().at(-1))
    sent.length = 0
    toasts.length = 0
    const contracts = [{ id: '2', clientOrderId: 'another' }, ...(found ? [{ id: '3', clientOrderId }] : [])]
    answerWith(() => ({ success: true, data: { contracts, nextCursor: null } }))
    await sendOrder()
    expect(sent.map(({ method, params }) => [method, params.book])).toEqual([['get', 'demo']])
    expect(useContracts.getState().byId.has('3')).toBe(found)
    expect(toasts).toEqual(found ? [] : ['Your order was not placed. No money was used.'])
    expect(useOrderInHand.getState().wish).toBeNull()
    forgetContracts()
  }
})

test('[T1] stake and loss are shown as they are sent, to the last decimal', async () => {
  vi.useRealTimers()
  const quote = quoteOf(12_345_678n, rule.payoutBps)
  const nothing = (): void => undefined
  const flow = { state: 'ready', asking: true, armed: true, announcement: '' } as const
  const { container } = render(<OrderSummary quote={quote} windowMs={0} hint={null} hintId="hint" />)
  expect(container.textContent).toContain('−12.345678')
  cleanup()
  const ConfirmOrder = await loadConfirmOrder()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmOrder flow={{ ...flow, wish, begin: nothing, confirm: nothing, cancel: nothing }} />
    </QueryClientProvider>,
  )
  const sheet = await screen.findByRole('dialog', {}, { timeout: 4_000 })
  expect(sheet.textContent).toMatch(/12\.345678.*−12\.345678/)
})

test('[T4] without the confirm step the second half of a double press buys nothing, however fast the answer is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  useSettings.setState({ confirmOrders: false })
  answerWith(() => ({ success: true, data: { id: '1', orderNo: 'A1', state: 'opening', book: 'demo' } }))
  const { result } = renderHook(() => useOrder(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  })
  const press = async (afterMs: number) => {
    await vi.advanceTimersByTimeAsync(afterMs)
    await act(async () => result.current.begin(wish, performance.now()))
  }
  await press(1_000)
  for (const afterMs of [120, 200, 280]) await press(afterMs)
  expect(posts()).toHaveLength(1)
  await press(1_000)
  expect(posts()).toHaveLength(2)
  useSettings.setState({ confirmOrders: true })
})
