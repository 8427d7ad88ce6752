import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadSecurityTexts } from '../../lib/security-texts.ts'
import { useSession } from '../../lib/session-store.ts'
import { OwnLimits } from './OwnLimits.tsx'

const NONE = { maxStake: null, nextMaxStake: null, dailyLoss: null, nextDailyLoss: null, lostToday: '0.00' }
const WAITING = { limit: '200.00', fromMs: 2_000_000_000_000 }
/** What the server keeps; each answer is what the tab that asked is told. */
let demo: object
const sent: unknown[] = []

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    if (config.url !== '/api/account/limits') throw new AxiosError('offline', AxiosError.ERR_NETWORK)
    if (config.method === 'post') sent.push(JSON.parse(String(config.data)))
    const data = { demo, real: NONE, excludedUntilMs: null, dayEndsMs: 2_000_000_000_000 }
    return {
      ...{ config, status: 200, statusText: '', headers: {} },
      data: { success: true, data },
    } as AxiosResponse
  }
  await startI18n()
  await loadSecurityTexts()
})
beforeEach(() => {
  sent.length = 0
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
})
afterEach(cleanup)

async function open(): Promise<void> {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live' })
  render(
    <QueryClientProvider client={client}>
      <OwnLimits />
    </QueryClientProvider>,
  )
  await field('Largest stake')
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save limits' }))
const answered = (count: number) => waitFor(() => expect(sent).toHaveLength(count))

test('[T12] only a limit that was changed is sent, and the others show what the answer says', async () => {
  demo = { ...NONE, maxStake: '20.00', dailyLoss: '100.00' }
  await open()
  await type('Largest stake', '20')
  await type('Loss in one day', '50')
  // Another tab tightened the stake meanwhile.
  demo = { ...NONE, maxStake: '5.00', dailyLoss: '50.00' }
  save()
  await answered(1)
  expect(sent).toEqual([{ book: 'demo', dailyLoss: '50.00' }])
  await waitFor(async () => expect((await field('Loss in one day')).value).toBe('50.00'))
  await type('Largest stake', '')
  save()
  await answered(2)
  expect(sent[1]).toEqual({ book: 'demo', maxStake: null })
})

test('[T12] a looser limit that waits stays when another one is saved, and is taken back by a button of its own', async () => {
  demo = { ...NONE, maxStake: '20.00', dailyLoss: '100.00', nextDailyLoss: WAITING }
  await open()
  await type('Largest stake', '10')
  demo = { ...demo, maxStake: '10.00' }
  save()
  await answered(1)
  expect(sent).toEqual([{ book: 'demo', maxStake: '10.00' }])
  fireEvent.click(await screen.findByRole('button', { name: /^Keep the present limit/ }))
  await answered(2)
  expect(sent[1]).toEqual({ book: 'demo', dailyLoss: '100.00' })
})
