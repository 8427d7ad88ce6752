import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { setAlert } from '@truestrike/protocol/alert-endpoints.ts'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadNoticeTexts } from '../../lib/notices/notice-words.ts'
import { AlertForm } from './AlertForm.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const PRODUCT = {
  ...{ symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', name: 'Bitcoin', precision: 2, staleMs: 60_000 },
  ticker: { symbol: 'BTCUSDT', price: '70000.00', timeMs: 1 },
}

test('[N6] a price that is typed while an alert is being set stays; the one that was sent goes', async () => {
  await startI18n()
  await loadNoticeTexts()
  let answer = (): void => undefined
  const sent: unknown[] = []
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, data }) => {
    if (method !== setAlert.method) throw new Error('offline')
    sent.push(data)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { status: 200, headers: {}, data: { success: true, data: {} } }
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 600_000 } } })
  client.setQueryData(['products'], { source: 'simulated', products: [PRODUCT] })
  const onSet = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AlertForm onSet={onSet} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox')
  const write = (value: string) => fireEvent.change(field, { target: { value } })
  const set = () => fireEvent.click(screen.getByRole('button', { name: i18next.t('notices:alert.set') }))
  write('71000')
  set()
  await waitFor(() => expect(sent).toHaveLength(1))
  write('72000')
  await act(async () => answer())
  await waitFor(() => expect(onSet).toHaveBeenCalledTimes(1))
  expect(field.value).toBe('72000')
  set()
  await waitFor(() => expect(sent).toHaveLength(2))
  await act(async () => answer())
  await waitFor(() => expect(field.value).toBe(''))
  client.clear()
})
