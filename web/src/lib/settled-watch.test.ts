import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import type { AxiosResponse } from 'axios'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from './api-client.ts'
import { applyContracts, forgetContracts } from './contracts-store.ts'
import { useSession } from './session-store.ts'
import { useSettled } from './settled-store.ts'
import { watchSettled } from './settled-watch.ts'

const contract = (id: string, state: Contract['state'] = 'completed'): Contract =>
  ({
    id,
    orderNo: `100${id}`,
    book: 'demo',
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
  stop = watchSettled()
}

beforeEach(() => {
  sessionStorage.clear()
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  reload()
})
afterEach(() => stop())

test('[T8] [U-13] results stay over a reload until each is dismissed or all are, the newest twenty of them', () => {
  settle('1', '2', '3', '4')
  expect(shown()).toEqual(['4', '3', '2', '1'])
  reload()
  expect(shown()).toEqual(['4', '3', '2', '1'])
  expect(useSettled.getState().contracts[0]).toEqual(contract('4'))
  useSettled.getState().dismiss('3', 10_000)
  reload()
  expect(shown()).toEqual(['4', '2', '1'])
  // The second half of a double press, which falls on the next one.
  useSettled.getState().dismiss('2', 10_299)
  expect(shown()).toEqual(['4', '2', '1'])
  settle(...Array.from({ length: 30 }, (_, index) => String(index + 10)))
  expect(shown()).toHaveLength(20)
  useSettled.getState().dismissAll('demo')
  reload()
  expect(shown()).toEqual([])
})

test('[T8] a result that came while the tab was elsewhere stands first on the return, and stays dismissed', () => {
  settle('1')
  applyContracts([contract('2', 'running'), contract('3', 'running')], false)
  reload()
  expect(shown()).toEqual(['1'])
  const later = (id: string, settledAtMs: number): Contract => ({ ...contract(id), settledAtMs })
  // Of another device, or of a tab that was closed: nobody waited for it here.
  const strange = later('9', 9_000)
  // A snapshot begins with what was bought last; what ended last comes first here.
  applyContracts([strange, later('3', 3_000), later('2', 4_000)], true)
  expect(shown()).toEqual(['2', '3', '1'])
  useSettled.getState().dismiss('2', 20_000)
  reload()
  applyContracts([strange, later('3', 3_000), later('2', 4_000)], true)
  expect(shown()).toEqual(['3', '1'])
})

test('[T8] a snapshot that was here before the results are collected is not lost on them', () => {
  applyContracts([contract('2', 'running')], true)
  stop()
  forgetContracts()
  applyContracts([contract('2')], true)
  stop = watchSettled()
  expect(shown()).toEqual(['2'])
})

test('[T8] what ended longer ago than a snapshot tells is asked for on the return', async () => {
  const asked: string[] = []
  apiClient.defaults.adapter = async (config) => {
    asked.push(config.url ?? '')
    const data = { success: true, data: { contract: contract('2') } }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  applyContracts([contract('2', 'running')], true)
  reload()
  applyContracts([], true)
  await vi.waitFor(() => expect(shown()).toEqual(['2']))
  applyContracts([], false)
  expect(asked).toEqual(['/api/trade/contracts/2'])
})

test('[T8] what is waited for is of its user, and may be anything in a storage', () => {
  for (const kept of [
    { uid: '1000000001', contracts: [], awaited: [7, null, {}] },
    { uid: '1000000001', contracts: [], awaited: '2' },
    { uid: '1000000002', contracts: [], awaited: ['2'] },
  ]) {
    sessionStorage.setItem('settled', JSON.stringify(kept))
    reload()
    applyContracts([contract('2')], true)
    expect(shown()).toEqual([])
  }
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
    expect(shown().length).toBeLessThanOrEqual(20)
  }
  for (const text of ['{', '7', '{"uid":"1000000001"}', '{"uid":"1000000001","contracts":{}}']) {
    sessionStorage.setItem('settled', text)
    reload()
    expect(shown()).toEqual([])
  }
})
