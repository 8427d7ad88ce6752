import {
  type Contract,
  ORDER_DECIDED_WITHIN_MS,
  type PlaceOrder,
} from '@truestrike/protocol/trade-endpoints.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import {
  NotPlaced,
  newClientOrderId,
  OrderIntent,
  type OrderState,
  RESEND_FOR_MS,
  RETRY_WAITS_MS,
} from './order-intent.ts'

const wish = {
  book: 'demo',
  symbol: 'BTCUSDT',
  direction: 'up',
  durationSeconds: 60,
  stake: '50.00',
  ruleVersion: 1,
} as const

/** A server that gives these answers in turn, and has this contract or none when it is asked to look. */
function intentWith(answers: (ApiError | 'contract')[], listed: ApiError | Contract | null = null) {
  const clock = { nowMs: 0 }
  const looks: string[] = []
  const sent: PlaceOrder[] = []
  const waits: number[] = []
  const states: OrderState[] = []
  let ids = 0
  const intent = new OrderIntent(
    wish,
    {
      place: async (order) => {
        sent.push(order)
        const answer = answers.shift()
        if (answer instanceof ApiError) throw answer
        return { id: '1' } as Contract
      },
      find: async ({ clientOrderId }) => {
        looks.push(clientOrderId)
        if (listed instanceof ApiError) throw listed
        return listed
      },
      wait: async (ms) => {
        waits.push(ms)
      },
      nowMs: () => clock.nowMs,
      newId: () => {
        ids += 1
        return `id-${ids}`
      },
    },
    (state) => states.push(state),
  )
  return { intent, sent, waits, states, looks, clock }
}

const unknown = new ApiError('OUTCOME_UNKNOWN', 'x', { status: 503 })
const late = new ApiError('REQUEST_TIMEOUT', 'x')

test('[T4] an unknown outcome is asked for again under the same id, never under a new one', async () => {
  const { intent, sent, waits, states } = intentWith([unknown, late, 'contract'])
  expect(await intent.send()).toEqual({ id: '1' })
  expect(sent).toEqual(Array(3).fill({ ...wish, clientOrderId: 'id-1' }))
  expect(waits).toEqual(RETRY_WAITS_MS.slice(0, 2))
  expect(states).toEqual(['sending', 'resolving', 'resolving', 'accepted'])
})

test('[T4] after the last retry the user may ask again: still the same id', async () => {
  const { intent, sent } = intentWith([unknown, unknown, unknown, unknown, 'contract'])
  await expect(intent.send()).rejects.toBe(unknown)
  expect(intent.state).toBe('unknown')
  expect(await intent.send()).toEqual({ id: '1' })
  expect(new Set(sent.map((order) => order.clientOrderId))).toEqual(new Set(['id-1']))
})

/** An order whose first press is a minute and more ago. */
async function oldOrder(listed: ApiError | Contract | null) {
  const order = intentWith([unknown, unknown, unknown, late, 'contract'], listed)
  await expect(order.intent.send()).rejects.toBe(late)
  order.clock.nowMs = ORDER_DECIDED_WITHIN_MS
  return order
}

test('[T4] a minute after the press an order is not sent again, only looked for', async () => {
  const { intent, sent, looks } = await oldOrder({ id: '7' } as Contract)
  expect(await intent.send()).toEqual({ id: '7' })
  expect(looks).toEqual(['id-1'])
  expect(sent).toHaveLength(4)
})

test('[T4] an old order that is not found was not placed, and is spent', async () => {
  const { intent, sent } = await oldOrder(null)
  await expect(intent.send()).rejects.toBeInstanceOf(NotPlaced)
  expect([intent.state, await intent.send(), sent.length]).toEqual(['refused', null, 4])
})

test('[T4] a list that is refused leaves the outcome unknown, and so does one asked for too early', async () => {
  const refused = await oldOrder(new ApiError('TOO_MANY_REQUESTS', 'x', { status: 429 }))
  await expect(refused.intent.send()).rejects.toBe(late)
  expect(refused.intent.state).toBe('unknown')
  const early = intentWith([unknown, unknown, unknown, unknown, unknown, unknown, unknown, late])
  await expect(early.intent.send()).rejects.toBe(unknown)
  early.clock.nowMs = RESEND_FOR_MS
  await expect(early.intent.send()).rejects.toBe(late)
  early.clock.nowMs = RESEND_FOR_MS + ORDER_DECIDED_WITHIN_MS - 1
  await expect(early.intent.send()).rejects.toBe(late)
  expect([early.intent.state, early.sent.length]).toEqual(['unknown', 8])
})

test('[T4] an abandoned order is not sent again, and its answer is not told', async () => {
  const { intent, sent, states } = intentWith([unknown, 'contract'])
  const answer = intent.send()
  intent.abandon()
  expect(await answer).toBeNull()
  expect(sent).toHaveLength(1)
  expect(states).toEqual(['sending'])
})

test('[T4] a double press sends once; after an answer the wish is spent', async () => {
  const { intent, sent } = intentWith(['contract', 'contract'])
  const [first, second] = await Promise.all([intent.send(), intent.send()])
  expect([first, second, await intent.send()]).toEqual([{ id: '1' }, null, null])
  expect(sent).toHaveLength(1)
})

test('[T2] a refusal is final and is not repeated', async () => {
  const refusal = new ApiError('QUOTE_CHANGED', 'x', { status: 409 })
  const { intent, sent } = intentWith([refusal, 'contract'])
  await expect(intent.send()).rejects.toBe(refusal)
  expect(intent.state).toBe('refused')
  expect(await intent.send()).toBeNull()
  expect(sent).toHaveLength(1)
})

test('[T4] once an answer was lost, who turns a later try away without looking leaves the outcome unknown', async () => {
  for (const [code, status] of [
    ['SERVICE_UNAVAILABLE', 503],
    ['TOO_MANY_REQUESTS', 429],
    ['ACCESS_DENIED', 403],
    ['HTTP_STATUS', 404],
  ] as const) {
    const away = new ApiError(code, 'x', { status })
    const { intent, sent, states } = intentWith([late, away, away, away, 'contract'])
    await expect(intent.send()).rejects.toBe(away)
    expect(states).toEqual(['sending', 'resolving', 'resolving', 'resolving', 'unknown'])
    expect(await intent.send()).toEqual({ id: '1' })
    expect(new Set(sent.map((order) => order.clientOrderId))).toEqual(new Set(['id-1']))
    // The first answer of all is one.
    const first = intentWith([away])
    await expect(first.intent.send()).rejects.toBe(away)
    expect(first.intent.state).toBe('refused')
  }
})

test('[T4] a refusal for which earlier orders were looked for ends the doubt', async () => {
  for (const [code, status] of [
    ['PRICE_STALE', 409],
    ['TRADING_HALTED', 503],
    ['USER_FROZEN', 403],
  ] as const) {
    const refusal = new ApiError(code, 'x', { status })
    const { intent } = intentWith([late, refusal])
    await expect(intent.send()).rejects.toBe(refusal)
    expect(intent.state).toBe('refused')
  }
})

test('[T4] ids are of the shape the server takes, and differ', () => {
  const ids = Array.from({ length: 200 }, newClientOrderId)
  expect(ids.every((id) => /^[A-Za-z0-9_-]{8,64}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(200)
})
