import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mergedRecords } from '../features/contracts/use-records.ts'
import { apiClient } from './api-client.ts'
import { applyContracts, forgetContracts, isPending, useContracts } from './contracts-store.ts'
import { askForMissed } from './missed-contracts.ts'
import { useSession } from './session-store.ts'
import { useSettled } from './settled-store.ts'
import { watchSettled } from './settled-watch.ts'

const contract = (id: number, state: Contract['state'] = 'running'): Contract =>
  ({
    id: String(id),
    book: 'demo',
    symbol: 'BTCUSDT',
    state,
    acceptedAtMs: id,
    expiresAtMs: 60_000 + id,
    profit: state === 'completed' ? '80' : null,
  }) as Contract

let asked: string[] = []
/** Answers each call for a contract by its id; null: the network is gone. */
function answerWith(answer: (id: number) => Promise<Contract | null>): void {
  apiClient.defaults.adapter = async (config) => {
    const id = /^\/api\/trade\/contracts\/(\d+)$/.exec(config.url ?? '')?.[1] ?? ''
    asked.push(id)
    const found = await answer(Number(id))
    if (found === null) throw new AxiosError('lost', AxiosError.ERR_NETWORK, config)
    const data = { success: true, data: { contract: found } }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
}

const pendingIds = (): string[] =>
  [...useContracts.getState().byId.values()].filter(isPending).map(({ id }) => id)

let stop: () => void = () => undefined
beforeEach(() => {
  asked = []
  sessionStorage.clear()
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  forgetContracts()
  stop = watchSettled()
})
afterEach(() => stop())

test('[S2] [T8] [C1] [E5] a contract that ended long before the reconnect tells its result to messages and records', async () => {
  applyContracts([contract(1), contract(2)], true)
  answerWith(async (id) => contract(id, 'completed'))
  const listed = [contract(2), contract(1)]
  await askForMissed(applyContracts([contract(2)], true))
  expect(asked).toEqual(['1'])
  expect(pendingIds()).toEqual(['2'])
  expect(useSettled.getState().contracts.map(({ id, profit }) => [id, profit])).toEqual([['1', '80']])
  const { byId } = useContracts.getState()
  const shown = (state: 'pending' | 'settled') => mergedRecords(listed, byId, { book: 'demo', state }, false)
  expect(shown('pending').map(({ id }) => id)).toEqual(['2'])
  expect(shown('settled').map(({ id }) => id)).toEqual(['1'])
})

test('[S2] [E5] what cannot be asked for stays pending, and the next snapshot asks again', async () => {
  applyContracts([contract(1), contract(2)], true)
  answerWith(async (id) => (id === 1 ? null : contract(id, 'completed')))
  await askForMissed(applyContracts([], true))
  expect(pendingIds()).toEqual(['1'])
  answerWith(async (id) => contract(id, 'completed'))
  await askForMissed(applyContracts([], true))
  expect(pendingIds()).toEqual([])
  expect(asked).toEqual(['1', '2', '1'])
})

test('[S2] at most four are asked for at once, and each once', async () => {
  const ids = Array.from({ length: 11 }, (_, index) => index + 1)
  applyContracts(
    ids.map((id) => contract(id)),
    true,
  )
  let open = 0
  let most = 0
  answerWith(async (id) => {
    open += 1
    most = Math.max(most, open)
    await new Promise((done) => setImmediate(done))
    open -= 1
    return contract(id, 'completed')
  })
  await askForMissed(applyContracts([], true))
  expect(most).toBe(4)
  expect(asked).toEqual(ids.map(String))
  expect(pendingIds()).toEqual([])
})

test('[S2] an answer that comes after the sign-out tells nobody anything', async () => {
  applyContracts([contract(1)], true)
  answerWith(async (id) => {
    useSession.setState({ token: null, user: null })
    forgetContracts()
    return contract(id, 'completed')
  })
  await askForMissed(applyContracts([], true))
  expect(useContracts.getState().byId.size).toBe(0)
})
