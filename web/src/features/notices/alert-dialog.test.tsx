import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { AxiosError, type AxiosResponse } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadNoticeTexts } from '../../lib/notices/notice-words.ts'
import { useSession } from '../../lib/session-store.ts'
import { loadSheet } from '../../ui/Sheet.tsx'
import { AlertDialog } from './AlertDialog.tsx'

const removed: string[] = []
let alerts = ['1', '2'].map((id) => ({
  ...{ id, symbol: 'BTCUSDT', direction: 'up', price: `7000${id}.00`, createdMs: 0 },
}))

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    const id = /\/alerts\/(\d+)$/.exec(config.url ?? '')?.[1]
    if (id !== undefined) {
      removed.push(id)
      alerts = alerts.filter((alert) => alert.id !== id)
    } else if (config.url !== '/api/account/alerts') {
      throw new AxiosError('offline', AxiosError.ERR_NETWORK, config)
    }
    const data = { success: true, data: id === undefined ? { alerts, max: 20 } : {} }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  await startI18n()
  await loadNoticeTexts()
  loadSheet()
})
afterEach(cleanup)

/** A press at this time, in ms, however busy the machine is. */
function press(button: HTMLElement | undefined, atMs: number): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  Object.defineProperty(click, 'timeStamp', { value: atMs })
  button?.dispatchEvent(click)
}

test('[N6] a double press on "Remove alert" removes one alert, once; the one that moves to its place stays', async () => {
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AlertDialog open onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const buttons = () => screen.getAllByRole('button', { name: /^Remove alert/ })
  await waitFor(() => expect(buttons()).toHaveLength(2), { timeout: 10_000 })
  const [first] = buttons()
  // Both halves before the page is drawn anew: the same alert twice.
  press(first, 1_000)
  press(first, 1_050)
  await waitFor(() => expect(buttons()).toHaveLength(1))
  // Drawn anew in between: the next half meets the next alert.
  press(buttons()[0], 1_100)
  await waitFor(() => expect(removed.length).toBeGreaterThan(0))
  expect(buttons()).toHaveLength(1)
  // A press of its own removes that one too.
  press(buttons()[0], 2_000)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove alert/ })).toBeNull())
  await waitFor(() => expect(removed).toEqual(['1', '2']))
})
