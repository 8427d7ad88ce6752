import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyContracts, forgetContracts } from './contracts-store.ts'
import { useSession } from './session-store.ts'
import { followSettled, useSettled } from './settled-store.ts'

const contract = (id: string, state: Contract['state'] = 'completed'): Contract =>
  ({
    id,
    orderNo: `100${id}`,
    symbol: 'BTCUSDT',
    direction: 'up',
    stake: '100',
    profit: '80',
    state,
    result: 'won',
    cancelReason: null,
    openingPrice: '67000.10',
    closingPrice: '67000.20',
    acceptedAtMs: Number(id),
    expiresAtMs: 2_000,
    settledAtMs: 2_100,
  }) as Contract

function settle(...ids: string[]): void {
  applyContracts(
    ids.map((id) => contract(id, 'running')),
    false,
  )
  for (const id of ids) applyContracts([contract(id)], false)
}

const shown = (): string[] => useSettled.getState().contracts.map(({ id }) => id)

let stop: () => void = () => undefined
/** As a reload does: the memory is gone, the storage is not. */
function reload(): void {
  stop()
  forgetContracts()
  useSettled.setState({ contracts: [] })
  stop = followSettled()
}

beforeEach(() => {
  sessionStorage.clear()
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  reload()
})
afterEach(() => stop())

test('[T8] results stay over a reload until each is dismissed, the newest three of them', () => {
  settle('1', '2', '3', '4')
  expect(shown()).toEqual(['4', '3', '2'])
  reload()
  expect(shown()).toEqual(['4', '3', '2'])
  expect(useSettled.getState().contracts[0]).toEqual(contract('4'))
  useSettled.getState().dismiss('3')
  reload()
  expect(shown()).toEqual(['4', '2'])
})

test('[T8] results are forgotten at the sign-out, and never shown to somebody else', () => {
  settle('1')
  useSession.setState({ token: null, user: null })
  expect(shown()).toEqual([])
  expect(sessionStorage.getItem('settled')).toBeNull()
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  settle('2')
  const kept = sessionStorage.getItem('settled') ?? ''
  useSession.setState({ token: 'other', user: { uid: '1000000002' } as never })
  sessionStorage.setItem('settled', kept)
  reload()
  expect(shown()).toEqual([])
})

test('[T8] what is stored is checked before it is shown', () => {
  const good = contract('9')
  const bad = [
    null,
    'text',
    { ...good, profit: 80 },
    { ...good, state: 'running' },
    { ...good, direction: 'sideways' },
    { ...good, cancelReason: 'because' },
    { ...good, settledAtMs: 'now' },
    { ...good, openingPrice: 67 },
  ]
  for (const text of [
    JSON.stringify({ uid: '1000000001', contracts: [...bad, good] }),
    JSON.stringify({ uid: '1000000001', contracts: Array.from({ length: 9 }, () => good) }),
  ]) {
    sessionStorage.setItem('settled', text)
    reload()
    expect(new Set(shown())).toEqual(new Set(['9']))
    expect(shown().length).toBeLessThanOrEqual(3)
  }
  for (const text of ['{', '7', '{"uid":"1000000001"}', '{"uid":"1000000001","contracts":{}}']) {
    sessionStorage.setItem('settled', text)
    reload()
    expect(shown()).toEqual([])
  }
})
