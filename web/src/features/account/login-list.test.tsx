import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { LoginRecord } from '@truestrike/protocol/security-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadSecurityTexts } from '../../lib/security-texts.ts'
import { useSession } from '../../lib/session-store.ts'
import { LoginList } from './LoginList.tsx'

const login = (timeMs: number): LoginRecord => ({
  ...{ timeMs, outcome: 'signed-in', method: 'password', kind: 'browser' },
  ...{ browser: 'Firefox', system: 'Linux', ip: '192.0.2.1', place: 'unknown' },
})
let isOffline = false

beforeAll(async () => {
  apiClient.defaults.adapter = async (config) => {
    if (isOffline) throw new AxiosError('offline', AxiosError.ERR_NETWORK)
    const isFirst = (config.params as { cursor?: string }).cursor === undefined
    const data = { logins: [login(isFirst ? 2 : 1)], nextCursor: isFirst ? 'next' : null }
    return {
      ...{ config, status: 200, statusText: '', headers: {} },
      data: { success: true, data },
    } as AxiosResponse
  }
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  await startI18n()
  await loadSecurityTexts()
})
afterEach(cleanup)

test('[A14] [E2] sign-ins that cannot be loaded further are said to be so, and come when asked for again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <LoginList />
    </QueryClientProvider>,
  )
  const more = await screen.findByRole('button')
  isOffline = true
  fireEvent.click(more)
  await screen.findByRole('status')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  isOffline = false
  fireEvent.click(more)
  await expect.poll(() => screen.getAllByRole('listitem').length).toBe(2)
  expect(screen.queryByRole('status')).toBeNull()
})
