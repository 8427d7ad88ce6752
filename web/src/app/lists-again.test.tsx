import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../lib/api-client.ts'
import { applyContracts, forgetContracts } from '../lib/contracts-store.ts'
import { startI18n } from '../lib/i18n.ts'
import { useSession } from '../lib/session-store.ts'
import { App } from './App.tsx'

const asked: string[] = []

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    asked.push(config.url ?? '')
    if (config.url !== '/api/trade/contracts') throw new AxiosError('offline', AxiosError.ERR_NETWORK)
    const data = { success: true, data: { contracts: [], nextCursor: null } }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  await startI18n()
})
afterEach(cleanup)

test('[E5] [S2] [C1] lists of records are asked for again after the snapshot of a reconnect, not after the first', async () => {
  const times = (url: string): number => asked.filter((each) => each === url).length
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  globalThis.history.replaceState(null, '', '/contract-record')
  forgetContracts()
  render(<App />)
  await waitFor(() => expect(screen.getAllByRole('tab').length).toBeGreaterThan(0), { timeout: 10_000 })
  await waitFor(() => expect(times('/api/trade/contracts')).toBe(1))
  applyContracts([], true)
  await new Promise((done) => setImmediate(done))
  expect(times('/api/trade/contracts')).toBe(1)
  applyContracts([], true)
  await waitFor(() => expect(times('/api/trade/contracts')).toBe(2))
})
